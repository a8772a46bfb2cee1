public import DatabaseTypes
package import TypedSQL

/// A type that requests can be ordered by.
public protocol SQLOrderingTerm {
  /// The term.
  var sqlOrdering: SQLOrdering { get }
}

/// A term of an order: an expression and its direction.
public struct SQLOrdering: SQLOrderingTerm, Sendable {
  package enum Direction: Sendable {
    case none, ascending, descending
  }

  package let expression: SQLExpression
  package var direction: Direction
  package var nullsFirst: Bool?
  /// Whether it is SQL text that contains its direction.
  package var isText = false

  package init(_ expression: SQLExpression, _ direction: Direction, nullsFirst: Bool? = nil) {
    self.expression = expression
    self.direction = direction
    self.nullsFirst = nullsFirst
  }

  /// Creates a term from SQL text that contains its direction.
  package init(text: SQLExpression) {
    self.init(text, .none)
    isText = true
  }

  /// The term itself.
  public var sqlOrdering: SQLOrdering { self }

  /// The term in the opposite direction.
  package var reversed: SQLOrdering {
    var copy = self
    copy.direction = direction == .descending ? .ascending : .descending
    copy.nullsFirst = nullsFirst.map { !$0 }
    return copy
  }

  /// Returns the SQL.
  package func fragment(in context: _ExpressionContext) throws -> QueryFragment {
    var fragment = try expression._fragment(in: context)
    if isText { return direction == .descending ? try fragment.reversedTerm() : fragment }
    switch direction {
    case .none: break
    case .ascending: fragment.append(" ASC")
    case .descending: fragment.append(" DESC")
    }
    if let nullsFirst { fragment.append(nullsFirst ? " NULLS FIRST" : " NULLS LAST") }
    return fragment
  }
}

extension SQLExpressible {
  /// The expression as a term, small values first.
  public var sqlOrdering: SQLOrdering { SQLOrdering(sqlExpression, .none) }

  /// Orders by the expression, small values first.
  public var asc: SQLOrdering { SQLOrdering(sqlExpression, .ascending) }

  /// Orders by the expression, large values first.
  public var desc: SQLOrdering { SQLOrdering(sqlExpression, .descending) }

  /// Orders by the expression, small values first and NULL last.
  public var ascNullsLast: SQLOrdering { SQLOrdering(sqlExpression, .ascending, nullsFirst: false) }

  /// Orders by the expression, NULL first and then large values.
  public var descNullsFirst: SQLOrdering {
    SQLOrdering(sqlExpression, .descending, nullsFirst: true)
  }
}

extension QueryFragment {
  /// Returns an ordering term in SQL, reversed.
  fileprivate func reversedTerm() throws -> QueryFragment {
    if hasSeveralItems { throw IrreversibleOrderError() }
    let term = OrderTerm(self)
    let nulls: QueryFragment = term.nullsFirst.map { $0 ? " NULLS LAST" : " NULLS FIRST" } ?? ""
    return term.expression + (term.isDescending ? " ASC" : " DESC") + nulls
  }
}

/// An error for an order in SQL that has several terms and cannot be reversed.
public struct IrreversibleOrderError: Hashable, _SelfDescribingError {
  /// A message that says what happened and what to do.
  public var description: String {
    "An order in SQL with several terms cannot be reversed: pass each term in its own call, as "
      + "order(Column(\"name\").desc)."
  }
}
