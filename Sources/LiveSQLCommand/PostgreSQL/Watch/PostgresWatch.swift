import LiveEngine
import PostgreSQL
import PostgreSQLLive
import SQLiteDatabase

/// A live query of `livesql watch` on PostgreSQL.
struct PostgresWatchedQuery: WatchedQuery {
  private let queries: PostgresTextQueries
  private let query: PostgresTextQuery
  private let bound: PostgresBoundStatement

  /// Begins to read the changes of a database.
  ///
  /// - Throws: ``CommandFailure`` where PostgreSQL's library is missing, and for what is not one statement that reads.
  init(_ server: PostgresServer, sql: String, arguments: StatementArguments, key: [String]?) throws
  {
    try server.requireLibrary()
    let statements = PostgresScript.statements(in: sql)
    guard let statement = statements.first, statements.count == 1,
      ["SELECT", "WITH", "VALUES", "TABLE"].contains(statement.keyword)
    else {
      throw CommandFailure(message: "Give one statement that reads: a SELECT.")
    }
    bound = PostgresBoundStatement(statement.text, arguments)
    let parts = bound.parts
    query = PostgresTextQuery(
      sql: statement.text,
      texts: parts.texts,
      values: parts.values,
      keyColumns: key,
      shown: \.shownValue
    )
    queries = PostgresTextQueries(server.configuration)
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
      throw bound.located(error)
    }
  }

  func problem(of error: any Error) -> String? {
    guard let error = error as? PostgresError else { return nil }
    let codes: Set<SQLState.Class> = [
      .syntaxErrorOrAccessRuleViolation, .objectNotInPrerequisiteState,
    ]
    return codes.contains(error.code.class) ? error.messageOfCommand : nil
  }

  /// The server does not tell changes of the schema, so that it is tried again each second.
  var retries: AsyncStream<Void> {
    AsyncStream { try? await Task.sleep(for: .seconds(1)) }
  }
}
