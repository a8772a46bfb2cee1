import DatabaseTypes
import PostgreSQL
import PostgreSQLTools

extension PostgresValue {
  /// The value of a cell: numbers and bytes unchanged, everything else as the text that the
  /// server would print.
  var cellValue: DatabaseValue {
    // The shortest number that is this one, which a double of it is not.
    if case .float(let value) = self { return .real(Double("\(value)") ?? Double(value)) }
    if case .interval(let value) = self { return .text(value.serverText) }
    return shownValue
  }
}

extension PostgresInterval {
  /// The interval as the server prints it: `1 year 2 mons -3 days +04:05:06`.
  ///
  /// https://www.postgresql.org/docs/current/datatype-datetime.html#DATATYPE-INTERVAL-OUTPUT
  var serverText: String {
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
}

extension PostgresConnection {
  /// The cells of the rows of a piece of SQL.
  func cells(_ piece: PostgresPiece) throws -> [[WireCell]] {
    try execute(piece.sql, piece.values).values().map { row in
      row.map { WireCell($0.cellValue) }
    }
  }

  /// The number that a piece of SQL returns.
  func count(_ piece: PostgresPiece) throws -> Int {
    try execute(piece.sql, piece.values).first { row in try row.decode(Int.self, at: 0) } ?? 0
  }
}
