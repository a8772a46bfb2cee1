public import Foundation
package import SQLite

extension Database {
  /// Opens the encrypted file of this connection with a passphrase.
  ///
  /// Call it in ``Configuration/prepareDatabase(_:)``, before anything else, so that each
  /// connection has the key. A new file is encrypted from its first page on.
  ///
  /// ```swift
  /// configuration.prepareDatabase { db in
  ///   try db.usePassphrase(passphraseFromKeychain())
  /// }
  /// ```
  ///
  /// SQLCipher derives a key from the passphrase, which blocks for about 0.2 s. The passphrase is
  /// in no SQL, trace, error or log, and is not kept afterwards.
  ///
  /// - Parameter passphrase: The passphrase.
  /// - Throws: ``DatabaseError`` with `.notADatabase` if the passphrase is wrong or the file is not
  ///   encrypted, with `.missingCapability` if the loaded SQLite does not encrypt, and with
  ///   `.misuse` for an empty passphrase.
  public func usePassphrase(_ passphrase: String) throws { try use(.passphrase(passphrase)) }

  /// Opens the encrypted file of this connection with a passphrase of bytes.
  ///
  /// See the form that takes a text.
  ///
  /// - Parameter passphrase: The bytes of the passphrase.
  /// - Throws: ``DatabaseError``, as the form that takes a text.
  public func usePassphrase(_ passphrase: Data) throws { try use(.passphrase(passphrase)) }

  /// Opens the encrypted file of this connection with a key.
  ///
  /// Call it in ``Configuration/prepareDatabase(_:)``, before anything else. Large temporary tables
  /// and sorts stay in memory from then on, since SQLite does not encrypt temporary files.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``DatabaseError`` with `.notADatabase` if the key is wrong or the file is not
  ///   encrypted, with `.missingCapability` if the loaded SQLite does not encrypt, and with
  ///   `.misuse` for an empty key.
  public func use(_ key: EncryptionKey) throws {
    try checkAccess()
    try checkKey(key)
    do throws(SQLiteError) {
      try unrecorded { () throws(SQLiteError) in
        try connection.setKey(key.bytes)
        try connection.execute("PRAGMA temp_store = MEMORY")
        try connection.execute("SELECT 1 FROM sqlite_master LIMIT 1")
      }
    } catch  where error.code.primary == .notADatabase {
      throw wrongKey(error)
    } catch {
      throw databaseError(error)
    }
  }

  /// Whether the main database has a key.
  public var isEncrypted: Bool { connection.hasKey() }

  /// Throws if the loaded SQLite does not encrypt, or a key is empty.
  package func checkKey(_ key: EncryptionKey?) throws {
    guard Capability.encryption.isAvailable else {
      throw DatabaseError(
        code: .missingCapability,
        message: Capability.encryption.advice,
        path: path
      )
    }
    guard key?.bytes.isEmpty == true else { return }
    throw DatabaseError(
      code: .misuse,
      message: "The passphrase is empty. Open a file that is not encrypted without one.",
      path: path
    )
  }

  private func wrongKey(_ error: SQLiteError) -> DatabaseError {
    let message =
      connection.startsAsPlainFile
      ? "The file is not encrypted. Open it without a passphrase; `exportEncrypted` writes an encrypted copy of it."
      : "The passphrase is wrong, or the file is not a database that was encrypted with these settings. Check both."
    return DatabaseError(
      code: .notADatabase,
      message: message,
      resultCode: error.code,
      path: path
    )
  }
}

extension Connection {
  /// Sets the key of an attached database.
  package func setKey(_ key: EncryptionKey, schema: String) throws(SQLiteError) {
    try setKey(key.bytes, schema: schema)
  }
}
