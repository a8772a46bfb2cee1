/// A value as a database stores it.
///
/// ```swift
/// let arguments: [DatabaseValue] = [1, 2.5, "three", .blob([4]), nil]
/// ```
///
/// Equality is by storage class and content: `1` and `1.0` differ, as do `"a"` and the blob of `a`.
/// Text is compared byte by byte, as databases do. Swift's `String`, in contrast, considers `é`
/// equal to `e` with a combining accent. Text may contain NUL; an empty blob is not NULL.
public enum DatabaseValue: Sendable, Hashable {
  /// NULL.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A 64-bit floating-point number.
  case real(Double)
  /// Text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension DatabaseValue {
  /// The storage class of this value.
  @inlinable public var storageClass: StorageClass {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }

  /// Whether the value is NULL.
  @inlinable public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The size of the content in memory, in bytes.
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
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates 1 for `true` and 0 for `false`.
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
  /// Creates NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension DatabaseValue {
  /// Whether it is a number that is not one, which SQLite would store as NULL without a word.
  @inlinable package var isNaN: Bool {
    if case .real(let value) = self { value.isNaN } else { false }
  }
}

extension DatabaseValue: CustomStringConvertible, CustomDebugStringConvertible {
  /// The storage class.
  ///
  /// Values may be private, so only `debugDescription` shows them.
  public var description: String { storageClass.description }

  /// The value as an SQL literal.
  public var debugDescription: String { sqlLiteral }

  /// The value as an SQL literal for display: `NULL`, `1`, `2.5`, `'three'`, `x'04'`.
  ///
  /// Do not run SQL built from literals: bind values instead.
  public var sqlLiteral: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return "\(value)"
    case .real(let value) where value.isNaN: return "NULL"
    case .real(let value) where value.isInfinite: return value < 0 ? "-9e999" : "9e999"
    case .real(let value): return "\(value)"
    case .text(let text): return text.quoted(by: "'")
    case .blob(let bytes): return "x'" + hexadecimal(bytes) + "'"
    }
  }
}

/// Returns a number as SQL writes it: the shortest digits that read back as the same number.
package func realText(_ real: Double) -> String {
  guard real.isInfinite else { return "\(real)" }
  return real < 0 ? "-Inf" : "Inf"
}

/// Returns the bytes as lowercase hexadecimal digits, two per byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

extension DatabaseValue {
  /// Returns whether both values have the same storage class and content.
  public static func == (left: DatabaseValue, right: DatabaseValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    // In Swift, NaN differs from itself. As a value it must equal itself, or it would always count
    // as changed.
    case (.real(let left), .real(let right)): left == right || left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): hasSameBytes(left, right)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }
}
