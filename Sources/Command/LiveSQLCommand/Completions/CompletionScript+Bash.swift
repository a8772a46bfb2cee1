import Terminal

extension CompletionScript {
  /// The script for bash 3.2 and newer.
  ///
  /// If it has nothing to offer, bash completes file names.
  var bash: String {
    """
    # Completions of \(programName) for bash, by '\(programName) completions bash'.
    _\(programName)() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command='' words='' i
      # Bash takes '--color=never' for three words.
      if [ "$word" = '=' ]; then
        word=''
      elif [ "$previous" = '=' ]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          --color) i=$((i + 1)); if [ "${COMP_WORDS[i]}" = '=' ]; then i=$((i + 1)); fi ;;
          -*) ;;
          *) command=${COMP_WORDS[i]}; break ;;
        esac
      done
      COMPREPLY=()
      case "$command $previous" in
    \(bashValues)
      esac
      if [ -z "$words" ]; then
        case $command in
          '') words='\(names) help \(Self.bashOptions(Self.programOptions))' ;;
          help) words='\(names)' ;;
    \(bashCommands)
        esac
      fi
      if [ -n "$words" ]; then
        # shellcheck disable=SC2207
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      fi
    }
    complete -o bashdefault -o default -F _\(programName) \(programName)

    """
  }

  /// The completions after options with a value: one of its words, or anything.
  private var bashValues: String {
    let lines = commands.flatMap { command in
      command.allOptions.filter { $0.value != nil }.map { option in
        let patterns = option.spellings.map { "'\(command.name) \($0)'" }.joined(separator: "|")
        let choices = option.choices
        return choices.isEmpty
          ? "    \(patterns)) return ;;"
          : "    \(patterns)) words='\(choices.joined(separator: " "))' ;;"
      }
    }
    let colors = CommonOptions.color.syntax.choices.joined(separator: " ")
    return (["    ' --color') words='\(colors)' ;;"] + lines).joined(separator: "\n")
  }

  /// The other completions: options after a dash, and the words of an argument that accepts few.
  private var bashCommands: String {
    commands.map { command in
      let options = Self.bashOptions(command.allOptions)
      let words = command.arguments.flatMap(\.choices)
      return words.isEmpty
        ? "      \(command.name)) case $word in -*) words='\(options)' ;; esac ;;"
        : "      \(command.name)) words='\((words + [options]).joined(separator: " "))' ;;"
    }.joined(separator: "\n")
  }

  private static func bashOptions(_ options: [OptionSyntax]) -> String {
    options.map { "--\($0.name)" }.joined(separator: " ")
  }
}
