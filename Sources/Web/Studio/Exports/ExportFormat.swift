import DatabaseTypes
import WebServer

/// The format in which rows are written to a file.
enum ExportFormat: String, Decodable, Sendable {
  /// Comma-separated values, by https://www.rfc-editor.org/rfc/rfc4180.
  case csv
  /// An array of objects, one a line.
  case json

  var contentType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .json: "application/json"
    }
  }
}

/// A writer of rows as text, which is called row by row.
///
/// In CSV, NULL is an empty field, an empty text is `""`, and a blob is an SQL literal, `x'0aff'`,
/// as the command line writes them. In JSON a blob is a string of its hexadecimal digits. Text that
/// is no UTF-8 is written as a blob is.
struct ExportWriter: Sendable {
  let format: ExportFormat
  /// Whether texts that a spreadsheet would run as formulas get a `'` as prefix.
  let isSafe: Bool
  /// The names of the columns as they are written.
  private let names: [String]
  private var isFirst = true

  init(_ format: ExportFormat, isSafe: Bool, columns: [String]) {
    self.format = format
    self.isSafe = isSafe
    switch format {
    case .csv: names = columns.map { Self.field($0) }
    // Of two members of one name a reader keeps one.
    case .json: names = Self.distinct(columns).map { JSONText.string($0) }
    }
  }

  /// Appends the text before the rows.
  func begin(_ text: inout String) {
    switch format {
    case .csv: text += names.joined(separator: ",") + "\r\n"
    case .json: text += "["
    }
  }

  mutating func add(_ values: [WireCell], to text: inout String) {
    switch format {
    case .csv: text += values.map(field).joined(separator: ",") + "\r\n"
    case .json:
      text += isFirst ? "\n{" : ",\n{"
      text += zip(names, values).map { "\($0):\(Self.json($1))" }.joined(separator: ",") + "}"
    }
    isFirst = false
  }

  /// Appends the text after the rows.
  func end(_ text: inout String) {
    if format == .json { text += isFirst ? "]\n" : "\n]\n" }
  }

  private static func distinct(_ names: [String]) -> [String] {
    var known: Set<String> = []
    return names.map { name in
      var (distinct, number) = (name, 1)
      while !known.insert(distinct).inserted {
        distinct = "\(name):\(number)"
        number += 1
      }
      return distinct
    }
  }
}

extension ExportWriter {
  private func field(_ value: WireCell) -> String {
    switch value.value {
    case .null: ""
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isInfinite ? (real < 0 ? "-Inf" : "Inf") : "\(real)"
    case .text(let text): Self.field(isSafe ? Self.harmless(text) : text)
    case .blob(let bytes): "x'\(Self.hex(bytes))'"
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// The hexadecimal digits of a blob, which may be long.
  private static func hex(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text, with a prefix if a spreadsheet would run it as a formula.
  private static func harmless(_ text: String) -> String {
    guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return text }
    return "'" + text
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
    // Readers drop spaces at the ends of a field without quotes.
    let hasBlanks = text.utf8.first == 0x20 || text.utf8.last == 0x20
    guard needsQuotes || hasBlanks || text.isEmpty else { return text }
    return text.quoted(by: "\"")
  }

  private static func json(_ value: WireCell) -> String {
    switch value.value {
    case .null: "null"
    case .integer(let integer): "\(integer)"
    // JSON has no infinity, and readers take a number that is too large for it.
    case .real(let real): real.isInfinite ? (real < 0 ? "-9e999" : "9e999") : "\(real)"
    case .text(let text): JSONText.string(text)
    case .blob(let bytes): "\"\(Self.hex(bytes))\""
    }
  }
}
