import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase

/// How an error is told on standard error, and the code to exit with.
struct ErrorReport {
  let lines: [Line]
  let exitCode: ExitCode

  /// Makes the report of an error.
  ///
  /// - Parameters:
  ///   - head: What stands before the message.
  ///   - parameterAdvice: How parameters get their values here.
  init(
    _ error: any Error,
    head: String = "\(programName): ",
    parameterAdvice: String = "Give each parameter a value with --param NAME=VALUE."
  ) {
    var place = ""
    var error = error
    if let failure = error as? ScriptFailure {
      place = "\(failure.file.map { "\($0), " } ?? "")line \(failure.line): "
      error = failure.error
    }
    let usage = error as? UsageError
    exitCode = usage == nil ? .failure : .usage
    var line = Line(head, .failure)
    line.append(place + Self.message(of: error))
    lines =
      usage.map { $0.lines.map { Line($0) } }
      ?? [line] + Self.details(of: error, parameterAdvice: parameterAdvice)
  }

  private static func message(of error: any Error) -> String {
    switch error {
    case OutputFailure.system(let reason): "cannot write the output: \(reason)"
    case let error as CommandFailure: error.message
    case let error as DatabaseError: error.messageOfCommand
    case let error as PostgresError: error.messageOfCommand
    case let error as PostgresDatabaseError: error.messageOfCommand
    default: "\(error)"
    }
  }

  private static func details(of error: any Error, parameterAdvice: String) -> [Line] {
    if let failure = error as? CommandFailure { return failure.details }
    if let error = error as? PostgresError { return error.detailsOfCommand }
    guard let error = error as? DatabaseError else { return [] }
    if error.code == .arguments { return [Line(parameterAdvice)] }
    guard let sql = error.sql, let offset = error.offset else { return [] }
    return SQLExcerpt(sql: sql, offset: offset).lines
  }
}

/// Why a command could not do its work.
struct CommandFailure: Error {
  /// What went wrong, and what to do, in a sentence.
  let message: String
  /// Lines that show more: the SQL with the place of the error.
  var details: [Line] = []
}
