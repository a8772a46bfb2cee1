public import Foundation

extension Date {
  /// Creates a date from a Julian day, as SQLite's `julianday` returns it, to the millisecond.
  ///
  /// ```swift
  /// Date(julianDay: 2_440_587.5)  // 1970-01-01 00:00:00
  /// ```
  ///
  /// - Parameter julianDay: The number of days since noon in Greenwich on November 24, 4714 B.C.
  /// - Returns: `nil` for a number that SQLite does not accept: a negative one, one after the year
  ///   9999, or NaN.
  ///
  /// https://www.sqlite.org/lang_datefunc.html
  public init?(julianDay: Double) {
    guard (0..<5_373_484.5).contains(julianDay) else { return nil }
    let milliseconds = (julianDay * 86_400_000).rounded()
    self.init(millisecondsSince1970: milliseconds - 210_866_760_000_000)
  }
}
