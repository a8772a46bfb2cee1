import DatabaseTypes
import SQLiteTools
import Terminal

/// A format in which a result is printed.
enum ResultFormat: String, CaseIterable, Sendable {
  case table, lines, json, jsonl, csv, markdown
}

extension ResultFormat {
  /// The option that selects the format.
  static let option = Option<ResultFormat>(
    choice: "format",
    help: "The output format; a table by default."
  )

  /// Returns the format's printer for a result.
  ///
  /// - Parameters:
  ///   - width: The largest width of a table; `nil` if there is no limit.
  ///   - areJSON: Whether the texts of each column already are JSON.
  func printer(columns: [String], width: Int?, palette: Palette, areJSON: [Bool])
    -> any ResultPrinter
  {
    switch self {
    case .table: TableResultPrinter(columns: columns, width: width, palette: palette)
    case .lines: LinesResultPrinter(columns: columns, palette: palette)
    case .json: JSONResultPrinter(columns: columns, areJSON: areJSON)
    case .jsonl: JSONLinesResultPrinter(columns: columns, areJSON: areJSON)
    case .csv: CSVResultPrinter(columns: columns)
    case .markdown: MarkdownResultPrinter(columns: columns)
    }
  }
}

/// A printer of a result, row by row.
///
/// JSON, CSV and lines are printed as the rows arrive. A table and Markdown look at the first rows
/// for the column widths and for numeric columns; after that they are printed as the rows arrive,
/// so that a result may be endless.
protocol ResultPrinter {
  /// Appends the text before the rows.
  mutating func begin(to text: inout String)
  /// Appends a row.
  mutating func add(_ values: [DatabaseValue], to text: inout String)
  /// Appends the rows that have been held back, since somebody is waiting for them.
  mutating func flush(to text: inout String)
  /// Appends the text after the rows.
  ///
  /// - Parameter hasMore: Whether there are more rows than were requested.
  mutating func end(hasMore: Bool, to text: inout String)
}

extension ResultPrinter {
  mutating func flush(to text: inout String) {}
}

/// The number of rows that a table looks at before it is printed.
let sampledRowCount = 1000

/// A printer of a table, with the number of rows below it.
struct TableResultPrinter: ResultPrinter {
  private let columns: [String]
  private let width: Int?
  private let palette: Palette
  private var rows: [[DatabaseValue]] = []
  private var rowCount = 0
  /// The grid, once the first rows have been printed.
  private var grid: TableGrid?

  init(columns: [String], width: Int?, palette: Palette) {
    self.columns = columns
    self.width = width
    self.palette = palette
  }

  mutating func begin(to text: inout String) {}

  mutating func add(_ values: [DatabaseValue], to text: inout String) {
    rowCount += 1
    if let grid {
      text += palette.render(grid.line(ofLater: values)) + "\n"
      return
    }
    rows.append(values)
    if rows.count == sampledRowCount { flush(to: &text) }
  }

  mutating func flush(to text: inout String) {
    guard grid == nil, !columns.isEmpty else { return }
    let grid = TableGrid(columns: columns, rows: rows.map { .init(values: $0) }, width: width)
    for line in [grid.head, grid.rule] + rows.indices.map({ grid.line(of: $0) }) {
      text += palette.render(line) + "\n"
    }
    rows = []
    self.grid = grid
  }

  mutating func end(hasMore: Bool, to text: inout String) {
    flush(to: &text)
    let more = hasMore ? "; there are more" : ""
    let count = Line("(\(counted(rowCount, "row"))\(more))", .secondary)
    for line in (grid?.note ?? []) + [count] { text += palette.render(line) + "\n" }
  }
}

/// A printer of one value per line, after its column's name, with an empty line between rows.
struct LinesResultPrinter: ResultPrinter {
  private let names: [String]
  private let palette: Palette
  private var isFirst = true

  init(columns: [String], palette: Palette) {
    let shown = columns.map(showingControls)
    let longest = shown.map { displayWidth($0) }.max() ?? 0
    names = shown.map { String(repeating: " ", count: longest - displayWidth($0)) + $0 }
    self.palette = palette
  }

  mutating func begin(to text: inout String) {}

  mutating func add(_ values: [DatabaseValue], to text: inout String) {
    if !isFirst { text += "\n" }
    isFirst = false
    for (name, value) in zip(names, values) {
      let cell = CellText(value)
      var line = Line(name, .heading)
      line.append(" = ", .secondary)
      line.append(cell.text, cell.style)
      text += palette.render(line) + "\n"
    }
  }

  mutating func end(hasMore: Bool, to text: inout String) {}
}

/// A printer of an array of objects, with one row per line.
struct JSONResultPrinter: ResultPrinter {
  private let writer: JSONRowWriter
  private var isFirst = true

  init(columns: [String], areJSON: [Bool] = []) {
    writer = JSONRowWriter(columns: columns, areJSON: areJSON)
  }

  mutating func begin(to text: inout String) { text += "[" }

  mutating func add(_ values: [DatabaseValue], to text: inout String) {
    text += isFirst ? "\n" : ",\n"
    isFirst = false
    writer.append(values, to: &text)
  }

  mutating func end(hasMore: Bool, to text: inout String) { text += isFirst ? "]\n" : "\n]\n" }
}

/// A printer of one object per line. https://jsonlines.org
struct JSONLinesResultPrinter: ResultPrinter {
  private let writer: JSONRowWriter

  init(columns: [String], areJSON: [Bool] = []) {
    writer = JSONRowWriter(columns: columns, areJSON: areJSON)
  }

  mutating func begin(to text: inout String) {}

  mutating func add(_ values: [DatabaseValue], to text: inout String) {
    writer.append(values, to: &text)
    text += "\n"
  }

  mutating func end(hasMore: Bool, to text: inout String) {}
}
