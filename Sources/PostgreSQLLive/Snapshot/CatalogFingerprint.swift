import DatabaseTypes
import PostgreSQL

/// The facts in the server's catalog on which the plans of live queries rest, as hashes.
///
/// There is one for each name that a statement contains, which covers what the name means, and all
/// views, tables, partitions and policies behind it; and one for the database as a whole. So a
/// change that no commit reports is noticed, for example of a policy.
struct CatalogFingerprint {
  private var hashes: [ByteText: Int64] = [:]
  /// The names of which nothing was read yet.
  private var new: Set<ByteText> = []
  /// Whether something may have changed that was not read.
  private var isDoubtful = false

  /// Whether plans rest on nothing.
  var isEmpty: Bool { hashes.isEmpty && new.isEmpty }
  /// Whether there are names of which nothing was read yet.
  var hasNewNames: Bool { !new.isEmpty }

  /// Adds the names in a statement, in the server's form.
  mutating func add(_ names: Set<ByteText>) {
    for name in names where hashes[name] == nil { new.insert(name) }
  }

  /// Makes the next comparison find a difference.
  mutating func doubt() { isDoubtful = true }

  /// Reads the facts as a transaction sees them.
  ///
  /// It takes about 1 ms for a few tables.
  ///
  /// - Parameter publications: The publications that report changes.
  /// - Returns: Whether the facts that were known before are unchanged.
  mutating func isUnchanged(_ connection: PostgresConnection, publications: [String]) throws -> Bool
  {
    // Compiling the query would take much longer than running it.
    try connection.execute(script: "SET LOCAL jit = off")
    let names = hashes.keys.filter { !$0.text.isEmpty } + new
    let rows = try connection.execute(
      Self.sql(hasSchemaPublications: connection.serverVersion >= 150_000),
      [
        .array(PostgresArray(names.map { .text($0.text) })),
        .array(PostgresArray(publications.map { .text($0) })),
      ]
    ).map { row in
      (ByteText(try row.decode(String.self, at: 0)), try row.decode(Int64.self, at: 1))
    }
    let isSame = !isDoubtful && rows.allSatisfy { name, hash in (hashes[name] ?? hash) == hash }
    for (name, hash) in rows { hashes[name] = hash }
    (new, isDoubtful) = ([], false)
    return isSame
  }
}

// MARK: - SQL

extension CatalogFingerprint {
  /// Returns the statement; `$1` are the names, and `$2` the publications.
  private static func sql(hasSchemaPublications: Bool) -> String {
    let schemas = hasSchemaPublications ? ", " + versions("pg_publication_namespace") : ""
    // OFFSET 0 keeps the planner from reading the facts of all tables of the database.
    return """
      WITH RECURSIVE \(related)
      SELECT r.name, coalesce(pg_catalog.hashtextextended(string_agg(f.facts, ',' ORDER BY r.oid), 0), 0)
      FROM related AS r LEFT JOIN LATERAL (
        SELECT ROW(\(factsOfTable))::text AS facts FROM pg_catalog.pg_class AS c WHERE c.oid = r.oid
        OFFSET 0
      ) AS f ON true
      GROUP BY r.name
      UNION ALL SELECT '', pg_catalog.hashtextextended(
        ROW(\(factsOfDatabase)\(schemas))::text, 0
      )
      """
  }

