/// A value as a database stores it.
///
/// ```swift
/// let arguments: [DatabaseValue] = [1, 2.5, "three", .blob([4]), nil]
/// ```
///
/// Equality is by storage class and content: `1` and `1.0` differ, as do `"a"` and the blob of `a`.
/// Text is compared byte by byte, as a database compares it, and not as Swift does, to which `é` equals `e`
/// with an accent. Text may contain NUL; an empty blob is not NULL.
public enum DatabaseValue: Sendable, Hashable {
  /// No value.
  case null
  /// A signed integer of 64 bits.
  case integer(Int64)
  /// A floating-point number of 64 bits.
  case real(Double)
  /// Text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension DatabaseValue {
  /// How the database stores this value.
  @inlinable public var storageClass: StorageClass {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }

  /// Whether there is no value.
  @inlinable public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The memory that the content takes, in bytes.
  public var byteCount: Int {
    switch self {
    case .null: 0
    case .integer, .real: 8
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    }
  }
}

extension DatabaseValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Makes text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes 1 for `true` and 0 for `false`.
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
  /// Makes NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension DatabaseValue: CustomStringConvertible, CustomDebugStringConvertible {
  /// The storage class alone: values may be private, so that only `debugDescription` shows them.
  public var description: String { storageClass.description }

  /// The value as an SQL literal.
  public var debugDescription: String { sqlLiteral }

  /// The value as an SQL literal, for people to read: `NULL`, `1`, `2.5`, `'three'`, `x'04'`.
  ///
  /// Values are bound and never spliced into SQL, so do not run what this returns.
  public var sqlLiteral: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return "\(value)"
    case .real(let value) where value.isNaN: return "NULL"
    case .real(let value) where value.isInfinite: return value < 0 ? "-9e999" : "9e999"
    case .real(let value): return "\(value)"
    case .text(let text):
      // Not by characters: a quote with an accent is one character, and still a quote to SQL.
      let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
      return "'" + parts.map { String($0) }.joined(separator: "''") + "'"
    case .blob(let bytes): return "x'" + hexadecimal(bytes) + "'"
    }
  }
}

/// The bytes in lower-case hexadecimal digits, two for each.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}
