public import PostgreSQL
public import PostgreSQLDatabase
public import TypedSQL
import TypedSQLExtras

extension PostgresDatabase {
  /// Checks that the database has the tables that types declare.
  ///
  /// ```swift
  /// try await migrator.migrate(database)
  /// try await database.validateSchema([Reminder.self, RemindersList.self])
  /// ```
  ///
  /// It runs about five queries, whatever the size of the schema.
  /// `PostgresConnection.validateSchema(_:)` describes the comparison.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``PostgresSchemaMismatch`` with every difference and its fix; any error of a read.
  public func validateSchema(_ tables: [any Table.Type]) async throws {
    let declared = tables.map { $0.declaration }
    try await read { db in try db.validate(declared) }
  }

  /// Checks that the database has the tables that types declare; blocks until it is done.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``PostgresSchemaMismatch`` with every difference and its fix; any error of a read.
  public func validateSchema(_ tables: [any Table.Type]) throws {
    let declared = tables.map { $0.declaration }
    try read { db in try db.validate(declared) }
  }
}

extension PostgresConnection {
  /// Checks that the database has the tables that types declare.
  ///
  /// ```swift
  /// try await database.read { db in try db.validateSchema([Reminder.self, RemindersList.self]) }
  /// ```
  ///
  /// ``PostgresSchemaDifference/Kind`` lists the possible differences. Harmless deviations do not
  /// count: columns without a property that an insert may omit, a server type that stores the
  /// values unchanged (a `numeric` for a `Double`, a `date` for a `Date`), a primary key in the
  /// type that is a unique key in the database. For a view, only the columns and their types are
  /// compared.
  ///
  /// - Parameter tables: The types. A table whose type declares no schema is looked up in the first
  ///   schema of the search path.
  /// - Throws: ``PostgresSchemaMismatch`` with every difference and its fix; ``PostgresError``.
  public func validateSchema(_ tables: [any Table.Type]) throws {
    try validate(tables.map { $0.declaration })
  }

  /// Returns the differences between the database and the declared tables; empty if they match.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``PostgresError``.
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
      problem: "There is no table or view with this name.",
      fix: "Create it in a migration; or give the right name: @Table(\"...\")."
    )
  }
}
