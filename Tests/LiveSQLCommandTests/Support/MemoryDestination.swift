import Synchronization

@testable import LiveSQLCommand

/// A destination that keeps what is written.
final class MemoryDestination: OutputDestination {
  let terminalSize: TerminalSize?
  private let failure: OutputFailure?
  private let bytes = Mutex<[UInt8]>([])

  init(terminalSize: TerminalSize? = nil, failure: OutputFailure? = nil) {
    self.terminalSize = terminalSize
    self.failure = failure
  }

  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    if let failure { throw failure }
    self.bytes.withLock { $0 += bytes }
  }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// An input that gives a text in small pieces.
final class MemoryInput: InputSource {
  let isTerminal: Bool
  private let rest: Mutex<ArraySlice<UInt8>>

  /// Creates an input; without a text, it is a terminal on which no one types.
  init(_ text: String?) {
    isTerminal = text == nil
    rest = Mutex(Array((text ?? "").utf8)[...])
  }

  init(bytes: [UInt8]) {
    isTerminal = false
    rest = Mutex(bytes[...])
  }

  func read() -> [UInt8] {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(7) }
      return Array(rest.prefix(7))
    }
  }
}

extension Palette {
  static let none = Palette(hasColors: false)
  static let colors = Palette(hasColors: true)
}

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
