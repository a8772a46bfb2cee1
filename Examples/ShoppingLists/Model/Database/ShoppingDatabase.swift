import Foundation
public import LiveSQL

/// The database of the shopping lists, migrated and with its categories.
public struct ShoppingDatabase: Sendable {
  /// Reads and writes it.
  public let writer: any DatabaseWriter
  /// What its repositories have written to lists and items since it was opened, to be undone and redone.
  public let history: UndoHistory

  /// Migrates a database.
  ///
  /// - Throws: ``ForeignDatabase`` where it is another application's; `DatabaseError` that says why it cannot be migrated.
  public init(_ writer: any DatabaseWriter) throws {
    self.writer = writer
    try Self.claim(writer)
    try Self.migrator.migrate(writer)
    history = try UndoHistory(writer, of: ["shopping_lists", "shopping_items"])
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
  public static func inMemory() throws -> ShoppingDatabase {
    try ShoppingDatabase(DatabaseQueue())
  }

  /// Closes the database, once nothing uses it any more.
  public func close() throws { try writer.close() }

  /// The file in the user's folder for application support, whose folder is made if there is none.
  public static func defaultPath() throws -> String {
    let folder = try FileManager.default.url(
      for: .applicationSupportDirectory,
      in: .userDomainMask,
      appropriateFor: nil,
      create: true
    )
    return folder.appending(path: "ShoppingLists.db").path
  }
}
