public import TypedSQL

/// What can be written as a `SELECT`: a request.
///
/// Schema definitions take it where a view is made of one.
public protocol SQLSubqueryable: Sendable {
  /// Writes the `SELECT`; empty where there is nothing to run.
  @_documentation(visibility: internal)
  func _select(in context: _ExpressionContext) throws -> QueryFragment
}
