import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries

/// What `livesql watch` shows on a terminal: the statement, what happened last, the result with its marks.
struct WatchScreen: Sendable {
  /// The statement, on one line.
  let sql: String
  /// The names of the columns.
  var columns: [String] = []
  /// The rows, with marks on those of the last difference, removed ones included.
  var rows: [TablePrinter.MarkedRow] = []
  /// The commits since the watch began.
  var commits = 0
  /// The differences that were shown.
  var differences = 0
  /// What made the watch look last.
  var origin: WatchReport.Origin = .initial
  /// How long it took from the news of the commit to the difference.
  var duration: Duration = .zero
  /// What the query has done so far, where that is shown.
  var statistics: LiveQueryStatistics?

  /// Why there is no result at present.
  var problem: String?
  /// Whether keys are read.
  var hasKeys = false
  /// What part is shown, as keys say.
  var view = WatchView()

  /// The lines that fit a terminal.
  func lines(size: TerminalSize) -> [Line] {
    let head = head
    let table = TablePrinter(columns: columns, width: size.columns - 1)
    let bottom = bottom.map { [$0] } ?? []
    guard rows.count > room(size) else {
      return head + table.lines(selected(rows.indices), hasMarks: true) + [footer] + bottom
    }
    let range = visibleRange(size: size)
    var lines = head + table.lines(selected(range), hasMarks: true)
    lines.insert(hidden(range.lowerBound, "above"), at: head.count + 2)
    return lines + [hidden(rows.count - range.upperBound, "below")] + bottom
  }

  /// The rows that a terminal shows.
  func visibleRange(size: TerminalSize) -> Range<Int> {
    let room = room(size)
    return rows.count > room ? visibleRange(height: max(1, room - 2)) : rows.indices
  }

  /// The rows to show where not all fit: those that keys chose, or those around the first one with a mark.
  func visibleRange(height: Int) -> Range<Int> {
    let marked = rows.firstIndex { $0.mark != nil } ?? 0
    let start = max(0, min(view.top ?? marked - height / 3, rows.count - height))
    return start..<min(rows.count, start + height)
  }

  private var head: [Line] {
    [Line(sql.split(whereSeparator: \.isNewline).joined(separator: " "), .heading), status]
      + (statistics.map { [Self.line($0)] } ?? [])
      + (problem.map { [Line($0, .failure)] } ?? []) + [""]
  }

  /// How many rows fit: besides the head, the table's own head with its rule and its note, and the line of the cursor.
  private func room(_ size: TerminalSize) -> Int {
    size.rows - head.count - 4 - (bottom == nil ? 0 : 1)
  }

  /// The rows of a range, the one that was found with a style of its own.
  private func selected(_ range: Range<Int>) -> [TablePrinter.MarkedRow] {
    range.map { index in
      var row = rows[index]
      row.isSelected = index == view.found
      return row
    }
  }

  /// The last line, where keys are read: what is typed, what to tell, or what keys there are.
  private var bottom: Line? {
    guard hasKeys else { return nil }
    if let typed = view.typed { return Line("/\(typed)") }
    if let message = view.message { return Line(message, .warning) }
    return Line("q quits · arrows, pages, home, end · / searches, n next · f follows", .secondary)
  }

  /// What happened, on one line.
  ///
  /// `12 commits, 9 differences · woken by another process · 3.2 ms · +1 ~2 -0`
  private var status: Line {
    var line = Line(
      "\(counted(commits, "commit")), \(counted(differences, "difference"))",
      .secondary
    )
    line.append(" · \(origin.explanation) · \(describe(duration))", .secondary)
    for mark in [RowMark.inserted, .updated, .removed] {
      let count = rows.count { $0.mark == mark }
      if count > 0 { line.append(" \(mark.sign)\(count)", mark.style) }
    }
    return line
  }

  /// How the result is kept, on one line.
  ///
  /// `run again: SQL text is not analysed · 9 updates, 0 patched, 10 run, 40 rows stepped · 4.1 ms`
  private static func line(_ statistics: LiveQueryStatistics) -> Line {
    let counts =
      "\(counted(statistics.updateCount, "update")), \(grouped(statistics.patchCount)) patched, "
      + "\(grouped(statistics.runCount)) run, \(counted(statistics.steppedRowCount, "row")) stepped"
    let plan = statistics.plan.map(String.init(describing:)) ?? "not read yet"
    return Line("\(plan) · \(counts) · \(describe(statistics.duration))", .secondary)
  }

  private var footer: Line {
    Line("(\(counted(rows.count { $0.mark != .removed }, "row")))", .secondary)
  }

  private func hidden(_ count: Int, _ place: String) -> Line {
    Line(count > 0 ? "  … \(counted(count, "row")) \(place)" : "", .secondary)
  }
}

extension WatchReport.Origin {
  /// What woke the watch, for people.
  var explanation: String {
    switch self {
    case .initial: "first result"
    case .thisProcess: "woken by this process"
    case .otherProcess: "woken by another process"
    }
  }
}

/// A count with its noun: `1 row`, `2 rows`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}
