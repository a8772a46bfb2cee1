import DatabaseTypes

/// A printer of comma-separated values by https://www.rfc-editor.org/rfc/rfc4180.
///
/// It prints a line of names, then a line per row, each terminated by CR LF. NULL is an empty
/// field, and an empty text is `""`. A blob is an SQL literal, `x'0aff'`. Text is not changed,
/// including control characters.
struct CSVResultPrinter: ResultPrinter {
  private let columns: [String]

  init(columns: [String]) { self.columns = columns }

  mutating func begin(to text: inout String) {
    writeLine(columns.map { Self.field($0) }, to: &text)
  }

  mutating func add(_ values: [DatabaseValue], to text: inout String) {
    writeLine(values.map { Self.field(of: $0) }, to: &text)
  }

  mutating func end(hasMore: Bool, to text: inout String) {}

  private func writeLine(_ fields: [String], to text: inout String) {
    text += fields.joined(separator: ",")
    text += "\r\n"
  }

  private static func field(of value: DatabaseValue) -> String {
    switch value {
    case .null: ""
    case .integer(let integer): "\(integer)"
    case .real(let real): realText(real)
    case .text(let text): field(text)
    case .blob: value.sqlLiteral
    }
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
    // Some readers trim spaces at the ends of unquoted fields.
    guard needsQuotes || text.isEmpty || text.first == " " || text.last == " " else { return text }
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }
}
