/// The words of a command line, split into arguments and options.
package struct ParsedArguments: Sendable, Equatable {
  /// The arguments, in order.
  package let arguments: [String]
  /// The texts given for each option; an empty text for an option without a value.
  package let values: [String: [String]]

  /// Returns the argument at a position; `nil` if it was omitted.
  package func argument(at index: Int) -> String? {
    arguments.indices.contains(index) ? arguments[index] : nil
  }

  /// Returns the argument at a position that the syntax requires.
  package func requiredArgument(at index: Int, named name: String) throws(UsageError) -> String {
    guard let argument = argument(at: index) else { throw UsageError("\(name) is missing") }
    return argument
  }

  /// Returns the value of an option; the last one wins, so that a command line can be extended.
  package func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    guard let text = values[option.syntax.name]?.last else { return nil }
    return try option.read(text)
  }

  /// Returns all values of an option that may be repeated.
  package func allValues<Value>(of option: Option<Value>) throws(UsageError) -> [Value] {
    var read: [Value] = []
    for text in values[option.syntax.name] ?? [] { read.append(try option.read(text)) }
    return read
  }

  /// Returns whether an option without a value was given.
  package func has(_ flag: Option<Bool>) -> Bool { values[flag.syntax.name] != nil }
}
