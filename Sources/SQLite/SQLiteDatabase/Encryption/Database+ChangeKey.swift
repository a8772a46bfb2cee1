import DatabaseTypes
import SQLite

extension Database {
  /// Encrypts the file with another key, in one transaction.
  ///
  /// The readers of a pool are opened again afterwards.
  func changeKey(_ key: EncryptionKey) throws {
    try checkAccess()
    try checkKey(key)
    guard isEncrypted else {
      throw DatabaseError(
        code: .misuse,
        message:
          "The database is not encrypted, so it has no key to change. `exportEncrypted` writes an encrypted copy of it.",
        path: path
      )
    }
    guard connection.isAutocommit else {
      throw DatabaseError(
        code: .misuse,
        message: "The key cannot be changed within a transaction. Change it outside of one.",
        path: path
      )
    }
    try rewrite(with: key)
    try checkWasRewritten(with: key)
    // The log has pages of the old key as long as it is not emptied.
    _ = try? connection.walCheckpoint(.truncate)
  }

  /// Encrypts each page with another key.
  ///
  /// Without the lock of a transaction, SQLCipher 4 reports success although another connection
  /// writes, and later writes of this connection damage the file.
  private func rewrite(with key: EncryptionKey) throws {
    try direct { connection in
      try connection.execute("BEGIN IMMEDIATE")
      // SQLCipher commits by itself, after which COMMIT has nothing left to do.
      do { try connection.changeKey(key.bytes) } catch {
        try? connection.execute("ROLLBACK")
        throw error
      }
      haveReadersOldKey = true
      try connection.execute("COMMIT")
    }
  }

  /// Throws if the file cannot be read with a new key.
  ///
  /// SQLCipher 4 reports success even if writing failed; the connection then reads with the old key
  /// and would write with the new one, so it refuses to write.
  private func checkWasRewritten(with key: EncryptionKey) throws {
    guard let file = connection.fileName(), !file.isEmpty, !path.hasPrefix("file:") else { return }
    let settings = try internalRows("PRAGMA cipher_settings", []).compactMap { $0[0].text(at: 0) }
    do throws(SQLiteError) {
      let other = try Connection(path: file, flags: .readWrite, vfs: configuration.vfs)
      try other.setKey(key.bytes)
      for setting in settings { try other.execute(setting) }
      try other.execute("SELECT 1 FROM sqlite_master LIMIT 1")
      try other.close()
    } catch  where error.code.primary == .notADatabase {
      try direct { try $0.execute("PRAGMA query_only = 1") }
      throw DatabaseError(
        code: .inputOutput,
        message:
          "The key was not changed, since the file could not be written: the disk may be full. The file has the old key. "
          + "Close this database, which cannot write any more, and open it again.",
        resultCode: error.code,
        path: path
      )
    } catch {
      // The other connection is locked out, and tells nothing about the key.
    }
  }
}

extension DatabaseWriter {
  /// Encrypts the file with another passphrase.
  ///
  /// See ``changeKey(_:)``.
  ///
  /// - Parameter passphrase: The new passphrase.
  /// - Throws: ``DatabaseError``, as ``changeKey(_:)``.
  public func changePassphrase(_ passphrase: String) throws {
    try changeKey(.passphrase(passphrase))
  }

  /// Encrypts the file with another passphrase.
  ///
  /// See ``changeKey(_:)``. Cancelling the task has no effect once the change has begun.
  ///
  /// - Parameter passphrase: The new passphrase.
  /// - Throws: ``DatabaseError``, as ``changeKey(_:)``, or `CancellationError`.
  public func changePassphrase(_ passphrase: String) async throws {
    try await changeKey(.passphrase(passphrase))
  }

  /// Encrypts the file with another key, in one transaction that writes each page.
  ///
  /// ```swift
  /// try database.changeKey(newKey)
  /// try keychain.store(newKey)
  /// ```
  ///
  /// No one reads meanwhile. Afterwards the pool opens its readers again, with what
  /// ``Configuration/prepareDatabase(_:)`` gives them: the closure must then return the new key.
  /// Other objects and processes that have the file open get `.notADatabase`, and have to open it
  /// again. A crash leaves the file with the old key or the new one, so keep both until this
  /// returns.
  ///
  /// - Parameter key: The new key.
  /// - Throws: ``DatabaseError`` with `.misuse` if the file is not encrypted, with `.busy` if
  ///   another connection writes, and with `.missingCapability` if the loaded SQLite does not
  ///   encrypt.
  public func changeKey(_ key: EncryptionKey) throws {
    try barrierWriteWithoutTransaction { try $0.changeKey(key) }
  }

  /// Encrypts the file with another key, in one transaction that writes each page.
  ///
  /// See the synchronous form for details. Cancelling the task has no effect once the change has
  /// begun.
  ///
  /// - Parameter key: The new key.
  /// - Throws: ``DatabaseError``, as the synchronous form, or `CancellationError`.
  public func changeKey(_ key: EncryptionKey) async throws {
    try await barrierWriteWithoutTransaction { try $0.changeKey(key) }
  }
}
