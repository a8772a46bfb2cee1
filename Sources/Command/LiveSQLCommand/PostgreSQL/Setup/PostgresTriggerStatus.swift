import PostgreSQL
import PostgreSQLLive
import PostgreSQLTools
import Terminal

/// The status of a PostgreSQL server's trigger log, for `livesql postgres … --triggers`.
struct PostgresTriggerStatus: Sendable {
  /// The role with which live queries connect.
  let role: String
  /// Whether the log exists.
  let isThere: Bool
  /// Whether the role may read it.
  let mayRead: Bool
  /// The tables whose changes it records.
  let loggedTables: [PostgresTableName]
  /// The other tables whose changes are needed.
  let missing: [PostgresTableName]
  /// The current number of readers.
  let readerCount: Int

  /// Queries the server.
  ///
  /// - Parameters:
  ///   - status: The status of the server.
  ///   - wanted: The tables whose changes are needed; all by default.
  /// - Throws: ``CommandFailure`` for a table that does not exist.
  init(_ db: PostgresConnection, _ status: PostgresLiveStatus, tables wanted: [String]) throws {
    role = status.role
    let schema = PostgresTriggerLog().schema
    isThere =
      try db.execute("SELECT to_regclass($1) IS NOT NULL", [.text("\(schema).log")])
      .first { row in try row.decode(Bool.self, at: 0) } ?? false
    loggedTables = isThere ? try Self.loggedTables(db, schema) : []
    mayRead =
      isThere
      ? try db.execute(
        "SELECT has_schema_privilege($1, $2, 'USAGE') AND has_table_privilege($1, $3, 'SELECT')",
        [.text(role), .text(schema), .text("\(schema).log")]
      ).first { row in try row.decode(Bool.self, at: 0) } ?? false : false
    readerCount =
      isThere && mayRead
      ? try db.execute("SELECT count(*) FROM \(schema).readers WHERE until > now()")
        .first { row in try row.decode(Int.self, at: 0) } ?? 0 : 0
    let known = Set(loggedTables.map(\.shown))
    let all = status.tables.map(\.name).filter { $0.schema != schema }
    let chosen = try PostgresSetup.chosen(wanted, of: status).map(\.name)
    missing = (wanted.isEmpty ? all : chosen).filter { !known.contains($0.shown) }
  }

  private static func loggedTables(_ db: PostgresConnection, _ schema: String) throws
    -> [PostgresTableName]
  {
    try db.execute(
      """
      SELECT n.nspname::text, c.relname::text FROM \(schema).tables t
      JOIN pg_catalog.pg_class c ON c.oid = t.tab JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      ORDER BY 1, 2
      """
    ).map { row in
      PostgresTableName(
        schema: try row.decode(String.self, at: 0),
        name: try row.decode(String.self, at: 1)
      )
    }
  }

  /// Whether nothing is missing.
  var isReady: Bool { isThere && mayRead && missing.isEmpty }

  /// Returns the SQL that adds what is missing.
  ///
  /// - Parameter me: The role that runs it, which needs no privileges on its own objects.
  func setUpSQL(by me: String) -> String {
    let log = PostgresTriggerLog(readers: role == me ? [] : [role])
    let tables = missing.map { PostgresTable($0.name, schema: $0.schema) }
    if isThere, mayRead { return tables.map(log.tellSQL).joined(separator: "\n") + "\n" }
    return log.setUpSQL(tables: tables)
  }
}

extension PostgresTriggerStatus: Presentable {
  var json: JSON {
    [
      "role": .string(role), "log": .bool(isThere), "mayRead": .bool(mayRead),
      "reported": .array(loggedTables.map { .string($0.shown) }),
      "missing": .array(missing.map { .string($0.shown) }), "readers": .integer(Int64(readerCount)),
    ]
  }

  func lines(width: Int?) -> [Line] {
    let names = loggedTables.isEmpty ? "none" : loggedTables.map(\.shown).joined(separator: ", ")
    let facts = [
      Line("trigger log: \(isThere ? "there" : "missing")"),
      Line("role: \(role), which may\(mayRead ? "" : " not") read it"),
      Line("tables whose changes are reported: \(names)"), Line("readers: \(readerCount)"),
    ]
    guard !isReady else {
      return facts + [
        Line("The role \(role) is ready for live queries by the trigger log.", .success)
      ]
    }
    let missing = missing.map(\.shown).joined(separator: ", ")
    return facts
      + (missing.isEmpty
        ? [] : [Line("tables whose changes are not reported: \(missing)", .warning)])
      + [
        Line(
          "'\(programName) postgres setup URL --triggers' shows the SQL, and runs it.",
          .secondary
        )
      ]
  }
}
