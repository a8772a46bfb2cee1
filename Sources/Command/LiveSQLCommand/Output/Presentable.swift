import Terminal

/// A result of a command, with a form for people and one for programs.
///
/// A command creates such a value and writes it with ``Output/write(_:)``; which form is used is
/// decided once.
protocol Presentable: Sendable {
  /// The form for programs, whose structure is stable.
  var json: JSON { get }
  /// Returns the form for people.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` if there is no terminal.
  func lines(width: Int?) -> [Line]
}

extension Output {
  /// Writes a document in the selected form.
  func write(_ document: some Presentable) throws(OutputFailure) {
    if isJSON {
      try writeContent(document.json.prettyText + "\n", isJSON: true)
    } else {
      try write(document.lines(width: destination.terminalSize?.columns))
    }
  }
}
