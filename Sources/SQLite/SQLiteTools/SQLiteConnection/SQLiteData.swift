public import DatabaseTypes
import SQLiteDatabase

/// A value that an asynchronous connection binds or reads.
///
/// ```swift
/// let binds: [SQLiteData] = [.text("Ada"), .integer(36)]
/// try await connection.query("INSERT INTO users (name, age) VALUES (?, ?)", binds)
/// ```
///
/// The accessors convert values without loss: text to the number that it spells, and a number to
/// text.
public enum SQLiteData: Sendable, Hashable {
  /// A signed integer.
  case integer(Int)
  /// A floating-point number.
  case float(Double)
  /// Text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
  /// No value.
  case null
}

extension SQLiteData {
  /// The value as an integer; `nil` for a fraction, a blob, NULL, and non-integer text.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .float(let value): Int(exactly: value)
    case .text(let text): Int(text)
    case .blob, .null: nil
    }
  }

  /// The value as a floating-point number; `nil` for a blob, NULL, and non-numeric text.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .float(let value): value
    case .text(let text): Double(text)
    case .blob, .null: nil
    }
  }

  /// The value as text; `nil` for a blob and NULL.
  public var string: String? {
    switch self {
    case .integer(let value): String(value)
    case .float(let value): String(value)
    case .text(let text): text
    case .blob, .null: nil
    }
  }

  /// The value as a Boolean, from 1 or 0; `nil` for any other value.
  public var bool: Bool? {
    switch integer {
    case 1: true
    case 0: false
    default: nil
    }
  }

  /// The bytes of a blob; `nil` for any other value.
  public var blob: [UInt8]? {
    if case .blob(let bytes) = self { bytes } else { nil }
  }

  /// Whether the value is NULL.
  public var isNull: Bool { self == .null }
}

extension SQLiteData {
  /// Creates a value from a stored one.
  ///
  /// An integer beyond the range of a 32-bit platform's `Int` becomes a floating-point number.
  public init(_ value: DatabaseValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer):
      self = Int(exactly: integer).map { .integer($0) } ?? .float(Double(integer))
    case .real(let real): self = .float(real)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    }
  }

  /// The value as it is stored.
  public var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(Int64(integer))
    case .float(let real): .real(real)
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(bytes)
    }
  }
}

extension SQLiteData: CustomStringConvertible, CustomDebugStringConvertible {
  /// The storage class only: values may be private, so only `debugDescription` shows them.
  public var description: String { databaseValue.description }

  /// The value as an SQL literal.
  public var debugDescription: String { databaseValue.sqlLiteral }
}
