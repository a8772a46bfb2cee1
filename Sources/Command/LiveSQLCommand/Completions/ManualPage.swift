import Terminal

/// The manual page of the program, in the language of `man`, generated from the help.
///
/// https://man7.org/linux/man-pages/man7/man.7.html
struct ManualPage {
  /// The commands, in the order in which the help lists them.
  let commands: [CommandSyntax]

  /// The page.
  var text: String { lines.joined(separator: "\n") + "\n" }

  private var lines: [String] {
    let name = programName.uppercased()
    return [".TH \(name) 1 \"\" \"\(programName) \(Program.version)\" \"User Commands\""]
      + section("NAME", [programName + #" \- SQL that stays up to date, on SQLite databases"#])
      + section(
        "SYNOPSIS",
        [bold(programName) + " " + italic("COMMAND") + " [options] [arguments]"]
      )
      + section("OPTIONS", CompletionScript.programOptions.flatMap(option))
      + [".SH COMMANDS"] + commands.flatMap(command)
      + section("EXIT STATUS", ExitCode.explanations.flatMap { entry($0.name, $0.help) })
      + section("ENVIRONMENT", Environment.explanations.flatMap { entry($0.name, $0.help) })
  }

  private func section(_ title: String, _ lines: [String]) -> [String] { [".SH \(title)"] + lines }

  private func command(_ command: CommandSyntax) -> [String] {
    var lines = [
      ".SS \(escaped(command.name))", bold(escaped(command.usage(of: programName))), ".PP",
    ]
    lines.append(escaped(command.summary))
    for argument in command.arguments { lines += entry(argument.name, argument.help) }
    lines += command.options.flatMap(option)
    for paragraph in command.discussion { lines += [".PP", escaped(paragraph)] }
    if !command.examples.isEmpty {
      lines += [".PP", ".nf"] + command.examples.map { "    " + escaped($0) } + [".fi"]
    }
    return lines
  }

  private func option(_ option: OptionSyntax) -> [String] {
    let names = option.spellings.map { bold(escaped($0)) }.joined(separator: ", ")
    let value = option.value.map { " " + italic(escaped($0)) } ?? ""
    return [".TP", names + value, escaped(option.help)]
  }

  private func entry(_ name: String, _ help: String) -> [String] {
    [".TP", bold(escaped(name)), escaped(help)]
  }

  private func bold(_ text: String) -> String { #"\fB\#(text)\fR"# }

  private func italic(_ text: String) -> String { #"\fI\#(text)\fR"# }

  /// Escapes a text for `man`.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.split(separator: "\n").joined(separator: " ") {
      switch character {
      case "\\": escaped += #"\e"#
      case "-": escaped += #"\-"#
      default: escaped.append(character)
      }
    }
    // A line that begins with one of these would be a request.
    return escaped.first == "." || escaped.first == "'" ? #"\&"# + escaped : escaped
  }
}

/// The environment variables that the program uses.
enum Environment {
  /// The explanations in the manual.
  static let explanations: [(name: String, help: String)] = [
    (
      "LIVESQL_HISTORY",
      "The shell's history file; no history is saved if it is empty."
    ),
    ("XDG_STATE_HOME", "The folder of livesql/history, if LIVESQL_HISTORY is not set."),
    ("NO_COLOR", "No colours if it is set and not empty. https://no-color.org"),
    ("TERM", "No colours if it is 'dumb'."),
  ]
}
