import DatabaseTypes

/// Roughly where a value stands in SQLite's order: what is made of a smaller value is never greater.
///
/// It is compared without looking at memory elsewhere, as values have to be. Integers are rounded, and of texts and blobs
/// only the first bytes count.
struct ValuePlace: Sendable, Comparable {
  private let storageClass: UInt8
  private let number: Double

  /// Before all values.
  static let start = ValuePlace(0, 0)
  /// After all values.
  static let end = ValuePlace(.max, 0)

  private init(_ storageClass: UInt8, _ number: Double) {
    self.storageClass = storageClass
    self.number = number
  }

  init(_ value: DatabaseValue) {
    switch value {
    case .null: self = .start
    case .integer(let value): self.init(1, Double(value))
    case .real(let value): self.init(1, value)
    case .text(let text): self.init(2, Self.number(text.utf8))
    case .blob(let bytes): self.init(3, Self.number(bytes))
    }
  }

  /// The first six bytes, which a floating-point number holds exactly.
  private static func number(_ bytes: some Sequence<UInt8>) -> Double {
    var (number, count) = (UInt64(0), UInt64(0))
    for byte in bytes.prefix(6) { (number, count) = (number << 8 | UInt64(byte), count + 1) }
    return Double(number << (8 * (6 - count)))
  }

  static func < (left: ValuePlace, right: ValuePlace) -> Bool {
    left.storageClass != right.storageClass
      ? left.storageClass < right.storageClass : left.number < right.number
  }
}
