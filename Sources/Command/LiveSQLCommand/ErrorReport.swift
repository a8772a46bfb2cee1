import LiveSQLPostgres
import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase
import Terminal

/// A report of an error for standard error, and the exit code.
struct ErrorReport {
  let lines: [Line]
  let exitCode: ExitCode

  /// Creates the report of an error.
  ///
  /// - Parameters:
  ///   - head: The text before the message.
  ///   - parameterAdvice: The advice on how to give values to parameters here.
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
      usage.map { $0.lines(of: programName).map { Line($0) } }
      ?? [line] + Self.details(of: error, parameterAdvice: parameterAdvice)
  }

  private static func message(of error: any Error) -> String {
    switch error {
    case OutputFailure.system(let reason): "cannot write the output: \(reason)"
    case let error as CommandFailure: error.message
    case let error as DatabaseError: error.commandMessage
    case let error as DatabaseCopyError: error.text.commandText
    case let error as PostgresError: error.commandMessage
    case let error as PostgresDatabaseError: error.commandMessage
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

/// A failure of a command.
struct CommandFailure: Error {
  /// A sentence that says what went wrong, and what to do.
  let message: String
  /// Further lines to show, such as the SQL with the place of the error.
  var details: [Line] = []
}
