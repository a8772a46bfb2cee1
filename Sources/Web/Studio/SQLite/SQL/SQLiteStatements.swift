import SQLiteDatabase
import SQLiteTools
import WebServer

/// The statements of a text for SQLite, which run on a separate connection.
struct SQLiteStatements: StatementRun {
  private let request: SQLRequest
  private let parts: [SplitStatements.Part]
  private let database: StudioDatabase
  private let settings: Studio.Settings

  /// - Throws: `RequestError` if the text has none.
  init(_ request: SQLRequest, in database: StudioDatabase, _ settings: Studio.Settings)
    throws(RequestError)
  {
    (self.request, self.database, self.settings) = (request, database, settings)
    parts = try Self.parts(of: request.sql)
  }

  /// The statements of a text.
  ///
  /// - Throws: `RequestError` if it has none.
  static func parts(of sql: String) throws(RequestError) -> [SplitStatements.Part] {
    let parts = SplitStatements(sql).parts
    guard !parts.isEmpty else { throw SQLRequest.noStatement }
    return parts
  }

  var count: Int { parts.count }

  func run(_ output: StatementOutput) async -> [any FollowedQuery] {
    var queries: [any FollowedQuery] = []
    do {
      try await withConsole(database) { console in
        for (index, part) in parts.enumerated() {
          let result = await result(of: part, console)
          output.send(result, at: index, sql: part.sql)
          if result.error != nil { break }
          if result.outlook?.plan != nil { queries.append(query(index, result)) }
          await output.untilThereIsRoom()
        }
        try await rollBackWhatIsOpen(console, output)
      }
    } catch {
      let message = SQLMessage(error, of: parts[0], in: request.sql, refused: nil)
      output.send(StatementResult(error: message.text), at: 0, sql: parts[0].sql)
    }
    return queries
  }

  private func query(_ index: Int, _ result: StatementResult) -> SQLiteLiveStatement {
    let sql = parts[index].sql
    let statement = LiveStatement(result, sql: sql, at: index, limit: request.rowLimit)
    return SQLiteLiveStatement(statement, in: database)
  }

  private func result(of part: SplitStatements.Part, _ console: StatementConsole) async
    -> StatementResult
  {
    let (limit, isLive, now) = (request.rowLimit, request.live == true, settings.now)
    let start = now()
    do {
      return try await console.run(within: settings.statementTimeLimit) { db in
        try StatementResult(running: part, limit: limit, isLive: isLive, now: now, db)
      }
    } catch {
      let refused = console.takeRefused()
      let message = SQLMessage(error, of: part, in: request.sql, refused: refused)
      return StatementResult(error: message.text, after: start.duration(to: now()))
    }
  }

  /// Reports that a transaction that the text leaves open is rolled back.
  private func rollBackWhatIsOpen(_ console: StatementConsole, _ output: StatementOutput)
    async throws
  {
    // A cancelled text is rolled back too, and the page knows that it was cancelled.
    guard !Task.isCancelled else { return }
    let isOpen = try await console.run { db in db.isInsideTransaction }
    if isOpen { output.send(.leftOpen, at: parts.count, sql: "ROLLBACK") }
  }
}
