public import SQLiteDatabase

/// The database of a test, for what is not given one.
public enum TestDatabase {
  /// The database of the task.
  @TaskLocal public static var current: (any DatabaseWriter)?
}

/// Runs a test with a database that ``assertQuery(includeSQL:_:database:sql:results:sourceLocation:)`` uses by itself.
public func withTestDatabase<Result>(
  _ database: any DatabaseWriter,
  _ body: () throws -> Result
) rethrows -> Result {
  try TestDatabase.$current.withValue(database, operation: body)
}

/// Runs a test with a database that ``assertQuery(includeSQL:_:database:sql:results:sourceLocation:)`` uses by itself.
public func withTestDatabase<Result>(
  _ database: any DatabaseWriter,
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await TestDatabase.$current.withValue(database, operation: body)
}
