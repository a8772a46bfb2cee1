import TypedSQL

/// A modifier of a date, which SQLite's date functions accept.
///
/// Modifiers are applied one after another, and can be given names:
///
/// ```swift
/// extension DateTimeModifier {
///   static let endOfMonth = startOfMonth.months(1).days(-1)
/// }
///
/// Reminder.where { $0.dueDate < .now(.endOfMonth) }
/// ```
public struct DateTimeModifier: Hashable, Sendable {
  /// The texts that SQLite's functions accept, in order.
  public let rawValue: [String]

  /// Creates a modifier from the texts that SQLite's functions accept.
  public init(rawValue: [String]) { self.rawValue = rawValue }

  private func then(_ next: String...) -> Self { Self(rawValue: rawValue + next) }

  /// The treatment of a day that a month does not have, such as 31 February.
  public struct Overflow: Hashable, Sendable {
    let rawValue: String

    /// The day is moved to the next month, such as 3 March, which is the default.
    public static let ceiling = Overflow(rawValue: "ceiling")
    /// The day becomes the last day of the month.
    public static let floor = Overflow(rawValue: "floor")
  }
}

extension DateTimeModifier {
  /// Adds years, or subtracts them if the number is negative: `'1 years'`.
  public func years(_ count: Int) -> Self { then("\(count) years") }

  /// Adds years, or subtracts them if the number is negative; requires SQLite 3.46.
  public func years(_ count: Int, _ overflow: Overflow) -> Self {
    then("\(count) years", overflow.rawValue)
  }

  /// Adds months, or subtracts them if the number is negative: `'1 months'`.
  public func months(_ count: Int) -> Self { then("\(count) months") }

  /// Adds months, or subtracts them if the number is negative; requires SQLite 3.46.
  public func months(_ count: Int, _ overflow: Overflow) -> Self {
    then("\(count) months", overflow.rawValue)
  }

  /// Adds days, or subtracts them if the number is negative: `'1 days'`.
  public func days(_ count: Int) -> Self { then("\(count) days") }

  /// Adds hours, or subtracts them if the number is negative: `'1 hours'`.
  public func hours(_ count: Int) -> Self { then("\(count) hours") }

  /// Adds minutes, or subtracts them if the number is negative: `'1 minutes'`.
  public func minutes(_ count: Int) -> Self { then("\(count) minutes") }

  /// Adds seconds, or subtracts them if the number is negative: `'1.5 seconds'`.
  public func seconds(_ count: Double) -> Self { then("\(Self.text(count)) seconds") }

  /// Adds milliseconds, or subtracts them if the number is negative: `'0.25 seconds'`.
  public func milliseconds(_ count: Int) -> Self { seconds(Double(count) / 1000) }

  /// The beginning of the day: `'start of day'`.
  public var startOfDay: Self { then("start of day") }

  /// The beginning of the month: `'start of month'`.
  public var startOfMonth: Self { then("start of month") }

  /// The beginning of the year: `'start of year'`.
  public var startOfYear: Self { then("start of year") }

  /// Advances to a day of the week, if it is not that day: `'weekday 1'` is Monday, 0 is Sunday.
  public func weekday(_ day: Int) -> Self { then("weekday \(day)") }

  /// The same point in time in the machine's local time: `'localtime'`.
  public var localtime: Self { then("localtime") }

  /// The same point in time in UTC, converted from the machine's local time: `'utc'`.
  public var utc: Self { then("utc") }

  private static func text(_ seconds: Double) -> String {
    let text = "\(seconds)"
    // SQLite reads no exponents here: such a small number counts as nothing, and such a large one
    // is out of range.
    guard text.contains("e") else { return text }
    return Int64(exactly: seconds.rounded()).map { "\($0)" } ?? "nan"
  }
}

extension DateTimeModifier {
  private static var none: Self { Self(rawValue: []) }

  /// Adds years, or subtracts them if the number is negative: `'1 years'`.
  public static func years(_ count: Int) -> Self { none.years(count) }

  /// Adds years, or subtracts them if the number is negative; requires SQLite 3.46.
  public static func years(_ count: Int, _ overflow: Overflow) -> Self {
    none.years(count, overflow)
  }

  /// Adds months, or subtracts them if the number is negative: `'1 months'`.
  public static func months(_ count: Int) -> Self { none.months(count) }

  /// Adds months, or subtracts them if the number is negative; requires SQLite 3.46.
  public static func months(_ count: Int, _ overflow: Overflow) -> Self {
    none.months(count, overflow)
  }

  /// Adds days, or subtracts them if the number is negative: `'1 days'`.
  public static func days(_ count: Int) -> Self { none.days(count) }

  /// Adds hours, or subtracts them if the number is negative: `'1 hours'`.
  public static func hours(_ count: Int) -> Self { none.hours(count) }

  /// Adds minutes, or subtracts them if the number is negative: `'1 minutes'`.
  public static func minutes(_ count: Int) -> Self { none.minutes(count) }

  /// Adds seconds, or subtracts them if the number is negative: `'1.5 seconds'`.
  public static func seconds(_ count: Double) -> Self { none.seconds(count) }

  /// Adds milliseconds, or subtracts them if the number is negative: `'0.25 seconds'`.
  public static func milliseconds(_ count: Int) -> Self { none.milliseconds(count) }

  /// The beginning of the day: `'start of day'`.
  public static var startOfDay: Self { none.startOfDay }

  /// The beginning of the month: `'start of month'`.
  public static var startOfMonth: Self { none.startOfMonth }

  /// The beginning of the year: `'start of year'`.
  public static var startOfYear: Self { none.startOfYear }

  /// Advances to a day of the week, if it is not that day: `'weekday 1'` is Monday, 0 is Sunday.
  public static func weekday(_ day: Int) -> Self { none.weekday(day) }

  /// The same point in time in the machine's local time: `'localtime'`.
  public static var localtime: Self { none.localtime }

  /// The same point in time in UTC, converted from the machine's local time: `'utc'`.
  public static var utc: Self { none.utc }
}
