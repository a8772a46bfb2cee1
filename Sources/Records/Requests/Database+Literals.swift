import DatabaseQueries
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// Statements of SQL with values in it.

extension Database {
  /// Runs one or several statements, whose values are bound.
  ///
  /// ```swift
  /// try db.execute(literal: "UPDATE item SET name = \(name) WHERE id IN \(ids)")
  /// // UPDATE item SET name = ? WHERE id IN (?, ?, ?)
  /// ```
  ///
  /// - Throws: ``DatabaseError``.
  public func execute(literal sql: SQL) throws { try execute(fragment(of: sql)) }

  /// Compiles a statement and binds its values.
  ///
  /// - Throws: ``DatabaseError``.
  public func makeStatement(literal sql: SQL) throws -> PreparedStatement {
    let (text, arguments) = try rendered(sql)
    let statement = try makeStatement(sql: text)
    try statement.setArguments(arguments)
    return statement
  }

  /// The compiled statement, which is kept, with its values bound.
  ///
  /// - Throws: ``DatabaseError``.
  public func cachedStatement(literal sql: SQL) throws -> PreparedStatement {
    let (text, arguments) = try rendered(sql)
    let statement = try cachedStatement(sql: text)
    try statement.setArguments(arguments)
    return statement
  }

  private func fragment(of sql: SQL) throws -> QueryFragment {
    try sql.sqlExpression._fragment(in: _ExpressionContext(database: self))
  }

  private func rendered(_ sql: SQL) throws -> (sql: String, arguments: StatementArguments) {
    let (text, bindings) = try fragment(of: sql).render(for: .library)
    return (text, StatementArguments(values: try bindings.map { try $0.databaseValue() }))
  }
}
