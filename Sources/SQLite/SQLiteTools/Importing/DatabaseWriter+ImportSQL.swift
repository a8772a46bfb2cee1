import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseWriter {
  /// Runs an SQL script in one transaction.
  ///
  /// ```swift
  /// try database.importSQL(from: .file("shop.sql"))
  /// ```
  ///
  /// The script may be a dump of this library or of the program `sqlite3`, or written by hand.
  ///
  /// If a statement fails, nothing of the script remains. Its own `BEGIN` and `COMMIT` are skipped,
  /// and `ROLLBACK`, which marks a dump as incomplete, is an error. A leading
  /// `PRAGMA foreign_keys=OFF` is in effect until the end of the script, and so is
  /// `PRAGMA ignore_check_constraints`. A script has the rights that `sqlite3` gives it: it may
  /// write the schema (`PRAGMA writable_schema`), and text in double quotes that names nothing is a
  /// string. So do not run a script that you do not trust.
  ///
  /// The script is read statement by statement, never as a whole. The call blocks until the script
  /// has run.
  ///
  /// - Parameters:
  ///   - source: The script, in UTF-8.
  ///   - progress: Called as statements have run. If it throws, the transaction is rolled back.
  /// - Returns: The number of statements that have run.
  /// - Throws: ``ImportError`` with the line and column in the script; ``DatabaseError`` if the
  ///   transaction cannot begin or end; an error of `progress`.
  @discardableResult
  public func importSQL(
    from source: ImportSource,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> Int {
    try writeWithoutTransaction { db in
      try withoutActuallyEscaping(progress) { try ScriptImport(db, source, $0).run() }
    }
  }

  /// Runs an SQL script in one transaction.
  ///
  /// See the synchronous form for details. Cancelling the task rolls back.
  ///
  /// - Parameters:
  ///   - source: The script, in UTF-8.
  ///   - progress: Called as statements have run, on another thread. If it throws, the transaction
  ///     is rolled back.
  /// - Returns: The number of statements that have run.
  /// - Throws: ``ImportError``, ``DatabaseError``, `CancellationError`, an error of `progress`.
  @discardableResult
  public func importSQL(
    from source: ImportSource,
    progress: @escaping @Sendable (ImportProgress) throws -> Void = { _ in }
  ) async throws -> Int {
    try await writeWithoutTransaction { db in try ScriptImport(db, source, progress).run() }
  }
}

/// A run of the statements of a script.
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
    let first = try runPreamble()
    try db.withOption(.foreignKeys, keepsForeignKeys) {
      try db.withOption(.defensive, false) {
        try db.withOption(.doubleQuotedStringsInSchema, true) {
          try db.withOption(.doubleQuotedStringsInQueries, true) {
            try db.transaction(.immediate) { try runTransaction(startingWith: first) }
          }
        }
      }
    }
    try meter.end()
    return meter.count
  }

  /// Runs the statements that must precede the transaction, and returns the first other statement.
  private func runPreamble() throws -> SQLStatementReader.Statement? {
    while let statement = try reader.next() {
      switch StatementRole(statement) {
      case .foreignKeys(let isOn): keepsForeignKeys = isOn ?? keepsForeignKeys
      case .encoding: try run(statement)
      default: return statement
      }
    }
    return nil
  }

  private func runTransaction(startingWith first: SQLStatementReader.Statement?) throws {
    let ignoresChecks = try db.pragma("ignore_check_constraints") == 1
    // A script that ends early may have made the schema writable, or ignore constraints.
    defer {
      try? db.direct {
        try $0.execute(
          "PRAGMA writable_schema=OFF; PRAGMA ignore_check_constraints=\(ignoresChecks ? 1 : 0)"
        )
      }
    }
    var statement = first
    while let current = statement {
      switch StatementRole(current) {
      case .begin, .commit: break
      case .rollback:
        throw ImportError(
          "The script rolls back here, as an incomplete dump does. Nothing was imported.",
          line: current.line,
          column: current.column
        )
      case .foreignKeys, .encoding, .other: try run(current)
      }
      statement = try reader.next()
    }
    // The connection does not know yet what the script wrote into the schema itself.
    try db.clearSchemaCache()
  }

  private func run(_ statement: SQLStatementReader.Statement) throws {
    do { try db.makeStatement(sql: statement.sql).run() } catch let error as DatabaseError {
      // The failed statement ends the whole import, so report its position in the script.
      let place = statement.place(ofByte: error.offset ?? 0)
      throw ImportError(
        error.explanation,
        line: place.line,
        column: place.column,
        databaseError: error
      )
    }
    try meter.didFinishOne()
  }
}

/// The role of a statement in an import.
private enum StatementRole {
  case begin, commit, rollback, encoding, other
  case foreignKeys(Bool?)

  init(_ statement: SQLStatementReader.Statement) {
    let words = statement.words
    switch words.first {
    case "BEGIN": self = .begin
    case "COMMIT", "END": self = .commit
    // `ROLLBACK TO` returns to a savepoint of the script itself.
    case "ROLLBACK" where !words.contains("TO"): self = .rollback
    case "PRAGMA" where words.dropFirst().first == "FOREIGN_KEYS":
      self = .foreignKeys(words.dropFirst(2).first.flatMap(Self.isOn))
    case "PRAGMA" where words.dropFirst().first == "ENCODING": self = .encoding
    default: self = .other
    }
  }

  /// Returns the Boolean that a pragma understands by a word.
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
