package import DatabaseTypes

/// A necessary condition on the rows that a query sees: some columns have certain values.
///
/// ```swift
/// var filter = RowFilter()
/// filter.require("listID", .oneOf([7]))
/// filter.require("priority", .range(ValueRange(from: ValueRange.Bound(2))))
/// filter.mayContain(row)
/// ```
///
/// A filter may be wider than the query's conditions, but never narrower: an unknown value passes.
/// Values are compared as SQLite compares them without conversions and with bytewise texts; whoever
/// creates a filter must leave out conditions that compare in another way.
///
/// - Invariant: A column has at most one range, and no bound of a range is NULL.
package struct RowFilter: Sendable, Hashable {
  /// A constraint on a column.
  package struct Requirement: Sendable, Hashable {
    /// The column's name.
    package let column: String
    /// The constraint on its value.
    package let constraint: Constraint
  }

  /// The requirements, all of which a row has to meet.
  package private(set) var requirements: [Requirement] = []

  /// Creates a filter that any row may pass.
  package init() {}

  /// Whether any row may pass.
  package var isEmpty: Bool { requirements.isEmpty }

  /// Adds a further constraint.
  package mutating func require(_ column: String, _ constraint: Constraint) {
    let constraint = constraint.normalized
    if case .range(let range) = constraint, let known = takeRange(of: column) {
      requirements.append(
        Requirement(column: column, constraint: .range(range.intersection(known)))
      )
    } else {
      requirements.append(Requirement(column: column, constraint: constraint))
    }
  }

  private mutating func takeRange(of column: String) -> ValueRange? {
    for (index, requirement) in requirements.enumerated()
    where isSameIdentifier(requirement.column, column) {
      guard case .range(let range) = requirement.constraint else { continue }
      requirements.remove(at: index)
      return range
    }
    return nil
  }
}

extension RowFilter {
  /// Returns whether a row may pass; a column that the row lacks does not rule it out.
  package func mayContain(_ row: Row) -> Bool { mayContain(row.value(ofExactColumn:)) }

  /// Returns whether a row may pass.
  ///
  /// - Parameter value: Returns the row's value in a column; `nil` if it is unknown.
  package func mayContain(_ value: (_ column: String) -> DatabaseValue?) -> Bool {
    requirements.allSatisfy { requirement in
      value(requirement.column).map(requirement.constraint.mayContain) ?? true
    }
  }
}

extension RowFilter: CustomStringConvertible, CustomDebugStringConvertible {
  /// The columns only, since values may be private; `debugDescription` shows them.
  package var description: String { requirements.map(\.column).joined(separator: ", ") }

  /// The columns with their constraints: `listID IN (7), priority >= 2`.
  package var debugDescription: String {
    requirements.map { "\($0.column) \($0.constraint.debugDescription)" }.joined(separator: ", ")
  }
}
