import DatabaseTypes
import LiveEngine
import LiveQueries
import SQLiteDatabase

/// A live query that `livesql watch` shows.
protocol WatchedQuery: Sendable {
  associatedtype Retries: AsyncSequence

  /// Calls a closure with each result, until there are no more.
  ///
  /// - Parameter body: Receives the result, and whether the texts of each column already are JSON.
  /// - Throws: The error with which the query fails, or what the closure throws.
  func forEachUpdate(
    _ body: (LiveQueryUpdate, _ areJSON: [Bool]) async throws -> Void
  ) async throws

  /// Returns why there is no result, if the query may work with another schema; otherwise `nil`.
  func problem(of error: any Error) -> String?

  /// A sequence that yields when a retry is worthwhile.
  var retries: Retries { get }

  /// The statistics of the query.
  var statistics: LiveQueryStatistics? { get }

  /// Messages about what delays results, such as a locked table.
  var notices: AsyncStream<String> { get }
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
    return error.commandMessage
  }

  /// Retries after each commit, since it may have changed the schema.
  var retries: AsyncStream<ChangeSet> { database.changes }

  var statistics: LiveQueryStatistics? { database.liveQueryStatistics.first }

  /// No messages: a file that is locked is read again.
  var notices: AsyncStream<String> { AsyncStream { $0.finish() } }
}
