public import SQLiteDatabase

extension DatabaseReader {
  /// Writes an encrypted copy of the database to a new file.
  ///
  /// ```swift
  /// try database.exportEncrypted(to: "shop-encrypted.db", passphrase: passphrase)
  /// ```
  ///
  /// See ``exportEncrypted(to:key:)``.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which must not exist.
  ///   - passphrase: The passphrase of the copy.
  /// - Throws: ``DatabaseError``, as ``exportEncrypted(to:key:)``.
  public func exportEncrypted(to path: String, passphrase: String) throws {
    try exportEncrypted(to: path, key: .passphrase(passphrase))
  }

  /// Writes an encrypted copy of the database to a new file.
  ///
  /// See ``exportEncrypted(to:key:)``. Cancelling the task ends the copy and leaves no file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which must not exist.
  ///   - passphrase: The passphrase of the copy.
  /// - Throws: ``DatabaseError``, as ``exportEncrypted(to:key:)``, or `CancellationError`.
  public func exportEncrypted(to path: String, passphrase: String) async throws {
    try await exportEncrypted(to: path, key: .passphrase(passphrase))
  }

  /// Writes an encrypted copy of the database to a new file, whether or not it is encrypted itself.
  ///
  /// The copy is a snapshot, whatever is written meanwhile. It is written under another name and
  /// renamed at the end, so that the path never has half a copy, and only the user may read it. The
  /// database is opened once more for it, with what ``Configuration/prepareDatabase(_:)`` does. Row
  /// numbers of tables without an INTEGER PRIMARY KEY may change.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which must not exist.
  ///   - key: The key of the copy.
  /// - Throws: ``DatabaseError`` with `.cannotOpen` if there is a file at the path or it cannot be
  ///   written, and with `.missingCapability` if the loaded SQLite does not encrypt.
  ///
  /// https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlcipher_export
  public func exportEncrypted(to path: String, key: EncryptionKey) throws {
    try DatabaseExport(key: key).run(from: self, to: path)
  }

  /// Writes an encrypted copy of the database to a new file, whether or not it is encrypted itself.
  ///
  /// See the synchronous form for details. Cancelling the task ends the copy and leaves no file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which must not exist.
  ///   - key: The key of the copy.
  /// - Throws: ``DatabaseError``, as the synchronous form, or `CancellationError`.
  public func exportEncrypted(to path: String, key: EncryptionKey) async throws {
    try await DatabaseExport(key: key).run(from: self, to: path)
  }

  /// Writes a copy of the database that is not encrypted to a new file.
  ///
  /// Anyone who can read the copy can read the data; only the user may read it at first. See
  /// ``exportEncrypted(to:key:)`` for details.
  ///
  /// - Parameter path: The path of the file, which must not exist.
  /// - Throws: ``DatabaseError``, as ``exportEncrypted(to:key:)``.
  public func exportPlain(to path: String) throws {
    try DatabaseExport(key: nil).run(from: self, to: path)
  }

  /// Writes a copy of the database that is not encrypted to a new file.
  ///
  /// Anyone who can read the copy can read the data; only the user may read it at first. See
  /// ``exportEncrypted(to:key:)`` for details. Cancelling the task ends the copy and leaves no
  /// file.
  ///
  /// - Parameter path: The path of the file, which must not exist.
  /// - Throws: ``DatabaseError``, as ``exportEncrypted(to:key:)``, or `CancellationError`.
  public func exportPlain(to path: String) async throws {
    try await DatabaseExport(key: nil).run(from: self, to: path)
  }
}
