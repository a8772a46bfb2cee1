package import SQLQueries
package import TypedSQL

// What is the same on a connection of each database.

extension Outbox where Row.QueryOutput == Row {
  /// Runs statements.
  package func run(_ statements: [QueryFragment], _ db: some SQLConnection) throws {
    for statement in statements { try SQLQueryExpression<()>(statement).execute(db) }
  }

  /// Returns the number that a query selects; `nil` without a row, or for NULL.
  package func number(_ query: QueryFragment, _ db: some SQLConnection) throws -> OutboxToken? {
    let value = try db.firstRow(of: query, as: ValueRow<Int?>.self, isText: false) ?? nil
    return value.map { OutboxToken(rawValue: $0) }
  }

  /// Registers a consumer, unless it is registered, and returns the last change that it handled.
  package func registeredPosition(of consumer: String, _ db: some SQLConnection) throws
    -> OutboxToken
  {
    try run(registrations(of: [consumer]), db)
    guard let token = try number(position(of: consumer), db) else {
      throw OutboxError.missing(name)
    }
    return token
  }

  /// Returns the numbered changes after a token.
  package func changes(after token: OutboxToken, limit: Int, _ db: some SQLConnection) throws
    -> [OutboxChange<Row>]
  {
    let query = selection(after: token, limit: limit)
    return try changes(db.rows(of: query, as: Shape.self, isText: false))
  }
}
