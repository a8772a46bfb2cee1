public import DynamicColumns
public import SQLiteDatabase
import SQLiteQueries
import TypedSQL

// Statements of SQL with values.

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

  /// Compiles a statement, and binds its values.
  ///
  /// - Throws: ``DatabaseError``.
  public func makeStatement(literal sql: SQL) throws -> PreparedStatement {
    let (text, arguments) = try sql.build(self)
    return try makeStatement(sql: text).bound(to: arguments)
  }

  /// Returns the cached statement of SQL, with its values bound.
  ///
  /// - Throws: ``DatabaseError``.
  public func cachedStatement(literal sql: SQL) throws -> PreparedStatement {
    let (text, arguments) = try sql.build(self)
    return try cachedStatement(sql: text).bound(to: arguments)
  }

  private func fragment(of sql: SQL) throws -> QueryFragment {
    try sql.sqlExpression._fragment(in: _ExpressionContext(database: self))
  }
}

extension PreparedStatement {
  /// Binds the values of a literal; without values, its question marks stay unset.
  fileprivate func bound(to arguments: StatementArguments) throws -> PreparedStatement {
    if arguments.isEmpty { return self }
    guard arguments.values.count == parameterCount else {
      throw DatabaseError(
        code: .arguments,
        message:
          "The literal contains values for \(arguments.values.count) of \(parameterCount) parameters. Write a "
          + "value for each, or a ? for each and set them with setArguments(_:).",
        sql: sql
      )
    }
    try setArguments(arguments)
    return self
  }
}

extension SQL {
  /// Returns the SQL text, and its values as arguments.
  ///
  /// ```swift
  /// let (sql, arguments) = try SQL("SELECT * FROM player WHERE name = \(name)").build(db)
  /// // SELECT * FROM player WHERE name = ?
  /// ```
  ///
  /// - Parameter db: The database, whose schema subqueries may need.
  /// - Throws: ``RequestError`` or ``DatabaseError`` for a subquery that cannot be written.
  public func build(_ db: Database) throws -> (sql: String, arguments: StatementArguments) {
    let fragment = try sqlExpression._fragment(in: _ExpressionContext(database: db))
    let (text, bindings) = fragment.render(for: .library)
    return (text, StatementArguments(values: try bindings.map { try $0.databaseValue() }))
  }

  /// Creates SQL text with values for its parameters.
  ///
  /// - Parameters:
  ///   - sql: The text. Never insert user input into it.
  ///   - arguments: The values.
  @_disfavoredOverload  // Array literals of values are arguments.
  public init(sql: String, arguments: StatementArguments) {
    self.init(SQLExpression(sql: sql, arguments: arguments))
  }
}
