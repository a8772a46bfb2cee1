/// A command line that is not understood.
struct UsageError: Error, Equatable {
  /// What is wrong, as a sentence without its full stop.
  let message: String
  /// What was probably meant.
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
  /// What to print: what is wrong, what was probably meant, which help to read.
  var lines: [String] {
    let meant = suggestion.map { "; did you mean '\($0)'?" } ?? "."
    let help = [programName, "help", command].compactMap(\.self).joined(separator: " ")
    return ["\(programName): \(message)\(meant)", "See '\(help)'."]
  }
}
