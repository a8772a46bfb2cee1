import DatabaseTypes
import Terminal

/// A shell for which completions can be written.
enum CompletedShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// A script that completes the program's command lines in a shell, generated from the help.
struct CompletionScript {
  /// The commands, in the order in which the help lists them.
  let commands: [CommandSyntax]

  /// Returns the script for a shell.
  func text(for shell: CompletedShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The `help` command, which is not one of the others.
  static let help = CommandSyntax(
    name: "help",
    summary: "Explains a command.",
    arguments: [.init(name: "COMMAND", help: "A command.", isOptional: true)]
  )

  /// The options that come before a command.
  static let programOptions = [
    CommonOptions.help.syntax, OptionSyntax("version", help: "Shows the version."),
    CommonOptions.color.syntax,
  ]

  /// The commands, including `help`.
  var all: [CommandSyntax] { commands + [Self.help] }

  /// The names of the commands, separated by spaces.
  var names: String { commands.map(\.name).joined(separator: " ") }
}

extension OptionSyntax {
  /// The words that the option accepts, if there are only a few.
  var choices: [String] {
    guard let value, value.contains("|") else { return [] }
    return value.split(separator: "|").map(String.init)
  }

  /// The spellings of the option, the letter first.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension CommandSyntax {
  /// Whether one of its arguments is the path of a file.
  var takesFiles: Bool { arguments.contains(where: \.isFile) }
}

/// Returns the first sentence of a text.
func firstSentence(of text: String) -> String {
  text.split(separator: "\n").joined(separator: " ").split(separator: ". ", maxSplits: 1).first
    .map { $0.hasSuffix(".") ? String($0) : "\($0)." } ?? text
}

/// Quotes a text with single quotes as one word of a shell.
func shellQuoted(_ text: String) -> String {
  "'" + text.replacingBytes(of: "'", with: #"'\''"#) + "'"
}
