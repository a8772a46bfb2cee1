import DatabaseTypes
import Terminal

/// A stream of result rows to the output, in chunks that are large enough to be cheap.
///
/// If rows arrive slowly, the pending ones are written when another one arrives after a while.
struct ResultStream {
  /// Whether there are more rows than were requested.
  var hasMore = false
  private var printer: any ResultPrinter
  private let output: Output
  private let format: ResultFormat
  private let longestDelay: Duration
  private var text = ""
  private var lastTime = ContinuousClock.now

  private static let pieceSize = 1 << 16

  /// Starts a result.
  ///
  /// - Parameters:
  ///   - longestDelay: The longest time for which rows are held back while others arrive.
  ///   - areJSON: Whether the texts of each column already are JSON; none by default.
  init(
    columns: [String],
    format: ResultFormat,
    output: Output,
    longestDelay: Duration = .seconds(1),
    areJSON: [Bool] = []
  ) {
    (self.output, self.format) = (output, format)
    self.longestDelay = longestDelay
    let width = output.destination.terminalSize?.columns
    printer = format.printer(
      columns: columns,
      width: width,
      palette: output.palette,
      areJSON: areJSON
    )
    printer.begin(to: &text)
  }

  /// Writes a row.
  mutating func add(_ values: [DatabaseValue]) throws(OutputFailure) {
    printer.add(values, to: &text)
    if text.utf8.count >= Self.pieceSize {
      try flush()
    } else if ContinuousClock.now - lastTime >= longestDelay {
      printer.flush(to: &text)
      try flush()
    }
  }

  /// Ends the result; without this call, its last rows are not written.
  mutating func end() throws(OutputFailure) {
    printer.end(hasMore: hasMore, to: &text)
    try flush()
  }

  private mutating func flush() throws(OutputFailure) {
    switch format {
    // Their lines may have colours, and have no other control characters.
    case .table, .lines: try output.write(text)
    case .csv, .markdown: try output.writeContent(text)
    case .json, .jsonl: try output.writeContent(text, isJSON: true)
    }
    text.removeAll(keepingCapacity: true)
    lastTime = .now
  }
}
