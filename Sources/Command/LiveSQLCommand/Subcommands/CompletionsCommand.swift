import Terminal

/// `livesql completions`: writes a script that completes command lines in a shell.
struct CompletionsCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "completions",
    summary: "Writes the script that completes command lines in a shell.",
    discussion: [
      """
      In bash, put the second example into ~/.bashrc. In zsh, put it into ~/.zshrc, after compinit. In fish, write the \
      script into the folder that the third example names.
      """
    ],
    arguments: [
      .init(
        name: "SHELL",
        help: "bash, zsh or fish.",
        choices: CompletedShell.allCases.map(\.rawValue)
      )
    ],
    examples: [
      "livesql completions bash > livesql.bash", "source <(livesql completions bash)",
      "livesql completions fish > ~/.config/fish/completions/livesql.fish",
    ]
  )

  private let shell: CompletedShell

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let name = try arguments.requiredArgument(at: 0, named: "SHELL")
    let names = CompletedShell.allCases.map(\.rawValue)
    guard let shell = CompletedShell(rawValue: name) else {
      throw UsageError(
        "'completions' knows bash, zsh and fish, not '\(name)'",
        suggestion: closest(to: name, among: names)
      )
    }
    self.shell = shell
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let script = CompletionScript(commands: Program.allCommands.map { $0.syntax })
    try context.output.write(script.text(for: shell))
    return .success
  }
}
