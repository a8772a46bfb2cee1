/// A database that live properties can fetch from: `@FetchAll(query, database: database)`.
///
/// SQLite databases conform, and PostgreSQL databases do with the module `LiveSQLPostgres`.
public protocol LiveDatabase: AnyObject, Sendable {}
