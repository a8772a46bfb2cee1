package import DatabaseTypes
package import PostgreSQL

// Keys, and values by which rows are ordered, as the engine keeps and compares them: so that what it compares itself has the
// server's order. Days and times are integers, and floating-point numbers as well, since NaN is the greatest of them to the
// server, and equal to itself.

extension PostgresValue {
  /// The value as the engine compares it.
  package var liveValue: DatabaseValue {
    switch self {
    case .date(let value): .integer(Int64(value.days))
    case .time(let value): .integer(value.microseconds)
    case .timestamp(let value), .timestamptz(let value): .integer(value.microseconds)
    case .float(let value): .integer(Double(value).orderedBits)
    case .double(let value): .integer(value.orderedBits)
    default: databaseValue
    }
  }
}

extension DatabaseValue {
  /// The value of a statement's parameter, as the server wants it.
  func parameter(_ type: PostgresType) -> PostgresValue {
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
  /// An integer that is in the order in which the server has the numbers: NaN comes last, and both zeros are one.
  var orderedBits: Int64 {
    if isNaN { return .max }
    let bits = Int64(bitPattern: (self == 0 ? 0 : self).bitPattern)
    return bits < 0 ? Int64.min &- bits : bits
  }

  /// The number of such an integer.
  init(orderedBits bits: Int64) {
    self =
      bits == .max ? .nan : Double(bitPattern: UInt64(bitPattern: bits < 0 ? .min &- bits : bits))
  }
}
