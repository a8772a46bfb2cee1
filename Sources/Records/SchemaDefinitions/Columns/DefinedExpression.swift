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

  /// Returns the SQL of an indexed term; in PostgreSQL, an expression needs parentheses.
  func definition(in dialect: Dialect) -> QueryFragment {
    let ordering = sqlOrdering
    guard dialect == .postgres, !ordering.isText else { return definition }
    return fragment {
      let expression = try ordering.expression._fragment(in: _ExpressionContext())
      var term: QueryFragment = "(\(expression))"
      switch ordering.direction {
      case .none: break
      case .ascending: term.append(" ASC")
      case .descending: term.append(" DESC")
      }
      if let isFirst = ordering.nullsFirst {
        term.append(isFirst ? " NULLS FIRST" : " NULLS LAST")
      }
      return term
    }
  }
}

/// Returns what the closure writes; if it fails, a binding that is invalid and holds the error.
private func fragment(_ write: () throws -> QueryFragment) -> QueryFragment {
  do { return try write() } catch {
    return "\(QueryBinding.invalid(QueryBindingError(underlyingError: error)))"
  }
}
