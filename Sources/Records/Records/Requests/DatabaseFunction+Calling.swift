public import DynamicColumns
public import SQLiteDatabase

extension DatabaseFunction {
  /// Returns a call of the function in SQL: `reverse(Column("name"))`.
  ///
  /// ```swift
  /// let reverse = DatabaseFunction("reverse", argumentCount: 1, pure: true) { … }
  /// try Player.select(reverse(Column("name")), as: String.self).fetchAll(db)
  /// // SELECT "reverse"("name") FROM "player"
  /// ```
  ///
  /// A connection without the function throws an error when it runs the statement.
  public func callAsFunction(_ arguments: any SQLExpressible...) -> SQLExpression {
    callAsFunction(arguments)
  }

  /// Returns a call of the function in SQL, with any number of arguments.
  public func callAsFunction(_ arguments: [any SQLExpressible]) -> SQLExpression {
    .function(named: name, arguments)
  }
}
