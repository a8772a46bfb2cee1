import DatabaseTypes
import SQLiteDatabase
import Terminal

/// A runner of statements that prints their rows.
struct StatementRunner {
  /// Whether statements may write.
  let allowsWriting: Bool
  /// The printer of the rows.
  private(set) var printer: StatementPrinter

  init(format: ResultFormat, limit: Int? = nil, allowsWriting: Bool, output: Output) {
    self.allowsWriting = allowsWriting
    printer = StatementPrinter(format: format, limit: limit, output: output)
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
    printer.countStatement()
    let before = db.totalChangesCount
    if statement.columnCount > 0 {
      try writeRows(statement)
    } else {
      try statement.run()
    }
    if !statement.isReadOnly, !statement.access.writes.isEmpty, !statement.access.changesSchema {
      printer.count(changedRows: db.totalChangesCount - before)
    }
  }

  private func check(_ statement: PreparedStatement) throws {
    guard !allowsWriting else { return }
    guard statement.isReadOnly else {
      throw CommandFailure(message: "The statement writes. Give --write to allow it.")
    }
    guard statement.access.transactionEffect == nil else { throw CommandFailure.noTransaction }
  }

  private mutating func writeRows(_ statement: PreparedStatement) throws {
    var rows = try printer.begin(
      columns: statement.columnNames,
      runsToEnd: !statement.isReadOnly
    )
    try statement.start()
    do {
      while try statement.step(),
        try rows.add({ try CurrentRow(statement).storedValues() })
      {}
    } catch {
      try? statement.finish()
      throw error
    }
    try statement.finish()
    try rows.end()
  }
}

/// A run of statements on a file.
struct FileStatementRun: StatementRun {
  private var runner: StatementRunner
  private var script = ScriptReader()
  private let arguments: StatementArguments
  private let db: Database

  init(_ request: StatementRequest, output: Output, in db: Database) {
    runner = StatementRunner(
      format: request.format,
      limit: request.limit,
      allowsWriting: request.writes,
      output: output
    )
    arguments = request.arguments
    self.db = db
  }

  var printer: StatementPrinter { runner.printer }

  mutating func run(_ text: String) throws {
    try runner.run(.init(text: text, line: 1), arguments: arguments, in: db)
  }

  mutating func add(line: String?) throws {
    guard let piece = line.map({ script.add($0) }) ?? script.finish() else { return }
    try runner.run(piece, arguments: arguments, isPartOfScript: true, in: db)
  }
}
