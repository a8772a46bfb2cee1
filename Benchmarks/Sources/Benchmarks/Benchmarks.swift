import Foundation
import PostgreSQLTestSupport

/// Answers the questions, prints the table, and exits with 1 if an answer exceeds its bar.
@main
struct Benchmarks {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 3, try actAsOtherProcess(arguments[1], arguments[2]) { return }
    let options: Options
    do { options = try Options(CommandLine.arguments.dropFirst()) } catch {
      FileHandle.standardError.write(Data("\(error)\n\n\(Options.help)".utf8))
      exit(2)
    }
    if options.showsHelp { return print(Options.help, terminator: "") }
    // First, while the process holds no memory left over from other questions.
    let memory = try idleMemory(options)
    let report = Report(
      answers: try answers(options),
      figures: try figures(options),
      renderTime: options.includes(RenderTime.name)
        ? RenderTime(rounds: options.rounds, clock: options.clock) : nil,
      matchTime: options.includes(MatchTime.name)
        ? MatchTime(rounds: options.rounds, clock: options.clock) : nil,
      foundByKeys: options.includes(FoundByKeys.name)
        ? FoundByKeys(rounds: options.rounds, clock: options.clock) : nil,
      idleMemory: memory,
      options
    )
    print(options.json ? try report.json() : report.table, terminator: "")
    if !report.isWithinBars { exit(1) }
  }

  /// Does the work for which this program started itself, on a file.
  ///
  /// - Returns: Whether it was started for such work.
  private static func actAsOtherProcess(_ argument: String, _ path: String) throws -> Bool {
    switch argument {
    case OtherProcess.childArgument: try OtherProcess.commit(to: path)
    case Watcher.childArgument: try Watcher.watch(path)
    case FirstRead.childArgument: try FirstRead.read(path)
    case _ where argument.hasPrefix(ProcessorTime.childArgument):
      guard let count = Int(argument.dropFirst(ProcessorTime.childArgument.count)) else {
        return false
      }
      try ProcessorTime.print(count, in: path)
    default: return false
    }
    return true
  }

  private static func answers(_ options: Options) throws -> [Answer] {
    try allQuestions.filter { options.includes($0.name) }.compactMap { question in
      if !options.json { FileHandle.standardError.write(Data("\(question.name) …\n".utf8)) }
      return try measured { folder in
        try Answer(to: question, in: folder, rounds: options.rounds, clock: options.clock)
      }
    }
  }

  /// Measures in a separate folder; returns `nil` if a server or a program is needed and not
  /// available.
  private static func measured<Result>(_ measure: (String) throws -> Result) throws -> Result? {
    do { return try withScratchFolder(measure) } catch {
      guard error is PostgresTestServer.Unavailable || error is MissingTool else { throw error }
      FileHandle.standardError.write(Data("It is left out. \(error)\n".utf8))
      return nil
    }
  }

  private static func figures(_ options: Options) throws -> [MeasuredFigure] {
    try allFigures.filter { options.includes($0) }.compactMap { figure in
      if !options.json { FileHandle.standardError.write(Data("\(figure.name) …\n".utf8)) }
      return try measured { folder in try measure(figure, in: folder) }
    }
  }

  private static func measure(_ figure: any Figure.Type, in folder: String) throws -> MeasuredFigure
  {
    try MeasuredFigure(figure, in: folder)
  }

  private static func idleMemory(_ options: Options) throws -> IdleMemory? {
    guard options.includes(IdleMemory.name) else { return nil }
    return try withScratchFolder { folder in try IdleMemory(in: folder) }
  }
}
