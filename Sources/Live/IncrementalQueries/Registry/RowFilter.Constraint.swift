package import DatabaseTypes

extension RowFilter {
  /// A condition on the value of a column.
  package enum Constraint: Sendable, Hashable {
    /// The value is one of these, with integers and reals compared by value; NULL means `IS NULL`.
    case oneOf(Set<DatabaseValue>)
    /// The value is in a range.
    case range(ValueRange)
    /// The value is not NULL.
    case notNull
    /// The value is true, or false, as a condition; never NULL.
    case truth(Bool)
  }
}

extension RowFilter.Constraint {
  /// Returns whether a value may satisfy the constraint.
  package func mayContain(_ value: DatabaseValue) -> Bool {
    switch self {
    case .oneOf(let values): values.contains(value.comparable)
    case .range(let range): range.contains(value) || value.hasReplacedBytes
    case .notNull: !value.isNull
    case .truth(let wanted): value.truth.map { $0 == wanted } ?? !value.isNull
    }
  }

  /// The constraint with canonical values, which can be looked up.
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
  /// A canonical value for all values that SQLite considers equal: whole numbers are integers.
  var comparable: DatabaseValue {
    guard case .real(let real) = self else { return self }
    return Int64(exactly: real).map(DatabaseValue.integer) ?? self
  }

  /// Whether this is a text with replaced invalid UTF-8, whose place in the order is unknown.
  var hasReplacedBytes: Bool {
    guard case .text(let text) = self else { return false }
    return text.unicodeScalars.contains("\u{FFFD}")
  }

  /// Whether a number is true as a condition; `nil` if the value is not a number.
  fileprivate var truth: Bool? {
    switch self {
    case .integer(let value): value != 0
    case .real(let value): value != 0
    case .null, .text, .blob: nil
    }
  }
}

extension RowFilter.Constraint: CustomDebugStringConvertible {
  /// The constraint, written as SQL after a column's name.
  package var debugDescription: String {
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
  package var debugDescription: String {
    let bounds = [
      lower.map { ($0.isIncluded ? ">= " : "> ") + $0.value.sqlLiteral },
      upper.map { ($0.isIncluded ? "<= " : "< ") + $0.value.sqlLiteral },
    ]
    return bounds.compactMap(\.self).joined(separator: " AND ")
  }
}
