import LiveEngine
import PostgreSQL
import PostgreSQLLive
import PostgreSQLTools
import SQLiteDatabase

/// A live query of `livesql watch` on PostgreSQL.
struct PostgresWatchedQuery: WatchedQuery {
  private let queries: PostgresTextQueries
  private let query: PostgresTextQuery
  private let bound: PostgresBoundStatement
  let notices: AsyncStream<String>

  /// Starts to read the changes of a database.
  ///
  /// - Parameter settings: The timeouts of the change stream, if that is read.
  /// - Throws: ``CommandFailure`` if PostgreSQL's library is missing, or the SQL is not a single
  ///   statement that reads.
  init(
    _ server: PostgresServer,
    _ request: WatchRequest,
    settings: PostgresChangeStream.Settings = .init()
  ) throws {
    try server.requireLibrary()
    let statements = PostgresScript.statements(in: request.sql)
    guard let statement = statements.first, statements.count == 1, statement.beginsLikeQuery else {
      throw CommandFailure(message: "Give one statement that reads: a SELECT.")
    }
    bound = PostgresBoundStatement(statement.text, request.arguments)
    let parts = bound.parts
    query = PostgresTextQuery(
      sql: statement.text,
      texts: parts.texts,
      values: parts.values,
      keyColumns: request.key,
      shown: \.shownValue
    )
    let (notices, sender) = AsyncStream.makeStream(of: String.self)
    self.notices = notices
    queries = PostgresTextQueries(
      server.configuration,
      changes: request.postgresChanges(settings)
    ) {
      sender.yield($0)
    }
  }

  /// Ends the query, and closes its connections.
  func close() { queries.close() }

  var statistics: LiveQueryStatistics? { queries.statistics.first }

  func forEachUpdate(
    _ body: (LiveQueryUpdate, _ areJSON: [Bool]) async throws -> Void
  ) async throws {
    do {
      for try await item in queries.updates(of: query) {
        try await body(item.update, item.columns.areJSON)
      }
    } catch let error as PostgresError {
      throw Self.advised(bound.located(error))
    }
  }

  /// Adds what to do about a statement that needs more than to read, such as `FOR SHARE`.
  private static func advised(_ error: PostgresError) -> PostgresError {
    guard error.code == .readOnlyTransaction, error.hint == nil else { return error }
    var error = error
    error.hint =
      "A live query only reads: leave out FOR UPDATE, FOR SHARE, and functions that write."
    return error
  }

  func problem(of error: any Error) -> String? {
    guard let error = error as? PostgresError else { return nil }
    let codes: Set<SQLState.Class> = [
      .syntaxErrorOrAccessRuleViolation, .objectNotInPrerequisiteState,
    ]
    return codes.contains(error.code.class) ? error.commandMessage : nil
  }

  /// Retries once a second, since the server does not report schema changes.
  var retries: AsyncStream<Void> {
    AsyncStream { try? await Task.sleep(for: .seconds(1)) }
  }
}

extension WatchRequest {
  /// Returns the source of a PostgreSQL server's commits.
  fileprivate func postgresChanges(_ settings: PostgresChangeStream.Settings) -> PostgresChanges {
    if usesTriggers { return .triggers() }
    guard let pollInterval else { return .replication(settings) }
    return .polling(every: pollInterval, since: "--interval was given")
  }
}
