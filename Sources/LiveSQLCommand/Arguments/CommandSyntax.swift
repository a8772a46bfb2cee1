/// How a command is written: its name, its arguments, its options, and what the help says of them.
struct CommandSyntax: Sendable {
  /// An argument that is known by its place.
  struct Argument: Sendable {
    /// How the help calls it.
    let name: String
    /// What it is, in a sentence.
    let help: String
    /// Whether it may be left out; only after those that may not.
    var isOptional = false
    /// Whether it may be given more than once; only the last one.
    var isRepeated = false
    /// Whether it is the path of a file, which shells complete.
    var isFile = false
    /// The words that it takes, where it takes one of a few.
    var choices: [String] = []
  }

  /// The word that chooses the command.
  let name: String
  /// What the command does, in a short sentence.
  let summary: String
  /// What else there is to know: paragraphs, each one string.
  var discussion: [String] = []
  /// The arguments, in their order.
  var arguments: [Argument] = []
  /// The options, besides those that every command has.
  var options: [OptionSyntax] = []
  /// Examples: each a command line.
  var examples: [String] = []
}

extension CommandSyntax {
  /// The options that every command has.
  static let commonOptions = [CommonOptions.color.syntax, CommonOptions.help.syntax]

  /// The options of the command and those that every command has.
  var allOptions: [OptionSyntax] { options + Self.commonOptions }

  /// The command line in short: `livesql query DB SQL [options]`.
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
    help: "Whether to use colours; auto: on a terminal, and not with NO_COLOR."
  )
  static let help = Option(flag: "help", letter: "h", help: "Shows this help.")
  static let json = Option(flag: "json", help: "Writes JSON.")
}

/// When to use colours.
package enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
