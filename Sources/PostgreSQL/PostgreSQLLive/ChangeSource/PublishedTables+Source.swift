// The tables of publications, as the server knows them.

extension PublishedTables {
  /// Returns a statement for the OIDs of the tables of publications, and whether only some of their
  /// rows are reported; `$1` are the names of the publications.
  ///
  /// From PostgreSQL 16 on, the server's own view opens each table, and so would wait for one that
  /// somebody has locked, and hold up the live queries of all others. What later versions add to
  /// publications is not known here.
  static func source(_ version: Int) -> String {
    (150_000..<190_000).contains(version) ? tablesWithoutLocks : view(version)
  }

  /// Returns a statement that asks the server's view.
  static func view(_ version: Int) -> String {
    """
    SELECT v.oid, \(version >= 150_000 ? "t.rowfilter IS NOT NULL" : "false") AS isfiltered
    FROM pg_catalog.pg_publication_tables t JOIN pg_catalog.pg_namespace s ON s.nspname = t.schemaname
    JOIN pg_catalog.pg_class v ON v.relname = t.tablename AND v.relnamespace = s.oid
    WHERE t.pubname = ANY($1::text[])
    """
  }

  /// A statement that says the same without locks.
  ///
  /// Where changes of partitions are reported under the names of their roots, a table is left out
  /// if another one of which it is a part is listed too; otherwise the leaves are reported. All
  /// listed tables, of which there may be thousands, are walked at once, not each by ``tree(of:)``.
  /// A filter has no effect if the table's schema is listed too.
  private static let tablesWithoutLocks = """
    WITH RECURSIVE pub AS (
      SELECT oid, puballtables, pubviaroot FROM pg_catalog.pg_publication WHERE pubname = ANY($1::text[])
    ), listed (pub, viaroot, oid) AS (
      SELECT p.oid, p.pubviaroot, r.prrelid FROM pub AS p
      JOIN pg_catalog.pg_publication_rel AS r ON r.prpubid = p.oid
      UNION SELECT p.oid, p.pubviaroot, c.oid FROM pub AS p
      JOIN pg_catalog.pg_class AS c ON c.relkind IN ('r', 'p') AND c.oid >= 16384 AND c.relpersistence = 'p'
      WHERE p.puballtables AND CASE WHEN p.pubviaroot THEN NOT c.relispartition ELSE c.relkind = 'r' END
        OR c.relnamespace IN (SELECT pnnspid FROM pg_catalog.pg_publication_namespace WHERE pnpubid = p.oid)
    ), part (pub, viaroot, top, oid) AS (
      SELECT pub, viaroot, oid, oid FROM listed
      UNION SELECT part.pub, part.viaroot, part.top, i.inhrelid FROM part \(partitions(of: "part"))
    ), found (pub, oid) AS (
      SELECT part.pub, part.oid FROM part
      JOIN pg_catalog.pg_class AS c ON c.oid = part.oid AND c.relkind <> 'p' WHERE NOT viaroot
      UNION SELECT l.pub, l.oid FROM listed AS l WHERE l.viaroot AND NOT EXISTS (
        SELECT FROM part AS a WHERE a.pub = l.pub AND a.oid = l.oid AND a.top <> l.oid
      )
    )
    SELECT f.oid, r.prqual IS NOT NULL AND NOT EXISTS (
      SELECT FROM pg_catalog.pg_publication_namespace AS s JOIN pg_catalog.pg_class AS c ON c.relnamespace = s.pnnspid
      WHERE s.pnpubid = f.pub AND c.oid = f.oid
    ) AS isfiltered FROM found AS f
    LEFT JOIN pg_catalog.pg_publication_rel AS r ON r.prpubid = f.pub AND r.prrelid = f.oid
    """
}
