import PostgreSQL
import WebServer

/// The statements of a text for PostgreSQL, which run on a separate connection.
struct PostgresStatements: StatementRun {
  private let request: SQLRequest
  private let parts: [PostgresPart]
  private let database: PostgresStudioDatabase
  private let settings: Studio.Settings

  /// - Throws: `RequestError` if the text has none.
  init(_ request: SQLRequest, in database: PostgresStudioDatabase, _ settings: Studio.Settings)
    throws(RequestError)
  {
    (self.request, self.database, self.settings) = (request, database, settings)
    parts = try PostgresPart.parts(of: request.sql)
  }

  var count: Int { parts.count }

  func run(_ output: StatementOutput) async -> [any FollowedQuery] {
    var queries: [any FollowedQuery] = []
    do {
      try await withPostgresConsole(database, within: settings.statementTimeLimit) { console in
        for (index, part) in parts.enumerated() {
          let result = await result(of: part, console)
          output.send(result, at: index, sql: part.sql)
          if result.error != nil { break }
          if isFollowed(part, result) { queries.append(query(index, result)) }
          await output.untilThereIsRoom()
        }
        try await rollBackWhatIsOpen(console, output)
      }
    } catch {
      output.send(StatementResult(error: message(error, parts[0])), at: 0, sql: parts[0].sql)
    }
    return queries
  }

  private func isFollowed(_ part: PostgresPart, _ result: StatementResult) -> Bool {
    request.live == true && part.isQuery && result.outlook?.reason == nil
  }

  private func query(_ index: Int, _ result: StatementResult) -> PostgresLiveStatement {
    let sql = parts[index].sql
    let statement = LiveStatement(result, sql: sql, at: index, limit: request.rowLimit)
    return PostgresLiveStatement(statement, database.following)
  }

  private func result(of part: PostgresPart, _ console: PostgresConsole) async -> StatementResult {
    if let refusal = part.refusal(isWritable: database.isWritable) {
      return StatementResult(error: refusal)
    }
    let (limit, isLive, now) = (request.rowLimit, request.live == true, settings.now)
    let start = now()
    do {
      // The server cancels it first, unless the statement has changed the server's limit.
      return try await withTimeLimit(settings.statementTimeLimit + .seconds(1)) {
        try await console.run { db in
          try StatementResult(running: part, limit: limit, isLive: isLive, now: now, db)
        }
      }
    } catch {
      return StatementResult(error: message(error, part), after: start.duration(to: now()))
    }
  }

  private func message(_ error: any Error, _ part: PostgresPart) -> String {
    PostgresMessage(error, of: part, in: request.sql, within: settings.statementTimeLimit).text
  }

  /// Reports that a transaction that the text leaves open is rolled back.
  private func rollBackWhatIsOpen(_ console: PostgresConsole, _ output: StatementOutput)
    async throws
  {
    guard database.isWritable, !Task.isCancelled else { return }
    let isOpen = try await console.run { db in
      [.inTransaction, .inFailedTransaction].contains(db.transactionStatus)
    }
    if isOpen { output.send(.leftOpen, at: parts.count, sql: "ROLLBACK") }
  }
}
