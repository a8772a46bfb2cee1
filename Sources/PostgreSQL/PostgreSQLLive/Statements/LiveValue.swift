package import DatabaseTypes
package import PostgreSQL

// Keys and sort values in the form in which the engine keeps and compares them, so that its
// comparisons give the server's order. Dates and times are integers, and so are floating-point
// numbers, because the server sorts NaN as the greatest number, and equal to itself. Decimal
// numbers are bytes, which are the same for 1.5 and 1.50.

extension PostgresValue {
  /// The value in the form that the engine compares.
  package var liveValue: DatabaseValue {
    switch self {
    case .date(let value): .integer(Int64(value.days))
    case .time(let value): .integer(value.microseconds)
    case .timestamp(let value), .timestamptz(let value): .integer(value.microseconds)
    case .float(let value): .integer(Double(value).orderedBits)
    case .double(let value): .integer(value.orderedBits)
    case .numeric(let value): .blob(value.orderedBytes)
    default: databaseValue
    }
  }
}

extension DatabaseValue {
  /// Returns the value of a statement's parameter, as the type that the server expects.
  func parameter(_ type: PostgresType) -> PostgresValue {
    if case .blob(let bytes) = self, type.kind == .numeric,
      let number = PostgresNumeric(orderedBytes: bytes)
    {
      return .numeric(number)
    }
    guard case .integer(let value) = self else { return PostgresValue(self) }
    return switch type.kind {
    case .date: .date(PostgresDate(days: Int32(clamping: value)))
    case .time: .time(PostgresTime(microseconds: value))
    case .timestamp: .timestamp(PostgresTimestamp(microseconds: value))
    case .timestamptz: .timestamptz(PostgresTimestamp(microseconds: value))
    case .float4, .float8: .double(Double(orderedBits: value))
    default: .integer(value)
    }
  }
}

extension Double {
  /// An integer that sorts as the server sorts the numbers: NaN is last, and both zeros are equal.
  var orderedBits: Int64 {
    if isNaN { return .max }
    let bits = Int64(bitPattern: (self == 0 ? 0 : self).bitPattern)
    return bits < 0 ? Int64.min &- bits : bits
  }

  /// Creates the number for such an integer.
  init(orderedBits bits: Int64) {
    self =
      bits == .max ? .nan : Double(bitPattern: UInt64(bitPattern: bits < 0 ? .min &- bits : bits))
  }
}
