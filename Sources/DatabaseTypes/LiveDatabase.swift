/// A database of which live properties are fetched: `@FetchAll(query, database: database)`.
///
/// SQLite's databases are, and PostgreSQL's with the module `LiveSQLPostgres`.
public protocol LiveDatabase: AnyObject, Sendable {}
