import Foundation
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Testing

/// The answers of a SQLite that does not encrypt, and what needs no SQLite.
@Suite struct EncryptionRefusalTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "plain.db") }

  init() throws { scratch = try ScratchDirectory() }

  @Test func `a key shows nothing of itself`() throws {
    let keys = [EncryptionKey.passphrase("secret"), .passphrase(Data("secret".utf8))]
    for key in keys {
      var dumped = ""
      dump(key, to: &dumped)
      #expect(!"\(key) \(String(reflecting: key)) \(dumped)".contains("secret"))
      #expect(!dumped.contains("115"))
    }
  }

  @Test func `the capability is that of the loaded library`() {
    #expect(Capability.encryption.isAvailable == (SQLiteLibrary.cipherVersion != nil))
    #expect(Capability.encryption.advice.contains("SQLCipher"))
  }

  @Test(.requiresPlainSQLite) func `a passphrase is refused, and no file is left unencrypted`()
    throws
  {
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.usePassphrase("secret") }
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseQueue(path: path, configuration: configuration)
    }
    #expect(error?.code == .missingCapability)
    #expect(error?.message == Capability.encryption.advice)
    #expect(error?.debugDescription.contains("secret") == false)
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect((size ?? 0) == 0)
  }

  @Test(.requiresPlainSQLite) func `a change of the key and an export are refused`() throws {
    let database = try DatabaseQueue(path: path)
    let copy = scratch.path(of: "copy.db")
    for attempt in [
      { try database.changePassphrase("secret") },
      { try database.exportEncrypted(to: copy, passphrase: "secret") },
      { try database.exportPlain(to: copy) },
    ] {
      let error = #expect(throws: DatabaseError.self) { try attempt() }
      #expect(error?.code == .missingCapability)
    }
    #expect(try !database.read { $0.isEncrypted })
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(!names.contains { $0.hasPrefix("copy.db") })
  }
}
