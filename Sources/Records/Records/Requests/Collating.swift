public import DynamicColumns
public import SQLiteDatabase

extension SQLExpressible {
  /// Returns the expression with a collation of the application that compares and orders it.
  @_disfavoredOverload  // `Collation` wins for names that both types have.
  public func collating(_ collation: DatabaseCollation) -> SQLExpression {
    collating(collation.name)
  }
}
