import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseWriter {
  /// Rewrites the whole database, without the space that deleted rows left behind.
  ///
  /// No one reads meanwhile, and the disk needs room for a copy. Row numbers of tables without an
  /// INTEGER PRIMARY KEY may change, so observers and subscribers are notified that everything
  /// changed.
  ///
  /// - Throws: ``DatabaseError``, such as `.full`.
  ///
  /// https://www.sqlite.org/lang_vacuum.html
  public func vacuum() throws {
    try barrierWriteWithoutTransaction { try $0.vacuum() }
  }

  /// Rewrites the whole database, without the space that deleted rows left behind.
  ///
  /// See the synchronous form for details. Cancelling the task leaves the database unchanged.
  ///
  /// - Throws: ``DatabaseError``, such as `.full`, or `CancellationError`.
  public func vacuum() async throws {
    try await barrierWriteWithoutTransaction { try $0.vacuum() }
  }
}

extension DatabaseReader {
  /// Writes a copy of the database to a new file, without the space that deleted rows left behind.
  ///
  /// The copy is a snapshot, whatever is written meanwhile.
  ///
  /// - Parameter path: The path of the file, which must be empty or not exist.
  /// - Throws: ``DatabaseError`` if the file is not empty or cannot be written.
  public func vacuum(into path: String) throws {
    try unsafeRead { try $0.vacuum(into: path) }
  }

  /// Writes a copy of the database to a new file, without the space that deleted rows left behind.
  ///
  /// The copy is a snapshot, whatever is written meanwhile. Cancelling the task leaves an
  /// incomplete file.
  ///
  /// - Parameter path: The path of the file, which must be empty or not exist.
  /// - Throws: ``DatabaseError`` if the file is not empty or cannot be written, or
  ///   `CancellationError`.
  public func vacuum(into path: String) async throws {
    try await unsafeRead { try $0.vacuum(into: path) }
  }
}

extension Database {
  fileprivate func vacuum() throws {
    capture.replacementWillStart()
    do { try direct { try $0.execute("VACUUM") } } catch {
      capture.forgetAll()
      capture.didFinish()
      throw error
    }
    didReplaceContent(changesSchema: false)
  }

  fileprivate func vacuum(into path: String) throws {
    guard !path.isEmpty else {
      // SQLite would write a temporary file and then delete it.
      throw DatabaseError(code: .cannotOpen, message: "The path of the new file is empty.")
    }
    try direct { connection in
      // A reader refuses all writes, including those to the new file.
      let isQueryOnly = try pragma("query_only") == 1
      if isQueryOnly { try connection.execute("PRAGMA query_only = 0") }
      defer { if isQueryOnly { try? connection.execute("PRAGMA query_only = 1") } }
      let statement = try Statement("VACUUM INTO ?", on: connection)
      try statement.bind(path, at: 1)
      do { try statement.run() } catch let error as SQLiteError where error.isExistingFile {
        throw DatabaseError(
          code: .cannotOpen,
          message: "There is a file at \(path) already. Remove it, or choose another path."
        )
      }
    }
  }
}

extension SQLiteError {
  /// Whether `VACUUM INTO` refused to overwrite a file; SQLite has no code for it.
  fileprivate var isExistingFile: Bool { message == "output file already exists" }
}
