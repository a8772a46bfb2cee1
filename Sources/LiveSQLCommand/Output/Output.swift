/// The output of a command.
///
/// A command creates a value that has a form for people and one for programs, and prints it here;
/// which form is used is decided once.
struct Output: Sendable {
  /// The destination: standard output, standard error, or a buffer in tests.
  let destination: any OutputDestination
  /// The palette, with or without colours.
  let palette: Palette
  /// Whether documents are printed as JSON.
  var isJSON = false

  /// Writes text unchanged, at once.
  func write(_ text: String) throws(OutputFailure) {
    guard !text.isEmpty else { return }
    try destination.write(Array(text.utf8))
  }

  /// Writes a text in a format for programs, such as comma-separated values: unchanged, except
  /// that a terminal gets control characters as escapes.
  func writeContent(_ text: String, isJSON: Bool = false) throws(OutputFailure) {
    let isTerminal = destination.terminalSize != nil
    try write(isTerminal ? terminalContent(text, isJSON: isJSON) : text)
  }

  /// Writes a text in a format for programs, given in UTF-8.
  func writeContent(_ bytes: [UInt8], isJSON: Bool = false) throws(OutputFailure) {
    guard destination.terminalSize != nil else { return try destination.write(bytes) }
    try writeContent(String(decoding: bytes, as: UTF8.self), isJSON: isJSON)
  }

  /// Writes lines for people.
  func write(_ lines: [Line]) throws(OutputFailure) {
    try write(lines.map { palette.render($0) + "\n" }.joined())
  }

  /// Writes a document in the selected form.
  func write(_ document: some Presentable) throws(OutputFailure) {
    if isJSON {
      try writeContent(document.json.prettyText + "\n", isJSON: true)
    } else {
      try write(document.lines(width: destination.terminalSize?.columns))
    }
  }
}

/// A result of a command, with a form for people and one for programs.
protocol Presentable {
  /// The form for programs, whose structure is stable.
  var json: JSON { get }
  /// Returns the form for people.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` if there is no terminal.
  func lines(width: Int?) -> [Line]
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
