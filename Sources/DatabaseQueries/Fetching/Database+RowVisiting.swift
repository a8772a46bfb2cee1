package import DatabaseTypes
import SQLite
package import SQLiteDatabase
package import TypedSQL

extension Database {
  /// All rows of a query, each shown to a closure before it is decoded.
  ///
  /// - Parameters:
  ///   - query: The query; an empty one has no rows.
  ///   - shape: What a row is decoded as.
  ///   - isText: Whether it is SQL text, whose columns may be anything.
  ///   - decode: Decodes a row.
  ///   - visit: Called with the statement as it stands on each row, before that is decoded.
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

  /// The first row of a query, shown to a closure before it is decoded.
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
  /// Throws where the statement writes.
  package func checkReadOnly() throws {
    guard !isReadOnly else { return }
    throw misuse("A live query only reads: give it a SELECT.")
  }

  /// The value of a column of the row on which the statement stands.
  package func currentValue(at index: Int) throws -> DatabaseValue {
    try statement.value(at: index)
  }

  /// Hashes the row on which the statement stands: each value with its storage class.
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
