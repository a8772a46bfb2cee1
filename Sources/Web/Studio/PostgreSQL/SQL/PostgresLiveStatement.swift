import IncrementalQueries
import LiveEngine
import PostgreSQL
import PostgreSQLLive
import PostgreSQLTools

/// A live query of the page on PostgreSQL.
struct PostgresLiveStatement: FollowedQuery {
  private var statement: LiveStatement
  private let following: PostgresFollowing

  init(_ statement: LiveStatement, _ following: PostgresFollowing) {
    (self.statement, self.following) = (statement, following)
  }

  mutating func follow(_ send: (String, LiveStatement) async throws -> Void) async {
    let query = PostgresTextQuery(
      sql: statement.sql,
      texts: [statement.sql],
      values: [],
      shown: \.shownValue
    )
    var updates = following.results.updates(of: query).makeAsyncIterator()
    var isFirst = true
    do {
      while let item = try await updates.next() {
        statement.plan = updates.plan ?? statement.plan
        statement.work = updates.statistics ?? statement.work
        // The page does not know the plan yet.
        let event = try await statement.take(item.update, isFirst: isFirst)
        isFirst = false
        if let event { try await send(event, statement) }
      }
    } catch is CancellationError {
    } catch {
      let event = isFirst ? statement.refusal(sentence(error)) : failure(error)
      try? await send(event, statement)
    }
  }

  private func failure(_ error: any Error) -> String { statement.failure(sentence(error)) }

  private func sentence(_ error: any Error) -> String { StudioProblem(error).sentence }
}
