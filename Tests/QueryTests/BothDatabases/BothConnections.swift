import LiveSQL
import PostgreSQL
import Testing

/// The connections of both databases, on which the same rows are.
///
/// A statement that is run on it runs on both, by each connection's own calls, and must return the
/// same rows or fail on both. SQLite's rows are returned, so that what a test expects is what both
/// databases return.
struct BothConnections {
  /// SQLite's connection, for what only SQLite has.
  let sqlite: Database
  /// PostgreSQL's connection; `nil` if there is none, or if a statement is about SQLite alone.
  let postgres: PostgresConnection?
  /// The reason why statements do not run on PostgreSQL.
  var reason: SQLiteOnly?

  /// Runs SQL text on both databases.
  func execute(sql: String) throws {
    try sqlite.execute(sql: sql)
    try postgres?.execute(script: sql)
  }

  /// Inserts records and drafts of any tables.
  func seed(@SeedsBuilder _ build: () throws -> [Seeds.Batch]) throws {
    for statement in try Seeds(build) { try statement.execute(self) }
  }

  /// Runs statements that are about SQLite alone.
  func onlyOnSQLite<Value>(
    _ reason: SQLiteOnly,
    _ body: (BothConnections) throws -> Value
  ) throws -> Value {
    try body(BothConnections(sqlite: sqlite, postgres: nil, reason: reason))
  }
}

// MARK: - Comparing

extension BothConnections {
  /// Returns the rows of a statement on SQLite, and compares them with those on PostgreSQL.
  func rows<Element>(
    of statement: some TypedSQL.Statement,
    _ location: SourceLocation,
    areEqual: ((Element, Element) -> Bool)? = nil,
    onSQLite: (Database) throws -> [Element],
    onPostgres: (PostgresConnection) throws -> [Element]
  ) throws -> [Element] {
    let expected = Result { try onSQLite(sqlite) }
    guard let postgres else {
      if let reason {
        StatementCounts.count(onlyOnSQLite: reason)
      } else {
        StatementCounts.count(.withoutServer)
      }
      return try expected.get()
    }
    let found = Result { try Self.inSavepoint(postgres, onPostgres) }
    // A write of many rows would be a long text, and has no order.
    let isOrdered = statement._rowCount == nil && statement.query.render().sql.contains("ORDER BY")
    let difference = Self.difference(expected, found, isOrdered, areEqual)
    StatementCounts.count(difference == nil ? .same : .other)
    if let difference {
      let sql = statement.query.render(for: .postgres).sql.prefix(2_000)
      Issue.record("PostgreSQL: \(difference)\n\(sql)", sourceLocation: location)
    }
    return try expected.get()
  }

  /// Returns a single result of a statement, and compares it.
  func value<Value>(
    of statement: some TypedSQL.Statement,
    _ location: SourceLocation,
    onSQLite: (Database) throws -> Value,
    onPostgres: (PostgresConnection) throws -> Value
  ) throws -> Value {
    let values: [Value] = try rows(of: statement, location) { db in
      [try onSQLite(db)]
    } onPostgres: { db in
      [try onPostgres(db)]
    }
    return values[0]
  }

  /// Runs a closure so that the transaction continues if it fails.
  private static func inSavepoint<Value>(
    _ db: PostgresConnection,
    _ body: (PostgresConnection) throws -> Value
  ) throws -> Value {
    try db.execute(script: "SAVEPOINT one_statement")
    do {
      let value = try body(db)
      try db.execute(script: "RELEASE SAVEPOINT one_statement")
      return value
    } catch {
      try db.execute(script: "ROLLBACK TO SAVEPOINT one_statement")
      throw error
    }
  }

  private static func areEqual<Element>(_ left: Element, _ right: Element) -> Bool {
    func isEqual<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
    return (left as? any Equatable).map { isEqual($0) } ?? false
  }

  private static func difference<Element>(
    _ expected: Result<[Element], any Error>,
    _ found: Result<[Element], any Error>,
    _ isOrdered: Bool,
    _ areEqual: ((Element, Element) -> Bool)?
  ) -> String? {
    switch (expected, found) {
    case (.failure, .failure): return nil
    case (.failure(let error), .success): return "it runs, and fails on SQLite: \(error)"
    case (.success, .failure(let error)): return "it fails: \(error)"
    case (.success(let expected), .success(let found)):
      // Equal rows may have different texts, as dictionaries have.
      let areEqual = areEqual ?? Self.areEqual
      if expected.count == found.count, zip(expected, found).allSatisfy(areEqual) { return nil }
      var (mine, others) = (expected.map { "\($0)" }, found.map { "\($0)" })
      if !isOrdered { (mine, others) = (mine.sorted(), others.sorted()) }
      return mine == others ? nil : "other rows: \(others), and on SQLite \(mine)"
    }
  }
}
