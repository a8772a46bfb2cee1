import DatabaseTypes

/// Writes a result as its rows come, in pieces large enough to be cheap.
struct ResultStream {
  private var printer: any ResultPrinter
  private let output: Output
  private var text = ""

  private static let pieceSize = 1 << 16

  /// Starts a result.
  init(columns: [String], format: ResultFormat, output: Output) {
    self.output = output
    let width = output.destination.terminalSize?.columns
    printer = format.printer(columns: columns, width: width, palette: output.palette)
    printer.begin(to: &text)
  }

  /// Writes a row.
  mutating func add(_ values: [DatabaseValue]) throws(OutputFailure) {
    printer.add(values, to: &text)
    if text.utf8.count >= Self.pieceSize { try flush() }
  }

  /// Ends the result; without this, its last rows are not written.
  mutating func end() throws(OutputFailure) {
    printer.end(to: &text)
    try flush()
  }

  private mutating func flush() throws(OutputFailure) {
    try output.write(text)
    text.removeAll(keepingCapacity: true)
  }
}
