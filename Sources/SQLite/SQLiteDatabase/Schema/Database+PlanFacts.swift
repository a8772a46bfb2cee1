package import DatabaseTypes

extension Database {
  /// Returns the key of a table's rows in change sets, or `nil` if they cannot be distinguished.
  package func tableKey(of table: TableName) throws -> TableKey? {
    guard let shape = try shape(of: table), shape.kind == .table, shape.hasCapturedKeys,
      shape.selectByKeySQL != nil
    else { return nil }
    if shape.hasRowID { return shape.rowIDName.map(TableKey.rowID) }
    return .primaryKey(shape.primaryKey.map { shape.layout.columnNames[$0] })
  }

  /// Whether other databases are attached, which ``lastSchemaVersion`` does not cover.
  package var hasAttachedSchemas: Bool {
    (try? schemas().contains { $0 != "main" && $0 != "temp" }) ?? true
  }

  /// Returns the lowercase names of functions of the application that are not deterministic.
  package func volatileFunctionNames() throws -> Set<String> {
    // 2048 is SQLITE_DETERMINISTIC.
    let rows = try internalRows(
      "SELECT lower(name) FROM pragma_function_list WHERE NOT builtin AND NOT flags & 2048",
      []
    )
    return Set(rows.compactMap { $0[0].text(at: 0) })
  }
}
