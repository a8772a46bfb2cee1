import CSQLite

extension Connection {
  /// Sets the key with which a database is encrypted, before anything is read from it.
  ///
  /// Nothing is read yet: if the key is wrong, the first statement fails with
  /// ``ResultCode/notADatabase``. No SQL text contains the key. SQLCipher derives a key from a
  /// passphrase at the first read, which takes about 0.2 s.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a passphrase; or of the text `x'…'` with 64 hexadecimal digits, which
  ///     is a key without derivation. They must not be empty.
  ///   - schema: The database: `main`, or the name of an attached one.
  /// - Throws: ``ResultCode/misuse`` without ``Capability/encryption``, or for no bytes.
  ///
  /// https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_key
  public func setKey(_ bytes: [UInt8], schema: String = "main") throws(SQLiteError) {
    try unsafe call(EncryptionSymbols.key, bytes, schema)
  }

  /// Encrypts a database with another key, in one transaction.
  ///
  /// Hold the write lock: without it, SQLCipher 4 reports success although nothing changed, and
  /// later writes of this connection damage the file. It can also report success after an error of
  /// the disk, so read with a new connection afterwards.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the new key, as in ``setKey(_:schema:)``.
  ///   - schema: The database: `main`, or the name of an attached one.
  /// - Throws: ``ResultCode/misuse`` without ``Capability/encryption``, for no bytes, or if the
  ///   database has no key.
  ///
  /// https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_rekey
  public func changeKey(_ bytes: [UInt8], schema: String = "main") throws(SQLiteError) {
    guard hasKey(schema: schema) else { throw .misuse("The database is not encrypted.") }
    try unsafe call(EncryptionSymbols.rekey, bytes, schema)
  }

  /// Returns whether a key was set for a database, be it right or wrong.
  ///
  /// - Parameter schema: The database: `main`, or the name of an attached one.
  public func hasKey(schema: String = "main") -> Bool {
    guard EncryptionSymbols.areAvailable else { return false }
    let name = schema.replacing("\"", with: "\"\"")
    return firstText(of: "PRAGMA \"\(name)\".cipher_salt") != nil
  }

  /// Whether the file begins as one that is not encrypted.
  ///
  /// It is read by SQLite's own file: closing another one would release the locks of this process.
  package var startsAsPlainFile: Bool {
    guard let handle = unsafe pointer else { return false }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file = unsafe file, let methods = unsafe file.pointee.pMethods
    else { return false }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard unsafe methods.pointee.xRead?(file, &bytes, 16, 0) == SQLITE_OK else { return false }
    return bytes.elementsEqual("SQLite format 3\0".utf8)
  }

  private func call(
    _ function: EncryptionSymbols.KeyFunction?,
    _ bytes: [UInt8],
    _ schema: String
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    try checkSchema(schema)
    guard EncryptionSymbols.areAvailable, let function = unsafe function else {
      throw .misuse(Capability.encryption.advice)
    }
    guard let count = Int32(exactly: bytes.count), count > 0 else {
      throw .misuse("The key is empty.")
    }
    let code = unsafe bytes.withUnsafeBytes { bytes in
      unsafe function(handle, schema, bytes.baseAddress, count)
    }
    // The function sets no message of its own, so the last one belongs to another statement.
    guard code == SQLITE_OK else {
      let code = ResultCode(rawValue: code)
      throw SQLiteError(code: code, message: code.name)
    }
  }

  /// Returns the first value of a pragma as text; `nil` if it has none or fails.
  func firstText(of pragma: String) -> String? {
    guard let statement = try? Statement(pragma, on: self), (try? statement.step()) == .row else {
      return nil
    }
    return statement.text(at: 0)
  }
}
