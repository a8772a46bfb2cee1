/// A command of the shell's own, which begins with a dot.
struct DotCommand: Sendable, Hashable {
  /// The name, with its dot.
  let name: String
  /// The arguments, as the help writes them.
  var arguments = ""
  /// What it does, in a sentence.
  let help: String
  /// What can stand as its first argument.
  var completion: Completion = .nothing

  /// What can stand as a command's first argument.
  enum Completion: Sendable, Hashable {
    case nothing, tables, files, filesThenTables, sql
    case words([String])
  }
}

extension DotCommand {
  /// All commands, in the order of their names.
  static let all: [DotCommand] = [
    DotCommand(
      name: ".dump",
      arguments: "[TABLE …]",
      help: "Writes SQL that makes the database again, or some of its tables.",
      completion: .tables
    ),
    DotCommand(name: ".help", help: "Lists these commands."),
    DotCommand(
      name: ".import",
      arguments: "FILE TABLE",
      help:
        "Inserts the rows of a file, of CSV with a line of names or of JSON lines; makes the table if need be.",
      completion: .filesThenTables
    ),
    DotCommand(
      name: ".limit",
      arguments: "COUNT|off",
      help: "Writes at most so many rows of each result."
    ),
    DotCommand(
      name: ".live",
      arguments: "SELECT …|off [NUMBER]",
      help: "Keeps a query's result above the prompt, also while others write; off ends it.",
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
      help: "Gives :NAME in later statements a value; lists the values."
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
      help: "Shows the statements that make tables, views, indexes and triggers.",
      completion: .tables
    ),
    DotCommand(
      name: ".tables",
      arguments: "[PATTERN]",
      help: "Lists tables and views, those that are LIKE a pattern.",
      completion: .tables
    ),
    DotCommand(
      name: ".timer",
      arguments: "on|off",
      help: "Tells how long each statement takes.",
      completion: .words(["on", "off"])
    ),
  ]

  private static let formats = ResultFormat.allCases.map(\.rawValue)

  /// The usage, in short.
  var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

  /// The command of a line, and what stands after its name.
  ///
  /// - Throws: ``CommandFailure`` for one that is not known.
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

  /// The failure of a command that lacks an argument, or has a wrong one.
  func misused() -> CommandFailure { CommandFailure(message: "Write '\(usage)'.") }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The words of the text; one in quotes may hold spaces.
  var quotedWords: [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in self {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if character.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap(\.self)
  }
}
