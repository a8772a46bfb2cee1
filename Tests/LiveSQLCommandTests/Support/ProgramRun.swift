import Terminal
import TerminalTestSupport

@testable import LiveSQLCommand

/// The output of a run of the program, and its exit code.
struct ProgramRun {
  let code: ExitCode
  let output: String
  let errors: String

  /// Runs the program in this process.
  init(
    _ arguments: String...,
    commands: [any Subcommand.Type]? = nil,
    terminal: TerminalSize? = nil,
    environment: [String: String] = [:],
    input: String? = nil,
    failure: OutputFailure? = nil
  ) async {
    self = await ProgramRun(
      list: arguments,
      commands: commands,
      terminal: terminal,
      environment: environment,
      input: input,
      failure: failure
    )
  }

  /// Runs the program in this process.
  init(
    list arguments: [String],
    commands: [any Subcommand.Type]? = nil,
    terminal: TerminalSize? = nil,
    environment: [String: String] = [:],
    input: String? = nil,
    failure: OutputFailure? = nil
  ) async {
    let output = MemoryDestination(terminalSize: terminal, failure: failure)
    let errors = MemoryDestination(terminalSize: terminal)
    let console = Console(
      standardOutput: output,
      standardError: errors,
      environment: environment,
      standardInput: MemoryInput(input),
      // Signals are sent to the process, which also runs other tests.
      events: { AsyncStream { _ in } }
    )
    let program = commands.map { Program(commands: $0) } ?? Program()
    code = await program.run(arguments, console: console)
    self.output = output.text
    self.errors = errors.text
  }
}
