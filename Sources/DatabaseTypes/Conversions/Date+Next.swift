public import Foundation

extension Date {
  /// The next later date: a calendar shows the same day for it.
  ///
  /// `Date.distantFuture` and `Date.distantPast` stand for PostgreSQL's infinities. The server also
  /// has finite moments at the same times: the beginning of the year 4001, and that of December
  /// 30th of 1 BC. So the dates that follow the two stand for these finite moments, wherever a date
  /// is read, bound, or written as text.
  @inlinable package var next: Date {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.nextUp)
  }
}
