/// The options of the command line.
struct Options {
  var names: [String] = []
  var rounds = 21
  var json = false
  var clock = Clock.wall
  var showsHelp = false

  static var help: String {
    """
    USAGE: swift run -c release Benchmarks [--only NAME]… [--rounds N] [--json] [--processor-time]

      --only NAME   Answers only this question; may be given several times.
      --rounds N    Measures each side N times. Default: 21.
      --json        Prints one JSON object instead of the table.
      --processor-time
                    Measures the time that the thread has a processor instead of the time that goes by: steadier on a
                    busy machine, but blind to waiting.

    QUESTIONS: \(questionNames.joined(separator: ", "))
    Only by their names, since they take minutes: \(longNames.joined(separator: ", "))

    """
  }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--only": names.append(try Self.name(rest.next()))
      case "--rounds": rounds = try Self.count(rest.next())
      case "--json": json = true
      case "--processor-time": clock = .processor
      case "--help", "-h": showsHelp = true
      default: throw UsageError(description: "Unknown argument: \(argument)")
      }
    }
  }

  private static var longNames: [String] {
    allFigures.filter { $0.isOnRequest }.map { $0.name }
  }

  private static var questionNames: [String] {
    allQuestions.map(\.name) + allFigures.map { $0.name }
      + [RenderTime.name, MatchTime.name, FoundByKeys.name, IdleMemory.name]
  }

  func includes(_ name: String) -> Bool { names.isEmpty || names.contains(name) }

  func includes(_ figure: any Figure.Type) -> Bool {
    figure.isOnRequest ? names.contains(figure.name) : includes(figure.name)
  }

  private static func name(_ text: String?) throws(UsageError) -> String {
    guard let text, questionNames.contains(text) else {
      throw UsageError(description: "--only needs the name of a question.")
    }
    return text
  }

  private static func count(_ text: String?) throws(UsageError) -> Int {
    guard let count = text.flatMap({ Int($0) }), count > 0 else {
      throw UsageError(description: "--rounds needs a number above 0.")
    }
    return count
  }
}

/// An error in the command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
