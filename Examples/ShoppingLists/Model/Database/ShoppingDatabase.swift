import Foundation
public import LiveSQL
public import LiveSQLPostgres

/// The database of the shopping lists, migrated and with its categories: a file of SQLite's, or a database on a PostgreSQL
/// server, which many machines may use.
public struct ShoppingDatabase: Sendable {
  /// Reads and writes it.
  public let database: any SQLDatabase
  /// What its repositories have written to lists and items since it was opened, to be undone and redone; `nil` on PostgreSQL,
  /// where others may have written the same rows since.
  public let history: UndoHistory?

  /// Migrates a database of SQLite's.
  ///
  /// - Throws: ``ForeignDatabase`` where it is another application's; `DatabaseError` that says why it cannot be migrated.
  public init(_ writer: some DatabaseWriter & SQLDatabase) throws {
    try Self.claim(writer)
    try Self.migrator.migrate(writer)
    database = writer
    history = try UndoHistory(writer, of: ["shopping_lists", "shopping_items"])
  }

  /// Migrates a database on a PostgreSQL server.
  ///
  /// - Throws: ``ForeignDatabase`` where it is another application's; `PostgresError` that says why it cannot be migrated.
  public init(_ server: PostgresDatabase) throws {
    try Self.claim(server)
    try Self.migrator.migrate(server)
    (database, history) = (server, nil)
  }

  /// Opens a database.
  ///
  /// - Parameter place: The path of a file, which is made if there is none; or a URL, `postgres://…`, of an existing database.
  /// - Throws: ``ForeignDatabase`` where it is another application's, which is left as it is; an error that says why it cannot
  ///   be opened.
  public init(at place: String) throws {
    if place.hasPrefix("postgres://") || place.hasPrefix("postgresql://") {
      try self.init(PostgresDatabase(place))
    } else {
      try Self.claim(path: place)
      try self.init(DatabasePool(path: place))
    }
  }

  /// A database in memory, for tests and previews.
  public static func inMemory() throws -> ShoppingDatabase {
    try ShoppingDatabase(DatabaseQueue())
  }

  /// Closes the database, once nothing uses it any more.
  public func close() throws { try database.close() }

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

extension ShoppingDatabase {
  /// Writes, in one step of the history where there is one.
  func writeStep(
    named name: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Void
  ) async throws {
    let write = { @Sendable [database] in try await database.write { db in try body(db) } }
    guard let history else { return try await write() }
    try await history.group(named: name) { try await write() }
  }
}
