import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Changes of the key, exports and backups of encrypted files.
@Suite(.mayBlock, .requiresEncryption, .timeLimit(.hang)) struct EncryptedCopyTests {
  let file: EncryptedFile
  private var copy: String { file.scratch.path(of: "copy.db") }

  init() throws { file = try EncryptedFile() }

  private func filledPool() throws -> DatabasePool {
    let pool = try file.pool()
    try file.fill(pool)
    return pool
  }

  private func open(_ path: String, _ key: EncryptionKey) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.use(key) }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

// MARK: - Changing the key

extension EncryptedCopyTests {
  @Test func `after a change of the key, readers are opened again with the new one`() throws {
    let pool = try filledPool()
    #expect(try pool.body() == "visible-body")
    let old = file.key
    file.key = try EncryptedFile.key(2)
    try pool.changeKey(file.key)
    #expect(try pool.body() == "visible-body")
    try pool.write { try $0.execute(sql: "UPDATE notes SET body = 'later'") }
    #expect(try pool.body() == "later")
    try pool.close()
    #expect(try file.queue().body() == "later")
    #expect(throws: DatabaseError.self) { try open(file.path, old) }
  }

  @Test func `a change of the key waits for no one who writes, and then changes nothing`() throws {
    let pool = try filledPool()
    var configuration = file.configuration
    configuration.busyMode = .immediateError
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try pool.write { db in
      let error = #expect(throws: DatabaseError.self) {
        try other.changeKey(EncryptedFile.key(2))
      }
      #expect(error?.code == .busy)
      try db.execute(sql: "UPDATE notes SET body = 'written'")
    }
    try other.write { try $0.execute(sql: "INSERT INTO notes VALUES ('b', 'c')") }
    #expect(try pool.body() == "written")
    #expect(try other.integrityCheck().isEmpty)
    #expect(try file.queue().body() == "written")
  }

  @Test func `another object with the old key gets an error, and can be opened again`() throws {
    let queue = try file.queue()
    try file.fill(queue)
    let other = try file.queue()
    #expect(try other.body() == "visible-body")
    file.key = try EncryptedFile.key(2)
    try queue.changeKey(file.key)
    #expect(throws: DatabaseError.self) { try other.body() }
    #expect(throws: DatabaseError.self) {
      try other.write { try $0.execute(sql: "DELETE FROM notes") }
    }
    #expect(try file.queue().body() == "visible-body")
  }

  @Test func `a plain database has no key to change`() throws {
    let plain = try DatabaseQueue(path: file.path)
    try file.fill(plain)
    let error = #expect(throws: DatabaseError.self) { try plain.changePassphrase("new") }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("exportEncrypted") == true)
  }

  @Test func `a key changes in an asynchronous access too`() async throws {
    let pool = try filledPool()
    file.key = try EncryptedFile.key(3)
    try await pool.changeKey(file.key)
    #expect(try await pool.read { try String.fetchOne($0, sql: "SELECT body FROM notes") } != nil)
  }
}

// MARK: - Exports

extension EncryptedCopyTests {
  @Test func `a plain export has the content, and only the user may read it`() async throws {
    let pool = try filledPool()
    try await pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA user_version = 7; PRAGMA application_id = 99")
      try db.execute(sql: "CREATE VIEW v AS SELECT body FROM notes")
    }
    try await pool.exportPlain(to: copy)
    let permissions = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions]
    #expect(permissions as? Int == 0o600)
    let plain = try DatabaseQueue(path: copy)
    #expect(try plain.body() == "visible-body")
    let numbers = try await plain.read { db in
      try ["user_version", "application_id"].map { try Int.fetchOne(db, sql: "PRAGMA \($0)") }
    }
    #expect(numbers == [7, 99])
    #expect(try await plain.read { try String.fetchOne($0, sql: "SELECT * FROM v") } != nil)
    // The pool is as it was.
    #expect(try pool.body() == "visible-body")
    #expect(throws: DatabaseError.self) {
      try pool.read { try $0.execute(sql: "DELETE FROM notes") }
    }
  }

  @Test(arguments: [true, false])
  func `an encrypted export of any database opens with its key alone`(isEncrypted: Bool) throws {
    let source = try isEncrypted ? file.queue() : DatabaseQueue(path: file.path)
    try file.fill(source)
    let key = try EncryptedFile.key(9)
    try source.exportEncrypted(to: copy, key: key)
    #expect(try open(copy, key).body() == "visible-body")
    #expect(throws: DatabaseError.self) { try DatabaseQueue(path: copy) }
    #expect(throws: DatabaseError.self) { try open(copy, file.key) }
    #expect(try source.body() == "visible-body")
  }

  @Test func `a database in memory is exported too`() throws {
    let memory = try DatabaseQueue()
    try file.fill(memory)
    try memory.exportEncrypted(to: copy, key: file.key)
    #expect(try open(copy, file.key).body() == "visible-body")
    #expect(try memory.body() == "visible-body")
  }

  @Test func `an export replaces no file and leaves none behind`() throws {
    let pool = try filledPool()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
    let error = #expect(throws: DatabaseError.self) { try pool.exportPlain(to: copy) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("already") == true)
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "mine")
    #expect(throws: DatabaseError.self) {
      try pool.exportPlain(to: file.scratch.path(of: "missing/copy.db"))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: file.scratch.path)
    #expect(!names.contains { $0.hasSuffix(".partial") })
  }
}

// MARK: - Backups

extension EncryptedCopyTests {
  @Test func `a backup goes into a database with any key, and is encrypted with that`() throws {
    let key = try EncryptedFile.key(5)
    let destination = try open(copy, key)
    try filledPool().backup(to: destination)
    #expect(try destination.body() == "visible-body")
    try destination.close()
    #expect(try open(copy, key).body() == "visible-body")
    #expect(try !file.holds("visible-body"))
  }

  @Test func `a backup into a database without a key is refused with advice`() throws {
    let destination = try DatabaseQueue(path: copy)
    let error = #expect(throws: DatabaseError.self) { try filledPool().backup(to: destination) }
    #expect(error?.explanation.contains("exportPlain") == true)
  }

  @Test func `a small copy has the key of the database`() throws {
    try filledPool().vacuum(into: copy)
    #expect(try open(copy, file.key).body() == "visible-body")
    #expect(try !file.holds("visible-body"))
  }

  @Test func `an encrypted backup is restored`() throws {
    let pool = try filledPool()
    try pool.vacuum(into: copy)
    try pool.write { try $0.execute(sql: "DELETE FROM notes") }
    try pool.restore(from: copy)
    #expect(try pool.body() == "visible-body")
  }
}
