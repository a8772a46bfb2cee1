package import Foundation

extension Date {
  /// The number of milliseconds since 1970, rounded to the nearest integer.
  package var millisecondsSince1970: Double { (timeIntervalSince1970 * 1000).rounded() }

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
