package import Foundation

extension DateText {
  /// Formats a date as the database stores it that records are encoded for: to the millisecond on
  /// SQLite, and to the microsecond elsewhere.
  ///
  /// - Returns: `nil` for a date that the database cannot store.
  package static func storedText(for date: Date) -> String? {
    StoredForm.current.hasExactDates ? exactText(for: date) : text(for: date)
  }

  /// Formats a date as `2026-11-21 08:30:00.123456` in UTC, with as many digits as it needs: three
  /// or six.
  ///
  /// Years after 9999 have more digits, and those before year 1 end with ` BC`. The same date is
  /// parsed from the text, if it is one of whole microseconds.
  ///
  /// - Returns: `nil` for NaN, infinities, and millions of years.
  package static func exactText(for date: Date) -> String? {
    guard let (seconds, microseconds) = microseconds(of: date) else { return nil }
    let (days, inDay) = flooredDivision(seconds, by: 86_400)
    let (year, month, day) = civilDate(daysSince1970: days)
    let clock = [inDay / 3_600, inDay / 60 % 60, inDay % 60].map { padded($0, 2) }
    let digits =
      microseconds % 1_000 == 0 ? padded(microseconds / 1_000, 3) : padded(microseconds, 6)
    return "\(padded(year > 0 ? year : 1 - year, 4))-\(padded(month, 2))-\(padded(day, 2)) "
      + clock.joined(separator: ":") + "." + digits + (year > 0 ? "" : " BC")
  }

  /// Formats a date with microseconds, as in `2026-11-21 08:30:00.123456`; of a date of whole
  /// milliseconds, it returns the same text as ``text(for:)``.
  ///
  /// So finer fractions than microseconds are rounded.
  ///
  /// - Returns: `nil` outside the years 0 to 9999.
  package static func preciseText(for date: Date) -> String? {
    guard milliseconds(of: date) != nil else { return nil }
    return hasMicroseconds(date) ? exactText(for: date) : text(for: date)
  }

  /// Formats a date as ``text(for:)`` does, and as ``preciseText(for:)`` does if that is another
  /// text.
  ///
  /// - Returns: `nil` outside the years 0 to 9999.
  package static func texts(for date: Date) -> (text: String, precise: String?)? {
    guard let text = text(for: date) else { return nil }
    return (text, hasMicroseconds(date) ? exactText(for: date) : nil)
  }

  /// Formats a date as PostgreSQL reads the moment or the infinity that it binds for the date.
  ///
  /// - Returns: `nil` for NaN, infinities, and millions of years.
  package static func serverText(for date: Date) -> String? {
    switch date {
    case Date.distantFuture: "infinity"
    case Date.distantPast: "-infinity"
    // See `Date.next`.
    case Date.distantFuture.next: exactText(for: .distantFuture)
    case Date.distantPast.next: exactText(for: .distantPast)
    default: exactText(for: date)
    }
  }

  /// Returns whether a date is none of whole milliseconds.
  private static func hasMicroseconds(_ date: Date) -> Bool {
    microseconds(of: date).map { $0.microseconds % 1_000 != 0 } ?? false
  }

  /// Returns the seconds since 1970, and the microseconds that follow them; `nil` for NaN,
  /// infinities, and millions of years.
  private static func microseconds(of date: Date) -> (seconds: Int, microseconds: Int)? {
    let time = date.timeIntervalSinceReferenceDate
    let whole = time.rounded(.down)
    guard whole.magnitude < 1e15 else { return nil }
    let fraction = Int(((time - whole) * 1_000_000).rounded())
    let seconds =
      Int(whole) + Int(Date.timeIntervalBetween1970AndReferenceDate) + fraction / 1_000_000
    return (seconds, fraction % 1_000_000)
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }
}
