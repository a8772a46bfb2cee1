import Foundation

/// An expression that is not a plain Swift value: a column, an operation, what a function gives.
///
/// Strings, numbers, arrays and optionals are expressions too, but no operands. So the operators that Swift has for
/// them stay what they are, and as quick to check, in files that import this module. Expressions of a type that
/// nobody but its author knows have the operators all the same; where both would fit, Swift's win.
public protocol _Operand<QueryValue>: QueryExpression {}

extension SQLQueryExpression: _Operand {}
extension BindQueryExpression: _Operand {}

/// A type that literals are of.
///
/// A date is not: beside a date, `.now` is that of SQL.
public protocol _LiteralValue: QueryBindable {}

extension Bool: _LiteralValue {}
extension Int: _LiteralValue {}
extension Double: _LiteralValue {}
extension String: _LiteralValue {}

/// A type of which a plain value, or a literal, is only one beside an expression of the type.
///
/// A literal by itself is an `Int` or a `Double`, and a date is stored as text.
public protocol _TypedByColumn: QueryBindable {}

extension Int8: _TypedByColumn {}
extension Int16: _TypedByColumn {}
extension Int32: _TypedByColumn {}
extension Int64: _TypedByColumn {}
extension UInt8: _TypedByColumn {}
extension UInt16: _TypedByColumn {}
extension UInt32: _TypedByColumn {}
extension UInt64: _TypedByColumn {}
extension Decimal: _TypedByColumn {}
extension Float: _TypedByColumn {}

/// What `nil` is beside a comparison: NULL for each column of the other side.
public struct _NullLiteral: ExpressibleByNilLiteral, Sendable {
  /// Makes it of `nil`.
  public init(nilLiteral: ()) {}

  /// `NULL`, or `NULL, NULL`.
  static func fragment<Other: QueryExpression>(for other: Other.Type) -> QueryFragment {
    repeatElement("NULL" as QueryFragment, count: Other._columnWidth).joined(separator: ", ")
  }
}

extension QueryFragment {
  /// `(lhs) = (rhs)`.
  ///
  /// - Parameter operation: The operator, in spaces.
  func operated(_ operation: StaticString, with other: QueryFragment) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.code.reserveCapacity(
      code.count + other.code.count + operation.utf8CodeUnitCount + 4
    )
    fragment.append(parenthesized: self)
    fragment.append(sql: operation)
    fragment.append(parenthesized: other)
    return fragment
  }

  /// `(lhs) = (rhs)`, with both sides written where they stand.
  ///
  /// - Parameter operation: The operator, in spaces.
  init(_ lhs: some QueryExpression, _ operation: StaticString, _ rhs: some QueryExpression) {
    self.init()
    code.reserveCapacity(96)
    code.append(UInt8(ascii: "("))
    lhs._append(to: &self)
    append(sql: ")")
    append(sql: operation)
    append(sql: "(")
    rhs._append(to: &self)
    code.append(UInt8(ascii: ")"))
  }

  /// `NOT (operand)`.
  func prefixed(_ operation: StaticString) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.code.reserveCapacity(code.count + operation.utf8CodeUnitCount + 2)
    fragment.append(sql: operation)
    fragment.append(parenthesized: self)
    return fragment
  }
}
