import DatabaseTypes
import SQLiteDatabase

/// Runs statements and prints their rows.
struct StatementRunner {
  /// How rows are written.
  var format: ResultFormat
  /// How many rows of each statement are written; `nil` for all.
  var limit: Int?
  /// Whether statements may write.
  var allowsWriting: Bool
  /// Where rows are written.
  var output: Output

  /// The statements that were run.
  private(set) var statementCount = 0
  /// The results that were written.
  private(set) var resultCount = 0
  /// The rows that were changed.
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
  /// - Parameter isPartOfScript: Whether other pieces may take arguments that this one leaves.
  /// - Throws: ``ScriptFailure`` of the first that fails; ``OutputFailure`` and `CancellationError` as they are.
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
      throw CommandFailure(message: "The statement writes. Give --write to let it.")
    }
    guard statement.access.transactionEffect == nil else {
      throw CommandFailure(
        message:
          "Without --write there is no transaction to begin or end. Give --write, or leave it out."
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
          // What writes has to run to its end.
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

  /// Says what was done, where no rows say it.
  ///
  /// - Parameter isWhole: Whether this is all that the command writes.
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
  /// What stands between two results.
  var separator: String {
    switch self {
    case .table, .markdown, .lines: "\n"
    case .csv: "\r\n"
    case .json, .jsonl: ""
    }
  }
}
