import DatabaseTypes
public import TypedSQL

// All components are in UTC, unless a modifier converts the date to local time:
// `$0.updatedAt(.localtime).hour`.

extension _Operand
where
  QueryValue: _SQLiteDateRepresentation,
  QueryValue._Optionalized.Wrapped: _SQLiteDateRepresentation
{
  /// The year: `CAST(strftime('%Y', "reminders"."updatedAt") AS INTEGER)`.
  public var year: SQLQueryExpression<Int> { SQLQueryExpression(component("%Y")) }

  /// The month, from 1: `CAST(strftime('%m', "reminders"."updatedAt") AS INTEGER)`.
  public var month: SQLQueryExpression<Int> { SQLQueryExpression(component("%m")) }

  /// The day of the month, from 1: `CAST(strftime('%d', "reminders"."updatedAt") AS INTEGER)`.
  public var day: SQLQueryExpression<Int> { SQLQueryExpression(component("%d")) }

  /// The hour: `CAST(strftime('%H', "reminders"."updatedAt") AS INTEGER)`.
  public var hour: SQLQueryExpression<Int> { SQLQueryExpression(component("%H")) }

  /// The minute: `CAST(strftime('%M', "reminders"."updatedAt") AS INTEGER)`.
  public var minute: SQLQueryExpression<Int> { SQLQueryExpression(component("%M")) }

  /// The second: `CAST(strftime('%S', "reminders"."updatedAt") AS INTEGER)`.
  public var second: SQLQueryExpression<Int> { SQLQueryExpression(component("%S")) }

  /// The day of the week: 0 is Sunday, `CAST(strftime('%w', "reminders"."updatedAt") AS INTEGER)`.
  public var weekday: SQLQueryExpression<Int> { SQLQueryExpression(component("%w")) }

  /// The day of the year, from 1: `CAST(strftime('%j', "reminders"."updatedAt") AS INTEGER)`.
  public var dayOfYear: SQLQueryExpression<Int> { SQLQueryExpression(component("%j")) }

  /// The second with its fraction: `CAST(strftime('%f', "reminders"."updatedAt") AS REAL)`.
  public var fractionalSecond: SQLQueryExpression<Double> {
    SQLQueryExpression(component("%f", as: "REAL"))
  }

  /// Formats a date: `strftime('%Y-%m', "reminders"."updatedAt")`.
  ///
  /// - Parameter format: The format, as in SQLite's function.
  public func strftime(_ format: some QueryExpression<String>) -> SQLQueryExpression<String> {
    SQLQueryExpression(.call(.strftime, format.queryFragment, _dateArguments))
  }

  /// Returns only the date: `date("reminders"."updatedAt")`.
  public func dateText() -> SQLQueryExpression<String> {
    SQLQueryExpression(.call(.date, _dateArguments))
  }

  /// Returns only the time: `time("reminders"."updatedAt")`.
  public func timeText() -> SQLQueryExpression<String> {
    SQLQueryExpression(.call(.time, _dateArguments))
  }
}

extension _Operand
where QueryValue: _OptionalProtocol, QueryValue.Wrapped: _SQLiteDateRepresentation {
  /// The year: `CAST(strftime('%Y', "reminders"."updatedAt") AS INTEGER)`.
  public var year: SQLQueryExpression<Int?> { SQLQueryExpression(component("%Y")) }

  /// The month, from 1: `CAST(strftime('%m', "reminders"."updatedAt") AS INTEGER)`.
  public var month: SQLQueryExpression<Int?> { SQLQueryExpression(component("%m")) }

  /// The day of the month, from 1: `CAST(strftime('%d', "reminders"."updatedAt") AS INTEGER)`.
  public var day: SQLQueryExpression<Int?> { SQLQueryExpression(component("%d")) }

  /// The hour: `CAST(strftime('%H', "reminders"."updatedAt") AS INTEGER)`.
  public var hour: SQLQueryExpression<Int?> { SQLQueryExpression(component("%H")) }

  /// The minute: `CAST(strftime('%M', "reminders"."updatedAt") AS INTEGER)`.
  public var minute: SQLQueryExpression<Int?> { SQLQueryExpression(component("%M")) }

  /// The second: `CAST(strftime('%S', "reminders"."updatedAt") AS INTEGER)`.
  public var second: SQLQueryExpression<Int?> { SQLQueryExpression(component("%S")) }

  /// The day of the week: 0 is Sunday, `CAST(strftime('%w', "reminders"."updatedAt") AS INTEGER)`.
  public var weekday: SQLQueryExpression<Int?> { SQLQueryExpression(component("%w")) }

  /// The day of the year, from 1: `CAST(strftime('%j', "reminders"."updatedAt") AS INTEGER)`.
  public var dayOfYear: SQLQueryExpression<Int?> { SQLQueryExpression(component("%j")) }

  /// The second with its fraction: `CAST(strftime('%f', "reminders"."updatedAt") AS REAL)`.
  public var fractionalSecond: SQLQueryExpression<Double?> {
    SQLQueryExpression(component("%f", as: "REAL"))
  }

  /// Formats a date: `strftime('%Y-%m', "reminders"."updatedAt")`.
  ///
  /// - Parameter format: The format, as in SQLite's function.
  public func strftime(_ format: some QueryExpression<String>) -> SQLQueryExpression<String?> {
    SQLQueryExpression(.call(.strftime, format.queryFragment, _dateArguments))
  }

  /// Returns only the date: `date("reminders"."updatedAt")`.
  public func dateText() -> SQLQueryExpression<String?> {
    SQLQueryExpression(.call(.date, _dateArguments))
  }

  /// Returns only the time: `time("reminders"."updatedAt")`.
  public func timeText() -> SQLQueryExpression<String?> {
    SQLQueryExpression(.call(.time, _dateArguments))
  }
}
