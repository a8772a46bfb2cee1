public import PostgreSQL
public import PostgreSQLDatabase
public import TypedSQL
import TypedSQLExtras

extension PostgresDatabase {
  /// Checks that the database has the tables that types say it has.
  ///
  /// ```swift
  /// try await migrator.migrate(database)
  /// try await database.validateSchema(of: Reminder.self, RemindersList.self)
  /// ```
  ///
  /// It asks the server some five times, whatever there is. What is compared is said where a connection does it.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``PostgresSchemaMismatch`` with every difference and its mend; what a read throws.
  public func validateSchema(of tables: any Table.Type...) async throws {
    let declared = tables.map { $0.declaration }
    try await read { db in try db.validate(declared) }
  }

  /// Checks that the database has the tables that types say it has; blocks until it is done.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``PostgresSchemaMismatch`` with every difference and its mend; what a read throws.
  public func validateSchema(of tables: any Table.Type...) throws {
    let declared = tables.map { $0.declaration }
    try read { db in try db.validate(declared) }
  }
}

extension PostgresConnection {
  /// Checks that the database has the tables that types say it has.
  ///
  /// ```swift
  /// try await database.read { db in try db.validateSchema([Reminder.self, RemindersList.self]) }
  /// ```
  ///
  /// Types and tables differ in what ``PostgresSchemaDifference/Kind`` lists. What does no harm is no difference: columns that
  /// the type does not have and an insert may leave out, a type of the server's that keeps the values as they are (a `numeric`
  /// for a `Double`, a `date` for a `Date`), a key in the type that is a unique key in the database. Of a view, the columns
  /// and their types are compared.
  ///
  /// - Parameter tables: The types. A table of which the type names no schema is looked for in the search path's first.
  /// - Throws: ``PostgresSchemaMismatch`` with every difference and its mend; ``PostgreSQL/PostgresError``.
  public func validateSchema(_ tables: [any Table.Type]) throws {
    try validate(tables.map { $0.declaration })
  }

  /// In what the database differs from what types say of their tables; nothing where they agree.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``PostgreSQL/PostgresError``.
  public func schemaDifferences(_ tables: [any Table.Type]) throws -> [PostgresSchemaDifference] {
    try differences(from: tables.map { $0.declaration })
  }

  fileprivate func validate(_ declared: [DeclaredTable]) throws {
    let differences = try differences(from: declared)
    if !differences.isEmpty { throw PostgresSchemaMismatch(differences: differences) }
  }

  private func differences(from declared: [DeclaredTable]) throws -> [PostgresSchemaDifference] {
    let path = try execute("SELECT current_schema()::text")
      .first { row in try row.decode(String?.self, at: 0) }
    let schema = try readSchema()
    return declared.flatMap { table in
      let place = table.schema ?? (path ?? nil) ?? "public"
      guard let found = schema.table(table.name, schema: place) else {
        return [PostgresSchemaDifference.missing(table, in: place)]
      }
      return PostgresTableComparison(declared: table, found: found).differences
    }
  }
}

extension PostgresSchemaDifference {
  fileprivate static func missing(_ table: DeclaredTable, in schema: String) -> Self {
    Self(
      kind: .missingTable,
      schema: schema,
      table: table.name,
      column: nil,
      type: table.typeName,
      problem: "There is no table or view of this name.",
      mend: "Make it in a migration; or give the right name: @Table(\"...\")."
    )
  }
}
