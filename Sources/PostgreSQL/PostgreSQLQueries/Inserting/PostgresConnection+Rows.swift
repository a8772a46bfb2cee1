public import PostgreSQL
public import TypedSQL

extension PostgresConnection {
  /// Inserts the rows of a statement, all of them or none.
  @inlinable
  func writeRows(of statement: some TypedSQL.Statement, count: Int) throws {
    try writeRows(of: statement, count: count, takeRows: nil)
  }

  /// Inserts the rows of a statement, all of them or none, and decodes the rows that they return.
  @inlinable
  func writeRows<Shape: RowShape>(
    of statement: some TypedSQL.Statement,
    count: Int,
    returning shape: Shape.Type
  ) throws -> [Shape.Row] {
    var all: [Shape.Row] = []
    try writeRows(of: statement, count: count) { result, statement in
      try statement.check(shape, isText: false)
      try result.forEach { row in all.append(try statement.decode(row, shape)) }
    }
    return all
  }

  @usableFromInline
  func writeRows(
    of statement: some TypedSQL.Statement,
    count: Int,
    takeRows: ((borrowing PostgresResult, PostgresStatement) throws -> Void)?
  ) throws {
    guard count > 0 else { return }
    let mayCopy =
      takeRows == nil && count >= SentRows.leastCopied && statement._rowKey?.purpose == .insertion
    // Few rows are sent by one pipeline, which writes all of them or none.
    let isFew = count < SentRows.leastCopied
    let rows = SentRows(self, mayCopy: mayCopy, isInFrame: !isFew, takeRows: takeRows)
    if isFew { try rows.send(statement) } else { try atomically { try rows.send(statement) } }
  }
}

extension SentRows {
  /// Sends all rows of a statement.
  fileprivate func send(_ statement: some TypedSQL.Statement) throws {
    do {
      try statement._writeRows(to: RowCollector(self))
      try finish()
    } catch {
      abandon()
      throw error
    }
  }
}
