package import Terminal

/// The program `livesql`.
package struct Program: Sendable {
  /// The version that `--version` prints.
  package static let version = "0.1.0"

  private let commands: [any Subcommand.Type]

  /// Creates the program with its commands.
  package init() { self.init(commands: Self.allCommands) }

  init(commands: [any Subcommand.Type]) { self.commands = commands }
}

extension Program {
  /// Runs the command line of this process, without the program's name.
  package func runProcess(_ arguments: [String]) async -> ExitCode {
    ignoreBrokenPipes()
    return await run(arguments, console: .process)
  }

  /// Runs a command line, without the program's name.
  ///
  /// Errors are printed on standard error. If nobody reads the output any longer, the program ends
  /// without an error.
  ///
  /// - Returns: The exit code.
  func run(_ arguments: [String], console: Console) async -> ExitCode {
    let color = Self.color(in: arguments)
    do {
      return try await dispatch(arguments, color: color, console: console)
    } catch OutputFailure.closed {
      return .success
    } catch {
      let report = ErrorReport(error)
      // If standard error is closed as well, nobody can be told.
      try? console.errorOutput(color).write(report.lines)
      return report.exitCode
    }
  }

  private func dispatch(
    _ arguments: [String],
    color: ColorChoice,
    console: Console
  ) async throws -> ExitCode {
    // `--color` before the command's name applies to all commands.
    var words = arguments[...]
    while let word = words.first, word.hasPrefix("--color") {
      words = words.dropFirst(word == "--color" ? 2 : 1)
    }
    guard let name = words.popFirst() else {
      try writeHelp(to: console.errorOutput(color))
      return .usage
    }
    switch name {
    case "--help", "-h": return try writeHelp(to: console.output(color))
    case "--version": return try writeVersion(to: console.output(color))
    case "help": return try writeHelp(of: words.first, to: console.output(color))
    default: return try await run(name, Array(words), color: color, console: console)
    }
  }

  private func run(
    _ name: String,
    _ words: [String],
    color: ColorChoice,
    console: Console
  ) async throws -> ExitCode {
    let command = try command(named: name)
    let arguments = try ArgumentParser.parse(words, as: command.syntax, of: programName)
    if arguments.has(CommonOptions.help) {
      return try writeHelp(of: name, to: console.output(color))
    }
    do {
      _ = try arguments.value(of: CommonOptions.color)
      try PostgresAdvice.check(name, arguments.arguments)
      let context = CommandContext(
        output: console.output(color, isJSON: arguments.has(CommonOptions.json)),
        notes: console.errorOutput(color),
        input: console.standardInput,
        environment: console.environment,
        keys: console.keys,
        events: console.events
      )
      return try await command.init(arguments).run(in: context)
    } catch var error as UsageError {
      error.command = error.command ?? name
      throw error
    }
  }

  private func command(named name: String) throws(UsageError) -> any Subcommand.Type {
    if let command = commands.first(where: { $0.syntax.name == name }) { return command }
    let names = commands.map { $0.syntax.name } + ["help"]
    let kind = name.hasPrefix("-") ? "option" : "command"
    let known = name.hasPrefix("-") ? ["--help", "--version", "--color"] : names
    throw UsageError("unknown \(kind) '\(name)'", suggestion: closest(to: name, among: known))
  }

  /// Returns the choice of colours, read before anything can fail, so that errors are printed with
  /// it.
  private static func color(in arguments: [String]) -> ColorChoice {
    for (index, word) in arguments.enumerated().reversed() {
      if word == "--color", arguments.indices.contains(index + 1) {
        return ColorChoice(rawValue: arguments[index + 1]) ?? .auto
      }
      if word.hasPrefix("--color=") {
        return ColorChoice(rawValue: String(word.dropFirst(8))) ?? .auto
      }
    }
    return .auto
  }
}

extension Program {
  @discardableResult
  private func writeHelp(of name: String? = nil, to output: Output) throws -> ExitCode {
    let columns = output.destination.terminalSize?.columns ?? 80
    let help = HelpText(width: min(100, max(40, columns)))
    guard let name, name != "help" else {
      try output.write(help.program(commands: commands.map { $0.syntax }))
      return .success
    }
    try output.write(help.command(command(named: name).syntax))
    return .success
  }

  private func writeVersion(to output: Output) throws -> ExitCode {
    try output.write([Line("\(programName) \(Self.version)")])
    return .success
  }
}

extension Program {
  /// The commands, in the order in which the help lists them.
  static let allCommands: [any Subcommand.Type] = [
    ShellCommand.self, StudioCommand.self, WatchCommand.self, QueryCommand.self,
    ExplainCommand.self,
    SchemaCommand.self,
    DumpCommand.self, ImportCommand.self, DiffCommand.self, CopyCommand.self, BackupCommand.self,
    VacuumCommand.self, VerifyCommand.self, PostgresCommand.self, NewCommand.self,
    SampleCommand.self,
    DemoCommand.self,
    CompletionsCommand.self, ManualCommand.self,
  ]
}
