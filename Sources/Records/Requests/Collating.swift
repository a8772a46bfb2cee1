public import DynamicColumns
public import SQLiteDatabase

extension SQLExpressible {
  /// The expression, compared and ordered by a collation of the application's.
  @_disfavoredOverload  // A name that both types have is the other's.
  public func collating(_ collation: DatabaseCollation) -> SQLExpression {
    collating(collation.name)
  }
}
