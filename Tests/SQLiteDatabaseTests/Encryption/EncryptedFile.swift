import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization

/// An encrypted database file of a test, and the key with which connections open it.
final class EncryptedFile: Sendable {
  let scratch: ScratchDirectory
  let path: String
  private let current: Mutex<EncryptionKey>

  /// - Parameter key: A raw key by default, which takes no time to derive.
  init(_ key: EncryptionKey? = nil) throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "secret.db")
    current = Mutex(try key ?? Self.key(1))
  }

  /// Returns a raw key.
  static func key(_ byte: UInt8) throws -> EncryptionKey {
    try EncryptionKey.raw([UInt8](repeating: byte, count: 32))
  }

  /// The key that connections are opened with from now on.
  var key: EncryptionKey {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { [self] db in try db.use(key) }
    return configuration
  }

  func pool() throws -> DatabasePool { try DatabasePool(path: path, configuration: configuration) }

  func queue() throws -> DatabaseQueue {
    try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Writes a table with a text that is easy to find.
  func fill(_ database: any DatabaseWriter) throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE notes (id TEXT PRIMARY KEY, body TEXT NOT NULL);
          INSERT INTO notes VALUES ('visible-key', 'visible-body');
          """
      )
    }
  }

  /// Returns whether a file of the folder holds a text.
  func holds(_ text: String) throws -> Bool {
    let bytes = Data(text.utf8)
    return try FileManager.default.contentsOfDirectory(atPath: scratch.path).contains { name in
      try Data(contentsOf: URL(fileURLWithPath: scratch.path(of: name))).range(of: bytes) != nil
    }
  }
}

extension DatabaseReader {
  /// The text that ``EncryptedFile/fill(_:)`` has written.
  func body() throws -> String? {
    try read { db in try String.fetchOne(db, sql: "SELECT body FROM notes") }
  }
}
