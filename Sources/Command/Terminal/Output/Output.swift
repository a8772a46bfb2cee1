/// The output of a command.
///
/// Lines for people are written with styles, and texts for programs as they are. Which of the two a
/// command writes is decided once.
package struct Output: Sendable {
  /// The destination: standard output, standard error, or a buffer in tests.
  package let destination: any OutputDestination
  /// The palette, with or without colours.
  package let palette: Palette
  /// Whether documents are printed as JSON.
  package var isJSON = false

  /// Creates an output.
  package init(destination: any OutputDestination, palette: Palette, isJSON: Bool = false) {
    self.destination = destination
    self.palette = palette
    self.isJSON = isJSON
  }

  /// Writes text unchanged, at once.
  package func write(_ text: String) throws(OutputFailure) {
    guard !text.isEmpty else { return }
    try destination.write(Array(text.utf8))
  }

  /// Writes a text in a format for programs, such as comma-separated values: unchanged, except
  /// that a terminal gets control characters as escapes.
  package func writeContent(_ text: String, isJSON: Bool = false) throws(OutputFailure) {
    let isTerminal = destination.terminalSize != nil
    try write(isTerminal ? terminalContent(text, isJSON: isJSON) : text)
  }

  /// Writes a text in a format for programs, given in UTF-8.
  package func writeContent(_ bytes: [UInt8], isJSON: Bool = false) throws(OutputFailure) {
    guard destination.terminalSize != nil else { return try destination.write(bytes) }
    try writeContent(String(decoding: bytes, as: UTF8.self), isJSON: isJSON)
  }

  /// Writes lines for people.
  package func write(_ lines: [Line]) throws(OutputFailure) {
    try write(lines.map { palette.render($0) + "\n" }.joined())
  }
}

/// A destination for bytes.
package protocol OutputDestination: Sendable {
  /// The size of the terminal; `nil` if this is not a terminal.
  var terminalSize: TerminalSize? { get }
  /// Writes all bytes before it returns.
  func write(_ bytes: [UInt8]) throws(OutputFailure)
}

/// The reason why nothing can be written.
package enum OutputFailure: Error, Equatable {
  /// The reader has closed the other end of the pipe.
  case closed
  /// A system error, with its message.
  case system(String)
}
