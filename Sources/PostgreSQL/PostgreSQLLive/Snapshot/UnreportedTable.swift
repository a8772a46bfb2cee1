import DatabaseTypes
import PostgreSQL

/// A reason why the changes of a table are not reported, whatever a publication includes.
enum UnreportedTable {
  case foreign, materialized, sequence, temporary, unlogged, catalog

  /// Returns the reason for a table; `nil` if its changes can be reported.
  ///
  /// - Parameters:
  ///   - schema: The schema of the table.
  ///   - kind: The kind of the table, from `pg_class.relkind`.
  ///   - persistence: The persistence, from `pg_class.relpersistence`.
  init?(schema: String, kind: String, persistence: String) {
    switch (kind, persistence) {
    case ("f", _): self = .foreign
    case ("m", _): self = .materialized
    case ("S", _): self = .sequence
    case (_, "t"): self = .temporary
    case (_, "u"): self = .unlogged
    default:
      guard ["pg_catalog", "information_schema", "pg_toast"].contains(schema) else { return nil }
      self = .catalog
    }
  }

  /// Whether its changes are not in the server's log, but triggers can report them.
  var isUnlogged: Bool { self == .temporary || self == .unlogged }

  fileprivate func text(_ name: String) -> (message: String, hint: String) {
    switch self {
    case .foreign:
      (
        "A live query reads the foreign table \(name), whose changes this server does not receive.",
        "Run the live query on the server that has its rows, or read it again when you know that they changed"
      )
    case .materialized:
      (
        "A live query reads the materialized view \(name), whose changes are not reported.",
        "Query the tables that it is based on, or read it again after REFRESH MATERIALIZED VIEW \(name)"
      )
    case .sequence:
      (
        "A live query reads the sequence \(name), whose changes are not reported.",
        "Read it again when you know that it changed"
      )
    case .temporary:
      (
        "A live query reads the temporary table \(name), whose changes are not reported.",
        "Use a table that is not temporary"
      )
    case .unlogged:
      (
        "A live query reads the unlogged table \(name), whose changes are not in the server's log.",
        "ALTER TABLE \(name) SET LOGGED, and add it to the publication"
      )
    case .catalog:
      (
        "A live query reads \(name), a table of the server's own catalog, whose changes are not reported.",
        "Read it again when you know that it changed"
      )
    }
  }
}

/// The facts of a table that no publication includes.
struct UnpublishedTable {
  /// The reason why its changes cannot be reported; `nil` if a publication may include it.
  let reason: UnreportedTable?
  /// The tables of which it is a partition.
  var ancestors: [TableName] = []
  let isPartitioned: Bool
  /// Whether nothing identifies its rows to those that follow a publication.
  let lacksIdentity: Bool
}

extension PostgresSnapshotReader {
  /// Returns facts about a table whose changes are not reported under its name.
  ///
  /// They are the reason why they cannot be, and the tables of which it is a partition, the root
  /// last.
  func facts(of table: TableName) throws -> UnpublishedTable? {
    try recovering {
      var facts: UnpublishedTable?
      try connection.execute(
        """
        SELECT c.relkind::text, c.relpersistence::text, n.nspname::text, r.relname::text,
          c.relreplident = 'n' OR c.relreplident = 'd' AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND i.indimmediate
          )
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace
        LEFT JOIN LATERAL pg_catalog.pg_partition_ancestors(c.oid) WITH ORDINALITY AS a (oid, level)
        ON a.oid::oid <> c.oid
        LEFT JOIN pg_catalog.pg_class r ON r.oid = a.oid::oid
        LEFT JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
        WHERE s.nspname = $1 AND c.relname = $2 ORDER BY a.level
        """,
        [.text(table.schema), .text(table.name)]
      ).forEach { row throws in
        let kind = try row.decode(String.self, at: 0)
        let reason = UnreportedTable(
          schema: table.schema,
          kind: kind,
          persistence: try row.decode(at: 1)
        )
        if facts == nil {
          facts = UnpublishedTable(
            reason: reason,
            isPartitioned: kind == "p",
            lacksIdentity: try row.decode(at: 4)
          )
        }
        guard let schema = try row.decode(String?.self, at: 2) else { return }
        facts?.ancestors.append(TableName(schema: schema, try row.decode(String.self, at: 3)))
      }
      return facts
    }
  }

