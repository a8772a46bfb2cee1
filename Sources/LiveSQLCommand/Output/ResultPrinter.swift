import DatabaseTypes

/// How a result is written.
enum ResultFormat: String, CaseIterable, Sendable {
  case table, json, csv, markdown
}

extension ResultFormat {
  /// The option that chooses the format.
  static let option = Option<ResultFormat>(
    choice: "format",
    help: "How rows are written; a table unless given."
  )

  /// The printer of the format for a result.
  ///
  /// - Parameter width: The widest line that a table may have; `nil` where there is no limit.
  func printer(columns: [String], width: Int?, palette: Palette) -> any ResultPrinter {
    switch self {
    case .table: TableResultPrinter(columns: columns, width: width, palette: palette)
    case .json: JSONResultPrinter(columns: columns)
    case .csv: CSVResultPrinter(columns: columns)
    case .markdown: MarkdownResultPrinter(columns: columns)
    }
  }
}

/// Writes a result row by row.
///
/// JSON and CSV are written as the rows come. A table and Markdown need all rows first, for the widths of the
/// columns and for which of them are numbers.
protocol ResultPrinter {
  /// Adds what stands before the rows.
  mutating func begin(to text: inout String)
  /// Adds a row.
  mutating func add(_ values: [DatabaseValue], to text: inout String)
  /// Adds what stands after the rows.
  mutating func end(to text: inout String)
}

/// A table, and below it the number of rows.
struct TableResultPrinter: ResultPrinter {
  private let table: TablePrinter
  private let palette: Palette
  private var rows: [[DatabaseValue]] = []

  init(columns: [String], width: Int?, palette: Palette) {
    table = TablePrinter(columns: columns, width: width)
    self.palette = palette
  }

  mutating func begin(to text: inout String) {}

  mutating func add(_ values: [DatabaseValue], to text: inout String) { rows.append(values) }

  mutating func end(to text: inout String) {
    let count = Line("(\(rows.count) \(rows.count == 1 ? "row" : "rows"))", .secondary)
    for line in table.lines(rows) + [count] { text += palette.render(line) + "\n" }
  }
}

/// An array of objects, one row a line.
struct JSONResultPrinter: ResultPrinter {
  private let names: [String]
  private var isFirst = true

  init(columns: [String]) { names = uniqueNames(columns) }

  mutating func begin(to text: inout String) { text += "[" }

  mutating func add(_ values: [DatabaseValue], to text: inout String) {
    text += isFirst ? "\n" : ",\n"
    isFirst = false
    JSON(names: names, values: values).write(to: &text)
  }

  mutating func end(to text: inout String) { text += isFirst ? "]\n" : "\n]\n" }
}
