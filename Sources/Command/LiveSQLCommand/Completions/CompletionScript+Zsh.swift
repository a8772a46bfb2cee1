import Terminal

extension CompletionScript {
  /// The script for zsh, to be sourced, or to be saved as `_livesql` in a directory of functions.
  var zsh: String {
    """
    #compdef \(programName)
    # Completions of \(programName) for zsh, by '\(programName) completions zsh'.
    _\(programName)() {
      local curcontext="$curcontext" state line
      typeset -A opt_args
      local -a commands
      commands=(
    \(zshDescriptions)
      )
      _arguments -C \\
    \(Self.zshOptions(Self.programOptions, indent: "    "))
        '1:command:->command' \\
        '*::argument:->argument'
      case $state in
        command) _describe -t commands command commands ;;
        argument)
          case $line[1] in
            help) _describe -t commands command commands ;;
    \(commands.map(zshCommand).joined(separator: "\n"))
          esac ;;
      esac
    }
    if [ "$funcstack[1]" = "_\(programName)" ]; then
      _\(programName) "$@"
    else
      compdef _\(programName) \(programName)
    fi

    """
  }

  private var zshDescriptions: String {
    let lines = all.map { "\($0.name):\(Self.zshText($0.summary, special: ":\\"))" }
    return lines.map { "    " + shellQuoted($0) }.joined(separator: "\n")
  }

  private func zshCommand(_ command: CommandSyntax) -> String {
    let options = Self.zshOptions(command.allOptions, indent: "            ")
    let arguments = command.arguments.enumerated().map { index, argument in
      let action =
        if argument.isFile { "_files" } else if argument.choices.isEmpty { " " } else {
          "(\(argument.choices.joined(separator: " ")))"
        }
      let place = argument.isRepeated ? "*" : "\(index + 1)"
      let colons = argument.isOptional && !argument.isRepeated ? "::" : ":"
      return "            " + shellQuoted("\(place)\(colons)\(argument.name):\(action)")
    }
    let lines = ([options] + arguments).joined(separator: " \\\n")
    return "        \(command.name))\n          _arguments -s -S \\\n\(lines) ;;"
  }

  /// Returns the options in the format of `_arguments`, one per line.
  private static func zshOptions(_ options: [OptionSyntax], indent: String) -> String {
    options.map { option in
      let help = "[\(zshText(firstSentence(of: option.help)))]"
      let action = option.choices.isEmpty ? " " : "(\(option.choices.joined(separator: " ")))"
      let value = option.value.map { ":\(zshText($0)):\(action)" } ?? ""
      return option.spellings.map { spelling in
        let sign = option.value == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
        return indent + shellQuoted("*\(spelling)\(sign)\(help)\(value)")
      }.joined(separator: " \\\n")
    }.joined(separator: " \\\n") + (indent.count == 4 ? " \\" : "")
  }

  /// Escapes the characters that are special to zsh's functions.
  private static func zshText(_ text: String, special: String = "[]:\\") -> String {
    var escaped = ""
    for character in text {
      if special.contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
