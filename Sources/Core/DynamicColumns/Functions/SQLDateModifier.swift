import DatabaseTypes
import TypedSQL

/// A modifier of a date, which SQL's date functions accept.
///
/// ```swift
/// Event.filter(dateTime(Column("at"), .startOfDay, .day(1)) > Date())
/// // datetime("event"."at", 'start of day', '+1.0 days')
/// ```
///
/// https://www.sqlite.org/lang_datefunc.html#modifiers
public enum SQLDateModifier: Sendable, Hashable {
  /// Adds days, or subtracts them if the number is negative.
  case day(Double)
  /// Adds hours, or subtracts them if the number is negative.
  case hour(Double)
  /// Adds minutes, or subtracts them if the number is negative.
  case minute(Double)
  /// Adds seconds, or subtracts them if the number is negative.
  case second(Double)
  /// Adds months, or subtracts them if the number is negative.
  case month(Int)
  /// Adds years, or subtracts them if the number is negative.
  case year(Int)
  /// Advances to a day of the week, if it is not that day: 0 is Sunday.
  case weekday(Int)
  /// The start of the month.
  case startOfMonth
  /// The start of the year.
  case startOfYear
  /// The start of the day.
  case startOfDay
  /// Interprets the number as seconds since 1970.
  case unixEpoch
  /// Converts from UTC to local time.
  case localTime
  /// Converts from local time to UTC.
  case utc

  /// The text that SQL's functions accept.
  public var rawValue: String {
    switch self {
    case .day(let count): Self.step(count, "days")
    case .hour(let count): Self.step(count, "hours")
    case .minute(let count): Self.step(count, "minutes")
    case .second(let count): Self.step(count, "seconds")
    case .month(let count): "\(count) months"
    case .year(let count): "\(count) years"
    case .weekday(let day): "weekday \(day)"
    case .startOfMonth: "start of month"
    case .startOfYear: "start of year"
    case .startOfDay: "start of day"
    case .unixEpoch: "unixepoch"
    case .localTime: "localtime"
    case .utc: "utc"
    }
  }

  /// Returns a step without an exponent after its digits, which SQLite does not read.
  private static func step(_ count: Double, _ unit: String) -> String {
    guard let whole = Int(exactly: count) else { return "\(count) \(unit)" }
    return "\(whole) \(unit)"
  }
}

/// Returns a date as a number of days: `julianday(x, 'start of day')`.
public func julianDay(
  _ value: some SQLExpressible,
  _ first: SQLDateModifier,
  _ others: SQLDateModifier...
) -> SQLExpression { dateFunction(.julianday, value, [first] + others) }

/// Returns a date as text: `datetime(x, 'start of day')`.
public func dateTime(
  _ value: some SQLExpressible,
  _ first: SQLDateModifier,
  _ others: SQLDateModifier...
) -> SQLExpression { dateFunction(.datetime, value, [first] + others) }

private func dateFunction(
  _ function: SQLFunction,
  _ value: some SQLExpressible,
  _ modifiers: [SQLDateModifier]
) -> SQLExpression {
  let arguments = modifiers.map { SQLExpression($0.rawValue) }
  return .function(function, [value.sqlExpression] + arguments)
}
