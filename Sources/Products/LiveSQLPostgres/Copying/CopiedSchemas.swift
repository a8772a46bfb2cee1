import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase

/// The schemas of a server whose tables are copied into a file.
struct CopiedSchemas {
  let names: [String]
  /// Notes about the tables of other schemas.
  let notes: [CopyMessage]

  /// Finds the schemas.
  ///
  /// - Parameter wanted: The names; `nil` for the schemas of the search path, whose tables a
  ///   statement can name without the schema.
  /// - Throws: ``DatabaseCopyError`` if there is no schema of a name.
  init(_ wanted: [String]?, on server: PostgresConnection) throws {
    guard let wanted else {
      names = try server.schemaNames(
        """
        SELECT s FROM pg_catalog.unnest(pg_catalog.current_schemas(false)::text[]) s
        WHERE s !~ '^pg_' AND s <> 'information_schema'
        """
      )
      notes = try Self.notes(besides: names, server)
      return
    }
    let known = try server.schemaNames("SELECT nspname::text FROM pg_catalog.pg_namespace")
    if let missing = wanted.first(where: { name in
      !known.contains { hasSameBytes($0, name) }
    }) {
      throw DatabaseCopyError(
        .unknownName,
        "The database has no schema \(missing), which \(CopyChoice.schemas) names."
      )
    }
    (names, notes) = (wanted, [])
  }

  /// The names as an argument of a statement.
  var parameter: PostgresValue { .array(PostgresArray(names.map { .text($0) })) }

  private static func notes(
    besides names: [String],
    _ server: PostgresConnection
  ) throws -> [CopyMessage] {
    try server.execute(
      """
      SELECT n.nspname::text, count(*)
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_'
        AND n.nspname <> 'information_schema' AND n.nspname <> ALL ($1::text[])
      GROUP BY 1 ORDER BY 1
      """,
      [.array(PostgresArray(names.map { .text($0) }))]
    ).map { row -> CopyMessage in
      let (name, count) = (try row.decode(String.self, at: 0), try row.decode(Int.self, at: 1))
      return """
        the schema \(name) is left out, with \(.counted(count, "table")): it is not in the search path, and \
        \(CopyChoice.schemas) does not name it.
        """
    }
  }

  /// - Throws: ``DatabaseCopyError`` if two tables would have the same name in a file.
  func requireOneTable(ofEachName tables: [PostgresTableInfo]) throws(DatabaseCopyError) {
    for (index, table) in tables.enumerated() {
      let other = tables[..<index].first { isSameIdentifier($0.name, table.name) }
      guard let other else { continue }
      throw DatabaseCopyError(
        .unusableName,
        """
        The tables \(other.schema).\(other.name) and \(table.schema).\(table.name) would have the same name in a \
        file. Copy their schemas into different files, by \(CopyChoice.schemas), or rename one.
        """
      )
    }
  }
}

extension PostgresConnection {
  /// Returns the names in the first column.
  fileprivate func schemaNames(_ sql: String) throws -> [String] {
    try execute(sql).map { row in try row.decode(String.self, at: 0) }
  }
}
