public import Foundation
public import LiveSQL

/// The database of the application.
public struct AppDatabase: Sendable {
  let databaseWriter: any DatabaseWriter
  /// The history of writes, for undo and redo.
  public let history: UndoHistory

  /// Migrates a database.
  ///
  /// - Throws: ``ForeignDatabase`` if it belongs to another application; `DatabaseError` if it
  ///   cannot be migrated.
  public init(_ databaseWriter: any DatabaseWriter) throws {
    self.databaseWriter = databaseWriter
    try Self.claim(databaseWriter)
    try Self.migrator.migrate(databaseWriter)
    history = try UndoHistory(databaseWriter, of: ["item"])
  }

  /// Opens a file, which is created if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - passphrase: The passphrase of an encrypted file, or of a new one that becomes encrypted;
  ///     `nil` for a file that is not encrypted.
  /// - Throws: ``ForeignDatabase`` if the file belongs to another application, which leaves it
  ///   unchanged; `DatabaseError` if it cannot be opened, with `.missingCapability` if there is a
  ///   passphrase and the loaded SQLite does not encrypt.
  public init(path: String, passphrase: Data? = nil) throws {
    let configuration = Self.configuration(passphrase)
    try Self.claim(path: path, configuration)
    try self.init(DatabasePool(path: path, configuration: configuration))
  }

  /// Returns a configuration with which each connection opens the file with a passphrase, if there
  /// is one.
  private static func configuration(_ passphrase: Data?) -> Configuration {
    var configuration = Configuration()
    if let passphrase {
      // Before anything else on the connection: the first page of a new file is encrypted too.
      configuration.prepareDatabase { try $0.usePassphrase(passphrase) }
    }
    return configuration
  }

  /// Returns a database in memory, for tests and previews.
  public static func empty() throws -> AppDatabase { try AppDatabase(DatabaseQueue()) }

  /// Returns the path of the default file, whose folder is created if it does not exist.
  ///
  /// The folder is the user's Application Support folder.
  public static func defaultPath() throws -> String {
    let folder = try FileManager.default.url(
      for: .applicationSupportDirectory,
      in: .userDomainMask,
      appropriateFor: nil,
      create: true
    )
    return folder.appending(path: "Items.db").path
  }
}

extension AppDatabase {
  /// Closes the database; call it when nothing uses the database any longer.
  public func close() throws { try databaseWriter.close() }

  /// Saves an item, as one step of the history; a new item gets its key.
  public func saveItem(_ item: inout Item) throws {
    item = try history.group(named: item.id == nil ? "Add “\(item.name)”" : "Edit “\(item.name)”") {
      try databaseWriter.write { [item] database in
        var item = item
        try item.save(database)
        return item
      }
    }
  }

  /// Deletes the items with some keys, in one step of the history.
  public func deleteItems(ids: [Int64]) throws {
    try history.group(named: ids.count == 1 ? "Delete Item" : "Delete \(ids.count) Items") {
      try databaseWriter.write { database in _ = try Item.deleteAll(database, keys: ids) }
    }
  }
}
