import DatabaseTypes
public import SQLiteDatabase

/// The database of a test, used by helpers that are not given one.
public enum TestDatabase {
  /// The database of the current task.
  @TaskLocal public static var current: (any DatabaseWriter)?
}

/// Runs a test with a database that `assertQuery` uses by default.
public func withTestDatabase<Result>(
  _ database: any DatabaseWriter,
  _ body: () throws -> Result
) rethrows -> Result {
  try TestDatabase.$current.withValue(database, operation: body)
}

/// Runs a test with a database that `assertQuery` uses by default.
public func withTestDatabase<Result>(
  _ database: any DatabaseWriter,
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await TestDatabase.$current.withValue(
    database,
    keepingIsolation: #isolation,
    operation: body
  )
}
