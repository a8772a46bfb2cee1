import Foundation

/// Answers the questions, prints the table, and ends with 1 where an answer is past its bar.
@main
struct Benchmarks {
  static func main() throws {
    let options: Options
    do { options = try Options(CommandLine.arguments.dropFirst()) } catch {
      FileHandle.standardError.write(Data("\(error)\n\n\(Options.help)".utf8))
      exit(2)
    }
    if options.showsHelp { return print(Options.help, terminator: "") }
    let report = Report(answers: try answers(options), options)
    print(options.json ? try report.json() : report.table, terminator: "")
    if !report.isWithinBars { exit(1) }
  }

  private static func answers(_ options: Options) throws -> [Answer] {
    try allQuestions.filter { options.includes($0.name) }.map { question in
      if !options.json { FileHandle.standardError.write(Data("\(question.name) …\n".utf8)) }
      return try withScratchFolder { folder in
        try Answer(to: question, in: folder, rounds: options.rounds, clock: options.clock)
      }
    }
  }
}
