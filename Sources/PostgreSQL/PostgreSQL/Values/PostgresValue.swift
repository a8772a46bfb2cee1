public import DatabaseTypes
public import Foundation

/// A value of PostgreSQL, with its type.
///
/// ```swift
/// try connection.execute(
///   "INSERT INTO events (id, at, tags) VALUES ($1, $2, $3)",
///   [.uuid(UUID()), .timestamptz(PostgresTimestamp(Date())), .array(["new", nil])]
/// )
/// ```
///
/// As a parameter, a value is encoded as the type that the server expects, if possible: a `bigint`
/// fits an `integer` that can hold it, and a text fits any type that can be parsed from text.
public enum PostgresValue: Sendable, Hashable {
  /// NULL.
  case null
  /// `boolean`.
  case bool(Bool)
  /// `smallint`, `integer`, `bigint`, `oid`; the column's type determines the size.
  case integer(Int64)
  /// `real`.
  case float(Float)
  /// `double precision`.
  case double(Double)
  /// `text` and similar types, and the values of enumerations.
  case text(String)
  /// `bytea`.
  case bytes([UInt8])
  /// `uuid`.
  case uuid(UUID)
  /// `date`.
  case date(PostgresDate)
  /// `time`.
  case time(PostgresTime)
  /// `timestamp`: a date and time without a time zone.
  case timestamp(PostgresTimestamp)
  /// `timestamptz`: a point in time.
  case timestamptz(PostgresTimestamp)
  /// `interval`.
  case interval(PostgresInterval)
  /// `numeric`.
  case numeric(PostgresNumeric)
  /// `json`, with its original formatting.
  case json(String)
  /// `jsonb`, in the server's format.
  case jsonb(String)
  /// An array of any type.
  case array(PostgresArray)
  /// A value of a type that the library does not support, in the server's text format.
  case other(String)
}

extension PostgresValue {
  /// Returns whether both values have the same type and content; texts if their bytes are the same.
  public static func == (left: PostgresValue, right: PostgresValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.float(let left), .float(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.bytes(let left), .bytes(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.time(let left), .time(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.timestamptz(let left), .timestamptz(let right)): left == right
    case (.interval(let left), .interval(let right)): left == right
    case (.numeric(let left), .numeric(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    // Not `left == right`: Swift considers two spellings of "é" equal, but SQL compares bytes.
    case (.text(let left), .text(let right)), (.json(let left), .json(let right)),
      (.jsonb(let left), .jsonb(let right)), (.other(let left), .other(let right)):
      hasSameBytes(left, right)
    default: false
    }
  }
}

extension PostgresValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension PostgresValue: CustomStringConvertible {
  /// The SQL name of the type; the value is not shown, since it may be private.
  public var description: String { kind?.name ?? (self == .null ? "NULL" : "unknown") }

  /// Whether the value is NULL.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The type that the value has without context.
  var kind: PostgresType.Kind? {
    switch self {
    case .null, .other: nil
    case .bool: .bool
    case .integer: .int8
    case .float: .float4
    case .double: .float8
    case .text: .text
    case .bytes: .bytea
    case .uuid: .uuid
    case .date: .date
    case .time: .time
    case .timestamp: .timestamp
    case .timestamptz: .timestamptz
    case .interval: .interval
    case .numeric: .numeric
    case .json: .json
    case .jsonb: .jsonb
    case .array: .array
    }
  }
}

extension PostgresValue {
  /// Creates a parameter from a stored value of any database.
  public init(_ value: DatabaseValue) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .double(value)
    case .text(let value): self = .text(value)
    case .blob(let value): self = .bytes(value)
    }
  }

  /// The value in the vocabulary that all databases share.
  ///
  /// A Boolean becomes an integer, a UUID 16 bytes, and types without their own storage class
  /// become text in the server's format.
  public var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .bool(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .float(let value): .real(Double(value))
    case .double(let value): .real(value)
    case .text(let value), .json(let value), .jsonb(let value), .other(let value): .text(value)
    case .bytes(let value): .blob(value)
    case .uuid(let value): .blob(unsafe withUnsafeBytes(of: value.uuid) { unsafe [UInt8]($0) })
    case .date(let value): .text(value.description)
    case .time(let value): .text(value.description)
    case .timestamp(let value), .timestamptz(let value): .text(value.description)
    case .interval(let value): .text(value.description)
    case .numeric(let value): .text(value.description)
    case .array(let value): .text(value.literal)
    }
  }
}
