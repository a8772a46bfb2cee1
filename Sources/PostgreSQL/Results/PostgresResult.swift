import CPostgreSQL
import DatabaseTypes

/// All rows of one execution of a statement.
///
/// Exactly one owner; its memory is given back when the owner lets it go.
///
/// ```swift
/// let result = try connection.execute("SELECT id, title FROM items")
/// let titles = try result.map { row in try row.decode(String.self, at: 1) }
/// ```
@safe
public struct PostgresResult: ~Copyable {
  @usableFromInline let handle: ResultHandle
  /// The columns.
  public let columns: PostgresColumns
  /// The number of rows.
  public let count: Int

  /// Takes what the server answered.
  ///
  /// - Throws: ``PostgresError`` where it answered with an error.
  init(_ handle: consuming ResultHandle, of statement: PostgresStatement) throws(PostgresError) {
    switch handle.status {
    case .tuples, .singleTuple, .command, .emptyQuery: break
    default: throw handle.error(sql: statement.sql)
    }
    // Its rows are read by what was learnt when it was prepared.
    guard handle.columnCount == statement.columns.count || handle.status == .command else {
      throw PostgresError(
        code: .featureNotSupported,
        message: "The rows have other columns than when the statement was prepared.",
        sql: statement.sql
      )
    }
    count = handle.rowCount
    columns = statement.columns
    self.handle = handle
  }

  /// The number of rows that the statement inserted, changed, deleted or selected.
  public var affectedRowCount: Int { handle.affectedRowCount }

  /// The row at an index, from 0.
  ///
  /// It is read in place, and must not be used after the result.
  @inlinable
  subscript(unchecked index: Int) -> PostgresRow {
    unsafe PostgresRow(handle.pointer, index: Int32(truncatingIfNeeded: index), columns: columns)
  }
}

extension PostgresResult {
  /// Calls a closure with each row, one after the other.
  ///
  /// - Throws: What the closure throws.
  @inlinable
  public borrowing func forEach<Failure: Error>(
    _ body: (borrowing PostgresRow) throws(Failure) -> Void
  ) throws(Failure) {
    for index in 0..<count {
      let row = self[unchecked: index]
      try body(row)
    }
  }

  /// What a closure makes of each row.
  ///
  /// - Throws: What the closure throws.
  @inlinable
  public borrowing func map<Element, Failure: Error>(
    _ transform: (borrowing PostgresRow) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for index in 0..<count {
      let row = self[unchecked: index]
      elements.append(try transform(row))
    }
    return elements
  }

  /// What a closure makes of the first row; `nil` where there is none.
  ///
  /// - Throws: What the closure throws.
  @inlinable
  public borrowing func first<Element, Failure: Error>(
    _ transform: (borrowing PostgresRow) throws(Failure) -> Element
  ) throws(Failure) -> Element? {
    guard count > 0 else { return nil }
    let row = self[unchecked: 0]
    return try transform(row)
  }

  /// Copies of all values, row by row.
  ///
  /// - Throws: ``PostgresError`` for bytes that are no value of their type.
  public borrowing func values() throws(PostgresError) -> [[PostgresValue]] {
    var rows: [[PostgresValue]] = []
    for index in 0..<count {
      let row = self[unchecked: index]
      rows.append(try row.values())
    }
    return rows
  }
}
