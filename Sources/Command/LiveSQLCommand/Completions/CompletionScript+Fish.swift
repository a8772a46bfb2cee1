import Terminal

extension CompletionScript {
  /// The script for fish.
  var fish: String {
    let head = "# Completions of \(programName) for fish, by '\(programName) completions fish'."
    let commands = all.map { command in
      fishLine("__fish_use_subcommand", ["-a", command.name, "-d", quoted(command.summary)])
    }
    let options = Self.programOptions.map { fishLine("__fish_use_subcommand", words($0)) }
    let help = fishLine("__fish_seen_subcommand_from help", ["-a", "'\(names)'"])
    let lines = [head, "complete -c \(programName) -f"] + commands + options + [help]
    return (lines + self.commands.flatMap(fishLines)).joined(separator: "\n") + "\n"
  }

  private func fishLines(_ command: CommandSyntax) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.name)"
    var lines = command.allOptions.map { fishLine(condition, words($0)) }
    if command.takesFiles { lines.append(fishLine(condition, ["-F"])) }
    let choices = command.arguments.flatMap(\.choices)
    if !choices.isEmpty {
      lines.append(fishLine(condition, ["-a", "'\(choices.joined(separator: " "))'"]))
    }
    return lines
  }

  private func fishLine(_ condition: String, _ words: [String]) -> String {
    (["complete -c \(programName) -n '\(condition)'"] + words).joined(separator: " ")
  }

  private func words(_ option: OptionSyntax) -> [String] {
    var words = ["-l", option.name] + (option.letter.map { ["-s", "\($0)"] } ?? [])
    if option.value != nil { words.append("-x") }
    if !option.choices.isEmpty { words += ["-a", "'\(option.choices.joined(separator: " "))'"] }
    return words + ["-d", quoted(firstSentence(of: option.help))]
  }

  /// Quotes a text with single quotes, in which fish interprets backslashes.
  private func quoted(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character == "'" || character == "\\" { escaped += "\\" }
      escaped.append(character)
    }
    return "'\(escaped)'"
  }
}
