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
      takeRows == nil && count >= RowTarget.leastCopied && statement._rowKey?.purpose == .insertion
    let target = RowTarget(self, mayCopy: mayCopy, takeRows: takeRows)
    guard count > 1, transactionStatus == .idle else { return try target.write(statement) }
    try execute(script: "BEGIN")
    do {
      try target.write(statement)
      try execute(script: "COMMIT")
    } catch {
      // The first error is the one to throw.
      try? execute(script: "ROLLBACK")
      throw error
    }
  }
}

extension RowTarget {
  /// Sends all rows of a statement.
  fileprivate func write(_ statement: some TypedSQL.Statement) throws {
    do {
      try statement._writeRows(to: self)
      try flush()
    } catch {
      abandon()
      throw error
    }
  }
}
