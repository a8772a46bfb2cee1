import CSQLite

/// The functions of SQLCipher that take keys, looked up at run time.
///
/// They take keys as bytes, so that no SQL text contains one.
/// https://www.zetetic.net/sqlcipher/sqlcipher-api/
enum EncryptionSymbols {
  typealias KeyFunction =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeRawPointer?, Int32) -> Int32

  static let key: KeyFunction? = unsafe OptionalSymbols.load("sqlite3_key_v2")
  static let rekey: KeyFunction? = unsafe OptionalSymbols.load("sqlite3_rekey_v2")

  /// Whether the loaded SQLite encrypts.
  static let areAvailable = unsafe key != nil && rekey != nil && cipherVersion != nil

  /// The version of SQLCipher, such as `4.6.1 community`; `nil` if the loaded SQLite is another.
  ///
  /// The functions alone prove nothing: a SQLite may have them without a cipher.
  static let cipherVersion: String? = {
    guard let connection = try? Connection(path: ":memory:") else { return nil }
    return connection.firstText(of: "PRAGMA cipher_version")
  }()
}
