import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries
import Terminal

/// The screen of `livesql watch`: the statement, the last event, and the marked result.
struct WatchScreen: Sendable {
  /// The statement, on one line.
  let sql: String
  /// The names of the columns.
  var columns: [String] = []
  /// The rows, including removed ones, with marks for the last difference.
  var rows: [TablePrinter.MarkedRow] = []
  /// The number of commits since the watch began.
  var commits = 0
  /// The number of differences shown.
  var differences = 0
  /// The cause of the last result.
  var origin: LiveQueryUpdate.Cause = .initial
  /// The time from noticing the commit to the difference.
  var duration: Duration = .zero
  /// The statistics of the query, if they are shown.
  var statistics: LiveQueryStatistics?

  /// The reason why there is no result at present.
  var problem: String?
  /// Whether keys are read.
  var hasKeys = false
  /// The visible part, as selected by keys.
  var view = WatchView()

  /// Returns the lines that fit on a terminal.
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

  /// Returns the rows that a terminal shows.
  func visibleRange(size: TerminalSize) -> Range<Int> {
    let room = room(size)
    return rows.count > room ? visibleRange(height: max(1, room - 2)) : rows.indices
  }

  /// Returns the rows to show if not all fit: those selected by keys, or around the first mark.
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

  /// Returns the number of rows that fit below the head and the table's own head, rule and note.
  ///
  /// The cursor's line is subtracted as well.
  private func room(_ size: TerminalSize) -> Int {
    size.rows - head.count - 4 - (bottom == nil ? 0 : 1)
  }

  /// Returns the rows of a range, with the found one highlighted.
  private func selected(_ range: Range<Int>) -> [TablePrinter.MarkedRow] {
    range.map { index in
      var row = rows[index]
      row.isSelected = index == view.found
      return row
    }
  }

  /// The last line while keys are read: the typed text, a message, or the available keys.
  private var bottom: Line? {
    guard hasKeys else { return nil }
    if let typed = view.typed { return Line("/\(typed)") }
    if let message = view.message { return Line(message, .warning) }
    return Line("q quits · arrows, pages, home, end · / searches, n next · f follows", .secondary)
  }

  /// The last event, on one line.
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

  /// Returns the plan and the statistics, on one line.
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

extension LiveQueryUpdate.Cause {
  /// The event that woke the watch, for people.
  var explanation: String {
    switch self {
    case .initial: "first result"
    case .thisProcess: "woken by this process"
    case .otherProcess: "woken by another process"
    }
  }
}
