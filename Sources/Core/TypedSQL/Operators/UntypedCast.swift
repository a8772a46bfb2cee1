import DatabaseTypes

/// A conversion whose type the other operand determines: `$0.priority + $0.isFlagged.cast()`.
///
/// It is not an expression on its own: if nothing determines the type, write `cast(as: Int.self)`.
public struct _UntypedCast: Sendable {
  let operand: QueryFragment
  /// The operand's type, for other databases.
  let hint: DialectHint?

  func fragment(of type: SQLiteTypeAffinity) -> QueryFragment {
    if hint == .scaledInteger { return "\(QueryBinding.invalid(.unitsInCast))" }
    var fragment = QueryFragment()
    if let hint { fragment.append(hint: hint) }
    fragment.append(call: .cast)
    fragment.append(operand)
    fragment.append(sql: " AS ")
    fragment.append(type.rawValue)
    fragment.append(sql: ")")
    return fragment
  }
}

extension QueryExpression where QueryValue: QueryRepresentable {
  /// Converts to the type of the operator's other operand.
  ///
  /// ```swift
  /// Reminder.select { $0.priority + $0.isFlagged.cast() }
  /// // SELECT ("reminders"."priority") + (CAST("reminders"."isFlagged" AS INTEGER))
  /// // FROM "reminders"
  /// ```
  public func cast() -> _UntypedCast {
    _UntypedCast(operand: queryFragment, hint: DialectHint(of: QueryValue.self))
  }
}

/// Returns a calculation with a converted operand, of the other operand's type.
private func calculation<Value>(
  _ lhs: QueryFragment,
  _ operation: StaticString,
  _ rhs: QueryFragment
) -> SQLQueryExpression<Value> { SQLQueryExpression(lhs.operated(operation, with: rhs)) }

extension QueryExpression
where QueryValue: _OptionalPromotable & SQLiteType, QueryValue._Optionalized.Wrapped: _Addable {
  private static var sum: StaticString {
    QueryValue._Optionalized.Wrapped._isJoined ? " || " : " + "
  }

  /// Adds a converted number, or joins a converted text: `(lhs) + (CAST(rhs AS INTEGER))`.
  public static func + (lhs: Self, rhs: _UntypedCast) -> SQLQueryExpression<QueryValue> {
    calculation(lhs.queryFragment, sum, rhs.fragment(of: QueryValue.typeAffinity))
  }

  /// Adds to a converted number, or joins to a converted text: `(CAST(lhs AS INTEGER)) + (rhs)`.
  public static func + (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<QueryValue> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), sum, rhs.queryFragment)
  }
}

extension QueryExpression
where QueryValue: _OptionalPromotable & SQLiteType, QueryValue._Optionalized.Wrapped: Numeric {
  /// Subtracts a converted number: `(lhs) - (CAST(rhs AS INTEGER))`.
  public static func - (lhs: Self, rhs: _UntypedCast) -> SQLQueryExpression<QueryValue> {
    calculation(lhs.queryFragment, " - ", rhs.fragment(of: QueryValue.typeAffinity))
  }

  /// Subtracts from a converted number: `(CAST(lhs AS INTEGER)) - (rhs)`.
  public static func - (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<QueryValue> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), " - ", rhs.queryFragment)
  }

  /// Multiplies by a converted number: `(lhs) * (CAST(rhs AS INTEGER))`.
  public static func * (lhs: Self, rhs: _UntypedCast) -> SQLQueryExpression<QueryValue> {
    calculation(lhs.queryFragment, " * ", rhs.fragment(of: QueryValue.typeAffinity))
  }

  /// Multiplies a converted number: `(CAST(lhs AS INTEGER)) * (rhs)`.
  public static func * (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<QueryValue> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), " * ", rhs.queryFragment)
  }

  /// Divides by a converted number: `(lhs) / (CAST(rhs AS REAL))`.
  public static func / (lhs: Self, rhs: _UntypedCast) -> SQLQueryExpression<QueryValue> {
    calculation(
      lhs.queryFragment,
      SQLOperator.divided.sql,
      rhs.fragment(of: QueryValue.typeAffinity)
    )
  }

  /// Divides a converted number: `(CAST(lhs AS REAL)) / (rhs)`.
  public static func / (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<QueryValue> {
    calculation(
      lhs.fragment(of: QueryValue.typeAffinity),
      SQLOperator.divided.sql,
      rhs.queryFragment
    )
  }
}

// A converted value on the right of a comparison is a `cast(as:)`, whose type the comparison
// determines.
extension QueryExpression where QueryValue: SQLiteType {
  /// Returns whether a converted value is equal to another: `(CAST(lhs AS INTEGER)) = (rhs)`.
  public static func == (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<Bool> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), " = ", rhs.queryFragment)
  }

  /// Returns whether a converted value is different from another:
  /// `(CAST(lhs AS INTEGER)) <> (rhs)`.
  public static func != (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<Bool> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), " <> ", rhs.queryFragment)
  }

  /// Returns whether a converted value is less than another: `(CAST(lhs AS INTEGER)) < (rhs)`.
  public static func < (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<Bool> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), " < ", rhs.queryFragment)
  }

  /// Returns whether a converted value is at most another: `(CAST(lhs AS INTEGER)) <= (rhs)`.
  public static func <= (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<Bool> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), " <= ", rhs.queryFragment)
  }

  /// Returns whether a converted value is greater than another: `(CAST(lhs AS INTEGER)) > (rhs)`.
  public static func > (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<Bool> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), " > ", rhs.queryFragment)
  }

  /// Returns whether a converted value is at least another: `(CAST(lhs AS INTEGER)) >= (rhs)`.
  public static func >= (lhs: _UntypedCast, rhs: Self) -> SQLQueryExpression<Bool> {
    calculation(lhs.fragment(of: QueryValue.typeAffinity), " >= ", rhs.queryFragment)
  }
}
