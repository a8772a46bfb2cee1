import Terminal

/// A command of the program: it reads its arguments, calls the library, and prints.
protocol Subcommand: Sendable {
  /// The syntax of the command.
  static var syntax: CommandSyntax { get }
  /// Reads the arguments.
  init(_ arguments: ParsedArguments) throws(UsageError)
  /// Does the work.
  ///
  /// - Throws: ``UsageError``, ``OutputFailure``, or the error with which the work failed.
  func run(in context: CommandContext) async throws -> ExitCode
}

/// The input and output of a command.
struct CommandContext: Sendable {
  /// Standard output.
  let output: Output
  /// Standard error, for progress and notes.
  let notes: Output
  /// Standard input.
  let input: any InputSource
  /// The environment of the process.
  let environment: [String: String]
  /// Returns the keys of the terminal; `nil` if nobody can type.
  var keys: @Sendable () -> TerminalKeys? = { nil }
  /// Starts the stream of external events, which the command then has to handle.
  let events: @Sendable () -> AsyncStream<ProcessEvent>
}
