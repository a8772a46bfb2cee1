import DatabaseTypes
import Terminal

/// A printer of tables in GitHub Flavored Markdown.
///
/// https://github.github.com/gfm/#tables-extension-
///
/// Text is escaped so that it is shown unchanged; a line break is `<br>`, and NULL is in italics.
struct MarkdownResultPrinter: ResultPrinter {
  private let columns: [String]
  private var rows: [[DatabaseValue]] = []
  private var hasHead = false

  init(columns: [String]) { self.columns = columns }

  mutating func begin(to text: inout String) {}

  mutating func add(_ values: [DatabaseValue], to text: inout String) {
    if hasHead { return writeLine(values.map(Self.cell), to: &text) }
    rows.append(values)
    if rows.count == sampledRowCount { flush(to: &text) }
  }

  mutating func flush(to text: inout String) {
    guard !hasHead, !columns.isEmpty else { return }
    hasHead = true
    writeLine(columns.map(escapedForMarkdown), to: &text)
    writeLine(columns.indices.map { isNumeric($0) ? "---:" : "---" }, to: &text)
    for row in rows { writeLine(row.map(Self.cell), to: &text) }
    rows = []
  }

  mutating func end(hasMore: Bool, to text: inout String) { flush(to: &text) }

  private func writeLine(_ cells: [String], to text: inout String) {
    text += "| " + cells.joined(separator: " | ") + " |\n"
  }

  private func isNumeric(_ column: Int) -> Bool {
    let values = rows.map { $0[column] }.filter { !$0.isNull }
    return !values.isEmpty && values.allSatisfy(\.isNumber)
  }

  private static func cell(_ value: DatabaseValue) -> String {
    switch value {
    case .null: "*NULL*"
    case .text(let text): escapedForMarkdown(text)
    case .integer, .real, .blob: CellText(value).text
    }
  }
}

/// Escapes a text so that Markdown shows it unchanged, also inside a table.
func escapedForMarkdown(_ text: String) -> String {
  var escaped = ""
  // By scalars: a sign with a combining accent is one `Character`, but still a sign to Markdown.
  var rest = text.unicodeScalars.map(Character.init)[...]
  var previous: Character = " "
  // Text without signs, as a whole: what is invisible has its use between its neighbours.
  var plain = ""
  while let character = rest.popFirst() {
    let next = rest.first ?? " "
    let sign: String? =
      switch character {
      case "\r" where next == "\n": ""
      case "\n", "\r": "<br>"
      case "\\", "|", "`", "*", "<", "[", "~": "\\\(character)"
      // Inside a word, an underscore has no meaning.
      case "_" where !(isWord(previous) && isWord(next)): "\\_"
      // The start of an entity such as `&amp;`.
      case "&" where next == "#" || next.isLetter: "\\&"
      default: nil
      }
    if let sign {
      escaped += showingControls(in: plain) + sign
      plain = ""
    } else {
      plain.append(character)
    }
    previous = character
  }
  return escaped + showingControls(in: plain)
}

private func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
