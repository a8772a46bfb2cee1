/// What the program tells its caller when it ends.
package struct ExitCode: Sendable, Hashable, RawRepresentable {
  /// The number that the system reports.
  package let rawValue: Int32

  /// Makes a code of a number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Done; also a watch that was ended by a signal, and output that nobody reads any more.
  package static let success = ExitCode(rawValue: 0)
  /// The database, the SQL or a file did not allow it.
  package static let failure = ExitCode(rawValue: 1)
  /// The command line was not understood.
  package static let usage = ExitCode(rawValue: 2)
}

extension ExitCode {
  /// What the help says.
  static let explanations: [(name: String, help: String)] = [
    ("0", "Done. Also: a watch that was ended by a signal, or whose output nobody reads any more."),
    ("1", "Failed: the database, the SQL or a file did not allow it."),
    ("2", "The command line was not understood."),
    ("128 + n", "Ended by signal n (not a watch): 130 by SIGINT, 143 by SIGTERM."),
  ]
}
