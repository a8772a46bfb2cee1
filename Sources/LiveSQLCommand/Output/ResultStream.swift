import DatabaseTypes

/// Writes a result as its rows come, in pieces large enough to be cheap.
///
/// Where rows come slowly, those that are there are written when another one comes after a while.
struct ResultStream {
  /// Whether there are more rows than were asked for.
  var hasMore = false
  private var printer: any ResultPrinter
  private let output: Output
  private let patience: Duration
  private var text = ""
  private var lastTime = ContinuousClock.now

  private static let pieceSize = 1 << 16

  /// Starts a result.
  ///
  /// - Parameters:
  ///   - patience: How long rows may be held back while others come.
  ///   - areJSON: Of which columns the texts are JSON already; of none unless given.
  init(
    columns: [String],
    format: ResultFormat,
    output: Output,
    patience: Duration = .seconds(1),
    areJSON: [Bool] = []
  ) {
    self.output = output
    self.patience = patience
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
    } else if ContinuousClock.now - lastTime >= patience {
      printer.flush(to: &text)
      try flush()
    }
  }

  /// Ends the result; without this, its last rows are not written.
  mutating func end() throws(OutputFailure) {
    printer.end(hasMore: hasMore, to: &text)
    try flush()
  }

  private mutating func flush() throws(OutputFailure) {
    try output.write(text)
    text.removeAll(keepingCapacity: true)
    lastTime = .now
  }
}
