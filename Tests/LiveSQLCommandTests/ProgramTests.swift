import Terminal
import Testing

@testable import LiveSQLCommand

@Suite struct ProgramTests {
  private static let commands: [any Subcommand.Type] = [Greet.self]

  private func run(_ arguments: String...) async -> ProgramRun {
    switch arguments.count {
    case 0: await ProgramRun(commands: Self.commands)
    case 1: await ProgramRun(arguments[0], commands: Self.commands)
    case 2: await ProgramRun(arguments[0], arguments[1], commands: Self.commands)
    default: await ProgramRun(arguments[0], arguments[1], arguments[2], commands: Self.commands)
    }
  }

  @Test func `a command prints text for people, or JSON`() async {
    #expect(await run("greet", "Ana").output == "Hello, Ana\n")
    #expect(await run("greet", "Ana", "--json").output == #"{"hello":"Ana"}"# + "\n")
    #expect(await run("greet", "Ana").code == .success)
  }

  @Test(arguments: ["--help", "-h", "help"])
  func `help lists the commands and the exit codes`(word: String) async {
    let run = await run(word)
    #expect(run.code == .success)
    #expect(run.output.contains("  greet  Says hello.\n"))
    #expect(run.output.contains("  2        Invalid command line.\n"))
    #expect(run.errors.isEmpty)
  }

  @Test func `the help of a command describes its arguments and options`() async {
    let run = await run("help", "greet")
    #expect(
      run.output == """
        Says hello.

        Usage:
          livesql greet NAME [options]

        Arguments:
          NAME  Whom to greet.

        Options:
          --json      Writes JSON.
          --color auto|always|never
                      Whether to use colours; auto: only on a terminal, and not with
                      NO_COLOR.
          -h, --help  Shows this help.

        Examples:
          livesql greet Ana

        """
    )
    #expect(await self.run("greet", "--help").output == run.output)
  }

  @Test func `--version prints the version`() async {
    #expect(await run("--version").output == "livesql \(Program.version)\n")
  }

  @Test func `help is written to standard error if there are no arguments`() async {
    let run = await run()
    #expect(run.code == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Usage:"))
  }

  @Test func `an unknown command or option fails with a suggestion`() async {
    let command = await run("gret", "Ana")
    #expect(command.code == .usage)
    #expect(
      command.errors
        == "livesql: unknown command 'gret'; did you mean 'greet'?\nSee 'livesql help'.\n"
    )
    let option = await run("greet", "Ana", "--jsn")
    #expect(option.code == .usage)
    #expect(
      option.errors.hasPrefix("livesql: unknown option '--jsn' of 'greet'; did you mean '--json'?")
    )
    #expect(await run("--verson").errors.contains("did you mean '--version'?"))
    #expect(await run("help", "gret").code == .usage)
    #expect(await run("greet", "Ana", "--color=pink").code == .usage)
  }

  @Test func `a failure is reported on standard error`() async {
    let run = await run("greet", "nobody")
    #expect(run.code == .failure)
    #expect(run.output.isEmpty)
    #expect(run.errors == "livesql: there is nobody to greet\n")
  }

  @Test func `output without a reader ends the program, and a full disk is a failure`() async {
    let closed = await ProgramRun("greet", "Ana", commands: Self.commands, failure: .closed)
    #expect(closed.code == .success && closed.errors.isEmpty)
    let full = await ProgramRun(
      "greet",
      "Ana",
      commands: Self.commands,
      failure: .system("No space left on device")
    )
    #expect(full.code == .failure)
    #expect(full.errors == "livesql: cannot write the output: No space left on device\n")
  }

  @Test func `colours are used on terminals, and can be chosen`() async {
    let size = TerminalSize(columns: 80, rows: 24)
    func errors(_ color: String, _ environment: [String: String] = [:]) async -> String {
      await ProgramRun(
        "--color",
        color,
        "greet",
        "nobody",
        commands: Self.commands,
        terminal: size,
        environment: environment
      ).errors
    }
    #expect(await errors("auto").contains("\u{1b}[31m"))
    #expect(await !errors("auto", ["NO_COLOR": "1"]).contains("\u{1b}"))
    #expect(await !errors("never").contains("\u{1b}"))
  }

  @Test func `every command has a help that fits 100 columns`() async {
    for command in Program.allCommands {
      let run = await ProgramRun("help", command.syntax.name)
      #expect(run.code == .success)
      let isFitting = run.output.split(separator: "\n").allSatisfy { displayWidth($0) <= 100 }
      #expect(isFitting, "\(command.syntax.name)")
    }
  }
}

/// A command that prints a greeting.
private struct Greet: Subcommand, Presentable {
  static let syntax = CommandSyntax(
    name: "greet",
    summary: "Says hello.",
    arguments: [.init(name: "NAME", help: "Whom to greet.")],
    options: [CommonOptions.json.syntax],
    examples: ["livesql greet Ana"]
  )

  private let name: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = try arguments.requiredArgument(at: 0, named: "NAME")
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    guard name != "nobody" else { throw CommandFailure(message: "there is nobody to greet") }
    try context.output.write(self)
    return .success
  }

  var json: JSON { ["hello": .string(name)] }
  func lines(width: Int?) -> [Line] { [Line("Hello, \(name)")] }
}
