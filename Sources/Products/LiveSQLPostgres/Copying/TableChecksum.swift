import DatabaseTypes
import Foundation
import PostgreSQL

/// A checksum of rows that does not depend on their order: equal tables have equal checksums.
///
/// Each row is hashed by the text of its values (FNV-1a, 64 bits, mixed), and the hashes are added
/// up.
struct TableChecksum: Sendable, Hashable {
  /// The number of rows.
  private(set) var rowCount = 0
  private var sum: UInt64 = 0

  /// Adds a row.
  mutating func add(_ values: [PostgresValue]) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for value in values {
      let text = value.canonicalText
      // Include the length, so that NULL differs from the empty text and values cannot run
      // together.
      Self.mix(UInt64(text.map { $0.utf8.count + 1 } ?? 0), into: &hash)
      for byte in (text ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    rowCount += 1
    sum &+= Self.finished(hash)
  }

  /// Returns the checksum of the rows that were added since an earlier state.
  func difference(from earlier: TableChecksum) -> TableChecksum {
    var difference = TableChecksum()
    difference.rowCount = rowCount - earlier.rowCount
    difference.sum = sum &- earlier.sum
    return difference
  }

  /// The sum in hexadecimal digits.
  var text: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func mix(_ number: UInt64, into hash: inout UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      hash = (hash ^ (number >> UInt64(shift) & 0xFF)) &* 0x100_0000_01B3
    }
  }

  /// Mixes the hash into all bits, so that sums of similar rows differ.
  private static func finished(_ hash: UInt64) -> UInt64 {
    var hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }
}

extension PostgresValue {
  /// The value in canonical form, with its type; `nil` for NULL.
  fileprivate var canonicalText: String? {
    switch self {
    case .null: nil
    case .bytes(let bytes): "x" + hexadecimal(bytes[...])
    case .json(let text), .jsonb(let text): CanonicalJSON(text)?.text ?? text
    case .uuid(let value): value.uuidString
    case .double(let value): "\(value == 0 ? 0 : value)"
    case .float(let value): "\(value == 0 ? 0 : value)"
    case .bool(let value): value ? "true" : "false"
    case .text(let text), .other(let text): text
    case .integer(let value): "\(value)"
    // A column may show more zeros after the point.
    case .numeric(let value): Self.withoutLastZeros(value.description)
    default: Self.plainText(databaseValue)
    }
  }

  private static func withoutLastZeros(_ number: String) -> String {
    guard number.contains(".") else { return number }
    var text = number[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  private static func plainText(_ value: DatabaseValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }
}
