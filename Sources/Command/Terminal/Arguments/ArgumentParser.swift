/// A parser of a command's words, by the command's syntax.
///
/// - Options may come before, between and after the arguments.
/// - A value follows its option as the next word, or after `=`.
/// - After `--`, all words are arguments. A word that starts with two dashes and a space is one
///   too, as a comment of SQL is.
/// - A single `-` is an argument.
package struct ArgumentParser {
  private let syntax: CommandSyntax
  private let program: String
  private var words: ArraySlice<String>
  private var arguments: [String] = []
  private var values: [String: [String]] = [:]

  /// Parses the words after the command's name.
  ///
  /// - Parameter program: The name of the program, for the usage in an error.
  /// - Throws: ``UsageError`` for an unknown option, for an option without its value, and for too
  ///   many or too few arguments.
  package static func parse(
    _ words: some Sequence<String>,
    as syntax: CommandSyntax,
    of program: String
  ) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(syntax: syntax, program: program, words: ArraySlice(words))
    do {
      try parser.readWords()
      return try parser.finished()
    } catch {
      var error = error
      error.command = syntax.name
      throw error
    }
  }

  private init(syntax: CommandSyntax, program: String, words: ArraySlice<String>) {
    self.syntax = syntax
    self.program = program
    self.words = words
  }

  private mutating func readWords() throws(UsageError) {
    while let word = words.popFirst() {
      if word == "--" {
        arguments += words
        return
      } else if word.hasPrefix("--"), !word.dropFirst(2).prefix(1).allSatisfy(\.isWhitespace) {
        try readLongOption(word.dropFirst(2))
      } else if word.hasPrefix("-"), word.count > 1, !word.hasPrefix("--") {
        try readLetters(word.dropFirst())
      } else {
        arguments.append(word)
      }
    }
  }

  private mutating func readLongOption(_ text: Substring) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = syntax.allOptions.first(where: { $0.name == name }) else {
      let names = syntax.allOptions.map(\.name)
      throw UsageError(
        "unknown option '--\(name)' of '\(syntax.name)'",
        suggestion: closest(to: name, among: names).map { "--\($0)" }
      )
    }
    try add(option, value: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Reads `-p value`, `-pvalue` and `-ab`.
  private mutating func readLetters(_ letters: Substring) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = syntax.allOptions.first(where: { $0.letter == letter }) else {
        throw UsageError("unknown option '-\(letter)' of '\(syntax.name)'")
      }
      guard option.value == nil else {
        return try add(option, value: letters.isEmpty ? nil : String(letters))
      }
      try add(option, value: nil)
    }
  }

  private mutating func add(_ option: OptionSyntax, value: String?) throws(UsageError) {
    if let name = option.value {
      guard let value = value ?? words.popFirst() else {
        throw UsageError("'--\(option.name)' needs a value: --\(option.name) \(name)")
      }
      values[option.name, default: []].append(value)
    } else if let value {
      throw UsageError("'--\(option.name)' takes no value, but got '\(value)'")
    } else {
      values[option.name, default: []].append("")
    }
  }

  private func finished() throws(UsageError) -> ParsedArguments {
    let parsed = ParsedArguments(arguments: arguments, values: values)
    // A user who asks for help need not give the arguments.
    if parsed.has(CommonOptions.help) { return parsed }
    let places = syntax.arguments
    if let missing = places.dropFirst(arguments.count).first(where: { !$0.isOptional }) {
      throw UsageError("'\(syntax.name)' needs \(missing.name): \(syntax.usage(of: program))")
    }
    if places.last?.isRepeated != true, let extra = arguments.dropFirst(places.count).first {
      throw UsageError("'\(syntax.name)' takes no further argument, but got '\(extra)'")
    }
    return parsed
  }
}
