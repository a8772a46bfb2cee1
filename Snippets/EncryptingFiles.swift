// A database file that is encrypted, where the loaded SQLite is SQLCipher.
import Foundation
import LiveSQL

/// Stands for a secret of the system's keychain.
func passphraseFromKeychain() throws -> String { "correct horse battery staple" }

let folder = FileManager.default.temporaryDirectory.appending(path: "LiveSQL-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

// snippet.open
func openNotes(at path: String) throws -> DatabasePool {
  var configuration = Configuration()
  configuration.prepareDatabase { db in
    // Before anything else, on each connection.
    try db.usePassphrase(passphraseFromKeychain())
  }
  return try DatabasePool(path: path, configuration: configuration)
}
// snippet.end

// snippet.change
func change(_ database: DatabasePool, to passphrase: String) async throws {
  // The closure of `prepareDatabase` has to return it from here on.
  try await database.changePassphrase(passphrase)
}
// snippet.end

// snippet.copies
func encrypt(_ plain: DatabaseQueue, to path: String) async throws {
  try await plain.exportEncrypted(to: path, passphrase: passphraseFromKeychain())
}

func decrypt(_ database: DatabasePool, to path: String) async throws {
  try await database.exportPlain(to: path)
}
// snippet.end

do {
  // snippet.errors
  do {
    let database = try openNotes(at: folder.appending(path: "notes.db").path)
    print(try database.read { db in db.isEncrypted })
  } catch let error as DatabaseError where error.code == .notADatabase {
    print("Wrong passphrase, or not encrypted: \(error.explanation)")
  } catch let error as DatabaseError where error.code == .missingCapability {
    print("This SQLite does not encrypt: \(error.explanation)")
  }
  // snippet.end
}
