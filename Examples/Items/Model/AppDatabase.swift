import Foundation
public import LiveSQL

/// The database of the application.
public struct AppDatabase: Sendable {
  let databaseWriter: any DatabaseWriter
  /// What was written to it, to be undone and redone.
  public let history: UndoHistory

  /// Migrates a database.
  ///
  /// - Throws: ``ForeignDatabase`` where it is another application's; `DatabaseError` that says why it cannot be migrated.
  public init(_ databaseWriter: any DatabaseWriter) throws {
    self.databaseWriter = databaseWriter
    try Self.claim(databaseWriter)
    try Self.migrator.migrate(databaseWriter)
    history = try UndoHistory(databaseWriter, of: ["item"])
  }

  /// Opens a file, which is made if there is none.
  ///
  /// - Throws: ``ForeignDatabase`` where the file is another application's, which is left as it is; `DatabaseError` that says
  ///   why it cannot be opened.
  public init(path: String) throws {
    try Self.claim(path: path)
    try self.init(DatabasePool(path: path))
  }

  /// A database in memory, for tests and previews.
  public static func empty() throws -> AppDatabase { try AppDatabase(DatabaseQueue()) }

  /// The file in the user's folder for application support, whose folder is made if there is none.
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
  /// Closes the database, once nothing uses it any more.
  public func close() throws { try databaseWriter.close() }

  /// Saves an item; a new one gets its key.
  ///
  /// It is one step of the history.
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
