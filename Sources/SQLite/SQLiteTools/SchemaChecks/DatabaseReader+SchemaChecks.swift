import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL
import TypedSQLExtras

extension DatabaseReader {
  /// Checks that the tables in the database match their types.
  ///
  /// ```swift
  /// let database = try DatabasePool(path: "reminders.db")
  /// try migrator.migrate(database)
  /// try database.validateSchema([Reminder.self, RemindersList.self])
  /// ```
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``SchemaMismatch`` with every difference and its fix; ``DatabaseError``.
  public func validateSchema(_ tables: [any Table.Type]) throws {
    try read { db in try db.validateSchema(tables) }
  }

  /// Checks that the tables in the database match their types.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``SchemaMismatch`` with every difference and its fix; ``DatabaseError`` or
  ///   `CancellationError`.
  public func validateSchema(_ tables: [any Table.Type]) async throws {
    let differences = try await schemaDifferences(tables)
    if !differences.isEmpty { throw SchemaMismatch(differences: differences) }
  }

  /// Returns the differences between types and their tables; none if they match.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``DatabaseError``.
  public func schemaDifferences(_ tables: [any Table.Type]) throws -> [SchemaDifference] {
    try read { db in try db.schemaDifferences(tables) }
  }

  /// Returns the differences between types and their tables; none if they match.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``DatabaseError`` or `CancellationError`.
  public func schemaDifferences(_ tables: [any Table.Type]) async throws -> [SchemaDifference] {
    let declared = tables.map { $0.declaration }
    return try await read { db in try db.differences(from: declared) }
  }
}
