/// The code with which the program exits.
package struct ExitCode: Sendable, Hashable, RawRepresentable {
  /// The number that the system reports.
  package let rawValue: Int32

  /// Creates a code from a number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The command succeeded; also if nobody reads the output any longer.
  package static let success = ExitCode(rawValue: 0)
  /// The command failed.
  package static let failure = ExitCode(rawValue: 1)
  /// Invalid command line.
  package static let usage = ExitCode(rawValue: 2)
}
