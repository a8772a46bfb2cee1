import DatabaseTypes
import SQLiteDatabase
import Terminal

/// A runner of statements that prints their rows.
struct StatementRunner {
  /// The format in which rows are printed.
  var format: ResultFormat
  /// The largest number of rows to print for each statement; `nil` for all.
  var limit: Int?
  /// Whether statements may write.
  var allowsWriting: Bool
  /// The output for rows.
  var output: Output

  /// The number of statements that were run.
  private(set) var statementCount = 0
  /// The number of results that were printed.
  private(set) var resultCount = 0
  /// The number of changed rows.
  private(set) var changedRowCount = 0
  /// Whether a statement was run that can change rows.
  private(set) var hasChangingStatement = false

  init(format: ResultFormat, limit: Int? = nil, allowsWriting: Bool, output: Output) {
    self.format = format
    self.limit = limit
    self.allowsWriting = allowsWriting
    self.output = output
  }

  /// Runs the statements of a piece of a script.
  ///
  /// - Parameter isPartOfScript: Whether other pieces may use arguments that this one does not.
  /// - Throws: ``ScriptFailure`` for the first statement that fails; also ``OutputFailure`` and
  ///   `CancellationError`, unchanged.
  mutating func run(
    _ piece: ScriptReader.Piece,
    arguments: StatementArguments = StatementArguments(),
    isPartOfScript: Bool = false,
    in db: Database
  ) throws {
    var offset = 0
    do {
      try db.forEachStatement(
        in: piece.text,
        arguments: arguments,
        isPartOfText: isPartOfScript,
        willCompile: { offset = $0 }
      ) { statement, arguments in
        try run(statement, arguments, db)
      }
    } catch let error where !(error is OutputFailure || error is CancellationError) {
      throw ScriptFailure(error, in: piece, statementAt: offset)
    }
  }

  private mutating func run(
    _ statement: PreparedStatement,
    _ arguments: StatementArguments,
    _ db: Database
  ) throws {
    try check(statement)
    try statement.setArguments(arguments)
    statementCount += 1
    let before = db.totalChangesCount
    if statement.columnCount > 0 {
      try writeRows(statement)
    } else {
      try statement.run()
    }
    if !statement.isReadOnly, !statement.access.writes.isEmpty, !statement.access.changesSchema {
      hasChangingStatement = true
      changedRowCount += db.totalChangesCount - before
    }
  }

  private func check(_ statement: PreparedStatement) throws {
    guard !allowsWriting else { return }
    guard statement.isReadOnly else {
      throw CommandFailure(message: "The statement writes. Give --write to allow it.")
    }
    guard statement.access.transactionEffect == nil else {
      throw CommandFailure(
        message:
          "Without --write, there is no transaction to begin or end. Give --write, or remove the statement."
      )
    }
  }

  private mutating func writeRows(_ statement: PreparedStatement) throws {
    if resultCount > 0 { try output.write(format.separator) }
    resultCount += 1
    var stream = ResultStream(columns: statement.columnNames, format: format, output: output)
    var rowCount = 0
    var failure: OutputFailure?
    try statement.start()
    do {
      while try statement.step() {
        if rowCount == limit {
          stream.hasMore = true
          // A statement that writes has to run to its end.
          if statement.isReadOnly { break }
          continue
        }
        rowCount += 1
        guard failure == nil else { continue }
        let values = try CurrentRow(statement).storedValues()
        do throws(OutputFailure) { try stream.add(values) } catch {
          if statement.isReadOnly { throw error }
          failure = error
        }
      }
    } catch {
      try? statement.finish()
      throw error
    }
    try statement.finish()
    if let failure { throw failure }
    try stream.end()
  }

  /// Prints what was done, if no rows show it.
  ///
  /// - Parameter isWhole: Whether this is the command's only output.
  func writeSummary(isWhole: Bool = true) throws(OutputFailure) {
    switch format {
    case .table, .lines:
      if hasChangingStatement {
        try output.write([Line("(\(counted(changedRowCount, "row")) changed)", .secondary)])
      } else if isWhole, resultCount == 0, statementCount > 0 {
        try output.write([Line("(\(counted(statementCount, "statement")) run)", .secondary)])
      }
    case .json: if isWhole, resultCount == 0 { try output.write("[]\n") }
    case .jsonl, .csv, .markdown: break
    }
  }
}

extension ResultFormat {
  /// The text between two results.
  var separator: String {
    switch self {
    case .table, .markdown, .lines: "\n"
    case .csv: "\r\n"
    case .json, .jsonl: ""
    }
  }
}
