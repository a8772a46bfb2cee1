package import DatabaseTypes
import Foundation

/// A term of an `ORDER BY`, which defines how values are compared.
///
/// The order is SQLite's: NULL, numbers, text, blobs.
/// https://www.sqlite.org/datatype3.html#sort_order
package struct SortTerm: Sendable, Hashable {
  /// A rule by which texts are compared.
  package enum Collation: Sendable, Hashable {
    /// Compares bytes.
    case binary
    /// Compares the bytes of UTF-16, which order texts differently.
    case binaryUTF16(isBigEndian: Bool)
    /// Compares bytes, with upper-case ASCII letters treated as lower-case ones.
    case noCase
    /// Compares bytes, ignoring trailing spaces.
    case rightTrim
    /// Compares by a function of the application, which has to be called.
    case custom(String)

    /// Whether only identical texts are equal.
    package var isBytewise: Bool {
      switch self {
      case .binary, .binaryUTF16: true
      case .noCase, .rightTrim, .custom: false
      }
    }
  }

  /// The rule by which texts are compared.
  package let collation: Collation
  /// Whether larger values come first.
  package let isDescending: Bool
  /// Whether NULL comes before all other values.
  package let nullsFirst: Bool

  /// Creates a term; NULL is the smallest value by default.
  package init(_ collation: Collation, isDescending: Bool = false, nullsFirst: Bool? = nil) {
    self.collation = collation
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst ?? !isDescending
  }
}

/// A call of an application's collation: negative if the first text comes before the second.
package typealias TextComparison = (_ collation: String, String, String) throws -> Int

extension SortTerm {
  /// Compares two values in this term's order; negative if the first comes before the second.
  package func compare(
    _ left: DatabaseValue,
    _ right: DatabaseValue,
    _ collate: TextComparison
  ) rethrows -> Int {
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return nullsFirst ? -1 : 1
    case (_, .null): return nullsFirst ? 1 : -1
    default:
      let order = try ascending(left, right, collate)
      return isDescending ? -order : order
    }
  }

  private func ascending(
    _ left: DatabaseValue,
    _ right: DatabaseValue,
    _ collate: TextComparison
  ) rethrows -> Int {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.real(let left), .real(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.integer(let left), .real(let right)): compareNumbers(left, right)
    case (.real(let left), .integer(let right)): -compareNumbers(right, left)
    case (.text(let left), .text(let right)): try compareTexts(left, right, collate)
    case (.blob(let left), .blob(let right)): compareBytes(left, right)
    default: left.sortClass - right.sortClass
    }
  }

  private func compareTexts(
    _ left: String,
    _ right: String,
    _ collate: TextComparison
  ) rethrows -> Int {
    switch collation {
    case .binary: compareBytes(left.utf8, right.utf8)
    case .binaryUTF16(let isBigEndian): compareUnits(left.utf16, right.utf16, isBigEndian)
    case .noCase: compareIgnoringCase(left.utf8, right.utf8)
    case .rightTrim: compareBytes(trimmed(left), trimmed(right))
    case .custom(let name): try collate(name, left, right)
    }
  }
}

extension DatabaseValue {
  /// The rank of the storage class in the order; integers and reals share one.
  fileprivate var sortClass: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}

/// Compares without converting the integer to a real, which might round it.
private func compareNumbers(_ integer: Int64, _ real: Double) -> Int {
  // SQLite stores NaN as NULL, which comes first.
  if real < -0x1p63 || real.isNaN { return 1 }
  if real >= 0x1p63 { return -1 }
  let whole = Int64(real)
  if integer != whole { return integer < whole ? -1 : 1 }
  let value = Double(integer)
  return value < real ? -1 : value > real ? 1 : 0
}

private func compareBytes(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Int {
  let answer = left.withContiguousStorageIfAvailable { left in
    right.withContiguousStorageIfAvailable { right in compareMemory(left, right) }
  }
  if let answer = answer ?? nil { return answer }
  return compareMemory(Array(left), Array(right))
}

private func compareMemory(_ left: [UInt8], _ right: [UInt8]) -> Int {
  left.withUnsafeBufferPointer { left in
    right.withUnsafeBufferPointer { right in compareMemory(left, right) }
  }
}

private func compareMemory(
  _ left: UnsafeBufferPointer<UInt8>,
  _ right: UnsafeBufferPointer<UInt8>
) -> Int {
  guard let first = left.baseAddress, let second = right.baseAddress else {
    return left.count - right.count
  }
  let order = memcmp(first, second, min(left.count, right.count))
  return order != 0 ? Int(order) : left.count - right.count
}

/// Compares like SQLite's BINARY in a file with UTF-16: the bytes in memory, in the file's order.
private func compareUnits(
  _ left: String.UTF16View,
  _ right: String.UTF16View,
  _ isBigEndian: Bool
) -> Int {
  for (left, right) in zip(left, right) where left != right {
    let isLess = isBigEndian ? left < right : left.byteSwapped < right.byteSwapped
    return isLess ? -1 : 1
  }
  return left.count - right.count
}

/// Compares like SQLite's NOCASE, which stops at a NUL, after which only the lengths count.
private func compareIgnoringCase(_ left: String.UTF8View, _ right: String.UTF8View) -> Int {
  for (left, right) in zip(left, right) {
    let (left, right) = (lowerCase(left), lowerCase(right))
    if left != right { return Int(left) - Int(right) }
    if left == 0 { break }
  }
  return left.count - right.count
}

private func lowerCase(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 32 : byte }

private func trimmed(_ text: String) -> [UInt8] {
  var bytes = Array(text.utf8)
  while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
  return bytes
}

extension SortTerm {
  /// Returns a canonical value: values that are equal in this term have the same one.
  package func groupValue(_ value: DatabaseValue) -> DatabaseValue {
    switch value {
    case .real(let real): Int64(exactly: real).map(DatabaseValue.integer) ?? value
    case .text(let text): .text(groupText(text))
    default: value
    }
  }

  private func groupText(_ text: String) -> String {
    switch collation {
    case .binary, .binaryUTF16, .custom: text
    case .noCase:
      // After a NUL, only the length counts.
      String(
        decoding: text.utf8.prefix { $0 != 0 }.map(lowerCase)
          + text.utf8.drop { $0 != 0 }.map { _ in 0 },
        as: UTF8.self
      )
    case .rightTrim: String(decoding: trimmed(text), as: UTF8.self)
    }
  }
}
