import DatabaseDependencies
import LiveQueries
public import SQLiteDatabase

/// Waits until the live queries of a test show everything committed before the call.
///
/// A query that has just started counts as behind until it has its first result.
///
/// ```swift
/// try await model.addButtonTapped()
/// try await liveQueriesCaughtUp()
/// #expect(model.reminders.count == 4)
/// ```
///
/// It waits for exactly these commits, without polling or sleeping, as
/// `liveQueriesCaughtUp(within:)` of a database does.
///
/// - Parameters:
///   - database: The database whose live queries to wait for; by default the test's database, see
///     ``withTestDatabase(_:_:)`` and `.defaultDatabase`.
///   - limit: The longest time to wait; five minutes by default: it only ends a wait that
///     hangs, because the test would not report a cause.
/// - Throws: `LiveQueriesBehind`, which names the queries that did not catch up;
///   `CancellationError`.
public func liveQueriesCaughtUp(
  _ database: (any DatabaseWriter)? = nil,
  within limit: Duration = .seconds(300)
) async throws {
  let database = database ?? TestDatabase.current ?? DependencyValues.current.defaultDatabase
  try await database.liveQueriesCaughtUp(within: limit)
}
