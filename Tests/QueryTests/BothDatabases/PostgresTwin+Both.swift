import LiveSQL
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing

extension DatabaseWriter {
  /// Runs a closure on the database and on PostgreSQL, on the same rows.
  ///
  /// What it writes is committed on SQLite, and rolled back on PostgreSQL, which gets the rows of
  /// the database again the next time. Tables beside those of the reminders schema are created
  /// with the columns of SQLite's, so those with dates or truth values are better created in the
  /// closure.
  func both<Value>(
    unless reason: SQLiteOnly? = nil,
    _ location: SourceLocation = #_sourceLocation,
    _ body: (BothConnections) throws -> Value
  ) throws -> Value {
    if let reason { return try onlyOnSQLite(reason, body) }
    return try PostgresTwin.both(self, location, body)
  }

  /// Runs a closure with statements that are about SQLite alone.
  func onlyOnSQLite<Value>(
    _ reason: SQLiteOnly,
    _ body: (BothConnections) throws -> Value
  ) throws -> Value {
    try write { db in try body(BothConnections(sqlite: db, postgres: nil, reason: reason)) }
  }
}

extension PostgresTwin {
  static func both<Value>(
    _ database: any DatabaseWriter,
    _ location: SourceLocation,
    _ body: (BothConnections) throws -> Value
  ) throws -> Value {
    guard case .success = PostgresTestServer.shared else {
      return try database.write { db in try body(BothConnections(sqlite: db, postgres: nil)) }
    }
    let twin = try shared.get()
    var value: Value?
    try database.write { db in
      let state = try Self.state(of: db)
      try twin.connection.withLock { connection in
        value = try run(body, db, connection.db, state, location)
      }
    }
    return try #require(value)
  }

  private static func run<Value>(
    _ body: (BothConnections) throws -> Value,
    _ sqlite: Database,
    _ postgres: PostgresConnection,
    _ state: [Table],
    _ location: SourceLocation
  ) throws -> Value {
    try postgres.execute(script: "BEGIN")
    defer { try? postgres.execute(script: "ROLLBACK") }
    try fill(postgres, state)
    try dropMissing(postgres, state)
    let value = try body(BothConnections(sqlite: sqlite, postgres: postgres))
    for table in state where tables.contains(where: { "\"\($0)\"" == table.name }) {
      let sql = "SELECT * FROM \(table.name)"
      let expected = try Row.fetchAll(sqlite, sql: sql).map { text($0) }.sorted()
      let found = try postgres.execute(sql).values().map { text($0) }.sorted()
      guard found != expected else { continue }
      Issue.record(
        "PostgreSQL: other rows in \(table.name): \(found), and on SQLite \(expected)",
        sourceLocation: location
      )
    }
    return value
  }

  /// Drops the tables of the reminders schema that the test's database does not have, so that the
  /// test can create its own with their names.
  private static func dropMissing(_ db: PostgresConnection, _ state: [Table]) throws {
    for name in tables.map({ "\"\($0)\"" }) where !state.contains(where: { $0.name == name }) {
      try db.execute(script: "DROP TABLE \(name) CASCADE")
    }
  }
}
