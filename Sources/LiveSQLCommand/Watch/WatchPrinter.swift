import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries

/// Shows the results of a live query: as a frame on a terminal, else as lines of JSON.
actor WatchPrinter {
  private let output: Output
  /// Asks what the query has done so far.
  typealias Statistics = @Sendable () -> LiveQueryStatistics?

  private let statistics: Statistics?
  private var screen: WatchScreen
  private var frame = ScreenFrame()
  /// Whether there is a result; before, there is nothing to redraw.
  private var hasResult = false

  /// Makes a printer.
  ///
  /// - Parameter statistics: What to tell of the query; nothing where it is `nil`.
  init(
    sql: String,
    statistics: Statistics? = nil,
    output: Output
  ) {
    self.output = output
    self.statistics = statistics
    screen = WatchScreen(sql: sql)
  }

  /// Shows a result.
  func show(_ update: LiveQueryUpdate) throws {
    guard let size = terminalSize else {
      var report = WatchReport(update)
      report.statistics = statistics?()
      let json = report.json(names: uniqueNames(update.layout.columnNames))
      return try output.write(json.text + "\n")
    }
    screen.receive(update)
    screen.statistics = statistics?()
    hasResult = true
    try draw(size)
  }

  /// Draws the last result again, for a terminal of another size.
  func redraw() throws {
    guard hasResult, let size = terminalSize else { return }
    try draw(size)
  }

  /// Leaves the last frame on the screen.
  func end() throws { try output.write(frame.end()) }

  private var terminalSize: TerminalSize? {
    output.isJSON ? nil : output.destination.terminalSize
  }

  private func draw(_ size: TerminalSize) throws {
    let lines = screen.lines(size: size)
    try output.write(frame.redraw(lines, size: size, palette: output.palette))
  }
}

extension WatchReport {
  /// What an update of a live query tells.
  init(_ update: LiveQueryUpdate) {
    let difference = update.difference
    self.init(
      commit: update.number,
      origin: Origin(update.cause),
      inserted: difference.inserted.map(\.element),
      updated: difference.updated.map(\.newElement),
      removed: difference.removed.map(\.element)
    )
  }
}

extension WatchScreen {
  /// Takes over a result, with marks on what differs.
  mutating func receive(_ update: LiveQueryUpdate) {
    let isInitial = update.cause == .initial
    columns = update.layout.columnNames
    commits = update.number
    differences += isInitial ? 0 : 1
    origin = WatchReport.Origin(update.cause)
    duration = isInitial ? update.readDuration : ContinuousClock.now - update.noticed
    rows =
      isInitial
      ? update.rows.map { .init(values: $0.values) }
      : markedRows(update.rows, update.difference)
  }
}

extension WatchReport.Origin {
  /// The origin of an update.
  init(_ cause: LiveQueryUpdate.Cause) {
    switch cause {
    case .initial: self = .initial
    case .thisProcess: self = .thisProcess
    case .otherProcess: self = .otherProcess
    }
  }
}
