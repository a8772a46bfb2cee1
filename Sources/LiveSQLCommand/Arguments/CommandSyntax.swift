/// The syntax of a command: its name, arguments and options, and their help texts.
struct CommandSyntax: Sendable {
  /// A positional argument.
  struct Argument: Sendable {
    /// The name in the help.
    let name: String
    /// A sentence that explains it.
    let help: String
    /// Whether it may be omitted; only after arguments that may not.
    var isOptional = false
    /// Whether it may be repeated; only the last argument.
    var isRepeated = false
    /// Whether it is the path of a file, which shells complete.
    var isFile = false
    /// The words that it accepts, if there are only a few.
    var choices: [String] = []
  }

  /// The word that selects the command.
  let name: String
  /// A short sentence that says what the command does.
  let summary: String
  /// Further explanations, one string for each paragraph.
  var discussion: [String] = []
  /// The arguments, in order.
  var arguments: [Argument] = []
  /// The options, in addition to those of every command.
  var options: [OptionSyntax] = []
  /// Examples, each a command line.
  var examples: [String] = []
}

extension CommandSyntax {
  /// The options that every command has.
  static let commonOptions = [CommonOptions.color.syntax, CommonOptions.help.syntax]

  /// The options of the command and those that every command has.
  var allOptions: [OptionSyntax] { options + Self.commonOptions }

  /// The short form of the command line: `livesql query DB SQL [options]`.
  var usage: String {
    let places = arguments.map { argument in
      let name = argument.isRepeated ? "\(argument.name)…" : argument.name
      return argument.isOptional ? "[\(name)]" : name
    }
    return ([programName, name] + places + ["[options]"]).joined(separator: " ")
  }
}

/// The name of the program.
let programName = "livesql"

/// The options that every command has.
enum CommonOptions {
  static let color = Option<ColorChoice>(
    choice: "color",
    help: "Whether to use colours; auto: only on a terminal, and not with NO_COLOR."
  )
  static let help = Option(flag: "help", letter: "h", help: "Shows this help.")
  static let json = Option(flag: "json", help: "Writes JSON.")
}

/// A choice of whether output is coloured.
package enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
