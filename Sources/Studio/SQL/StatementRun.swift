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
  /// - Parameter send: Sends the members of an event, and waits until the client can take another.
  mutating func follow(_ send: (String) async throws -> Void) async
}

/// The receiver of the results of statements.
struct StatementOutput: Sendable {
  let request: SQLRequest
  let backlog: EventBacklog
  let notify: @Sendable () -> Void

  /// Sends the result of a statement.
  func send(_ result: StatementResult, at index: Int, sql: String) {
    send(result.members(statement: index, sql: sql, request: request.request))
  }

  /// Sends the members of an event.
  ///
  /// - Returns: Its number.
  @discardableResult
  func send(_ members: String) -> Int {
    defer { notify() }
    return backlog.add(members)
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
