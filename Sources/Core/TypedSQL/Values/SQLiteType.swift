import DatabaseTypes
public import Foundation

/// The form in which SQLite prefers to store the values of a column.
public struct SQLiteTypeAffinity: RawRepresentable, Hashable, Sendable {
  /// The name in SQL.
  public let rawValue: QueryFragment

  /// Creates an affinity from its name in SQL.
  public init(rawValue: QueryFragment) { self.rawValue = rawValue }

  /// Values are stored as they are.
  public static let blob = SQLiteTypeAffinity(rawValue: "BLOB")
  /// Values are stored as integers, if that loses nothing.
  public static let integer = SQLiteTypeAffinity(rawValue: "INTEGER")
  /// Values are stored as numbers, if that loses nothing.
  public static let numeric = SQLiteTypeAffinity(rawValue: "NUMERIC")
  /// Values are stored as floating-point numbers.
  public static let real = SQLiteTypeAffinity(rawValue: "REAL")
  /// Values are stored as text.
  public static let text = SQLiteTypeAffinity(rawValue: "TEXT")
}

/// A type that corresponds to a type of SQLite.
public protocol SQLiteType: QueryBindable {
  /// The SQLite type.
  static var typeAffinity: SQLiteTypeAffinity { get }
}

extension SQLiteType where Self: BinaryInteger {
  /// The SQLite type: an integer.
  public static var typeAffinity: SQLiteTypeAffinity { .integer }
}

extension SQLiteType where Self: FloatingPoint {
  /// The SQLite type: a floating-point number.
  public static var typeAffinity: SQLiteTypeAffinity { .real }
}

extension Int: SQLiteType {}
extension Int8: SQLiteType {}
extension Int16: SQLiteType {}
extension Int32: SQLiteType {}
extension Int64: SQLiteType {}
extension UInt8: SQLiteType {}
extension UInt16: SQLiteType {}
extension UInt32: SQLiteType {}
extension UInt64: SQLiteType {}
extension Float: SQLiteType {}
extension Double: SQLiteType {}

extension Bool: SQLiteType {
  /// The SQLite type: an integer.
  public static var typeAffinity: SQLiteTypeAffinity { .integer }
}

extension String: SQLiteType {
  /// The SQLite type: text.
  public static var typeAffinity: SQLiteTypeAffinity { .text }
}

extension [UInt8]: SQLiteType {
  /// The SQLite type: bytes.
  public static var typeAffinity: SQLiteTypeAffinity { .blob }
}

extension Data: SQLiteType {
  /// The SQLite type: bytes.
  public static var typeAffinity: SQLiteTypeAffinity { .blob }
}

extension Date: SQLiteType {
  /// The SQLite type: text.
  public static var typeAffinity: SQLiteTypeAffinity { .text }
}

extension URL: SQLiteType {
  /// The SQLite type: text.
  public static var typeAffinity: SQLiteTypeAffinity { .text }
}

extension UUID: SQLiteType {
  /// The SQLite type: text.
  public static var typeAffinity: SQLiteTypeAffinity { .text }
}

extension Optional: SQLiteType where Wrapped: SQLiteType {
  /// The SQLite type: that of the value.
  public static var typeAffinity: SQLiteTypeAffinity { Wrapped.typeAffinity }
}

extension SQLiteType where Self: RawRepresentable, RawValue: SQLiteType {
  /// The SQLite type: that of the raw value.
  public static var typeAffinity: SQLiteTypeAffinity { RawValue.typeAffinity }
}

extension QueryExpression where QueryValue: QueryRepresentable {
  /// Converts to another type: `CAST("reminders"."isCompleted" AS INTEGER)`.
  public func cast<Other: SQLiteType>(as type: Other.Type = Other.self) -> SQLQueryExpression<Other>
  { SQLQueryExpression(casting(to: Other.self)) }

  fileprivate func casting<Other: SQLiteType>(to type: Other.Type) -> QueryFragment {
    let (source, target) = (DialectHint(of: QueryValue.self), DialectHint(of: type))
    if source == .scaledInteger || target == .scaledInteger {
      return "\(QueryBinding.invalid(.unitsInCast))"
    }
    var fragment = QueryFragment()
    if let source { fragment.append(hint: source) }
    fragment.append(call: .cast)
    fragment.append(queryFragment)
    fragment.append(sql: " AS ")
    if let target { fragment.append(hint: target) }
    fragment.append(type.typeAffinity.rawValue)
    fragment.append(sql: ")")
    return fragment
  }
}

extension QueryExpression where QueryValue: QueryRepresentable & _OptionalProtocol {
  /// Converts to another type and leaves NULL unchanged: `CAST("reminders"."priority" AS TEXT)`.
  public func cast<Other: SQLiteType>(
    as type: Other.Type = Other.self
  ) -> SQLQueryExpression<Other?> { SQLQueryExpression(casting(to: Other.self)) }

  /// Converts to another type that has a value for NULL.
  public func cast<Other: SQLiteType & _OptionalProtocol>(
    as type: Other.Type = Other.self
  ) -> SQLQueryExpression<Other> { SQLQueryExpression(casting(to: Other.self)) }
}
