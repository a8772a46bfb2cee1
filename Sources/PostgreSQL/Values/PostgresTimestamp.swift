public import Foundation

/// A date and time with microseconds, as `timestamp` and `timestamptz` store it, or an infinity.
///
/// https://www.postgresql.org/docs/current/datatype-datetime.html
public struct PostgresTimestamp: Sendable, Hashable, Comparable {
  /// Microseconds since 2000-01-01, in UTC; the smallest and largest numbers are the infinities.
  public var microseconds: Int64

  /// Creates a timestamp.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The infinity before all other timestamps.
  public static let negativeInfinity = PostgresTimestamp(microseconds: .min)
  /// The infinity after all other timestamps.
  public static let infinity = PostgresTimestamp(microseconds: .max)

  /// Whether it is not an infinity.
  public var isFinite: Bool { self != .negativeInfinity && self != .infinity }

  /// Returns whether one timestamp is before another.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}

extension PostgresTimestamp {
  /// The beginning of 2000-01-01 in UTC, in seconds since 1970.
  private static let epoch: Double = 946_684_800

  /// Creates a timestamp from a date, rounded to microseconds.
  ///
  /// A date that the server cannot store becomes the nearer infinity; NaN becomes the positive one.
  public init(_ date: Date) {
    let time = date.timeIntervalSinceReferenceDate + (978_307_200 - Self.epoch)
    let whole = time.rounded(.down)
    guard let seconds = Int64(exactly: whole), seconds.magnitude < 9_000_000_000_000 else {
      self = whole < 0 ? .negativeInfinity : .infinity
      return
    }
    microseconds = seconds * 1_000_000 + Int64(((time - whole) * 1_000_000).rounded())
  }

  /// The date; for an infinity, a date in the distant past or future.
  public var date: Date {
    guard isFinite else { return self == .infinity ? .distantFuture : .distantPast }
    return Date(timeIntervalSince1970: Double(microseconds) / 1_000_000 + Self.epoch)
  }
}

extension PostgresTimestamp: CustomStringConvertible {
  /// Text such as `2026-11-21 08:30:00.000000`, with ` BC` for earlier years; or `infinity`.
  public var description: String {
    guard isFinite else { return self == .infinity ? "infinity" : "-infinity" }
    let (days, time) = microseconds.flooredQuotient(by: PostgresTime.perDay)
    let (text, isBefore) = CivilDate(daysSince2000: days).parts
    let clock = PostgresTime(microseconds: time).description
    return "\(text) \(clock)" + (isBefore ? " BC" : "")
  }
}

/// A day, as `date` stores it, or an infinity.
public struct PostgresDate: Sendable, Hashable, Comparable {
  /// Days since 2000-01-01; the smallest and largest numbers are the infinities.
  public var days: Int32

  /// Creates a date.
  public init(days: Int32) { self.days = days }

  /// The infinity before all other dates.
  public static let negativeInfinity = PostgresDate(days: .min)
  /// The infinity after all other dates.
  public static let infinity = PostgresDate(days: .max)

  /// Whether it is not an infinity.
  public var isFinite: Bool { self != .negativeInfinity && self != .infinity }

  /// Returns whether one date is before another.
  public static func < (left: Self, right: Self) -> Bool { left.days < right.days }
}

extension PostgresDate {
  /// The beginning of the day in UTC; for an infinity, a date in the distant past or future.
  public var date: Date {
    guard isFinite else { return self == .infinity ? .distantFuture : .distantPast }
    return Date(timeIntervalSince1970: Double(days) * 86_400 + 946_684_800)
  }

  /// Creates a date of the Gregorian calendar; `nil` if it does not exist, such as February 30th.
  ///
  /// - Parameters:
  ///   - year: The year; 0 is 1 BC.
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
  /// Text such as `2026-11-21`, with ` BC` for earlier years; or `infinity`.
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

  /// Creates a time of day.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Returns whether one time is before another.
  public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}

extension PostgresTime: CustomStringConvertible {
  /// Text such as `08:30:00.000000`.
  public var description: String {
    let (seconds, fraction) = microseconds.flooredQuotient(by: 1_000_000)
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return
      "\(hours.padded(2)):\(minutes.padded(2)):\((seconds % 60).padded(2)).\(fraction.padded(6))"
  }
}

extension Int64 {
  /// Returns the quotient, rounded down, and the remainder, which is never negative.
  func flooredQuotient(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// Returns the number's digits without its sign, padded with leading zeros.
  func padded(_ count: Int) -> String {
    let digits = String(magnitude)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
