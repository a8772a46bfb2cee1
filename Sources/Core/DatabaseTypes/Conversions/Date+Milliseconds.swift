package import Foundation

extension Date {
  /// The number of milliseconds since 1970, rounded to the nearest integer.
  package var millisecondsSince1970: Double { (timeIntervalSince1970 * 1000).rounded() }

  /// The number nearest to the milliseconds since 1970, of the date rounded to microseconds.
  package var preciseMillisecondsSince1970: Double {
    let time = timeIntervalSinceReferenceDate
    let whole = time.rounded(.down)
    let seconds = whole + Self.timeIntervalBetween1970AndReferenceDate
    guard seconds.magnitude < 9_000_000_000 else { return timeIntervalSince1970 * 1000 }
    // All these are exact integers, so only the quotient is rounded.
    return (seconds * 1_000_000 + ((time - whole) * 1_000_000).rounded()) / 1000
  }

  /// Creates the date nearest to the microsecond of a number of milliseconds since 1970.
  package init(preciseMillisecondsSince1970 milliseconds: Double) {
    let product = (milliseconds * 1000).rounded()
    guard product.magnitude < 9_000_000_000_000_000 else {
      self.init(timeIntervalSince1970: milliseconds / 1000)
      return
    }
    // Beyond the year 2109, the product may be half a microsecond off, and be rounded to the next.
    let count = [product, product - 1, product + 1].first { $0 / 1000 == milliseconds } ?? product
    let offset = Self.timeIntervalBetween1970AndReferenceDate * 1_000_000
    self.init(timeIntervalSinceReferenceDate: (count - offset) / 1_000_000)
  }

  /// Creates the date nearest to a number of milliseconds since 1970.
  ///
  /// A `Date` counts from the year 2001, so it represents whole milliseconds more precisely than a
  /// number of seconds since 1970 does. Calendars and `Date.ISO8601FormatStyle` produce exactly
  /// this date, as do whole seconds and `addingTimeInterval` applied to a whole second, so these
  /// dates round-trip when stored to the millisecond. `Date(timeIntervalSince1970:)` with a
  /// fraction rounds twice, and may differ by a tenth of a microsecond.
  package init(millisecondsSince1970 milliseconds: Double) {
    let offset = Date.timeIntervalBetween1970AndReferenceDate * 1000
    self.init(timeIntervalSinceReferenceDate: (milliseconds - offset) / 1000)
  }
}
