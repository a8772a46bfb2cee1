import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries
import Terminal

/// A printer of a live query's results: as a frame on a terminal, or else as lines of JSON.
actor WatchPrinter {
  private let output: Output
  /// Standard error, for notices where the output is no terminal.
  private let notes: Output
  /// A function that returns the statistics of the query.
  typealias Statistics = @Sendable () -> LiveQueryStatistics?

  private let statistics: Statistics?
  private var screen: WatchScreen
  private var frame = ScreenFrame()
  /// Whether there is a result; before the first one, there is nothing to redraw.
  private var hasResult = false

  /// Creates a printer.
  ///
  /// - Parameter statistics: Returns the statistics to show; none if it is `nil`.
  init(
    sql: String,
    statistics: Statistics? = nil,
    output: Output,
    notes: Output
  ) {
    (self.output, self.notes) = (output, notes)
    self.statistics = statistics
    screen = WatchScreen(sql: sql)
  }

  /// Shows a result.
  ///
  /// - Parameter areJSON: Whether the texts of each column already are JSON; none by default.
  func show(_ update: LiveQueryUpdate, areJSON: [Bool] = []) throws {
    guard let size = terminalSize else {
      let report = WatchReport(update, statistics: statistics?())
      return try output.write(report.json(areJSON: areJSON).text + "\n")
    }
    let top = shownTopRow(size)
    screen.receive(update)
    screen.keep(top)
    screen.statistics = statistics?()
    screen.problem = nil
    hasResult = true
    try draw(size)
  }

  /// Rings the terminal's bell.
  func ring() throws {
    if terminalSize != nil { try output.write("\u{7}") }
  }

  /// Shows why there is no result at present, above the last one, if the output is a terminal.
  ///
  /// - Returns: Whether it is shown.
  func show(problem: String) throws -> Bool {
    guard hasResult, let size = terminalSize else { return false }
    screen.problem = problem
    try draw(size)
    return true
  }

  /// Shows what delays the next result: above the last one, or else on standard error.
  func show(notice: String) throws {
    if try !show(problem: notice) { try notes.write("\(programName): \(notice)\n") }
  }

  /// Enables keys, and their description.
  func readKeys() { screen.hasKeys = true }

  /// Handles a key.
  func take(_ key: Key) throws -> WatchView.Action {
    guard let size = terminalSize else { return .none }
    let visible = screen.visibleRange(size: size)
    let action = screen.view.take(key, visible: visible, count: screen.rows.count)
    if case .find(let pattern, let row, let isForward) = action {
      let found = screen.row(with: pattern, from: row, isForward: isForward)
      screen.view.show(found: found, visible: visible, count: screen.rows.count)
    }
    if action != .none, action != .quit, hasResult { try draw(size) }
    return action
  }

  /// Returns the row at the top, if keys selected it.
  private func shownTopRow(_ size: TerminalSize) -> TablePrinter.MarkedRow? {
    let first = screen.visibleRange(size: size).first
    return screen.view.top == nil ? nil : first.map { screen.rows[$0] }
  }

  /// Redraws the last result, for a terminal of another size.
  func redraw() throws {
    guard hasResult, let size = terminalSize else { return }
    try draw(size)
  }

  /// Ends drawing, and leaves the last frame on the screen.
  func end() throws { try output.write(frame.end()) }

  private var terminalSize: TerminalSize? {
    output.isJSON ? nil : output.destination.terminalSize
  }

  private func draw(_ size: TerminalSize) throws {
    let lines = screen.lines(size: size)
    try output.write(frame.redraw(lines, size: size, palette: output.palette))
  }
}

extension WatchScreen {
  /// Records a result, with marks on the differences.
  mutating func receive(_ update: LiveQueryUpdate) {
    let isInitial = update.cause == .initial
    columns = update.layout.columnNames
    commits = update.number
    differences += isInitial ? 0 : 1
    origin = update.cause
    duration = isInitial ? update.readDuration : ContinuousClock.now - update.noticed
    rows =
      isInitial
      ? update.rows.map { .init(values: $0.values) }
      : markedRows(update.rows, update.difference)
  }
}

extension WatchScreen {
  /// Keeps a row at the top that may have moved.
  mutating func keep(_ row: TablePrinter.MarkedRow?) {
    view.found = nil
    guard let top = view.top, let row else { return }
    let matches = rows.indices.filter { rows[$0].values == row.values }
    view.top = matches.min { abs($0 - top) < abs($1 - top) } ?? min(top, max(0, rows.count - 1))
  }

  /// Returns the next row that contains a text, ignoring case; the search wraps around.
  func row(with pattern: String, from row: Int, isForward: Bool) -> Int? {
    guard !rows.isEmpty else { return nil }
    let count = rows.count
    let pattern = pattern.lowercased()
    let start = (row % count + count) % count
    return (0..<count).lazy.map { (start + (isForward ? $0 : count - $0)) % count }
      .first { index in
        rows[index].values.contains { CellText($0).text.lowercased().contains(pattern) }
      }
  }
}
