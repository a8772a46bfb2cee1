/// A span of time as `interval` stores it: months, days and microseconds, kept separately.
///
/// Months vary in their number of days, and days in their number of hours.
///
/// https://www.postgresql.org/docs/current/datatype-datetime.html#DATATYPE-INTERVAL-INPUT
public struct PostgresInterval: Sendable, Hashable {
  /// Years, as twelve each, and months.
  public var months: Int32
  /// Weeks, as seven each, and days.
  public var days: Int32
  /// Hours, minutes and seconds.
  public var microseconds: Int64

  /// Creates an interval.
  public init(months: Int32 = 0, days: Int32 = 0, microseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.microseconds = microseconds
  }
}

extension PostgresInterval: CustomStringConvertible {
  /// Text such as `14 mons 3 days -00:00:01.500000`, which the server can parse.
  public var description: String {
    let sign = microseconds < 0 ? "-" : ""
    let seconds = microseconds.magnitude / 1_000_000
    let fraction = Int64(microseconds.magnitude % 1_000_000)
    let (hours, minutes) = (Int64(seconds / 3_600), Int64(seconds / 60 % 60))
    return "\(months) mons \(days) days \(sign)\(hours.padded(2)):\(minutes.padded(2)):"
      + "\(Int64(seconds % 60).padded(2)).\(fraction.padded(6))"
  }
}
