public import Foundation

/// A date and a time to the microsecond, as `timestamp` and `timestamptz` store them; or one of the infinities.
///
/// https://www.postgresql.org/docs/current/datatype-datetime.html
public struct PostgresTimestamp: Sendable, Hashable, Comparable {
  /// Microseconds since the beginning of the year 2000, in UTC; the extreme numbers are the infinities.
  public var microseconds: Int64

  /// Makes a timestamp.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Before every other.
  public static let negativeInfinity = PostgresTimestamp(microseconds: .min)
  /// After every other.
  public static let infinity = PostgresTimestamp(microseconds: .max)

  /// Whether it is a moment, and not one of the infinities.
  public var isFinite: Bool { self != .negativeInfinity && self != .infinity }

  /// Whether one is before another.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}

extension PostgresTimestamp {
  /// The beginning of the year 2000, in seconds since 1970.
  private static let epoch: Double = 946_684_800

  /// Makes a timestamp of a moment, rounded to the microsecond.
  ///
  /// A date that the server cannot store becomes the infinity that is nearer to it; one that is no number, the positive one.
  public init(_ date: Date) {
    let time = date.timeIntervalSinceReferenceDate + (978_307_200 - Self.epoch)
    let whole = time.rounded(.down)
    guard let seconds = Int64(exactly: whole), seconds.magnitude < 9_000_000_000_000 else {
      self = whole < 0 ? .negativeInfinity : .infinity
      return
    }
    microseconds = seconds * 1_000_000 + Int64(((time - whole) * 1_000_000).rounded())
  }

  /// The moment; for an infinity a date in the distant past or future.
  public var date: Date {
    guard isFinite else { return self == .infinity ? .distantFuture : .distantPast }
    return Date(timeIntervalSince1970: Double(microseconds) / 1_000_000 + Self.epoch)
  }
}

extension PostgresTimestamp: CustomStringConvertible {
  /// `2026-11-21 08:30:00.000000`, with `BC` after years before the first; or `infinity`.
  public var description: String {
    guard isFinite else { return self == .infinity ? "infinity" : "-infinity" }
    let (days, time) = microseconds.flooredQuotient(by: PostgresTime.perDay)
    let (text, isBefore) = CivilDate(daysSince2000: days).parts
    let clock = PostgresTime(microseconds: time).description
    return "\(text) \(clock)" + (isBefore ? " BC" : "")
  }
}

/// A day, as `date` stores it; or one of the infinities.
public struct PostgresDate: Sendable, Hashable, Comparable {
  /// Days since the first of the year 2000; the extreme numbers are the infinities.
  public var days: Int32

  /// Makes a day.
  public init(days: Int32) { self.days = days }

  /// Before every other.
  public static let negativeInfinity = PostgresDate(days: .min)
  /// After every other.
  public static let infinity = PostgresDate(days: .max)

  /// Whether it is a day, and not one of the infinities.
  public var isFinite: Bool { self != .negativeInfinity && self != .infinity }

  /// Whether one is before another.
  public static func < (left: Self, right: Self) -> Bool { left.days < right.days }
}

extension PostgresDate {
  /// The beginning of the day in UTC; for an infinity a date in the distant past or future.
  public var date: Date {
    guard isFinite else { return self == .infinity ? .distantFuture : .distantPast }
    return Date(timeIntervalSince1970: Double(days) * 86_400 + 946_684_800)
  }

  /// Makes the day of a date of the Gregorian calendar; `nil` where there is none, as of February 30th.
  ///
  /// - Parameters:
  ///   - year: The year; 0 is the first before Christ.
  ///   - month: The month, from 1.
  ///   - day: The day, from 1.
  public init?(year: Int, month: Int, day: Int) {
    guard let days = CivilDate(year: Int64(year), month: month, day: day)?.daysSince2000,
      let days = Int32(exactly: days)
    else { return nil }
    self.init(days: days)
  }
}

extension PostgresDate: CustomStringConvertible {
  /// `2026-11-21`, with `BC` after years before the first; or `infinity`.
  public var description: String {
    guard isFinite else { return self == .infinity ? "infinity" : "-infinity" }
    let (text, isBefore) = CivilDate(daysSince2000: Int64(days)).parts
    return text + (isBefore ? " BC" : "")
  }
}

/// A time of day to the microsecond, as `time` stores it.
public struct PostgresTime: Sendable, Hashable, Comparable {
  static let perDay: Int64 = 86_400_000_000

  /// Microseconds since midnight, up to 24 hours.
  public var microseconds: Int64

  /// Makes a time.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Whether one is before another.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}

extension PostgresTime: CustomStringConvertible {
  /// `08:30:00.000000`.
  public var description: String {
    let (seconds, fraction) = microseconds.flooredQuotient(by: 1_000_000)
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return
      "\(hours.padded(2)):\(minutes.padded(2)):\((seconds % 60).padded(2)).\(fraction.padded(6))"
  }
}

extension Int64 {
  /// The quotient, rounded down, and what remains, which is never negative.
  func flooredQuotient(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// The number without its sign, with zeros before it.
  func padded(_ count: Int) -> String {
    let digits = String(magnitude)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
