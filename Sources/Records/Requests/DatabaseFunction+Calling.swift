public import DynamicColumns
public import SQLiteDatabase

extension DatabaseFunction {
  /// The function of expressions, which SQL calls: `reverse(Column("name"))`.
  ///
  /// ```swift
  /// let reverse = DatabaseFunction("reverse", argumentCount: 1, pure: true) { … }
  /// try Player.select(reverse(Column("name")), as: String.self).fetchAll(db)
  /// // SELECT "reverse"("name") FROM "player"
  /// ```
  ///
  /// A connection that does not have the function says so when it runs the statement.
  public func callAsFunction(_ arguments: any SQLExpressible...) -> SQLExpression {
    callAsFunction(arguments)
  }

  /// The function of any number of expressions, which SQL calls.
  public func callAsFunction(_ arguments: [any SQLExpressible]) -> SQLExpression {
    .function(named: name, arguments)
  }
}
