import DynamicColumns
import TypedSQL

extension SQLExpressible {
  /// The SQL, as definitions want it: columns without their table.
  var definition: QueryFragment {
    fragment { try sqlExpression._fragment(in: _ExpressionContext()) }
  }
}

extension SQLOrderingTerm {
  /// The SQL of what is indexed, with its direction.
  var definition: QueryFragment {
    fragment { try sqlOrdering.fragment(in: _ExpressionContext()) }
  }
}

/// What a closure writes; where it fails, what cannot be bound, and why.
private func fragment(_ write: () throws -> QueryFragment) -> QueryFragment {
  do { return try write() } catch {
    return "\(QueryBinding.invalid(QueryBindingError(underlyingError: error)))"
  }
}
