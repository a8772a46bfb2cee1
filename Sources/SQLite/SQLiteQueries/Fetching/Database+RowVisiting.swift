package import DatabaseTypes
import SQLite
package import SQLiteDatabase
package import TypedSQL

extension Database {
  /// Returns all rows of a query, and passes the statement to a closure before each row is decoded.
  ///
  /// - Parameters:
  ///   - query: The query; an empty one has no rows.
  ///   - shape: The shape that rows are decoded as.
  ///   - isText: Whether the query is SQL text, which may select any columns.
  ///   - decode: Decodes a row.
  ///   - visit: Called with the statement on each row, before the row is decoded.
  package func fetchAll<Shape: RowShape>(
    _ query: QueryFragment,
    _ shape: Shape.Type,
    isText: Bool,
    decode: (inout SQLiteQueryDecoder) throws -> Shape.Row,
    visit: (PreparedStatement) throws -> Void
  ) throws -> [Shape.Row] {
    guard let statement = try statement(binding: query) else { return [] }
    try statement.checkReadOnly()
    return try statement.decodeAll(
      check: { try $0.check(shape, isText: isText) },
      decode: { decoder in
        try visit(statement)
        return try decode(&decoder)
      }
    )
  }

  /// Returns the first row of a query, and passes the statement to a closure before decoding.
  package func fetchOne<Shape: RowShape>(
    _ query: QueryFragment,
    _ shape: Shape.Type,
    isText: Bool,
    decode: (inout SQLiteQueryDecoder) throws -> Shape.Row,
    visit: (PreparedStatement) throws -> Void
  ) throws -> Shape.Row? {
    guard let statement = try statement(binding: query) else { return nil }
    try statement.checkReadOnly()
    return try statement.decodeFirst(
      check: { try $0.check(shape, isText: isText) },
      decode: { decoder in
        try visit(statement)
        return try decode(&decoder)
      }
    )
  }
}

extension PreparedStatement {
  /// Throws if the statement writes.
  package func checkReadOnly() throws {
    guard !isReadOnly else { return }
    throw misuse("A live query can only read. Pass a SELECT.")
  }

  /// Returns the value of a column in the current row.
  package func currentValue(at index: Int) throws -> DatabaseValue {
    try statement.value(at: index)
  }

  /// Hashes the current row: each value with its storage class.
  package func hashCurrentRow(into hasher: inout Hasher) {
    for index in 0..<columnCount {
      let storageClass = statement.storageClass(at: index)
      hasher.combine(storageClass)
      switch storageClass {
      case .null: break
      case .integer: hasher.combine(statement.integer(at: index))
      case .real: hasher.combine(statement.real(at: index).bitPattern)
      case .text, .blob:
        statement.withBytes(at: index) { bytes in
          hasher.combine(bytes.count)
          hasher.combine(bytes: bytes)
        }
      }
    }
  }
}