  /// Returns whether changes of a partition are reported under the name of that partition.
  func hasReportedPartition(_ table: TableName) throws -> Bool {
    let sql = """
      SELECT p.oid::bigint FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      CROSS JOIN LATERAL (\(PublishedTables.tree(of: "c.oid"))) p WHERE n.nspname = $1 AND c.relname = $2
      """
    let parts = try recovering {
      try connection.execute(sql, [.text(table.schema), .text(table.name)])
        .map { row in try row.decode(UInt32.self, at: 0) }
    }
    return try !Set(parts).isDisjoint(with: tables.all.map(\.oid))
  }

  /// Returns an error with the SQL to run if a privilege is missing.
  ///
  /// The server names the table only in its message.
  func withMissingRight(_ error: PostgresError) -> PostgresError {
    guard error.code == .insufficientPrivilege, error.hint == nil,
      let role = try? recovering({
        try connection.execute("SELECT current_user::text").first { row in
          try row.decode(String.self, at: 0)
        }
      })
    else { return error }
    forgetSchema()
    let words = error.message.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
    let all = (try? self.tables.all.filter { !$0.isReadable }) ?? []
    let named = all.filter { words.contains(Substring($0.exactName.name)) }.map(\.name)
    let tables =
      named.isEmpty ? "…" : named.map(PostgresError.quoted).sorted().joined(separator: ", ")
    var right = "SELECT ON \(tables)"
    if named.isEmpty, let schema = try? hiddenSchema(in: words) {
      right = "USAGE ON SCHEMA \(PostgresConnection.quoted(schema))"
    }
    var error = error
    error.hint = "GRANT \(right) TO \(PostgresConnection.quoted(role))"
    return error
  }

  /// Returns the schema that the words of an error name, and that the role may not use.
  private func hiddenSchema(in words: [Substring]) throws -> String? {
    let names = PostgresValue.array(PostgresArray(words.map { .text(String($0)) }))
    return try recovering {
      try connection.execute(
        """
        SELECT nspname::text FROM pg_catalog.pg_namespace
        WHERE nspname::text = ANY($1::text[]) AND NOT pg_catalog.has_schema_privilege(oid, 'USAGE')
        """,
        [names]
      ).first { row in try row.decode(String.self, at: 0) }
    }
  }
}

extension PostgresError {
  fileprivate static func quoted(_ table: TableName) -> String {
    PostgresConnection.quoted(table.schema) + "." + PostgresConnection.quoted(table.name)
  }

  static func cannotBeReported(_ table: TableName, _ reason: UnreportedTable) -> PostgresError {
    let (message, hint) = reason.text(quoted(table))
    return PostgresError(code: .featureNotSupported, message: message, hint: hint)
  }

  static func cannotBeReported(onOtherServer other: String) -> PostgresError {
    PostgresError(
      code: .featureNotSupported,
      message:
        "A live query reads what another server has, whose changes this server does not receive: \(other).",
      hint:
        "Run the live query on the server that has its rows, or read it again when you know that they changed"
    )
  }

  ///
  /// - Parameter lacksIdentity: Whether the server would refuse the application's `UPDATE` and
  ///   `DELETE` if the table were published as it is.
  static func isNotReported(_ table: TableName, advice: String, lacksIdentity: Bool)
    -> PostgresError
  {
    let name = quoted(table)
    let key = "Give it a primary key, or ALTER TABLE \(name) REPLICA IDENTITY FULL; then "
    return PostgresError(
      code: .undefinedObject,
      message: "A live query reads the table \(name), whose changes are not reported.",
      hint: (lacksIdentity ? key : "") + advice.replacing("…", with: name)
    )
  }
}
