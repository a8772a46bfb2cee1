import SQLiteDatabase
import Terminal

/// The statements that `livesql query` runs, and how their rows are printed.
struct StatementRequest: Sendable {
  /// The statements; `nil` to read a script from standard input.
  let sql: String?
  /// The values of parameters.
  let arguments: StatementArguments
  /// The format in which rows are printed.
  let format: ResultFormat
  /// The largest number of rows to print for each statement; `nil` for all.
  let limit: Int?
  /// Whether statements may write.
  let writes: Bool
}

/// A run of statements on one connection, which prints their rows.
protocol StatementRun {
  /// The printer of the results.
  var printer: StatementPrinter { get }
  /// Runs the statements of a text.
  ///
  /// - Throws: ``ScriptFailure``; also ``OutputFailure`` and `CancellationError`, unchanged.
  mutating func run(_ text: String) throws
  /// Runs the statements that a further line of a script completes.
  ///
  /// - Parameter line: The line without its end; `nil` at the end of the script.
  /// - Throws: As ``run(_:)`` does.
  mutating func add(line: String?) throws
}

extension StatementRun {
  /// Runs all statements, and prints what was done.
  ///
  /// - Parameters:
  ///   - sql: The statements; `nil` to read a script from the input.
  ///   - input: The script.
  mutating func runAll(_ sql: String?, or input: any InputSource) throws {
    if let sql {
      do { try run(sql) } catch let failure as ScriptFailure {
        // An error in a text of a single line needs no line number.
        throw sql.contains(where: \.isNewline) ? failure : failure.error
      }
      if printer.statementCount == 0 {
        throw CommandFailure(message: "The SQL text contains no statement.")
      }
    } else {
      var lines = InputLines(input)
      while let line = try lines.next() { try add(line: line) }
      try add(line: nil)
    }
    try printer.writeSummary()
  }
}

extension CommandFailure {
  /// The failure of statements that end within a transaction.
  static let transactionLeftOpen = CommandFailure(
    message: "A transaction was still open at the end and was rolled back. End it with COMMIT."
  )
  /// The failure of a statement that begins or ends a transaction where nothing may be written.
  static let noTransaction = CommandFailure(
    message:
      "Without --write, there is no transaction to begin or end. Give --write, or remove the statement."
  )
}
