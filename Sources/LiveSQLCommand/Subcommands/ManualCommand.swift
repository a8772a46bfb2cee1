/// `livesql manual`: writes the manual page.
struct ManualCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "manual",
    summary: "Writes the manual page, in the language of man.",
    discussion: ["It tells of all commands what '\(programName) help COMMAND' tells of one."],
    examples: ["livesql manual > livesql.1", "livesql manual | man -l -"]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws -> ExitCode {
    try context.output.write(ManualPage(commands: Program.allCommands.map { $0.syntax }).text)
    return .success
  }
}
