import DatabaseTypes
import LiveEngine
import LiveQueries
import SQLiteDatabase

/// A live query that `livesql watch` shows.
protocol WatchedQuery: Sendable {
  associatedtype Retries: AsyncSequence

  /// Calls a closure with each result, until there are no more.
  ///
  /// - Parameter body: Gets the result, and of which columns the texts are JSON already.
  /// - Throws: What the query fails with, and what the closure throws.
  func forEachUpdate(
    _ body: (LiveQueryUpdate, _ areJSON: [Bool]) async throws -> Void
  ) async throws

  /// Why there is no result, where it may work again when the schema is another one; else `nil`.
  func problem(of error: any Error) -> String?

  /// Tells when it is worth while to try again.
  var retries: Retries { get }

  /// What it has done so far.
  var statistics: LiveQueryStatistics? { get }
}

/// A live query on a file.
struct WatchedFileQuery: WatchedQuery {
  let database: DatabaseQueue
  let query: LiveQuery

  func forEachUpdate(
    _ body: (LiveQueryUpdate, _ areJSON: [Bool]) async throws -> Void
  ) async throws {
    for try await update in query { try await body(update, []) }
  }

  func problem(of error: any Error) -> String? {
    guard let error = error as? DatabaseError,
      [.notFound, .sql, .schemaChanged, .columns].contains(error.code)
    else { return nil }
    return error.messageOfCommand
  }

  /// A commit may have changed the schema.
  var retries: AsyncStream<ChangeSet> { database.changes }

  var statistics: LiveQueryStatistics? { database.liveQueryStatistics.first }
}
