public import DatabaseTypes

extension RowFilter {
  /// What the value of a column has to be.
  public enum Constraint: Sendable, Hashable {
    /// It is one of these, numbers of both kinds compared by what they are; NULL among them is `IS NULL`.
    case oneOf(Set<DatabaseValue>)
    /// It is in a range.
    case range(ValueRange)
    /// It is not NULL.
    case notNull
    /// It is true, or it is false, as a condition; never NULL.
    case truth(Bool)
  }
}

extension RowFilter.Constraint {
  /// Whether a value may meet the constraint.
  public func mayContain(_ value: DatabaseValue) -> Bool {
    switch self {
    case .oneOf(let values): values.contains(value.comparable)
    case .range(let range): range.contains(value) || value.mayBeRepaired
    case .notNull: !value.isNull
    case .truth(let wanted): value.truth.map { $0 == wanted } ?? !value.isNull
    }
  }

  /// The constraint with values that can be looked up.
  var normalized: Self {
    switch self {
    case .oneOf(let values): .oneOf(Set(values.map(\.comparable)))
    // A comparison with NULL is never true.
    case .range(let range) where range.hasNullBound: .oneOf([])
    default: self
    }
  }
}

extension DatabaseValue {
  /// A value that stands for all that SQLite calls equal: a whole number is an integer.
  var comparable: DatabaseValue {
    guard case .real(let real) = self else { return self }
    return Int64(exactly: real).map(DatabaseValue.integer) ?? self
  }

  /// Whether this is a text in which bytes that are no UTF-8 were replaced, so that its place in the order is not known.
  var mayBeRepaired: Bool {
    guard case .text(let text) = self else { return false }
    return text.unicodeScalars.contains("\u{FFFD}")
  }

  /// Whether a number is a condition that holds; `nil` for what is no number.
  fileprivate var truth: Bool? {
    switch self {
    case .integer(let value): value != 0
    case .real(let value): value != 0
    case .null, .text, .blob: nil
    }
  }
}

extension RowFilter.Constraint: CustomDebugStringConvertible {
  /// The constraint, as it would stand after the column's name in SQL.
  public var debugDescription: String {
    switch self {
    case .oneOf(let values):
      "IN (" + values.map(\.sqlLiteral).sorted().joined(separator: ", ") + ")"
    case .range(let range): range.debugDescription
    case .notNull: "IS NOT NULL"
    case .truth(let value): value ? "IS TRUE" : "IS FALSE"
    }
  }
}

extension ValueRange: CustomDebugStringConvertible {
  /// The bounds with operators: `>= 1 AND < 10`.
  public var debugDescription: String {
    let bounds = [
      lower.map { ($0.isIncluded ? ">= " : "> ") + $0.value.sqlLiteral },
      upper.map { ($0.isIncluded ? "<= " : "< ") + $0.value.sqlLiteral },
    ]
    return bounds.compactMap(\.self).joined(separator: " AND ")
  }
}
