/// A connection of a database in which tables, indexes and views are defined.
///
/// It is SQLite's `Database`. With `LiveSQLPostgres`, a `PostgresConnection` is one too, and so is
/// `any SQLConnection`: the same definitions create the same tables in both databases, each in its
/// own SQL.
///
/// ```swift
/// migrator.registerMigration("Create authors", onEither: { db in
///   try db.create(table: "author") { t in
///     t.autoIncrementedPrimaryKey("id")
///     t.column("name", .text).notNull()
///   }
/// })
/// ```
///
/// What a database does not have throws a `DatabaseError` with `.misuse`, which says what to write
/// instead.
public protocol DefinitionConnection {}
