import DatabaseTypes

/// An approximate place of a value in SQLite's order, which never reverses the order of two values.
///
/// It is compared without following pointers, as comparing values requires. Integers are rounded,
/// and only the first bytes of texts and blobs count.
struct ApproximateValue: Sendable, Comparable {
  private let storageClass: UInt8
  private let number: Double

  /// The place before all values.
  static let start = ApproximateValue(0, 0)
  /// The place after all values.
  static let end = ApproximateValue(.max, 0)

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

  /// Returns the first six bytes as a number, which a `Double` represents exactly.
  private static func number(_ bytes: some Sequence<UInt8>) -> Double {
    var (number, count) = (UInt64(0), UInt64(0))
    for byte in bytes.prefix(6) { (number, count) = (number << 8 | UInt64(byte), count + 1) }
    return Double(number << (8 * (6 - count)))
  }

  static func < (left: ApproximateValue, right: ApproximateValue) -> Bool {
    left.storageClass != right.storageClass
      ? left.storageClass < right.storageClass : left.number < right.number
  }
}
