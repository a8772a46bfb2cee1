/// Where a command prints.
///
/// A command makes a value that knows both its forms, and prints it here; whether people or programs read is
/// decided once.
struct Output: Sendable {
  /// What is written on: standard output, standard error, or a buffer in tests.
  let destination: any OutputDestination
  /// Colours or none.
  let palette: Palette
  /// Whether documents are written as JSON.
  var isJSON = false

  /// Writes text as it is, at once.
  func write(_ text: String) throws(OutputFailure) {
    guard !text.isEmpty else { return }
    try destination.write(Array(text.utf8))
  }

  /// Writes lines for people.
  func write(_ lines: [Line]) throws(OutputFailure) {
    try write(lines.map { palette.render($0) + "\n" }.joined())
  }

  /// Writes a document in the form that was asked for.
  func write(_ document: some Presentable) throws(OutputFailure) {
    if isJSON {
      try write(document.json.prettyText + "\n")
    } else {
      try write(document.lines(width: destination.terminalSize?.columns))
    }
  }
}

/// What a command has found, in a form for people and one for programs.
protocol Presentable {
  /// The form for programs; its shape is a promise.
  var json: JSON { get }
  /// The form for people.
  ///
  /// - Parameter width: The columns of the terminal; `nil` where there is none.
  func lines(width: Int?) -> [Line]
}

/// Something that takes bytes.
package protocol OutputDestination: Sendable {
  /// The size of the terminal; `nil` where this is none.
  var terminalSize: TerminalSize? { get }
  /// Writes all bytes before it returns.
  func write(_ bytes: [UInt8]) throws(OutputFailure)
}

/// Why nothing can be written.
package enum OutputFailure: Error, Equatable {
  /// Nobody reads any more: a pipe whose other end is closed.
  case closed
  /// The system said no, with its words.
  case system(String)
}
