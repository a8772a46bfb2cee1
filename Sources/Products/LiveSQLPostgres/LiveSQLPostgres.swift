// An application imports `LiveSQLPostgres` in addition to `LiveSQL` to use PostgreSQL; it exports
// all these modules.

@_exported public import PostgreSQL
@_exported public import PostgreSQLDatabase
@_exported public import PostgreSQLLive
@_exported public import PostgreSQLQueries
@_exported public import PostgreSQLTools
