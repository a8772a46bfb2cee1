import SQLiteDatabase

/// How an error is told on standard error, and the code to exit with.
struct ErrorReport {
  let lines: [Line]
  let exitCode: ExitCode

  init(_ error: any Error) {
    switch error {
    case let error as UsageError:
      lines = error.lines.map { Line($0) }
      exitCode = .usage
    case OutputFailure.system(let reason):
      lines = [Self.line("cannot write the output: \(reason)")]
      exitCode = .failure
    case let error as CommandFailure:
      lines = [Self.line(error.message)] + error.details
      exitCode = .failure
    case let error as DatabaseError:
      lines = [Self.line(Self.text(of: error))] + Self.excerpt(of: error)
      exitCode = .failure
    default:
      lines = [Self.line("\(error)")]
      exitCode = .failure
    }
  }

  private static func text(of error: DatabaseError) -> String {
    error.message + (error.path.map { " Database: \($0)." } ?? "")
  }

  private static func excerpt(of error: DatabaseError) -> [Line] {
    if error.code == .arguments { return ["Give each parameter a value with --param NAME=VALUE."] }
    guard let sql = error.sql, let offset = error.offset else { return [] }
    return SQLExcerpt(sql: sql, offset: offset).lines
  }

  private static func line(_ text: String) -> Line {
    var line = Line("\(programName): ", .failure)
    line.append(text)
    return line
  }
}

/// Why a command could not do its work.
struct CommandFailure: Error {
  /// What went wrong, and what to do, in a sentence.
  let message: String
  /// Lines that show more: the SQL with the place of the error.
  var details: [Line] = []
}
