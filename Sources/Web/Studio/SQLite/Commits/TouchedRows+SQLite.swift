import DatabaseTypes
import SQLiteDatabase

extension TouchedRows {
  /// Reads the rows whose values a commit does not report.
  ///
  /// - Parameter limit: The number of rows of a table.
  init(_ changes: ChangeSet, limit: Int, _ db: Database) throws {
    var rows: [TableName: [RowKey: Row]] = [:]
    var areRead: Set<TableName> = []
    for (table, tableChanges) in changes.tables {
      guard case .rows(let all) = tableChanges, let key = try db.tableKey(of: table) else {
        continue
      }
      let unknown = all.prefix(limit).filter { $0.new == .unknown }.map(\.key)
      if unknown.isEmpty { continue }
      areRead.insert(table)
      let sql = Self.sql(table, key)
      for key in unknown {
        let arguments = StatementArguments(values: key.values)
        rows[table, default: [:]][key] = try Row.fetchOne(db, sql: sql, arguments: arguments)
      }
    }
    self.init(rows: rows, areRead: areRead)
  }

  private static func sql(_ table: TableName, _ key: TableKey) -> String {
    let names: [String] =
      switch key {
      case .rowID(let name): [name]
      case .primaryKey(let names): names.map(quotedIdentifier)
      }
    let isRow = names.map { "\($0) IS ?" }.joined(separator: " AND ")
    let source = "\(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name))"
    return "SELECT * FROM \(source) WHERE \(isRow)"
  }
}
