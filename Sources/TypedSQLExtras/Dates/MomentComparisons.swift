public import TypedSQL

// A moment of SQL beside one that is stored as a number. Not left to the general operators: `.now` would be Swift's date
// there, which is bound when the query is made, and a live query would keep it for ever.
extension _Operand
where
  QueryValue: _OptionalPromotable,
  QueryValue._Optionalized.Wrapped: _SQLiteDateRepresentation & _TypedByColumn,
  QueryValue._Optionalized.Wrapped._Optionalized.Wrapped: _SQLiteDateRepresentation
{
  /// Whether a moment is one that SQL knows, as `.now`: `(lhs) = (rhs)`, or `(lhs) IS (rhs)`.
  public static func == (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { equality(lhs, rhs) }

  /// Whether a moment is another than one that SQL knows, as `.now`: `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)`.
  public static func != (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { inequality(lhs, rhs) }

  /// Whether a moment is before one that SQL knows, as `.now`: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { comparison(lhs, " < ", rhs) }

  /// Whether a moment is at most one that SQL knows, as `.now`: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { comparison(lhs, " <= ", rhs) }

  /// Whether a moment is after one that SQL knows, as `.now`: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { comparison(lhs, " > ", rhs) }

  /// Whether a moment is at least one that SQL knows, as `.now`: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { comparison(lhs, " >= ", rhs) }
}
