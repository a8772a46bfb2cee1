public import DatabaseTypes
package import TypedSQL

/// What a request can be ordered by.
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
  /// SQL with its direction, which cannot be turned around.
  package var isText = false

  package init(_ expression: SQLExpression, _ direction: Direction, nullsFirst: Bool? = nil) {
    self.expression = expression
    self.direction = direction
    self.nullsFirst = nullsFirst
  }

  /// SQL with its direction.
  package init(text: SQLExpression) {
    self.init(text, .none)
    isText = true
  }

  /// The term itself.
  public var sqlOrdering: SQLOrdering { self }

  /// The term in the other direction.
  package var reversed: SQLOrdering {
    var copy = self
    copy.direction = direction == .descending ? .ascending : .descending
    copy.nullsFirst = nullsFirst.map { !$0 }
    return copy
  }

  /// The SQL.
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

  /// Orders by the expression, great values first.
  public var desc: SQLOrdering { SQLOrdering(sqlExpression, .descending) }

  /// Orders by the expression, small values first and NULL last.
  public var ascNullsLast: SQLOrdering { SQLOrdering(sqlExpression, .ascending, nullsFirst: false) }

  /// Orders by the expression, NULL first and then great values.
  public var descNullsFirst: SQLOrdering {
    SQLOrdering(sqlExpression, .descending, nullsFirst: true)
  }
}

extension QueryFragment {
  /// A term of an order in SQL, turned around.
  fileprivate func reversedTerm() throws -> QueryFragment {
    if hasSeveralTerms { throw IrreversibleOrderError() }
    var (term, nulls) = (self, "" as QueryFragment)
    if term.dropSuffix(" nulls first") {
      nulls = " NULLS LAST"
    } else if term.dropSuffix(" nulls last") {
      nulls = " NULLS FIRST"
    }
    if term.dropSuffix(" desc") { return term + " ASC" + nulls }
    _ = term.dropSuffix(" asc")
    return term + " DESC" + nulls
  }

  /// Whether there is a comma outside of parentheses.
  private var hasSeveralTerms: Bool {
    var depth = 0
    for character in render().sql {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0: return true
      default: break
      }
    }
    return false
  }
}

/// An order in SQL of several terms cannot be turned around.
public struct IrreversibleOrderError: Hashable, _DescribedError {
  /// What happened, and what to do.
  public var description: String {
    "An order in SQL that has several terms cannot be turned around: give each term in a call of its own, as "
      + "order(Column(\"name\").desc)."
  }
}
