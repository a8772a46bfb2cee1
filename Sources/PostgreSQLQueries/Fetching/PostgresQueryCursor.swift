public import DatabaseTypes
public import PostgreSQL
public import TypedSQL

/// The rows of a query, fetched one by one, with no more than one of them in memory.
///
/// The connection can do nothing else before the cursor has come to its end, or is let go of: then the statement is
/// cancelled where rows are left.
///
/// ```swift
/// let reminders = try Reminder.where(\.isCompleted).fetchCursor(connection)
/// while let reminder = try reminders.next() { print(reminder.title) }
/// ```
public final class PostgresQueryCursor<Element>: Cursor {
  @usableFromInline var stream: PostgresRowStream?
  @usableFromInline let decode: (borrowing PostgresRow) throws -> Element

  @inlinable
  init<Shape: RowShape>(
    _ db: PostgresConnection,
    _ query: QueryFragment,
    _ shape: Shape.Type,
    isText: Bool
  ) throws where Shape.Row == Element {
    guard let bound = try db.statement(binding: query) else {
      stream = nil
      decode = { _ in throw QueryDecodingError.missingRequiredColumn }
      return
    }
    let statement = bound.statement
    try statement.check(shape, isText: isText)
    decode = { row in try statement.decode(row, Shape.self) }
    stream = try db.stream(statement.sql, bound.values)
  }

  /// The next row; `nil` after the last.
  ///
  /// It blocks until the server has sent it.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` for a value that is not of the column's type.
  @inlinable
  public func next() throws -> Element? {
    guard let result = try stream?.next() else {
      stream = nil
      return nil
    }
    return try result.first { row in try decode(row) }
  }
}
