import Foundation
public import LiveSQL
public import LiveSQLPostgres

/// The database of the shopping lists, migrated: an SQLite file, or a database on a PostgreSQL
/// server, which several machines can share.
public struct ShoppingDatabase: Sendable {
  /// The connection to the database.
  public let database: any SQLDatabase
  /// The undo history of the changes that its repositories make to lists and items; `nil` on
  /// PostgreSQL, where others may have changed the same rows since.
  public let history: UndoHistory?

  /// Migrates an SQLite database.
  ///
  /// - Throws: ``ForeignDatabase`` if it belongs to another application; `DatabaseError` if the
  ///   migration fails.
  public init(_ writer: some DatabaseWriter & SQLDatabase) throws {
    try Self.claim(writer)
    try Self.migrator.migrate(writer)
    database = writer
    history = try UndoHistory(writer, of: ["shopping_lists", "shopping_items"])
  }

  /// Migrates a database on a PostgreSQL server.
  ///
  /// - Throws: ``ForeignDatabase`` if it belongs to another application; `PostgresError` if the
  ///   migration fails.
  public init(_ server: PostgresDatabase) throws {
    try Self.claim(server)
    try Self.migrator.migrate(server)
    (database, history) = (server, nil)
  }

  /// Opens a database.
  ///
  /// - Parameter place: The path of a file, which is created if it does not exist; or the URL of an
  ///   existing database, `postgres://…`.
  /// - Throws: ``ForeignDatabase`` if it belongs to another application and so is left unchanged;
  ///   or the error of opening it.
  public init(at place: String) throws {
    if place.hasPrefix("postgres://") || place.hasPrefix("postgresql://") {
      try self.init(PostgresDatabase(place))
    } else {
      try Self.claim(path: place)
      try self.init(DatabasePool(path: place))
    }
  }

  /// Opens a database in memory, for tests and previews.
  public static func inMemory() throws -> ShoppingDatabase {
    try ShoppingDatabase(DatabaseQueue())
  }

  /// Closes the database.
  public func close() throws { try database.close() }

  /// Returns the path of the default file in the user's application support folder, which is
  /// created if it does not exist.
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
  /// Writes, as one step of the undo history if there is one.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - isRepeatable: Whether the closure may run again even after it was committed: it then
  ///     changes nothing more, and returns the same.
  ///   - body: A closure that has no effects but those on the database.
  func writeStep<Result: Sendable>(
    named name: String,
    isRepeatable: Bool = false,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    if let server = database as? PostgresDatabase {
      return try await write(on: server, isRepeatable: isRepeatable, body)
    }
    let write = { @Sendable [database] in try await database.write { db in try body(db) } }
    guard let history else { return try await write() }
    return try await history.group(named: name) { try await write() }
  }

  // snippet.retrying
  /// Writes on a server, again if others prevent it or the connection is lost.
  private func write<Result: Sendable>(
    on server: PostgresDatabase,
    isRepeatable: Bool,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    // The closures may run again: keys and times are made before, and all that they do is rolled
    // back with the failed attempt. If the connection is lost during the commit, it may have taken
    // place: ticking an item off twice would undo it, but adding it twice adds it once.
    let retry = PostgresRetry.serializationFailures()
      .or(.lostConnections(afterUnknownCommit: isRepeatable))
    return try await server.write(retrying: retry) { db in try body(db) }
  }
  // snippet.end
}
