package import PostgreSQL

extension PostgresInterval {
  /// The interval as the server prints it: `1 year 2 mons -3 days +04:05:06`.
  ///
  /// https://www.postgresql.org/docs/current/datatype-datetime.html#DATATYPE-INTERVAL-OUTPUT
  package var serverText: String {
    var (parts, isBefore): ([String], Bool) = ([], false)
    let units = [(months / 12, "year"), (months % 12, "mon"), (days, "day")]
    for (count, unit) in units where count != 0 {
      parts.append("\(isBefore && count > 0 ? "+" : "")\(count) \(unit)\(count == 1 ? "" : "s")")
      isBefore = count < 0
    }
    if parts.isEmpty || microseconds != 0 {
      parts.append((microseconds < 0 ? "-" : isBefore ? "+" : "") + clock)
    }
    return parts.joined(separator: " ")
  }

  private var clock: String {
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let numbers = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    let text = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    guard rest > 0 else { return text }
    var digits = String(String(1_000_000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(text).\(digits)"
  }

  /// Reads the library's own text, such as `14 mons 3 days -00:00:01.500000`.
  init?(description text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 5, let months = Int32(parts[0]), let days = Int32(parts[2]) else {
      return nil
    }
    let numbers = parts[4].split { ":.-".contains($0) }.compactMap { Int64($0) }
    guard numbers.count == 4 else { return nil }
    let sign: Int64 = parts[4].hasPrefix("-") ? -1 : 1
    var microseconds: Int64 = 0
    for (number, unit) in zip(numbers, [3_600_000_000, 60_000_000, 1_000_000, 1] as [Int64]) {
      let (part, isTooLarge) = number.multipliedReportingOverflow(by: sign * unit)
      let (sum, isSumTooLarge) = microseconds.addingReportingOverflow(part)
      if isTooLarge || isSumTooLarge { return nil }
      microseconds = sum
    }
    self.init(months: months, days: days, microseconds: microseconds)
  }
}
