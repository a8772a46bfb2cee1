/// An error in a command line.
package struct UsageError: Error, Equatable {
  /// The problem, as a sentence without its full stop.
  package let message: String
  /// The word that was probably meant.
  package let suggestion: String?
  /// The command whose help to read; `nil` for the help of the program.
  package var command: String?

  package init(_ message: String, suggestion: String? = nil, command: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.command = command
  }
}

extension UsageError {
  /// Returns the lines to print: the problem, the likely intention, and which help to read.
  package func lines(of program: String) -> [String] {
    let meant = suggestion.map { "; did you mean '\($0)'?" } ?? "."
    let help = [program, "help", command].compactMap(\.self).joined(separator: " ")
    return ["\(program): \(message)\(meant)", "See '\(help)'."]
  }
}
