import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Testing

/// Encrypted files, where the loaded SQLite is SQLCipher: `Scripts/sqlcipher` runs these tests.
@Suite(.mayBlock, .requiresEncryption, .timeLimit(.hang)) struct EncryptionTests {
  let file: EncryptedFile

  init() throws { file = try EncryptedFile() }

  @Test func `no file of an encrypted database holds its text, and the key opens it`() throws {
    let pool = try file.pool()
    try file.fill(pool)
    #expect(try pool.body() == "visible-body")
    #expect(try pool.read { $0.isEncrypted })
    #expect(try !file.holds("visible-body"))
    #expect(try !file.holds("SQLite format 3"))
    try pool.close()
    #expect(try !file.holds("visible-body"))
    #expect(try file.queue().body() == "visible-body")
  }

  @Test(arguments: ["a passphrase", "it's \"quoted\"", "x'12'", "pass\u{0}word", "ключ"])
  func `a passphrase of any characters opens what it encrypted`(passphrase: String) throws {
    file.key = .passphrase(passphrase)
    let queue = try file.queue()
    try file.fill(queue)
    try queue.close()
    #expect(try file.queue().body() == "visible-body")
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.usePassphrase(Data(passphrase.utf8)) }
    #expect(
      try DatabaseQueue(path: file.path, configuration: configuration).body() == "visible-body"
    )
  }

  @Test func `a wrong key is refused with a sentence that says so, and without the key`() throws {
    let queue = try file.queue()
    try file.fill(queue)
    try queue.close()
    file.key = .passphrase("wrong-secret")
    let error = #expect(throws: DatabaseError.self) { try file.pool() }
    #expect(error?.code == .notADatabase)
    #expect(error?.resultCode == .notADatabase)
    #expect(error?.message.contains("The passphrase is wrong") == true)
    #expect(error?.debugDescription.contains("wrong-secret") == false)
  }

  @Test func `an encrypted file that is opened without a key is refused with advice`() throws {
    let queue = try file.queue()
    try file.fill(queue)
    try queue.close()
    let error = #expect(throws: DatabaseError.self) { try DatabaseQueue(path: file.path) }
    #expect(error?.code == .notADatabase)
    #expect(error?.explanation.contains("usePassphrase") == true)
  }

  @Test func `a key for a file that is not encrypted is refused, and the file stays`() throws {
    let plain = try DatabaseQueue(path: file.path)
    try file.fill(plain)
    try plain.close()
    let error = #expect(throws: DatabaseError.self) { try file.queue() }
    #expect(error?.code == .notADatabase)
    #expect(error?.message.contains("The file is not encrypted") == true)
    #expect(try DatabaseQueue(path: file.path).body() == "visible-body")
  }

  @Test func `an empty passphrase is refused`() throws {
    file.key = .passphrase("")
    let error = #expect(throws: DatabaseError.self) { try file.queue() }
    #expect(error?.code == .misuse)
  }

  @Test func `a trace sees neither the key nor the statements that set it`() throws {
    let lines = Log<String>()
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.trace { lines.append($0.expandedDescription) }
      try db.usePassphrase("traced-secret")
    }
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.write { try $0.execute(sql: "CREATE TABLE t (n)") }
    try queue.changePassphrase("another-secret")
    #expect(lines.all.contains("CREATE TABLE t (n)"))
    #expect(!lines.all.contains { $0.contains("secret") })
  }

  @Test func `sorts and temporary tables stay in memory`() throws {
    let queue = try file.queue()
    #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA temp_store") } == 2)
  }

  @Test func `a commit of another object is noticed, and no plain file has its keys`() async throws
  {
    let pool = try file.pool()
    try file.fill(pool)
    var changes = pool.changes.makeAsyncIterator()
    let other = try file.queue()
    try await other.write { db in
      try db.execute(sql: "INSERT INTO notes VALUES ('visible-key-2', 'x')")
    }
    #expect(await changes.next()?.origin == .otherProcess)
    #expect(!FileManager.default.fileExists(atPath: file.path + "-live1"))
    #expect(try !file.holds("visible-key"))
  }

  @Test func `reads of a pool run beside a write`() throws {
    let pool = try file.pool()
    try file.fill(pool)
    try pool.write { db in
      try db.execute(sql: "UPDATE notes SET body = 'changed'")
      #expect(try pool.body() == "visible-body")
    }
    #expect(try pool.body() == "changed")
  }

  @Test func `erasing leaves an empty database with the same key`() throws {
    let pool = try file.pool()
    try file.fill(pool)
    #expect(try pool.statistics().pageSize == 4_096)
    try pool.erase()
    #expect(try pool.read { try !$0.tableExists("notes") })
    try file.fill(pool)
    try pool.close()
    #expect(try file.queue().body() == "visible-body")
  }

  @Test func `a raw key has 32 or 48 bytes`() throws {
    for count in [32, 48] { _ = try EncryptionKey.raw([UInt8](repeating: 7, count: count)) }
    for count in [0, 16, 31, 33] {
      let error = #expect(throws: DatabaseError.self) {
        try EncryptionKey.raw([UInt8](repeating: 7, count: count))
      }
      #expect(error?.code == .misuse)
    }
  }
}
