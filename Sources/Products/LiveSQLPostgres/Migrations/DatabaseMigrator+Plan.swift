public import DatabaseTypes
public import SQLiteTools
public import TypedSQL

extension DatabaseMigrator {
  /// Returns the SQL of the migrations that a database still needs.
  ///
  /// ```swift
  /// print(try migrator.plan(for: database).sql)
  /// ```
  ///
  /// The migrations run in a transaction that is rolled back. It takes as long as migrating does,
  /// with the same locks. On SQLite, no one else uses the database meanwhile; on PostgreSQL, others
  /// who need the tables wait. What the closures do outside of the database is done.
  ///
  /// - Parameter database: The database, which stays as it is.
  /// - Returns: The plan, without steps if nothing is to be done.
  /// - Throws: Any error that a migration throws, `DatabaseError`, `PostgresError` or
  ///   `PostgresDatabaseError`.
  @_disfavoredOverload  // SQLite's databases have one of their own.
  public func plan(for database: any SQLDatabase) throws -> MigrationPlan {
    try database._plan(of: self)
  }

  /// Checks, for tests, that the migrations lead from an empty database to the tables of types.
  ///
  /// ```swift
  /// try migrator.check([Reminder.self, RemindersList.self], on: database)
  /// ```
  ///
  /// The database says of which kind the empty one is. For SQLite it is one in memory, with the
  /// same configuration. On PostgreSQL it is an empty schema of the database, in a transaction that
  /// is rolled back; only this schema is searched, so name the schema of an extension's type:
  /// `public.citext`.
  ///
  /// - Parameters:
  ///   - tables: The types; on PostgreSQL, those that declare no schema.
  ///   - database: A database of the kind, which stays as it is.
  /// - Throws: `SchemaMismatch` or `PostgresSchemaMismatch` with every difference and its fix; any
  ///   error that a migration throws, `DatabaseError`, `PostgresError` or `PostgresDatabaseError`.
  public func check(_ tables: [any Table.Type], on database: any SQLDatabase) throws {
    try database._check(self, tables)
  }
}
