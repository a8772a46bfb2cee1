/// The code with which the program exits.
package struct ExitCode: Sendable, Hashable, RawRepresentable {
  /// The number that the system reports.
  package let rawValue: Int32

  /// Creates a code from a number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The command succeeded; also if a watch was ended by a signal, or nobody reads the output any
  /// longer.
  package static let success = ExitCode(rawValue: 0)
  /// The database, the SQL or a file caused a failure.
  package static let failure = ExitCode(rawValue: 1)
  /// Invalid command line.
  package static let usage = ExitCode(rawValue: 2)
}

extension ExitCode {
  /// The explanations in the help.
  static let explanations: [(name: String, help: String)] = [
    ("0", "Success. Also: a watch that was ended by a signal, or whose output was closed."),
    ("1", "Failure: an error in the database, the SQL or a file."),
    ("2", "Invalid command line."),
    ("128 + n", "Ended by signal n (not a watch): 130 by SIGINT, 143 by SIGTERM."),
  ]
}
