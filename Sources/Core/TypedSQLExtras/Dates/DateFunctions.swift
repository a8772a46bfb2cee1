import DatabaseTypes
public import Foundation
public import TypedSQL

/// A date and the modifiers that are applied to it.
///
/// ```swift
/// Reminder.where { $0.dueDate < .now(.startOfDay.days(7)) }
/// // … WHERE (("reminders"."dueDate") < (datetime('now', 'start of day', '7 days', 'subsec')))
/// ```
public struct _ModifiedDate<QueryValue: _OptionalPromotable>: _Operand, Sendable
where QueryValue._Optionalized.Wrapped: _SQLiteDateRepresentation {
  /// The value, with the modifiers that tell SQLite how to read it.
  let timeValue: QueryFragment
  var modifiers: [String] = []
  /// A column, which is already in its form as long as no modifier is applied.
  private var column: QueryFragment?

  init(_ base: QueryFragment, _ modifiers: [String] = []) {
    timeValue = base
    self.modifiers = modifiers
  }

  init(column: QueryFragment) {
    self.init(column.withModifiers(QueryValue._Optionalized.Wrapped._timeValueModifiers))
    self.column = column
  }

  /// The value and all modifiers, as arguments of a function.
  var arguments: QueryFragment { timeValue.withModifiers(modifiers) }

  /// The SQL.
  public var queryFragment: QueryFragment {
    if let column, modifiers.isEmpty { return column }
    return QueryValue._Optionalized.Wrapped._dateStorage(arguments)
  }
}

extension QueryExpression where Self == _ModifiedDate<Date> {
  /// The time at which the statement runs: `datetime('now', 'subsec')`.
  public static var now: Self { _ModifiedDate("'now'") }

  /// Returns the time at which the statement runs, with modifiers applied.
  public static func now(_ modifier: DateTimeModifier) -> Self {
    _ModifiedDate("'now'", modifier.rawValue)
  }
}

extension QueryExpression where Self == _ModifiedDate<Date.UnixTimeRepresentation> {
  /// The time at which the statement runs: `unixepoch('now')`.
  public static var now: Self { _ModifiedDate("'now'") }

  /// Returns the time at which the statement runs, with modifiers applied.
  public static func now(_ modifier: DateTimeModifier) -> Self {
    _ModifiedDate("'now'", modifier.rawValue)
  }
}

extension QueryExpression where Self == _ModifiedDate<Date.JulianDayRepresentation> {
  /// The time at which the statement runs: `julianday('now')`.
  public static var now: Self { _ModifiedDate("'now'") }

  /// Returns the time at which the statement runs, with modifiers applied.
  public static func now(_ modifier: DateTimeModifier) -> Self {
    _ModifiedDate("'now'", modifier.rawValue)
  }
}

// Not for all expressions: only an operand can be called, and an optional in particular cannot.
extension _Operand
where
  QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: _SQLiteDateRepresentation
{
  /// Applies modifiers to a date.
  ///
  /// ```swift
  /// Reminder.select { $0.updatedAt(.startOfMonth.months(1).days(-1)) }
  /// // SELECT datetime("reminders"."updatedAt", 'start of month', '1 months', '-1 days', 'subsec')
  /// // FROM …
  /// ```
  ///
  /// A date that is stored as seconds or days keeps its form:
  /// `unixepoch("t"."x", 'unixepoch', 'start of month')`.
  public func callAsFunction(_ modifier: DateTimeModifier) -> _ModifiedDate<QueryValue> {
    if var date = self as? _ModifiedDate<QueryValue> {
      date.modifiers += modifier.rawValue
      return date
    }
    return _ModifiedDate(_dateArguments, modifier.rawValue)
  }

  /// The value, with the modifiers that tell SQLite how to read it, as arguments of a function.
  var _dateArguments: QueryFragment {
    if let date = self as? _ModifiedDate<QueryValue> { return date.arguments }
    return queryFragment.withModifiers(QueryValue._Optionalized.Wrapped._timeValueModifiers)
  }

  func component(_ format: StaticString, as affinity: StaticString = "INTEGER") -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(call: .cast)
    fragment.append(call: .strftime)
    fragment.append(sql: "'")
    fragment.append(sql: format)
    fragment.append(sql: "', ")
    fragment.append(_dateArguments)
    fragment.append(sql: ") AS ")
    fragment.append(sql: affinity)
    fragment.append(sql: ")")
    return fragment
  }
}

extension QueryFragment {
  /// Returns a list of arguments: `x, 'start of month', '1 months'`.
  fileprivate func withModifiers(_ modifiers: [String]) -> QueryFragment {
    var fragment = self
    for modifier in modifiers {
      fragment.append(sql: ", ")
      fragment.append(.text(modifier))
    }
    return fragment
  }
}
