package import DatabaseTypes
import SQLite
package import SQLiteDatabase
package import TypedSQL

extension Database {
  /// All values of a query, each row shown to a closure before it is decoded.
  ///
  /// - Parameters:
  ///   - query: The query; an empty one has no rows.
  ///   - type: What a row is decoded as.
  ///   - isText: Whether it is SQL text, whose columns may be anything.
  ///   - visit: Called with the statement as it stands on the row.
  package func fetchAll<Value: QueryRepresentable>(
    _ query: QueryFragment,
    as type: Value.Type,
    isText: Bool,
    visit: (PreparedStatement) throws -> Void
  ) throws -> [Value.QueryOutput] {
    guard let statement = try statement(binding: query) else { return [] }
    try statement.checkReadOnly()
    return try statement.decodeAll(as: type, isText: isText) { decoder in
      try visit(statement)
      return try Value(decoder: &decoder).queryOutput
    }
  }

  /// All values of a query with the names of their sections, each row shown to a closure before it is decoded.
  ///
  /// - Parameters:
  ///   - query: The query, whose last column is the name; an empty one has no rows.
  ///   - type: What a row is decoded as.
  ///   - name: What the name is decoded as.
  ///   - visit: Called with the statement as it stands on the row.
  package func fetchAll<Value: QueryRepresentable, Name: QueryRepresentable>(
    _ query: QueryFragment,
    as type: Value.Type,
    sectionedBy name: Name.Type,
    visit: (PreparedStatement) throws -> Void
  ) throws -> [(row: Value.QueryOutput, name: Name.QueryOutput)] {
    guard let statement = try statement(binding: query) else { return [] }
    try statement.checkReadOnly()
    return try statement.decodeAll(as: type, name) { decoder in
      try visit(statement)
      return try decoder.row(type, name)
    }
  }

  /// The first value of a query, its row shown to a closure before it is decoded.
  package func fetchOne<Value: QueryRepresentable>(
    _ query: QueryFragment,
    as type: Value.Type,
    isText: Bool,
    visit: (PreparedStatement) throws -> Void
  ) throws -> Value.QueryOutput? {
    guard let statement = try statement(binding: query) else { return nil }
    try statement.checkReadOnly()
    return try statement.decodeFirst(as: type, isText: isText) { decoder in
      try visit(statement)
      return try Value(decoder: &decoder).queryOutput
    }
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
