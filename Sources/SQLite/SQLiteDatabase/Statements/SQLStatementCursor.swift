extension Database {
  /// Returns a cursor that compiles the statements of a text one after the other, on demand.
  ///
  /// ```swift
  /// let statements = try db.allStatements(sql: "CREATE TABLE a (x); INSERT INTO a VALUES (1)")
  /// while let statement = try statements.next() { try statement.execute() }
  /// ```
  ///
  /// So a statement can use what the previous one created, if that one was run. Arguments are
  /// passed when a statement is run.
  ///
  /// - Parameter sql: One statement, or several separated by semicolons.
  /// - Throws: ``DatabaseError`` outside of an access.
  public func allStatements(sql: String) throws -> SQLStatementCursor {
    try SQLStatementCursor(self, sql)
  }
}

/// A cursor over the statements of an SQL text, each of which is compiled on demand.
///
/// Use it only within the access in which it was created.
public final class SQLStatementCursor {
  private let database: Database
  private let sql: String
  private var offset = 0

  init(_ database: Database, _ sql: String) throws {
    try database.checkAccess(sql: sql)
    self.database = database
    self.sql = sql
  }

  /// Compiles the next statement; returns `nil` after the last one.
  ///
  /// - Throws: ``DatabaseError`` for a statement that cannot be compiled.
  public func next() throws -> PreparedStatement? {
    try database.checkAccess(sql: sql)
    return try database.nextStatement(in: sql, from: &offset)
  }
}
