public import DatabaseTypes
public import PostgreSQL
public import TypedSQL

/// A cursor over the rows of a query, with at most one of them in memory.
///
/// The connection can do nothing else until the cursor has reached its end or is destroyed. Then,
/// if rows are left, the statement is cancelled.
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

  /// Returns the next row; `nil` after the last.
  ///
  /// It blocks until the server has sent it.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the column's type.
  @inlinable
  public func next() throws -> Element? {
    guard let result = try stream?.next() else {
      stream = nil
      return nil
    }
    return try result.first { row in try decode(row) }
  }
}
