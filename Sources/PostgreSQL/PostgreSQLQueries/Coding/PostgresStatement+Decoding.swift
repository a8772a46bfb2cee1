public import PostgreSQL
public import TypedSQL

extension PostgresStatement {
  @inlinable @inline(__always)
  func decode<Shape: RowShape>(_ row: borrowing PostgresRow, _ shape: Shape.Type) throws
    -> Shape.Row
  {
    var decoder = PostgresQueryDecoder(row)
    do { return try Shape.decode(&decoder) } catch { throw decoder.decodingError(error, self) }
  }

  /// Checks the columns of the rows against the decoded type.
  ///
  /// - Throws: ``PostgresError`` if their number differs, or if SQL text selects other columns.
  @inlinable
  func check<Shape: RowShape>(_ shape: Shape.Type, isText: Bool) throws {
    try check(Shape._values, isText: isText)
  }

  /// Checks the columns of SQL text against the types of its decoded rows.
  package func check(columnsOf types: [any QueryRepresentable.Type]) throws {
    try check(types, isText: true)
  }

  @usableFromInline
  func check(_ types: [any QueryRepresentable.Type], isText: Bool) throws {
    guard let problem = mismatch(ofColumns: columns.names, for: types, comparesNames: isText) else {
      return
    }
    throw PostgresError(code: .datatypeMismatch, message: problem, sql: sql)
  }
}
