import DatabaseTypes
import LiveEngine
import LiveQueries
import Terminal

/// A live query that the shell shows above its prompt.
struct LivePane: Sendable {
  /// The number by which it can be ended.
  let number: Int
  /// The query, on one line.
  let sql: String
  private var columns: [String] = []
  private var rows: [TablePrinter.MarkedRow] = []
  private var commits = 0
  private var isLoaded = false

  init(number: Int, sql: String) {
    self.number = number
    self.sql = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Records a result, with marks on the differences.
  mutating func receive(_ update: LiveQueryUpdate) {
    isLoaded = true
    columns = update.layout.columnNames
    commits = update.number
    rows =
      update.cause == .initial
      ? update.rows.map { .init(values: $0.values) }
      : markedRows(update.rows, update.difference)
  }

  /// Returns the lines to show.
  ///
  /// - Parameter height: The largest number of lines; at least 2.
  func lines(height: Int, width: Int) -> [Line] {
    var head = Line("live \(number) ", .success)
    head.append(sql, .heading)
    var lines = [head.truncated(to: width)]
    guard isLoaded else { return lines }
    let room = height - 2
    if room >= 3 {
      let shown = visibleRows(room - 2)
      lines += TablePrinter(columns: columns, width: width).lines(shown, hasMarks: true).prefix(
        room
      )
    }
    return lines + [status.truncated(to: width)]
  }

  /// Returns the rows to show if not all fit: those around the first marked one.
  private func visibleRows(_ height: Int) -> [TablePrinter.MarkedRow] {
    let marked = rows.firstIndex { $0.mark != nil } ?? 0
    let start = max(0, min(marked - height / 3, rows.count - height))
    return Array(rows[start..<min(rows.count, start + height)])
  }

  private var status: Line {
    let count = rows.count { $0.mark != .removed }
    var line = Line("(\(counted(count, "row")) · \(counted(commits, "commit"))", .secondary)
    for mark in [RowMark.inserted, .updated, .removed] {
      let count = rows.count { $0.mark == mark }
      if count > 0 { line.append(" \(mark.sign)\(count)", mark.style) }
    }
    line.append(")", .secondary)
    return line
  }
}

extension [LivePane] {
  /// Returns the lines of all panes, which share the space; if there is little, the first are
  /// omitted.
  func lines(room: Int, width: Int) -> [Line] {
    let shown = suffix(Swift.max(0, room / 3))
    guard !shown.isEmpty else { return [] }
    let height = room / shown.count
    return shown.flatMap { $0.lines(height: height, width: width) }
  }
}
