import Terminal

/// `livesql manual`: writes the manual page.
struct ManualCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "manual",
    summary: "Writes the manual page in man's format.",
    discussion: ["It contains the text of '\(programName) help COMMAND' for all commands."],
    examples: ["livesql manual > livesql.1", "livesql manual | man -l -"]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws -> ExitCode {
    try context.output.write(ManualPage(commands: Program.allCommands.map { $0.syntax }).text)
    return .success
  }
}
