import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import Items
@testable import ItemsModel

/// Encrypted files: `Scripts/sqlcipher` runs these tests with SQLCipher in the place of SQLite.
@Suite(.mayBlock, .timeLimit(.hang)) struct ItemsKeyFileTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "items.db") }

  init() throws { scratch = try ScratchDirectory() }

  private func keyFile(_ content: String, permissions: Int = 0o600) throws -> KeyFile {
    let path = scratch.path(of: "key")
    let isCreated = FileManager.default.createFile(
      atPath: path,
      contents: Data(content.utf8),
      attributes: [.posixPermissions: permissions]
    )
    try #require(isCreated)
    return KeyFile(path: path)
  }

  @Test(arguments: ["secret", "secret\n", "secret\r\nand more\n"])
  func `the first line of a key file is the passphrase`(content: String) throws {
    #expect(try keyFile(content).passphrase() == Data("secret".utf8))
  }

  @Test(arguments: [0o640, 0o604, 0o602])
  func `a key file that others can read or write is refused`(permissions: Int) throws {
    let file = try keyFile("secret\n")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    let error = #expect(throws: KeyFileProblem.self) { try file.passphrase() }
    #expect(error?.message.contains("chmod 600 \(file.path)") == true)
  }

  @Test func `an empty key file, a folder and a missing file are refused`() throws {
    for file in [
      try keyFile("\nsecret"), KeyFile(path: scratch.path),
      KeyFile(path: scratch.path(of: "missing")),
    ] {
      let error = #expect(throws: KeyFileProblem.self) { try file.passphrase() }
      #expect(error?.message.contains(file.path) == true)
    }
  }

  @Test(.requiresPlainSQLite) func `a SQLite that does not encrypt says so and stores nothing`()
    throws
  {
    let passphrase = try keyFile("secret\n").passphrase()
    let error = #expect(throws: DatabaseError.self) {
      try AppDatabase(path: path, passphrase: passphrase)
    }
    #expect(error?.code == .missingCapability)
    #expect(error?.description.contains("SQLCipher") == true)
    #expect(error?.description.contains("secret") == false)
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect((size ?? 0) == 0)
  }

  @Test(.requiresEncryption) func `items are stored encrypted, and the passphrase opens them`()
    throws
  {
    let passphrase = try keyFile("secret\n").passphrase()
    let database = try AppDatabase(path: path, passphrase: passphrase)
    var item = Item(name: "visible-name")
    try database.saveItem(&item)
    try database.close()
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.firstRange(of: Data("visible-name".utf8)) == nil)
    #expect(bytes.firstRange(of: Data("SQLite format 3".utf8)) == nil)
    for wrong in [Data("another".utf8), nil] {
      let error = #expect(throws: DatabaseError.self) {
        try AppDatabase(path: path, passphrase: wrong)
      }
      #expect(error?.code == .notADatabase)
    }
    let again = try AppDatabase(path: path, passphrase: passphrase)
    defer { try? again.close() }
    #expect(try again.databaseWriter.read { db in try Item.fetchAll(db) } == [item])
  }
}
