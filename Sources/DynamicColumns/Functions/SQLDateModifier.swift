import TypedSQL

/// A step from one moment to another, which the date functions of SQL take.
///
/// ```swift
/// Event.filter(dateTime(Column("at"), .startOfDay, .day(1)) > Date())
/// // datetime("event"."at", 'start of day', '+1.0 days')
/// ```
///
/// https://www.sqlite.org/lang_datefunc.html#modifiers
public enum SQLDateModifier: Sendable, Hashable {
  /// Days later, or earlier if the number is negative.
  case day(Double)
  /// Hours later, or earlier if the number is negative.
  case hour(Double)
  /// Minutes later, or earlier if the number is negative.
  case minute(Double)
  /// Seconds later, or earlier if the number is negative.
  case second(Double)
  /// Months later, or earlier if the number is negative.
  case month(Int)
  /// Years later, or earlier if the number is negative.
  case year(Int)
  /// The next day of the week, where it is not one already: 0 is Sunday.
  case weekday(Int)
  /// The start of the month.
  case startOfMonth
  /// The start of the year.
  case startOfYear
  /// The start of the day.
  case startOfDay
  /// The number is one of seconds since 1970.
  case unixEpoch
  /// From UTC to the time of the place.
  case localTime
  /// From the time of the place to UTC.
  case utc

  /// The text that SQL's functions take.
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

  /// SQLite reads no exponent after the digits of a step.
  private static func step(_ count: Double, _ unit: String) -> String {
    guard let whole = Int(exactly: count) else { return "\(count) \(unit)" }
    return "\(whole) \(unit)"
  }
}

/// A date as a number of days: `julianday(x, 'start of day')`.
public func julianDay(
  _ value: some SQLExpressible,
  _ first: SQLDateModifier,
  _ others: SQLDateModifier...
) -> SQLExpression { dateFunction("julianday", value, [first] + others) }

/// A date as text: `datetime(x, 'start of day')`.
public func dateTime(
  _ value: some SQLExpressible,
  _ first: SQLDateModifier,
  _ others: SQLDateModifier...
) -> SQLExpression { dateFunction("datetime", value, [first] + others) }

private func dateFunction(
  _ name: String,
  _ value: some SQLExpressible,
  _ modifiers: [SQLDateModifier]
) -> SQLExpression {
  let arguments = modifiers.map { SQLExpression($0.rawValue) }
  return .function(QueryFragment(name), [value.sqlExpression] + arguments)
}
