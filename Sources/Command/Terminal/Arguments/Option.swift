/// An option of a command: its syntax, its meaning, and the reading of its value.
///
/// ```swift
/// static let format = Option(
///   "format",
///   value: "NAME",
///   help: "How rows are written.",
///   choices: Format.self
/// )
/// let format = try arguments.value(of: Self.format) ?? .table
/// ```
package struct Option<Value: Sendable>: Sendable {
  /// The syntax and the help text of the option.
  package let syntax: OptionSyntax
  /// Converts the given text to a value; throws a message that says what is allowed.
  package let read: @Sendable (String) throws(UsageError) -> Value
}

/// The part of an option that the parser and the help need.
package struct OptionSyntax: Sendable, Hashable {
  /// The name, without the two dashes.
  package let name: String
  /// The letter that may be used instead of the name.
  package let letter: Character?
  /// The name of the value in the help; `nil` for an option without a value.
  package let value: String?
  /// A sentence that says what the option does.
  package let help: String

  package init(_ name: String, letter: Character? = nil, value: String? = nil, help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }
}

extension Option {
  /// Creates an option whose value is read by a function.
  package init(
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
  /// Creates an option without a value.
  package init(flag name: String, letter: Character? = nil, help: String) {
    syntax = OptionSyntax(name, letter: letter, help: help)
    read = { _ throws(UsageError) in true }
  }
}

extension Option where Value: RawRepresentable<String> & CaseIterable {
  /// Creates an option that accepts one of a few words.
  package init(choice name: String, help: String) {
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
