import Terminal

/// The name of the program.
let programName = "livesql"

extension HelpText {
  /// Creates the help of this program.
  init(width: Int) { self.init(program: programName, width: width) }

  /// Returns the help of the program: its commands and exit codes.
  func program(commands: [CommandSyntax]) -> [Line] {
    program(
      summary: "SQL that stays up to date, on SQLite databases.",
      commands: commands,
      exitCodes: ExitCode.explanations
    )
  }

  /// Returns the help of the shell's dot commands.
  func commands(_ commands: [DotCommand]) -> [Line] {
    table(commands.map { ($0.usage, $0.help) })
  }
}

extension ExitCode {
  /// The explanations in the help.
  static let explanations: [(name: String, help: String)] = [
    ("0", "Success. Also: a watch that was ended by a signal, or whose output was closed."),
    ("1", "Failure: an error in the database, the SQL or a file."),
    ("2", "Invalid command line."),
    ("128 + n", "Ended by signal n (not a watch): 130 by SIGINT, 143 by SIGTERM."),
  ]
}
