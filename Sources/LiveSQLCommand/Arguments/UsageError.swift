/// An error in a command line.
struct UsageError: Error, Equatable {
  /// The problem, as a sentence without its full stop.
  let message: String
  /// The word that was probably meant.
  let suggestion: String?
  /// The command whose help to read; `nil` for the help of the program.
  var command: String?

  init(_ message: String, suggestion: String? = nil, command: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.command = command
  }
}

extension UsageError {
  /// The lines to print: the problem, the likely intention, and which help to read.
  var lines: [String] {
    let meant = suggestion.map { "; did you mean '\($0)'?" } ?? "."
    let help = [programName, "help", command].compactMap(\.self).joined(separator: " ")
    return ["\(programName): \(message)\(meant)", "See '\(help)'."]
  }
}
