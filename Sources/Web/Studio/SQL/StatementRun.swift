import DatabaseTypes
import WebServer

/// The statements of a text, ready to be run.
protocol StatementRun: Sendable {
  /// The number of statements.
  var count: Int { get }

  /// Runs them one after another, until one fails or the task is cancelled.
  ///
  /// - Returns: The queries whose results are to be kept up to date.
  func run(_ output: StatementOutput) async -> [any FollowedQuery]
}

/// A query whose result the page shows and keeps up to date.
protocol FollowedQuery: Sendable {
  /// Follows it until the task is cancelled, the query fails, or the database is closed.
  ///
  /// - Parameter send: Sends the members of an event about a statement with its new rows, and waits
  ///   until the client can take another.
  mutating func follow(
    _ send: (_ members: String, _ statement: LiveStatement) async throws -> Void
  ) async
}

/// The receiver of the results of statements.
struct StatementOutput: Sendable {
  let request: SQLRequest
  let backlog: EventBacklog
  let cached: CachedResults
  let notify: @Sendable () -> Void

  /// Sends the result of a statement.
  func send(_ result: StatementResult, at index: Int, sql: String) {
    send(
      result.members(statement: index, sql: sql, request: request.request),
      showing: result.rows,
      of: index
    )
  }

  /// Sends the members of an event about a statement.
  ///
  /// - Parameter rows: The rows that the page has after it.
  /// - Returns: Its number.
  @discardableResult
  func send(_ members: String, showing rows: [Row], of statement: Int) -> Int {
    defer { notify() }
    return cached.keep(rows, of: statement) { backlog.add(members) }
  }

  /// Waits until the client has taken most bytes.
  func untilThereIsRoom() async { await backlog.untilThereIsRoom() }
}

extension StatementResult {
  /// The message about a transaction that a text leaves open.
  static let leftOpen = StatementResult(
    error:
      "The text ends within a transaction, which was rolled back: none of it is kept. End it with COMMIT."
  )
}
