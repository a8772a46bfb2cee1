/// An option of a command: how it is written, what it means, how its value is read.
///
/// ```swift
/// static let format = Option("format", value: "NAME", help: "How rows are written.", choices: Format.self)
/// let format = try arguments.value(of: Self.format) ?? .table
/// ```
struct Option<Value: Sendable>: Sendable {
  /// How the option is written and explained.
  let syntax: OptionSyntax
  /// Makes a value of the text that was given; throws a message that says what is allowed.
  let read: @Sendable (String) throws(UsageError) -> Value
}

/// What the parser and the help need to know of an option.
struct OptionSyntax: Sendable, Hashable {
  /// The name, without the two dashes.
  let name: String
  /// The one letter that may stand for the name.
  let letter: Character?
  /// How the help calls the value; `nil` for an option without one.
  let value: String?
  /// What the option does, in a sentence.
  let help: String

  init(_ name: String, letter: Character? = nil, value: String? = nil, help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }
}

extension Option {
  /// An option whose value is read by a function.
  init(
    _ name: String,
    letter: Character? = nil,
    value: String,
    help: String,
    read: @escaping @Sendable (String) throws(UsageError) -> Value
  ) {
    syntax = OptionSyntax(name, letter: letter, value: value, help: help)
    self.read = read
  }
}

extension Option where Value == Bool {
  /// An option without a value.
  init(flag name: String, letter: Character? = nil, help: String) {
    syntax = OptionSyntax(name, letter: letter, help: help)
    read = { _ throws(UsageError) in true }
  }
}

extension Option where Value: RawRepresentable<String> & CaseIterable {
  /// An option that takes one of a few words.
  init(choice name: String, help: String) {
    let words = Value.allCases.map(\.rawValue)
    self.init(name, value: words.joined(separator: "|"), help: help) { text throws(UsageError) in
      if let value = Value(rawValue: text) { return value }
      throw UsageError(
        "'--\(name)' takes \(words.joined(separator: ", ")), not '\(text)'",
        suggestion: closest(to: text, among: words)
      )
    }
  }
}
