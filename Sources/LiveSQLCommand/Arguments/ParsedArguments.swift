/// The words of a command line, sorted into arguments and options.
struct ParsedArguments: Sendable, Equatable {
  /// The arguments, in their order.
  let arguments: [String]
  /// The texts given for each option; an empty text for an option without a value.
  let values: [String: [String]]

  /// The argument at a place; `nil` where it was left out.
  func argument(at index: Int) -> String? {
    arguments.indices.contains(index) ? arguments[index] : nil
  }

  /// The argument at a place that the syntax requires.
  func requiredArgument(at index: Int, named name: String) throws(UsageError) -> String {
    guard let argument = argument(at: index) else { throw UsageError("\(name) is missing") }
    return argument
  }

  /// The value of an option; the last one counts, so that a command line can be added to.
  func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    guard let text = values[option.syntax.name]?.last else { return nil }
    return try option.read(text)
  }

  /// All values of an option that may be repeated.
  func allValues<Value>(of option: Option<Value>) throws(UsageError) -> [Value] {
    var read: [Value] = []
    for text in values[option.syntax.name] ?? [] { read.append(try option.read(text)) }
    return read
  }

  /// Whether an option without a value was given.
  func has(_ flag: Option<Bool>) -> Bool { values[flag.syntax.name] != nil }
}