  /// The table to which each name refers, and all that are behind it: partitions and what they are
  /// parts of, what views read, and what policies read.
  ///
  /// The server refuses to look up a name in a schema that the role may not use; such a name refers
  /// to nothing.
  private static let related = """
    related (name, oid) AS (
      SELECT name, CASE WHEN NOT EXISTS (
        SELECT FROM pg_catalog.pg_namespace AS n
        WHERE n.nspname = (pg_catalog.parse_ident(name, false))[1] AND name ~ '[.]'
          AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
      ) THEN pg_catalog.to_regclass(name)::oid END FROM pg_catalog.unnest($1::text[]) AS name
      UNION SELECT r.name, x.oid FROM related AS r CROSS JOIN LATERAL (
        SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = r.oid
        UNION ALL SELECT inhparent FROM pg_catalog.pg_inherits WHERE inhrelid = r.oid
        UNION ALL SELECT d.refobjid FROM pg_catalog.pg_rewrite AS w JOIN pg_catalog.pg_depend AS d
          ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = w.oid
          AND d.refclassid = 'pg_catalog.pg_class'::regclass WHERE w.ev_class = r.oid
        UNION ALL SELECT d.refobjid FROM pg_catalog.pg_policy AS p JOIN pg_catalog.pg_depend AS d
          ON d.classid = 'pg_catalog.pg_policy'::regclass AND d.objid = p.oid
          AND d.refclassid = 'pg_catalog.pg_class'::regclass WHERE p.polrelid = r.oid
      ) AS x (oid)
    )
    """

  /// The facts about a table or view `c`.
  ///
  /// Statistics, and what else changes without a change of the schema, do not belong to them.
  private static let factsOfTable = """
    c.oid, c.relnamespace, c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
    c.relreplident, c.relispartition, c.relowner, c.relacl, pg_catalog.has_table_privilege(c.oid, 'SELECT'),
    (
      SELECT array_agg(
        ROW(attnum, attname, atttypid, atttypmod, attcollation, attnotnull, attgenerated, attacl) ORDER BY attnum
      ) FROM pg_catalog.pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
    ),
    (
      SELECT array_agg(
        ROW(indexrelid, indkey, indisprimary, indisreplident, indisvalid, indimmediate) ORDER BY indexrelid
      ) FROM pg_catalog.pg_index WHERE indrelid = c.oid AND (indisprimary OR indisreplident)
    ),
    (
      SELECT array_agg(ROW(inhparent, xmin) ORDER BY inhparent) FROM pg_catalog.pg_inherits
      WHERE inhrelid = c.oid
    ),
    \(versions("pg_rewrite", where: "ev_class = c.oid")), \(versions("pg_policy", where: "polrelid = c.oid")),
    \(versions("pg_trigger", where: "tgrelid = c.oid AND NOT tgisinternal")),
    (
      SELECT array_agg(ROW(l.oid, l.xmin) ORDER BY l.oid) FROM pg_catalog.pg_publication_rel AS l
      JOIN pg_catalog.pg_publication AS p ON p.oid = l.prpubid
      WHERE l.prrelid = c.oid AND p.pubname = ANY($2::text[])
    )
    """

  /// The facts about the database: the meaning of names, the role, the publications, and the
  /// functions and operators that views and policies may call.
  private static let factsOfDatabase = """
    pg_catalog.current_schemas(false), current_user,
    (SELECT array_agg(ROW(rolsuper, rolbypassrls)) FROM pg_catalog.pg_roles WHERE rolname = current_user),
    (
      SELECT array_agg(ROW(m.roleid, m.xmin) ORDER BY m.roleid, m.xmin::text) FROM pg_catalog.pg_auth_members AS m
      JOIN pg_catalog.pg_roles AS o ON o.oid = m.member WHERE o.rolname = current_user
    ),
    \(versions("pg_publication", where: "pubname = ANY($2::text[])")),
    \(versions("pg_proc", where: "oid >= 16384 AND \(isLasting)")),
    \(versions("pg_operator", where: "oid >= 16384")), \(versions("pg_enum"))
    """

  /// The condition that a function is in no schema of temporary objects.
  ///
  /// Behind a pooler, each comparison may see those of another session.
  private static let isLasting = """
    NOT EXISTS (
      SELECT FROM pg_catalog.pg_namespace AS n WHERE n.oid = pronamespace AND n.nspname ~ '^pg_temp_'
    )
    """

  /// Returns an expression that changes whenever a row of a catalog does.
  private static func versions(_ catalog: String, where condition: String = "true") -> String {
    "(SELECT array_agg(ROW(oid, xmin) ORDER BY oid) FROM pg_catalog.\(catalog) WHERE \(condition))"
  }
}
