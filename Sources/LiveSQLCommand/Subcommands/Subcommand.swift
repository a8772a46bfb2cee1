/// A command of the program: reads its arguments, calls the library, prints.
protocol Subcommand: Sendable {
  /// How the command is written.
  static var syntax: CommandSyntax { get }
  /// Reads the arguments.
  init(_ arguments: ParsedArguments) throws(UsageError)
  /// Does the work.
  ///
  /// - Throws: ``UsageError``, ``OutputFailure``, or why the work failed.
  func run(in context: CommandContext) async throws -> ExitCode
}

/// What a command has to print with, and to read.
struct CommandContext: Sendable {
  /// Standard output.
  let output: Output
  /// Standard error, for progress and notes.
  let notes: Output
  /// Standard input.
  let input: any InputSource
  /// The environment of the process.
  let environment: [String: String]
  /// The keys of the terminal; `nil` where nobody can type.
  var keys: @Sendable () -> TerminalKeys? = { nil }
  /// Begins to tell what happens to the program from outside, which by then is the command's to deal with.
  let events: @Sendable () -> AsyncStream<ProcessEvent>
}
