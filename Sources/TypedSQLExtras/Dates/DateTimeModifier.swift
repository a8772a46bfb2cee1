import TypedSQL

/// A step from one moment to another, which SQLite's functions of dates take.
///
/// Steps follow each other, and can be given names:
///
/// ```swift
/// extension DateTimeModifier {
///   static let endOfMonth = startOfMonth.months(1).days(-1)
/// }
///
/// Reminder.where { $0.dueDate < .now(.endOfMonth) }
/// ```
public struct DateTimeModifier: Hashable, Sendable {
  /// The texts that SQLite's functions take, one after the other.
  public let rawValue: [String]

  /// Makes a step of the texts that SQLite's functions take.
  public init(rawValue: [String]) { self.rawValue = rawValue }

  private func then(_ next: String...) -> Self { Self(rawValue: rawValue + next) }

  /// What happens to a day that a month does not have, as 31 February.
  public struct Overflow: Hashable, Sendable {
    let rawValue: String

    /// It is in the next month, as 3 March: what happens anyway.
    public static let ceiling = Overflow(rawValue: "ceiling")
    /// It is the last day of the month.
    public static let floor = Overflow(rawValue: "floor")
  }
}

extension DateTimeModifier {
  /// Years later, or earlier if the number is negative: `'1 years'`.
  public func years(_ count: Int) -> Self { then("\(count) years") }

  /// Years later, or earlier if the number is negative; needs SQLite 3.46.
  public func years(_ count: Int, _ overflow: Overflow) -> Self {
    then("\(count) years", overflow.rawValue)
  }

  /// Months later, or earlier if the number is negative: `'1 months'`.
  public func months(_ count: Int) -> Self { then("\(count) months") }

  /// Months later, or earlier if the number is negative; needs SQLite 3.46.
  public func months(_ count: Int, _ overflow: Overflow) -> Self {
    then("\(count) months", overflow.rawValue)
  }

  /// Days later, or earlier if the number is negative: `'1 days'`.
  public func days(_ count: Int) -> Self { then("\(count) days") }

  /// Hours later, or earlier if the number is negative: `'1 hours'`.
  public func hours(_ count: Int) -> Self { then("\(count) hours") }

  /// Minutes later, or earlier if the number is negative: `'1 minutes'`.
  public func minutes(_ count: Int) -> Self { then("\(count) minutes") }

  /// Seconds later, or earlier if the number is negative: `'1.5 seconds'`.
  public func seconds(_ count: Double) -> Self { then("\(Self.text(count)) seconds") }

  /// Milliseconds later, or earlier if the number is negative: `'0.25 seconds'`.
  public func milliseconds(_ count: Int) -> Self { seconds(Double(count) / 1000) }

  /// The beginning of the day: `'start of day'`.
  public var startOfDay: Self { then("start of day") }

  /// The beginning of the month: `'start of month'`.
  public var startOfMonth: Self { then("start of month") }

  /// The beginning of the year: `'start of year'`.
  public var startOfYear: Self { then("start of year") }

  /// The next day of a week, or the same one: `'weekday 1'` is Monday, 0 is Sunday.
  public func weekday(_ day: Int) -> Self { then("weekday \(day)") }

  /// The same moment on the clock of where the machine is: `'localtime'`.
  public var localtime: Self { then("localtime") }

  /// The same moment in UTC, from the clock of where the machine is: `'utc'`.
  public var utc: Self { then("utc") }

  private static func text(_ seconds: Double) -> String {
    let text = "\(seconds)"
    // SQLite reads no exponents here: what is so small is nothing, what is so great is out of range.
    guard text.contains("e") else { return text }
    return Int64(exactly: seconds.rounded()).map { "\($0)" } ?? "nan"
  }
}

extension DateTimeModifier {
  private static var none: Self { Self(rawValue: []) }

  /// Years later, or earlier if the number is negative: `'1 years'`.
  public static func years(_ count: Int) -> Self { none.years(count) }

  /// Years later, or earlier if the number is negative; needs SQLite 3.46.
  public static func years(_ count: Int, _ overflow: Overflow) -> Self {
    none.years(count, overflow)
  }

  /// Months later, or earlier if the number is negative: `'1 months'`.
  public static func months(_ count: Int) -> Self { none.months(count) }

  /// Months later, or earlier if the number is negative; needs SQLite 3.46.
  public static func months(_ count: Int, _ overflow: Overflow) -> Self {
    none.months(count, overflow)
  }

  /// Days later, or earlier if the number is negative: `'1 days'`.
  public static func days(_ count: Int) -> Self { none.days(count) }

  /// Hours later, or earlier if the number is negative: `'1 hours'`.
  public static func hours(_ count: Int) -> Self { none.hours(count) }

  /// Minutes later, or earlier if the number is negative: `'1 minutes'`.
  public static func minutes(_ count: Int) -> Self { none.minutes(count) }

  /// Seconds later, or earlier if the number is negative: `'1.5 seconds'`.
  public static func seconds(_ count: Double) -> Self { none.seconds(count) }

  /// Milliseconds later, or earlier if the number is negative: `'0.25 seconds'`.
  public static func milliseconds(_ count: Int) -> Self { none.milliseconds(count) }

  /// The beginning of the day: `'start of day'`.
  public static var startOfDay: Self { none.startOfDay }

  /// The beginning of the month: `'start of month'`.
  public static var startOfMonth: Self { none.startOfMonth }

  /// The beginning of the year: `'start of year'`.
  public static var startOfYear: Self { none.startOfYear }

  /// The next day of a week, or the same one: `'weekday 1'` is Monday, 0 is Sunday.
  public static func weekday(_ day: Int) -> Self { none.weekday(day) }

  /// The same moment on the clock of where the machine is: `'localtime'`.
  public static var localtime: Self { none.localtime }

  /// The same moment in UTC, from the clock of where the machine is: `'utc'`.
  public static var utc: Self { none.utc }
}
