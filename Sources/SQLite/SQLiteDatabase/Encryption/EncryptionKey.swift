public import Foundation

/// A key with which a database file is encrypted.
///
/// ```swift
/// let key = try EncryptionKey.raw(bytesFromKeychain)
/// configuration.prepareDatabase { db in try db.use(key) }
/// ```
///
/// Its description shows nothing of it. Its bytes stay in memory for as long as the value: load it
/// in the closure of ``Configuration/prepareDatabase(_:)`` if it should not stay.
public struct EncryptionKey: Sendable {
  /// What SQLCipher receives.
  let bytes: [UInt8]

  /// Returns a passphrase, from which SQLCipher derives a key.
  ///
  /// The derivation takes about 0.2 s for each connection, so that guessing passphrases is slow. A
  /// text of the form `x'…'` with 64 or 96 hexadecimal digits is a raw key.
  ///
  /// - Parameter text: The passphrase, which must not be empty.
  public static func passphrase(_ text: String) -> EncryptionKey {
    EncryptionKey(bytes: Array(text.utf8))
  }

  /// Returns a passphrase of bytes, from which SQLCipher derives a key.
  ///
  /// - Parameter data: The bytes of the passphrase, which must not be empty.
  public static func passphrase(_ data: Data) -> EncryptionKey {
    EncryptionKey(bytes: Array(data))
  }

  /// Returns a key that is used without derivation, which makes opening a connection fast.
  ///
  /// - Parameter bytes: 32 random bytes; or 48, of which the last 16 are the salt of the file.
  /// - Throws: ``DatabaseError`` with `.misuse` for another number of bytes.
  public static func raw(_ bytes: some Sequence<UInt8>) throws -> EncryptionKey {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    guard text.count == 64 || text.count == 96 else {
      throw DatabaseError(
        code: .misuse,
        message:
          "A raw key has 32 bytes, or 48 with the salt of the file, and not \(text.count / 2). "
          + "Use `passphrase` for other bytes."
      )
    }
    return EncryptionKey(bytes: Array("x'".utf8) + text + Array("'".utf8))
  }
}

extension EncryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A text that shows nothing of the key.
  public var description: String { "EncryptionKey(…)" }

  /// A text that shows nothing of the key.
  public var debugDescription: String { description }

  /// A mirror without children, so that `dump` shows nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
