import SQLite
public import SQLiteDatabase

extension DatabaseWriter {
  /// Runs a script of SQL in one transaction: a dump of this library's, of the program `sqlite3`, or written by hand.
  ///
  /// ```swift
  /// try database.importSQL(from: .file("shop.sql"))
  /// ```
  ///
  /// Where a statement fails nothing of the script remains. Its own `BEGIN` and `COMMIT` are passed over, and `ROLLBACK`
  /// is an error, which is how a dump says that it is incomplete. A leading `PRAGMA foreign_keys=OFF` is kept to until the
  /// end of the script. A script is read as `sqlite3` reads it: it may write the schema (`PRAGMA writable_schema`), and
  /// text in double quotes that names nothing is a string. So run no script that you do not trust.
  ///
  /// The script is read statement by statement and never as a whole. It blocks until the script has run.
  ///
  /// - Parameters:
  ///   - source: The script, in UTF-8.
  ///   - progress: Called as statements have run. An error that it throws rolls back.
  /// - Returns: How many statements have run.
  /// - Throws: ``ImportError`` with the line and column in the script; ``DatabaseError`` where the transaction cannot begin
  ///   or end; what `progress` throws.
  @discardableResult
  public func importSQL(
    from source: ImportSource,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> Int {
    try writeWithoutTransaction { db in
      try withoutActuallyEscaping(progress) { try ScriptImport(db, source, $0).run() }
    }
  }

  /// Runs a script of SQL in one transaction.
  ///
  /// The synchronous form tells more. Cancelling the task rolls back.
  ///
  /// - Parameters:
  ///   - source: The script, in UTF-8.
  ///   - progress: Called as statements have run, on another thread. An error that it throws rolls back.
  /// - Returns: How many statements have run.
  /// - Throws: ``ImportError``, ``DatabaseError``, `CancellationError`, what `progress` throws.
  @discardableResult
  public func importSQL(
    from source: ImportSource,
    progress: @escaping @Sendable (ImportProgress) throws -> Void = { _ in }
  ) async throws -> Int {
    try await writeWithoutTransaction { db in try ScriptImport(db, source, progress).run() }
  }
}

/// Runs the statements of a script.
private final class ScriptImport {
  private let db: Database
  private let reader: SQLStatementReader
  private var meter: ImportMeter
  private var keepsForeignKeys: Bool

  init(
    _ db: Database,
    _ source: ImportSource,
    _ progress: @escaping (ImportProgress) throws -> Void
  )
    throws
  {
    self.db = db
    let stream = try ByteStream(source)
    reader = SQLStatementReader(stream)
    meter = ImportMeter(stream, source.byteCount, progress)
    keepsForeignKeys = db.connection.option(.foreignKeys)
  }

  func run() throws -> Int {
    let first = try runHead()
    try db.withOption(.foreignKeys, keepsForeignKeys) {
      try db.withOption(.defensive, false) {
        try db.withOption(.doubleQuotedStringsInSchema, true) {
          try db.withOption(.doubleQuotedStringsInQueries, true) {
            try db.transaction(.immediate) { try runBody(startingWith: first) }
          }
        }
      }
    }
    try meter.end()
    return meter.count
  }

  /// Runs what has to come before the transaction, and returns the first statement that does not.
  private func runHead() throws -> SQLStatementReader.Statement? {
    while let statement = try reader.next() {
      switch ScriptStatement(statement) {
      case .foreignKeys(let isOn): keepsForeignKeys = isOn ?? keepsForeignKeys
      case .encoding: try run(statement)
      default: return statement
      }
    }
    return nil
  }

  private func runBody(startingWith first: SQLStatementReader.Statement?) throws {
    // A script that is left in the middle may have let its statements write the schema.
    defer { try? db.direct { try $0.execute("PRAGMA writable_schema=OFF") } }
    var statement = first
    while let current = statement {
      switch ScriptStatement(current) {
      case .begin, .commit: break
      case .rollback:
        throw ImportError(
          "The script rolls back here, as a dump does that came to an error. Nothing was imported.",
          line: current.line,
          column: current.column
        )
      case .foreignKeys, .encoding, .other: try run(current)
      }
      statement = try reader.next()
    }
    // What the script wrote into the schema itself is known to nobody yet.
    try db.clearSchemaCache()
  }

  private func run(_ statement: SQLStatementReader.Statement) throws {
    do { try db.makeStatement(sql: statement.sql).run() } catch let error as DatabaseError {
      // The transaction is gone, and with it the reason for going on.
      let place = statement.place(ofByte: error.offset ?? 0)
      throw ImportError(
        error.message,
        line: place.line,
        column: place.column,
        databaseError: error
      )
    }
    try meter.didFinishOne()
  }
}

/// What a statement of a script is to an import.
private enum ScriptStatement {
  case begin, commit, rollback, encoding, other
  case foreignKeys(Bool?)

  init(_ statement: SQLStatementReader.Statement) {
    let words = statement.words
    switch words.first {
    case "BEGIN": self = .begin
    case "COMMIT", "END": self = .commit
    // `ROLLBACK TO` goes back to a savepoint of the script's own.
    case "ROLLBACK" where !words.contains("TO"): self = .rollback
    case "PRAGMA" where words.dropFirst().first == "FOREIGN_KEYS":
      self = .foreignKeys(words.dropFirst(2).first.flatMap(Self.isOn))
    case "PRAGMA" where words.dropFirst().first == "ENCODING": self = .encoding
    default: self = .other
    }
  }

  /// What a pragma makes of a word.
  ///
  /// https://www.sqlite.org/pragma.html
  private static func isOn(_ word: String) -> Bool? {
    switch word {
    case "ON", "1", "YES", "TRUE": true
    case "OFF", "0", "NO", "FALSE": false
    default: nil
    }
  }
}
