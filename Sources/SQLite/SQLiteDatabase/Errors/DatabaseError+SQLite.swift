import DatabaseTypes
package import SQLite

extension DatabaseError {
  /// Creates an error from an error of SQLite, with advice on what to do.
  package init(
    _ error: SQLiteError,
    path: String? = nil,
    waited: Duration? = nil,
    arguments: StatementArguments? = nil
  ) {
    let code = Code(error.code, message: error.message)
    self.init(
      code: code,
      message: error.message,
      resultCode: error.code,
      sql: error.sql,
      offset: error.offset,
      path: path,
      arguments: arguments
    )
    explanation = Self.explanation(error, code, waited)
  }

  private static func explanation(
    _ error: SQLiteError,
    _ code: Code,
    _ waited: Duration?
  ) -> String {
    let said =
      error.message.last.map { ".!?".contains($0) } ?? true ? error.message : error.message + "."
    switch (code, error.code) {
    case (_, .busySnapshot):
      return
        "The database changed after this transaction began to read, so it can no longer write. "
        + "Begin a transaction that writes with IMMEDIATE, as `write` does."
    case (.busy, _): return busyMessage(waited)
    case (.notADatabase, _):
      return
        "The file is not a SQLite database, or it is encrypted. Check the path, and open an encrypted file with "
        + "`usePassphrase`."
    case (.corrupt, _) where said.contains("unsafe use of"):
      return said + functionAdvice
    case (.corrupt, _):
      return "The database file is damaged: \(said) Run `integrityCheck` and restore a backup."
    case (.full, _):
      return
        "The disk is full, or the database has reached its maximum size, so the transaction was not committed. "
        + "Free space and try again."
    case (.readOnly, _):
      return
        "The database is read-only: \(said) Open it without `Configuration.readOnly`, and check the permission to "
        + "write the file and its folder."
    case (.inputOutput, _):
      return
        "The file system failed: \(said) Check the disk, and repeat the writes that were not committed."
    case (.tooBig, _):
      return
        "A value or a statement is larger than SQLite's limit: \(said) Store it in parts, or in a file of its own."
    case (.locked, _):
      return "A table is in use: \(said) Finish the cursors and statements that read it first."
    case (.interrupted, _):
      return "The statement was interrupted: run it again if its result is still needed."
    default: return said + advice(error.message)
    }
  }

  /// Returns advice for errors that are only identified by their message.
  private static func advice(_ message: String) -> String {
    if message.hasPrefix("unsafe use of virtual table") {
      return
        " A trigger or view may not use a virtual table that accesses anything outside the database; with "
        + "`PRAGMA trusted_schema = OFF`, it may only use innocuous ones."
    }
    if message.hasPrefix("unsafe use of") { return functionAdvice }
    if message.hasPrefix("backup is not supported with encrypted") {
      return
        " Either both databases have a key or none has: `exportPlain` and `exportEncrypted` copy one into the other."
    }
    let later = NewerFunctions.advice(
      for: message,
      version: SQLiteLibrary.version,
      number: SQLiteLibrary.versionNumber
    )
    if let later { return later }
    if let limit = LimitAdvice.advice(for: message) { return limit }
    if ["no such function", "no such collation", "no such tokenizer"].contains(
      where: message.hasPrefix
    ) {
      return " Add it to each connection: in `Configuration.prepareDatabase`."
    }
    return ""
  }

  private static let functionAdvice =
    " A trigger, view, constraint, index or generated column may only call a function that was added with "
    + "`isInnocuous: true`, or any function if the file is trusted: `Configuration.trustsSchema`."

  private static func busyMessage(_ waited: Duration?) -> String {
    let time = waited.map { " after waiting for \($0.formattedSeconds) s" } ?? ""
    return
      "The database was locked\(time): another connection, of this process or another, holds a lock. "
      + "Try again, or wait longer with `Configuration.busyMode`."
  }
}

extension Duration {
  /// The seconds with two decimals.
  var formattedSeconds: String {
    let hundredths = (self / .milliseconds(10)).rounded()
    return "\(Int(hundredths) / 100).\(String(Int(hundredths) % 100 + 100).dropFirst())"
  }
}

extension DatabaseError.Code {
  /// The corresponding code of SQLite, if it has one.
  var resultCode: ResultCode? {
    switch self {
    case .busy: .busy
    case .locked: .locked
    case .readOnly: .readOnly
    case .constraint: .constraint
    case .sql: .error
    case .notADatabase: .notADatabase
    case .corrupt: .corrupt
    case .cannotOpen: .cannotOpen
    case .permission: .permission
    case .full: .full
    case .inputOutput: .ioError
    case .tooBig: .tooBig
    case .interrupted: .interrupt
    case .misuse: .misuse
    case .outOfMemory: .outOfMemory
    case .schemaChanged: .schema
    case .transactionAborted: .abort
    default: nil
    }
  }

  init(_ code: ResultCode, message: String) {
    switch code.primary {
    case .busy: self = .busy
    case .locked: self = .locked
    case .readOnly: self = .readOnly
    case .constraint: self = .constraint
    case .error where code.isInterruption(saying: message): self = .interrupted
    case .error: self = message.hasPrefix("no such") ? .notFound : .sql
    case .notADatabase: self = .notADatabase
    case .corrupt: self = .corrupt
    case .cannotOpen: self = .cannotOpen
    case .permission, .notAuthorized: self = .permission
    case .full: self = .full
    case .ioError: self = code == .ioErrorOutOfMemory ? .outOfMemory : .inputOutput
    case .tooBig: self = .tooBig
    case .interrupt: self = .interrupted
    case .misuse, .range: self = .misuse
    case .outOfMemory: self = .outOfMemory
    case .schema: self = .schemaChanged
    case .abort: self = .transactionAborted
    default: self = .other
    }
  }
}
