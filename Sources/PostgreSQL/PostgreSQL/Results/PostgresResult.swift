import CPostgreSQL
import DatabaseTypes

/// The rows of one execution of a statement.
///
/// It has exactly one owner; its memory is freed when the owner releases it.
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

  /// Takes ownership of the server's response.
  ///
  /// - Throws: ``PostgresError`` if the response is an error.
  init(_ handle: consuming ResultHandle, of statement: PostgresStatement) throws(PostgresError) {
    switch handle.status {
    case .tuples, .singleTuple, .command, .emptyQuery: break
    default: throw handle.error(sql: statement.sql)
    }
    // The rows are read with the columns that were reported when the statement was prepared.
    guard handle.columnCount == statement.columns.count || handle.status == .command else {
      throw PostgresError(
        code: .featureNotSupported,
        message: "The rows have different columns than when the statement was prepared.",
        sql: statement.sql
      )
    }
    count = handle.rowCount
    columns = statement.columns
    self.handle = handle
  }

  /// The number of rows that the statement inserted, updated, deleted or selected.
  public var affectedRowCount: Int { handle.affectedRowCount }

  /// Returns the row at an index, from 0.
  ///
  /// It is read in place, and must not be used after the result.
  @inlinable
  subscript(unchecked index: Int) -> PostgresRow {
    unsafe PostgresRow(handle.pointer, index: Int32(truncatingIfNeeded: index), columns: columns)
  }
}

extension PostgresResult {
  /// Calls a closure with each row, in order.
  ///
  /// - Throws: Any error that the closure throws.
  @inlinable
  public borrowing func forEach<Failure: Error>(
    _ body: (borrowing PostgresRow) throws(Failure) -> Void
  ) throws(Failure) {
    for index in 0..<count {
      let row = self[unchecked: index]
      try body(row)
    }
  }

  /// Returns the results of calling a closure with each row.
  ///
  /// - Throws: Any error that the closure throws.
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

  /// Returns the result of calling a closure with the first row; `nil` if there are no rows.
  ///
  /// - Throws: Any error that the closure throws.
  @inlinable
  public borrowing func first<Element, Failure: Error>(
    _ transform: (borrowing PostgresRow) throws(Failure) -> Element
  ) throws(Failure) -> Element? {
    guard count > 0 else { return nil }
    let row = self[unchecked: 0]
    return try transform(row)
  }

  /// Copies all values, row by row.
  ///
  /// - Throws: ``PostgresError`` if bytes are not a valid value of their type.
  public borrowing func values() throws(PostgresError) -> [[PostgresValue]] {
    var rows: [[PostgresValue]] = []
    for index in 0..<count {
      let row = self[unchecked: index]
      rows.append(try row.values())
    }
    return rows
  }
}
