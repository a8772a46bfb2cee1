public import DatabaseTypes

/// What a row has to be like for a query to see it, as far as that is known: some columns have some values.
///
/// ```swift
/// var filter = RowFilter()
/// filter.require("listID", .oneOf([7]))
/// filter.require("priority", .range(ValueRange(from: ValueRange.Bound(2))))
/// filter.mayContain(row)
/// ```
///
/// A filter may be wider than the query's conditions, and never narrower: what is not known of a row counts in its favour.
/// Values are compared as SQLite compares them where it converts nothing and texts go by their bytes; who
/// makes a filter leaves out what is compared otherwise.
///
/// - Invariant: no two constraints of a column are ranges, and no bound of a range is NULL.
public struct RowFilter: Sendable, Hashable {
  /// What is required of a column.
  public struct Requirement: Sendable, Hashable {
    /// The column's name.
    public let column: String
    /// What its value has to be.
    public let constraint: Constraint
  }

  /// All of which a row has to meet.
  public private(set) var requirements: [Requirement] = []

  /// Makes a filter that any row may pass.
  public init() {}

  /// Whether any row may pass.
  public var isEmpty: Bool { requirements.isEmpty }

  /// Adds a constraint that has to hold besides.
  public mutating func require(_ column: String, _ constraint: Constraint) {
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
    where requirement.column.lowercased() == column.lowercased() {
      guard case .range(let range) = requirement.constraint else { continue }
      requirements.remove(at: index)
      return range
    }
    return nil
  }
}

extension RowFilter {
  /// Whether a row may pass; a column that the row does not have counts in its favour.
  public func mayContain(_ row: Row) -> Bool { mayContain(row.value(named:)) }

  /// Whether a row may pass.
  ///
  /// - Parameter value: The row's value in a column; `nil` where it is not known.
  public func mayContain(_ value: (_ column: String) -> DatabaseValue?) -> Bool {
    requirements.allSatisfy { requirement in
      value(requirement.column).map(requirement.constraint.mayContain) ?? true
    }
  }
}

extension RowFilter: CustomStringConvertible, CustomDebugStringConvertible {
  /// The columns: values may be private, so that only `debugDescription` shows them.
  public var description: String { requirements.map(\.column).joined(separator: ", ") }

  /// The columns and their values: `listID IN (7), priority >= 2`.
  public var debugDescription: String {
    requirements.map { "\($0.column) \($0.constraint.debugDescription)" }.joined(separator: ", ")
  }
}
