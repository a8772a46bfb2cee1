import Terminal

/// A dot command of the shell.
struct DotCommand: Sendable, Hashable {
  /// The name, with its dot.
  let name: String
  /// The arguments, as shown in the help.
  var arguments = ""
  /// A sentence that says what it does.
  let help: String
  /// The completions of its first argument.
  var completion: Completion = .nothing

  /// The completions of a command's first argument.
  enum Completion: Sendable, Hashable {
    case nothing, tables, files, filesThenTables, sql
    case words([String])
  }
}

extension DotCommand {
  /// All commands, sorted by name.
  static let all: [DotCommand] = [
    DotCommand(
      name: ".dump",
      arguments: "[TABLE …]",
      help: "Writes SQL that recreates the database or some of its tables.",
      completion: .tables
    ),
    DotCommand(name: ".help", help: "Lists these commands."),
    DotCommand(
      name: ".import",
      arguments: "FILE TABLE",
      help:
        "Inserts the rows of a CSV file with a header or of JSON lines; creates the table if needed.",
      completion: .filesThenTables
    ),
    DotCommand(
      name: ".limit",
      arguments: "COUNT|off",
      help: "Writes at most this many rows of each result."
    ),
    DotCommand(
      name: ".live",
      arguments: "SELECT …|off [NUMBER]",
      help: "Keeps a query's result live above the prompt; 'off' ends it.",
      completion: .sql
    ),
    DotCommand(
      name: ".mode",
      arguments: "FORMAT",
      help: "How rows are written: \(formats.joined(separator: ", ")).",
      completion: .words(formats)
    ),
    DotCommand(
      name: ".param",
      arguments: "[NAME=VALUE|clear]",
      help: "Sets :NAME for later statements; without arguments, lists the values."
    ),
    DotCommand(name: ".quit", help: "Ends the shell, as Ctrl-D does."),
    DotCommand(
      name: ".read",
      arguments: "FILE",
      help: "Runs a script of statements and these commands.",
      completion: .files
    ),
    DotCommand(
      name: ".schema",
      arguments: "[NAME]",
      help: "Shows the statements that create tables, views, indexes and triggers.",
      completion: .tables
    ),
    DotCommand(
      name: ".tables",
      arguments: "[PATTERN]",
      help: "Lists tables and views, optionally only those that match a LIKE pattern.",
      completion: .tables
    ),
    DotCommand(
      name: ".timer",
      arguments: "on|off",
      help: "Shows how long each statement takes.",
      completion: .words(["on", "off"])
    ),
  ]

  private static let formats = ResultFormat.allCases.map(\.rawValue)

  /// The short usage.
  var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

  /// Returns the command of a line, and the text after its name.
  ///
  /// - Throws: ``CommandFailure`` for an unknown command.
  static func parse(_ line: String) throws(CommandFailure) -> (command: DotCommand, rest: String) {
    let word = line.prefix { !$0.isWhitespace }
    let name = word == ".exit" ? ".quit" : String(word)
    guard let command = all.first(where: { $0.name == name }) else {
      let meant = closest(to: name, among: all.map(\.name)).map { " Did you mean '\($0)'?" } ?? ""
      throw CommandFailure(
        message: "There is no command \(word).\(meant) See '.help'."
      )
    }
    return (command, line.dropFirst(word.count).trimmed)
  }

  /// Returns the failure of a command with a missing or wrong argument.
  func usageFailure() -> CommandFailure { CommandFailure(message: "Write '\(usage)'.") }
}

extension StringProtocol {
  /// The text without leading and trailing white space.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The words of the text; a quoted word may contain spaces.
  var quotedWords: [String] {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    for scalar in unicodeScalars {
      if let open = quote {
        if scalar == open { quote = nil } else { word = (word ?? "") + String(scalar) }
      } else if scalar == "'" || scalar == "\"" {
        (quote, word) = (scalar, word ?? "")
      } else if scalar.properties.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(scalar)
      }
    }
    return words + [word].compactMap(\.self)
  }
}
