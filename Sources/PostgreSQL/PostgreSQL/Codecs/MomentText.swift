// Dates and times in the server's text format, with `DateStyle` ISO and `IntervalStyle` postgres.

extension PostgresDate {
  init?(serverText text: String) {
    switch text {
    case "infinity": self = .infinity
    case "-infinity": self = .negativeInfinity
    default:
      guard let match = text.wholeMatch(of: /(\d{4,7})-(\d\d)-(\d\d)( BC)?/),
        let year = Int(match.1), let month = Int(match.2), let day = Int(match.3)
      else { return nil }
      self.init(year: match.4 == nil ? year : 1 - year, month: month, day: day)
    }
  }
}

extension PostgresTime {
  init?(serverText text: Substring) {
    guard let count = Self.microseconds(serverText: text), let count = Int64(exactly: count) else {
      return nil
    }
    self.init(microseconds: count)
  }

  /// The microseconds of a time of day, or of an interval, whose hours may exceed 24.
  fileprivate static func microseconds(serverText text: Substring) -> UInt64? {
    guard let match = text.wholeMatch(of: /(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?/),
      let hours = UInt64(match.1), let minutes = UInt64(match.2), let seconds = UInt64(match.3)
    else { return nil }
    let digits = match.4 ?? ""
    let fraction = UInt64(digits + String(repeating: "0", count: 6 - digits.count)) ?? 0
    let hoursInMicroseconds = hours.multipliedReportingOverflow(by: 3_600_000_000)
    let rest = (minutes * 60 + seconds) * 1_000_000 + fraction
    let all = hoursInMicroseconds.partialValue.addingReportingOverflow(rest)
    return hoursInMicroseconds.overflow || all.overflow ? nil : all.partialValue
  }
}

extension PostgresTimestamp {
  /// Parses a timestamp; one with a time zone ends with `+00`, because the session's zone is UTC.
  init?(serverText text: String) {
    switch text {
    case "infinity": self = .infinity
    case "-infinity": self = .negativeInfinity
    default:
      guard let match = text.wholeMatch(of: /(\S+) ([\d:.]+)(?:\+00)?( BC)?/),
        let date = PostgresDate(serverText: match.1 + String(match.3 ?? "")),
        let time = PostgresTime(serverText: match.2)
      else { return nil }
      let (whole, overflows) = Int64(date.days).multipliedReportingOverflow(by: PostgresTime.perDay)
      guard !overflows else { return nil }
      let (all, isTooMuch) = whole.addingReportingOverflow(time.microseconds)
      guard !isTooMuch else { return nil }
      self.init(microseconds: all)
    }
  }
}

extension PostgresInterval {
  /// Parses text like `1 year 2 mons -3 days -04:05:06.5`.
  init?(serverText text: String) {
    self.init()
    var words = text.split(separator: " ")[...]
    while let word = words.popFirst() {
      if word.contains(":") {
        let clock = word.drop { $0 == "-" || $0 == "+" }
        guard let count = PostgresTime.microseconds(serverText: clock),
          let signed = Int64(magnitude: count, isNegative: word.hasPrefix("-"))
        else { return nil }
        microseconds = signed
        continue
      }
      guard let number = Int32(word), let unit = words.popFirst() else { return nil }
      switch unit {
      case "year", "years": months &+= number &* 12
      case "mon", "mons": months &+= number
      case "day", "days": days = number
      default: return nil
      }
    }
  }
}

extension Int64 {
  /// Creates a number from its magnitude and sign; `nil` if it does not fit.
  fileprivate init?(magnitude: UInt64, isNegative: Bool) {
    guard isNegative, magnitude == Int64.min.magnitude else {
      guard let positive = Int64(exactly: magnitude) else { return nil }
      self = isNegative ? -positive : positive
      return
    }
    self = .min
  }
}
