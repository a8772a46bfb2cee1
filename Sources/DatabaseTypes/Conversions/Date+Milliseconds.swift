package import Foundation

extension Date {
  /// Milliseconds since 1970, the nearest whole number of them.
  package var millisecondsSince1970: Double { (timeIntervalSince1970 * 1000).rounded() }

  /// The date nearest to a number of milliseconds since 1970.
  ///
  /// A date counts from the year 2001, so a whole millisecond has more digits there than seconds since 1970 have. What
  /// calendars and `Date.ISO8601FormatStyle` make is this date, and so is a whole second and what `addingTimeInterval`
  /// makes of one: they come back equal when they are stored to the millisecond. `Date(timeIntervalSince1970:)` of a
  /// fraction rounds twice, and may be a tenth of a microsecond beside it.
  package init(millisecondsSince1970 milliseconds: Double) {
    let offset = Date.timeIntervalBetween1970AndReferenceDate * 1000
    self.init(timeIntervalSinceReferenceDate: (milliseconds - offset) / 1000)
  }
}
