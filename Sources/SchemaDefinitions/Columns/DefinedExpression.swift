import DynamicColumns
import TypedSQL

extension SQLExpressible {
  /// The SQL as definitions need it: columns without their table.
  var definition: QueryFragment {
    fragment { try sqlExpression._fragment(in: _ExpressionContext()) }
  }
}

extension SQLOrderingTerm {
  /// The SQL of an indexed term, with its direction.
  var definition: QueryFragment {
    fragment { try sqlOrdering.fragment(in: _ExpressionContext()) }
  }
}

/// Returns what the closure writes; if it fails, a binding that is invalid and holds the error.
private func fragment(_ write: () throws -> QueryFragment) -> QueryFragment {
  do { return try write() } catch {
    return "\(QueryBinding.invalid(QueryBindingError(underlyingError: error)))"
  }
}
