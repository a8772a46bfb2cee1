// What an application imports beside `LiveSQL` to use PostgreSQL: `import LiveSQLPostgres` brings all of it.

@_exported public import PostgreSQL
@_exported public import PostgreSQLDatabase
@_exported public import PostgreSQLLive
@_exported public import PostgreSQLQueries
