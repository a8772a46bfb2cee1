public import DatabaseTypes
public import Foundation

/// A value as PostgreSQL has it, with its type.
///
/// ```swift
/// try connection.execute(
///   "INSERT INTO events (id, at, tags) VALUES ($1, $2, $3)",
///   [.uuid(UUID()), .timestamptz(PostgresTimestamp(Date())), .array(["new", nil])]
/// )
/// ```
///
/// A parameter is written as the type that the server expects, where it can be: a `bigint` goes into an `integer` that
/// can
/// hold it, a text into whatever reads it.
public enum PostgresValue: Sendable, Hashable {
  /// No value.
  case null
  /// `boolean`.
  case bool(Bool)
  /// `smallint`, `integer`, `bigint`, `oid`: the type decides how many bits there are.
  case integer(Int64)
  /// `real`.
  case float(Float)
  /// `double precision`.
  case double(Double)
  /// `text` and its like, and the names of enumerations.
  case text(String)
  /// `bytea`.
  case bytes([UInt8])
  /// `uuid`.
  case uuid(UUID)
  /// `date`.
  case date(PostgresDate)
  /// `time`.
  case time(PostgresTime)
  /// `timestamp`: a date and a time, wherever that may be.
  case timestamp(PostgresTimestamp)
  /// `timestamptz`: a moment.
  case timestamptz(PostgresTimestamp)
  /// `interval`.
  case interval(PostgresInterval)
  /// `numeric`.
  case numeric(PostgresNumeric)
  /// `json`, as it was written.
  case json(String)
  /// `jsonb`, as the server writes it.
  case jsonb(String)
  /// An array of any type.
  case array(PostgresArray)
  /// A value of a type that the library does not know, as the server writes it.
  case other(String)
}

extension PostgresValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension PostgresValue: CustomStringConvertible {
  /// SQL's name of the type alone: values may be private.
  public var description: String { kind?.name ?? (self == .null ? "NULL" : "unknown") }

  /// Whether there is no value.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The kind of the type that the value has by itself.
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
  /// Makes a parameter of a stored value of any database.
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
  /// A truth value is an integer, an identifier 16 bytes, and what has no storage class of its own is text, as the
  /// server
  /// would write it.
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
