import DatabaseTypes
import SQLiteDatabase
import WebServer

extension CellRequest {
  /// Reads the value; `nil` if there is no such row.
  func value(_ db: Database) throws -> WireCell? {
    let names = try db.studioKey(of: table)
    guard !names.isEmpty, names.count == key.count else {
      throw RequestError(400, "The key does not have the columns of the key of \(table.name).")
    }
    let columns = try db.columns(in: table).map(\.name)
    guard columns.contains(column) || names.contains(column) else {
      throw RequestError(404, "The table \(table.name) has no column \(column).")
    }
    let isRow = names.map { "\(quotedIdentifier($0)) IS ?" }.joined(separator: " AND ")
    let source = "\(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name))"
    var value: WireCell?
    try db.forEachRow(
      sql: "SELECT \(quotedIdentifier(column)) FROM \(source) WHERE \(isRow) LIMIT 1",
      arguments: StatementArguments(values: key.map(\.value))
    ) { row in value = try row.decode(WireCell.self, at: 0) }
    return value
  }
}

extension Database {
  /// The columns that identify the rows of a table; none for a view.
  ///
  /// - Throws: `RequestError` if there is no such table.
  func studioKey(of table: TableName) throws -> [String] {
    guard try schemas().contains(table.schema) else {
      throw RequestError(404, "There is no table \(table.name).")
    }
    do {
      return try StudioTable.key(of: table, self)
    } catch let error as DatabaseError where error.code == .notFound {
      throw RequestError(404, "There is no table \(table.name).")
    }
  }
}
