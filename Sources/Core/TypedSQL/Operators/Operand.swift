import Foundation

/// An expression that is not a plain Swift value: a column, an operation or a function's result.
///
/// Strings, numbers, arrays and optionals are expressions too, but not operands. So in files that
/// import this module, the operators that Swift has for them keep their meaning and are
/// type-checked as quickly as before.
///
/// An expression whose concrete type is not known, such as `some QueryExpression<Date>` or `self`
/// in an extension of ``QueryExpression``, has comparisons with another of the same type, unless
/// that is optional, and logic if both are `Bool`. For all else, write
/// `SQLQueryExpression(expression) + 1`. Where Swift's own operators fit, they win.
public protocol _Operand<QueryValue>: QueryExpression {}

extension SQLQueryExpression: _Operand {}
extension BindQueryExpression: _Operand {}

/// A type that Swift infers for literals.
///
/// A date is not one: next to a date, `.now` is SQL's.
public protocol _LiteralValue: QueryBindable {}

extension Bool: _LiteralValue {}
extension Int: _LiteralValue {}
extension Double: _LiteralValue {}
extension String: _LiteralValue {}

/// A type that plain values and literals have only next to an expression of the type.
///
/// On its own, a literal is an `Int` or a `Double`, and a date is stored as text.
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

/// The meaning of `nil` in a comparison: NULL for each column of the other side.
public struct _NullLiteral: ExpressibleByNilLiteral, Sendable {
  /// Creates it from `nil`.
  public init(nilLiteral: ()) {}

  /// Returns `NULL`, or `NULL, NULL` for two columns.
  static func fragment<Other: QueryExpression>(for other: Other.Type) -> QueryFragment {
    repeatElement("NULL" as QueryFragment, count: Other._columnWidth).joined(separator: ", ")
  }
}

extension QueryFragment {
  /// Returns an operation: `(lhs) = (rhs)`.
  ///
  /// - Parameter operation: The operator, with a space on each side.
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

  /// Creates an operation and writes both sides in place: `(lhs) = (rhs)`.
  ///
  /// - Parameter operation: The operator, with a space on each side.
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

  /// Returns a prefix operation: `NOT (operand)`.
  func prefixed(_ operation: StaticString) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.code.reserveCapacity(code.count + operation.utf8CodeUnitCount + 2)
    fragment.append(sql: operation)
    fragment.append(parenthesized: self)
    return fragment
  }
}
