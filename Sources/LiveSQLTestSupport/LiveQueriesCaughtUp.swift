import DatabaseDependencies
import LiveQueries
public import SQLiteDatabase

/// Returns when the live queries of a test show what was committed before the call, and their first results.
///
/// ```swift
/// try await model.addButtonTapped()
/// try await liveQueriesCaughtUp()
/// #expect(model.reminders.count == 4)
/// ```
///
/// It waits for exactly these commits, with no polling and no sleep, as `liveQueriesCaughtUp(within:)` of a database does.
///
/// - Parameters:
///   - database: Whose live queries; else those of the test's database, see ``withTestDatabase(_:_:)`` and
///     `.defaultDatabase`.
///   - limit: How long to wait: a minute unless given, since a test that stands still names nothing.
/// - Throws: `LiveQueriesBehind`, which names the queries that did not catch up; `CancellationError`.
public func liveQueriesCaughtUp(
  _ database: (any DatabaseWriter)? = nil,
  within limit: Duration = .seconds(60)
) async throws {
  let database = database ?? TestDatabase.current ?? DependencyValues.current.defaultDatabase
  try await database.liveQueriesCaughtUp(within: limit)
}
