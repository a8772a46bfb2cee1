import DatabaseTypes
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
  /// The seconds from 2000-01-01, from which the server counts, to 2001-01-01, from which `Date`
  /// counts.
  private static let secondsTo2001: Int64 = 31_622_400

  /// The first and the last moment that the server can store, in microseconds: the beginning of
  /// 4714-11-24 BC, and the end of 294276-12-31.
  package static let range: ClosedRange<Int64> =
    -211_813_488_000_000_000...9_223_371_331_199_999_999

  /// Creates a timestamp from a date, rounded to the nearest microsecond.
  ///
  /// `Date.distantFuture` and `Date.distantPast` become the infinities, which are read as these
  /// dates, and the dates that follow them become the finite moments: see ``date``. A date that the
  /// server cannot store becomes the nearer infinity; NaN becomes the positive one.
  public init(_ date: Date) {
    let time = date.timeIntervalSinceReferenceDate
    let whole = time.rounded(.down)
    guard date != .distantPast, date != .distantFuture, let seconds = Int64(exactly: whole),
      seconds.magnitude < 9_223_340_000_000
    else {
      self = whole < 0 ? .negativeInfinity : .infinity
      return
    }
    if let finite = Self(displaced: date) {
      self = finite
      return
    }
    // The difference of neighbouring numbers is exact, so this rounds once.
    let fraction = Int64(((time - whole) * 1_000_000).rounded())
    let (count, overflows) = ((seconds + Self.secondsTo2001) * 1_000_000)
      .addingReportingOverflow(fraction)
    guard !overflows, Self.range.contains(count) else {
      self = whole < 0 ? .negativeInfinity : .infinity
      return
    }
    microseconds = count
  }

  /// The date nearest to the timestamp; for an infinity, `Date.distantPast` or
  /// `Date.distantFuture`.
  ///
  /// `Date` counts from the year 2001, and so does this, because counting from another year rounds
  /// a second time. A `Date` that was read is stored as the same timestamp again, up to the year
  /// 2273, after which `Date` is coarser than a microsecond; and it is read as the same `Date`
  /// always. `Date(timeIntervalSince1970:)` with a fraction rounds twice itself, and may differ
  /// from the nearest date by a tenth of a microsecond.
  ///
  /// The beginning of the year 4001, and that of December 30th of 1 BC, are the distant future and
  /// past themselves, which stand for the infinities. So these finite moments are read as the next
  /// later `Date`, by 7.6 microseconds, which is written as the same moment again.
  public var date: Date {
    guard isFinite else { return self == .infinity ? .distantFuture : .distantPast }
    let date = Date(timeIntervalSinceReferenceDate: secondsSince2001).displaced
    // The last two milliseconds of the last year are nearest to a date that the server cannot
    // store.
    guard date > .distantFuture, microseconds <= Self.range.upperBound,
      !PostgresTimestamp(date).isFinite
    else { return date }
    return Date(timeIntervalSinceReferenceDate: secondsSince2001.nextDown)
  }

  /// The number nearest to the seconds since 2001.
  private var secondsSince2001: Double {
    let (seconds, fraction) = microseconds.flooredQuotient(by: 1_000_000)
    let whole = seconds - Self.secondsTo2001
    let (count, overflows) = whole.multipliedReportingOverflow(by: 1_000_000)
    // Both numbers of the quotient are exact, so it rounds once. With larger numbers, the sum does.
    guard !overflows, count.magnitude < 1 << 53 else {
      return Double(whole) + Double(fraction) / 1_000_000
    }
    return Double(count + fraction) / 1_000_000
  }

  /// Text from which ``date`` is parsed: the description, without the microseconds of whole
  /// milliseconds.
  package var dateText: String {
    let date = self.date
    if isFinite, Self(displaced: date) != nil {
      return DateText.exactText(for: date) ?? description
    }
    let text = description
    return isWholeMilliseconds && text.hasSuffix("000") ? String(text.dropLast(3)) : text
  }

  /// The description; for a moment whose own date stands for an infinity, the text of ``date``.
  var parsedText: String {
    guard isFinite, Self(displaced: date) != nil else { return description }
    return dateText
  }

  /// Whether it is finite and has no fraction of a millisecond.
  package var isWholeMilliseconds: Bool { isFinite && microseconds.isMultiple(of: 1_000) }

  /// The whole seconds since 1970, rounded down; for an infinity, those of the date that it is
  /// read as.
  package var secondsSince1970: Int64 {
    guard isFinite else { return Int64(date.timeIntervalSince1970) }
    return microseconds.flooredQuotient(by: 1_000_000).quotient + 946_684_800
  }
}

// What stands for the infinities, and for the finite moments of the same dates. Considered, and not
// done: the finite moments are an error when they are read (but a table that another program has
// filled with `Date.distantFuture`, or that was copied from SQLite, could not be read at all); the
// infinities are dates beyond those of the server (but calendars and formatters fail for them, and
// `.distantFuture` in a query would no longer be after all moments).
extension PostgresTimestamp {
  /// Creates the finite moment that a date stands for because the moment's own date stands for an
  /// infinity; `nil` if the date is another one.
  fileprivate init?(displaced date: Date) {
    switch date {
    case Date.distantFuture.next: self.init(microseconds: 63_145_526_400_000_000)
    case Date.distantPast.next: self.init(microseconds: -63_082_454_400_000_000)
    default: return nil
    }
  }
}

extension Date {
  /// The date itself, or the next one if it stands for an infinity.
  fileprivate var displaced: Date { self == .distantFuture || self == .distantPast ? next : self }
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
  /// The first and the last day that the server can store: 4714-11-24 BC and 5874897-12-31.
  package static let range: ClosedRange<Int64> = -2_451_545...2_145_031_948

  /// The beginning of the day in UTC; for an infinity, `Date.distantPast` or `Date.distantFuture`.
  ///
  /// The days of these dates are read as the next later `Date`: see ``PostgresTimestamp/date``.
  public var date: Date {
    guard isFinite else { return self == .infinity ? .distantFuture : .distantPast }
    return Date(timeIntervalSince1970: Double(days) * 86_400 + 946_684_800).displaced
  }

  /// Text from which ``date`` is parsed.
  package var dateText: String {
    let date = self.date
    guard isFinite, PostgresTimestamp(displaced: date) != nil else { return description }
    return DateText.exactText(for: date) ?? description
  }

  /// Creates the day in which a date is, in UTC, with the date rounded to microseconds.
  ///
  /// `Date.distantFuture` and `Date.distantPast` become the infinities, which are read as these
  /// dates.
  ///
  /// - Returns: `nil` for a day before 4714-11-24 BC or after 5874897-12-31, which the server
  ///   cannot store.
  package init?(containing date: Date) {
    if date == .distantFuture || date == .distantPast {
      self = date == .distantFuture ? .infinity : .negativeInfinity
      return
    }
    let timestamp = PostgresTimestamp(date)
    let count: Int64? =
      timestamp.isFinite
      ? timestamp.microseconds.flooredQuotient(by: PostgresTime.perDay).quotient
      : Int64(exactly: (date.timeIntervalSinceReferenceDate / 86_400 + 366).rounded(.down))
    guard let count, Self.range.contains(count) else { return nil }
    self.init(days: Int32(count))
  }

  /// The seconds since 1970 at the beginning of the day; for an infinity, those of the date that it
  /// is read as.
  package var secondsSince1970: Int64 {
    guard isFinite else { return Int64(date.timeIntervalSince1970) }
    return Int64(days) * 86_400 + 946_684_800
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
