import DatabaseTypes
import PostgreSQL

// Partitions that are reported as parts of another table, and differ from it.

extension PublishedTables {
  /// Leaves out the partitions whose changes are reported under the names of other tables.
  ///
  /// One publication may include partitions under their own names, and another one the tables that
  /// they are parts of. Then the server reports their changes under the topmost of these names.
  mutating func leaveOutParts() throws {
    guard publications.count > 1, tables.values.contains(where: \.isPartitioned) else { return }
    let oids = PostgresValue.array(PostgresArray(tables.keys.map { .integer(Int64($0)) }))
    try connection.execute(
      """
      SELECT DISTINCT o.oid::bigint FROM pg_catalog.unnest($1::bigint[]::oid[]) AS o (oid)
      CROSS JOIN LATERAL pg_catalog.pg_partition_ancestors(o.oid::regclass) AS a (oid)
      WHERE a.oid::oid <> o.oid AND a.oid::oid = ANY($1::bigint[]::oid[])
      """,
      [oids]
    ).forEach { row throws in
      let oid = try row.decode(UInt32.self, at: 0)
      tables[oid] = nil
    }
  }

  /// Reads which tables have partitions that are not reported like the table.
  ///
  /// The change stream describes the table, but sends of a deleted row what the partition's own
  /// replica identity says. So if the columns differ, rows cannot be identified.
  mutating func readPartitions() throws {
    let oids = tables.values.filter(\.isPartitioned).map { PostgresValue.integer(Int64($0.oid)) }
    if oids.isEmpty { return }
    try connection.execute(Self.partitionsSQL, [.array(PostgresArray(oids))]).forEach {
      row throws in
      let oid = try row.decode(UInt32.self, at: 0)
      let schema = try row.decode(String.self, at: 1)
      let part = TableName(schema: schema, try row.decode(String.self, at: 2))
      let kind = try row.decode(String.self, at: 3)
      let persistence = try row.decode(String.self, at: 4)
      guard var table = tables[oid] else { return }
      table.facts.append([part.schema, part.name, kind, persistence])
      table.keyColumns = []
      let reason = UnreportedTable(schema: schema, kind: kind, persistence: persistence)
      if let reason, table.problem == nil { table.problem = .cannotBeReported(part, reason) }
      tables[oid] = table
    }
  }

  /// Returns a statement for the OIDs of a table and its partitions at all levels.
  ///
  /// `pg_partition_tree` would wait for a partition that somebody has locked.
  static func tree(of oid: String) -> String {
    """
    WITH RECURSIVE tree (oid) AS (
      SELECT \(oid) UNION ALL SELECT i.inhrelid FROM tree \(partitions(of: "tree"))
    ) SELECT oid FROM tree
    """
  }

  /// Returns the joins of a recursive statement that add the partitions `i.inhrelid` of its rows'
  /// `oid`, but not the children of tables without partitions.
  ///
  /// `CatalogFingerprint` walks differently: children that inherit count there, too.
  static func partitions(of tables: String) -> String {
    """
    JOIN pg_catalog.pg_class AS h ON h.oid = \(tables).oid AND h.relkind = 'p'
    JOIN pg_catalog.pg_inherits AS i ON i.inhparent = \(tables).oid
    """
  }

  /// Returns the partitions whose changes are not in the server's log, or whose rows are identified
  /// by other columns.
  private static var partitionsSQL: String {
    """
    SELECT t.oid::bigint, n.nspname::text, c.relname::text, c.relkind::text, c.relpersistence::text
    FROM pg_catalog.unnest($1::bigint[]::oid[]) AS o JOIN pg_catalog.pg_class AS t ON t.oid = o
    CROSS JOIN LATERAL (\(tree(of: "t.oid"))) AS p
    JOIN pg_catalog.pg_class AS c ON c.oid = p.oid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind <> 'p' AND c.oid <> t.oid AND (
      c.relkind = 'f' OR c.relpersistence <> 'p'
      OR c.relreplident <> 'f' AND \(identity("c")) IS DISTINCT FROM \(identity("t"))
    )
    ORDER BY 1, c.oid
    """
  }

  /// Returns an expression for the names of the columns that identify rows of a table.
  private static func identity(_ table: String) -> String {
    """
    (
      SELECT array_agg(a.attname ORDER BY a.attname)
      FROM pg_catalog.pg_index AS i JOIN pg_catalog.pg_attribute AS a
      ON a.attrelid = i.indrelid AND a.attnum = ANY((i.indkey::int2[])[0:i.indnkeyatts - 1])
      WHERE i.indrelid = \(table).oid
        AND CASE \(table).relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident END
    )
    """
  }
}
