package import DatabaseTypes
import Foundation

/// One term of an `ORDER BY`: how its values are compared.
///
/// It is SQLite's order: NULL, numbers, text, blobs. https://www.sqlite.org/datatype3.html#sort_order
package struct SortTerm: Sendable, Hashable {
  /// How texts are compared.
  package enum Collation: Sendable, Hashable {
    /// By their bytes.
    case binary
    /// By their bytes, where upper-case ASCII letters count as lower-case ones.
    case noCase
    /// By their bytes without the spaces at the end.
    case rightTrim
    /// By a function of the application, which has to be asked.
    case custom(String)
  }

  /// How texts are compared.
  package let collation: Collation
  /// Whether great values come first.
  package let isDescending: Bool
  /// Whether NULL comes before all other values.
  package let nullsFirst: Bool

  /// Makes a term; NULL is the smallest value unless said otherwise.
  package init(_ collation: Collation, isDescending: Bool = false, nullsFirst: Bool? = nil) {
    self.collation = collation
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst ?? !isDescending
  }
}

/// Asks a collation of the application: negative where the first text comes before the second.
package typealias TextComparison = (_ collation: String, String, String) throws -> Int

extension SortTerm {
  /// Compares two values in this term's order: negative where the first comes before the second.
  package func compare(
    _ left: DatabaseValue,
    _ right: DatabaseValue,
    _ ask: TextComparison
  ) rethrows -> Int {
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return nullsFirst ? -1 : 1
    case (_, .null): return nullsFirst ? 1 : -1
    default:
      let order = try ascending(left, right, ask)
      return isDescending ? -order : order
    }
  }

  private func ascending(
    _ left: DatabaseValue,
    _ right: DatabaseValue,
    _ ask: TextComparison
  ) rethrows -> Int {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.real(let left), .real(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.integer(let left), .real(let right)): compareNumbers(left, right)
    case (.real(let left), .integer(let right)): -compareNumbers(right, left)
    case (.text(let left), .text(let right)): try compareTexts(left, right, ask)
    case (.blob(let left), .blob(let right)): compareBytes(left, right)
    default: left.sortClass - right.sortClass
    }
  }

  private func compareTexts(
    _ left: String,
    _ right: String,
    _ ask: TextComparison
  ) rethrows -> Int {
    switch collation {
    case .binary: compareBytes(left.utf8, right.utf8)
    case .noCase: compareIgnoringCase(left.utf8, right.utf8)
    case .rightTrim: compareBytes(trimmed(left), trimmed(right))
    case .custom(let name): try ask(name, left, right)
    }
  }
}

extension DatabaseValue {
  /// The place of its storage class in the order; numbers are one.
  fileprivate var sortClass: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}

/// Compares without turning the integer into a real, which may round it.
private func compareNumbers(_ integer: Int64, _ real: Double) -> Int {
  // What is no number is NULL to SQLite, which comes first.
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

/// As SQLite's NOCASE: it stops at a NUL, after which only the lengths count.
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
  /// A value that stands for all those that are equal to one in this term: equal values have the same.
  package func groupValue(_ value: DatabaseValue) -> DatabaseValue {
    switch value {
    case .real(let real): Int64(exactly: real).map(DatabaseValue.integer) ?? value
    case .text(let text): .text(groupText(text))
    default: value
    }
  }

  private func groupText(_ text: String) -> String {
    switch collation {
    case .binary, .custom: text
    case .noCase:
      // After a NUL only the length counts.
      String(
        decoding: text.utf8.prefix { $0 != 0 }.map(lowerCase)
          + text.utf8.drop { $0 != 0 }.map { _ in 0 },
        as: UTF8.self
      )
    case .rightTrim: String(decoding: trimmed(text), as: UTF8.self)
    }
  }
}
