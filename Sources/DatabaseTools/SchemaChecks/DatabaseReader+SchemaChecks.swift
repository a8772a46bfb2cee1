import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL
import TypedSQLExtras

extension DatabaseReader {
  /// Checks that the database has the tables that types say it has.
  ///
  /// ```swift
  /// let database = try DatabasePool(path: "reminders.db")
  /// try migrator.migrate(database)
  /// try database.validateSchema([Reminder.self, RemindersList.self])
  /// ```
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``SchemaMismatch`` with every difference and its mend; ``DatabaseError``.
  public func validateSchema(_ tables: [any Table.Type]) throws {
    try read { db in try db.validateSchema(tables) }
  }

  /// Checks that the database has the tables that types say it has.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``SchemaMismatch`` with every difference and its mend; ``DatabaseError`` or `CancellationError`.
  public func validateSchema(_ tables: [any Table.Type]) async throws {
    let differences = try await schemaDifferences(tables)
    if !differences.isEmpty { throw SchemaMismatch(differences: differences) }
  }

  /// In what the database differs from what types say of their tables; nothing where they agree.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``DatabaseError``.
  public func schemaDifferences(_ tables: [any Table.Type]) throws -> [SchemaDifference] {
    try read { db in try db.schemaDifferences(tables) }
  }

  /// In what the database differs from what types say of their tables; nothing where they agree.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``DatabaseError`` or `CancellationError`.
  public func schemaDifferences(_ tables: [any Table.Type]) async throws -> [SchemaDifference] {
    let declared = tables.map { $0.declaration }
    return try await read { db in try db.differences(from: declared) }
  }
}
