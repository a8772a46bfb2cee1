import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseWriter {
  /// Rewrites the whole database, without the space that deleted rows have left.
  ///
  /// Nobody reads meanwhile, and the disk needs room for a copy. Row numbers of tables without an INTEGER PRIMARY KEY may
  /// change, so that observers and subscribers are told that everything changed.
  ///
  /// - Throws: ``DatabaseError``, such as `.full`.
  ///
  /// https://www.sqlite.org/lang_vacuum.html
  public func vacuum() throws {
    try barrierWriteWithoutTransaction { try $0.vacuum() }
  }

  /// Rewrites the whole database, without the space that deleted rows have left.
  ///
  /// The synchronous form tells more. Cancelling the task leaves the database as it was.
  ///
  /// - Throws: ``DatabaseError``, such as `.full`, or `CancellationError`.
  public func vacuum() async throws {
    try await barrierWriteWithoutTransaction { try $0.vacuum() }
  }
}

extension DatabaseReader {
  /// Writes a copy of the database to a new file, without the space that deleted rows have left.
  ///
  /// What is copied is of one moment, whatever is written meanwhile.
  ///
  /// - Parameter path: The file's path. It must not exist, or be empty.
  /// - Throws: ``DatabaseError`` where the file exists or cannot be written.
  public func vacuum(into path: String) throws {
    try unsafeRead { try $0.vacuum(into: path) }
  }

  /// Writes a copy of the database to a new file, without the space that deleted rows have left.
  ///
  /// What is copied is of one moment, whatever is written meanwhile. Cancelling the task leaves an unfinished file.
  ///
  /// - Parameter path: The file's path. It must not exist, or be empty.
  /// - Throws: ``DatabaseError`` where the file exists or cannot be written, or `CancellationError`.
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
      // SQLite would write a temporary file, and remove it.
      throw DatabaseError(code: .cannotOpen, message: "The path of the new file is empty.")
    }
    try direct { connection in
      // A reader refuses to write, the new file too.
      let isQueryOnly = try pragma("query_only") == 1
      if isQueryOnly { try connection.execute("PRAGMA query_only = 0") }
      defer { if isQueryOnly { try? connection.execute("PRAGMA query_only = 1") } }
      let statement = try Statement("VACUUM INTO ?", on: connection)
      try statement.bind(path, at: 1)
      try statement.run()
    }
  }
}
