public import TypedSQL

/// A type that can be written as a `SELECT`, such as a request.
///
/// Schema definitions accept it for the definition of a view.
public protocol SQLSubqueryable: Sendable {
  /// Writes the `SELECT`, which is empty if there is nothing to run.
  @_documentation(visibility: internal)
  func _select(in context: _ExpressionContext) throws -> QueryFragment
}
