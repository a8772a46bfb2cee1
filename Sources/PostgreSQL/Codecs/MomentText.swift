// Dates and times as the server writes them where `DateStyle` is ISO and `IntervalStyle` is postgres.

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
    guard let match = text.wholeMatch(of: /(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?/),
      let hours = Int64(match.1), let minutes = Int64(match.2), let seconds = Int64(match.3)
    else { return nil }
    let digits = match.4 ?? ""
    let fraction = Int64(digits + String(repeating: "0", count: 6 - digits.count)) ?? 0
    let (micros, overflows) = (hours * 3_600 + minutes * 60 + seconds)
      .multipliedReportingOverflow(by: 1_000_000)
    guard !overflows else { return nil }
    self.init(microseconds: micros + fraction)
  }
}

extension PostgresTimestamp {
  /// Reads a timestamp, with `+00` after it where it is one with a zone: the session's zone is UTC.
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
      self.init(microseconds: whole + time.microseconds)
    }
  }
}

extension PostgresInterval {
  /// Reads `1 year 2 mons -3 days -04:05:06.5`.
  init?(serverText text: String) {
    self.init()
    var words = text.split(separator: " ")[...]
    while let word = words.popFirst() {
      if word.contains(":") {
        let isNegative = word.hasPrefix("-")
        guard let time = PostgresTime(serverText: word.drop { $0 == "-" || $0 == "+" }) else {
          return nil
        }
        microseconds = isNegative ? -time.microseconds : time.microseconds
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
