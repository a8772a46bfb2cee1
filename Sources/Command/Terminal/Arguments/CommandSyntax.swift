/// The syntax of a command: its name, arguments and options, and their help texts.
package struct CommandSyntax: Sendable {
  /// A positional argument.
  package struct Argument: Sendable {
    /// The name in the help.
    package let name: String
    /// A sentence that explains it.
    package let help: String
    /// Whether it may be omitted; only after arguments that may not.
    package var isOptional = false
    /// Whether it may be repeated; only the last argument.
    package var isRepeated = false
    /// Whether it is the path of a file, which shells complete.
    package var isFile = false
    /// The words that it accepts, if there are only a few.
    package var choices: [String] = []

    /// Creates an argument.
    package init(
      name: String,
      help: String,
      isOptional: Bool = false,
      isRepeated: Bool = false,
      isFile: Bool = false,
      choices: [String] = []
    ) {
      self.name = name
      self.help = help
      self.isOptional = isOptional
      self.isRepeated = isRepeated
      self.isFile = isFile
      self.choices = choices
    }
  }

  /// The word that selects the command.
  package let name: String
  /// A short sentence that says what the command does.
  package let summary: String
  /// Further explanations, one string for each paragraph.
  package var discussion: [String] = []
  /// The arguments, in order.
  package var arguments: [Argument] = []
  /// The options, in addition to those of every command.
  package var options: [OptionSyntax] = []
  /// Examples, each a command line.
  package var examples: [String] = []

  /// Creates the syntax of a command.
  package init(
    name: String,
    summary: String,
    discussion: [String] = [],
    arguments: [Argument] = [],
    options: [OptionSyntax] = [],
    examples: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.examples = examples
  }
}

extension CommandSyntax {
  /// The options that every command has.
  static let commonOptions = [CommonOptions.color.syntax, CommonOptions.help.syntax]

  /// The options of the command and those that every command has.
  package var allOptions: [OptionSyntax] { options + Self.commonOptions }

  /// Returns the short form of the command line: `program command FILE [options]`.
  package func usage(of program: String) -> String {
    let places = arguments.map { argument in
      let name = argument.isRepeated ? "\(argument.name)…" : argument.name
      return argument.isOptional ? "[\(name)]" : name
    }
    return ([program, name] + places + ["[options]"]).joined(separator: " ")
  }
}

/// The options that every command has.
package enum CommonOptions {
  package static let color = Option<ColorChoice>(
    choice: "color",
    help: "Whether to use colours; auto: only on a terminal, and not with NO_COLOR."
  )
  package static let help = Option(flag: "help", letter: "h", help: "Shows this help.")
  package static let json = Option(flag: "json", help: "Writes JSON.")
}

/// A choice of whether output is coloured.
package enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
