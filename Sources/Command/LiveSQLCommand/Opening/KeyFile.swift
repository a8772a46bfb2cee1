import Foundation
import SQLiteDatabase
import Synchronization
import Terminal

/// A file with the passphrase of an encrypted database.
///
/// Command lines and environments are visible to others, so a passphrase is in neither of them.
///
/// State: the key, since a pipe can be read only once.
final class KeyFile: Sendable {
  static let option = Option<KeyFile>(
    "key-file",
    value: "FILE",
    help: "The file whose first line is the passphrase of an encrypted database."
  ) { text throws(UsageError) in
    guard !text.isEmpty else { throw UsageError("'--key-file' takes the path of a file") }
    return KeyFile(path: text)
  }

  /// A paragraph of the help.
  static let discussion = """
    --key-file opens a database that SQLCipher has encrypted. The first line of the file is the passphrase, or \
    x'…' with the 64 hexadecimal digits of a raw key. Only its owner may be able to read the file. A pipe needs \
    no permissions: --key-file <(pass show shop).
    """

  let path: String
  private let known = Mutex<EncryptionKey?>(nil)

  init(path: String) { self.path = path }

  /// Returns the key, which is read the first time.
  ///
  /// - Throws: ``CommandFailure`` if the file cannot be read, is empty, or can be read by others.
  func key() throws(CommandFailure) -> EncryptionKey {
    if let key = known.withLock({ $0 }) { return key }
    let key = try read()
    known.withLock { $0 = key }
    return key
  }

  private func read() throws(CommandFailure) -> EncryptionKey {
    try checkPermissions()
    let line = try firstLine()
    guard !line.isEmpty else {
      throw CommandFailure(message: "The first line of the key file \(path) is empty.")
    }
    return .passphrase(line)
  }

  /// Checks that no one else can read the file.
  ///
  /// What is no file, such as a pipe, has no content to protect.
  private func checkPermissions() throws(CommandFailure) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let permissions = (attributes?[.posixPermissions] as? NSNumber)?.intValue
    else { return }
    guard permissions & 0o077 != 0 else { return }
    throw CommandFailure(
      message: "Others can read the key file \(path), or write it. Type: chmod 600 \(path)"
    )
  }

  private func firstLine() throws(CommandFailure) -> Data {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(message: "The key file \(path) cannot be read. Check the path.")
    }
    defer { try? file.close() }
    var bytes = Data()
    do {
      // A passphrase is short; a pipe gives what it has, until its end.
      while bytes.count < Self.maximumCount, !bytes.contains(UInt8(ascii: "\n")),
        let part = try file.read(upToCount: Self.maximumCount), !part.isEmpty
      {
        bytes += part
      }
    } catch {
      throw CommandFailure(
        message: "The key file \(path) cannot be read: \(error.localizedDescription)"
      )
    }
    guard bytes.count < Self.maximumCount || bytes.contains(UInt8(ascii: "\n")) else {
      throw CommandFailure(message: "The key file \(path) is too long. Is it another file?")
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  private static let maximumCount = 65_536
}

extension ParsedArguments {
  /// The key file that was given.
  func keyFile() throws(UsageError) -> KeyFile? {
    let file = try value(of: KeyFile.option)
    if file != nil, let place = arguments.first, PostgresServer.isURL(place) {
      throw UsageError("'--key-file' is for files, not for a PostgreSQL server")
    }
    return file
  }
}

extension KeyFile? {
  /// Reads the key, if there is a file.
  func key() throws(CommandFailure) -> EncryptionKey? {
    guard let self else { return nil }
    return try self.key()
  }
}

extension Configuration {
  /// Opens the database with a key, if there is one.
  mutating func useKey(_ key: EncryptionKey?) {
    guard let key else { return }
    prepareDatabase { db in try db.use(key) }
  }
}
