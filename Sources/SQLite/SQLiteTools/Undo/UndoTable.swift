import DatabaseTypes
import SQLite
import SQLiteDatabase

/// A description of a table that is needed to restore its rows.
struct UndoTable: Sendable {
  let name: TableName
  let key: TableKey
  /// The columns that can be written.
  let columns: [String]
  /// The indices of the writable columns among all columns.
  let writableColumns: [Int]
  /// The indices of the writable columns among the stored columns.
  let writableAmongStored: [Int]
  /// The column that is the row number, if there is one.
  let rowIDColumn: String?
  let triggers: UndoTriggers

  /// - Returns: `nil` if the table's rows cannot be distinguished.
  init?(_ name: TableName, _ db: Database) throws {
    guard let key = try db.tableKey(of: name) else { return nil }
    self.name = name
    self.key = key
    let all = try db.columns(in: name).filter { !$0.isHidden }
    let stored = all.filter { $0.kind != .virtualGenerated }
    columns = all.filter { !$0.isGenerated }.map(\.name)
    writableColumns = all.indices.filter { !all[$0].isGenerated }
    writableAmongStored = stored.indices.filter { !stored[$0].isGenerated }
    rowIDColumn = try db.primaryKey(name).rowIDColumn
    triggers = try UndoTriggers(of: name, db)
  }
}

extension UndoTable {
  private var quotedName: String {
    "\(quotedIdentifier(name.schema)).\(quotedIdentifier(name.name))"
  }

  private var quotedColumns: [String] { columns.map(quotedIdentifier) }

  /// Returns the condition for one row, whose parameters are the key.
  ///
  /// - Parameter alias: The alias of the table in the statement, if it has one.
  func condition(of alias: String? = nil) -> String {
    let prefix = alias.map { "\($0)." } ?? ""
    switch key {
    case .rowID(let name): return "\(prefix)\(name) = ?1"
    case .primaryKey(let names):
      return conjunction(
        of: names.enumerated().map { "\(prefix)\(quotedIdentifier($1)) IS ?\($0 + 1)" }
      )
    }
  }

  /// The statement that reads a row by its key.
  var selectSQL: String {
    "SELECT \(quotedColumns.joined(separator: ", ")) FROM \(quotedName) WHERE \(condition())"
  }

  /// The statement that deletes a row by its key.
  var deleteSQL: String { "DELETE FROM \(quotedName) WHERE \(condition())" }

  /// The statement that inserts a row: its columns and, if no column holds it, the row number.
  var insertSQL: String {
    let names = (hiddenRowID.map { [$0] } ?? []) + quotedColumns
    let places = names.indices.map { "?\($0 + 1)" }
    return
      "INSERT INTO \(quotedName) (\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
  }

  /// Returns the values that `insertSQL` binds.
  func insertValues(_ key: RowKey, _ values: [DatabaseValue]) -> [DatabaseValue] {
    if hiddenRowID != nil, case .rowID(let id) = key { return [.integer(id)] + values }
    return values
  }

  /// The name of the row number, if no column holds it.
  private var hiddenRowID: String? {
    if rowIDColumn == nil, case .rowID(let name) = key { name } else { nil }
  }

  /// Returns whether values are those of the row that a key identifies.
  ///
  /// A collation can match a row whose key is spelled differently.
  func isRow(_ values: [DatabaseValue], of key: RowKey) -> Bool {
    guard case .primaryKey(let names) = self.key, case .primaryKey(let wanted) = key else {
      return true
    }
    return zip(names, wanted).allSatisfy { name, value in
      // A generated column of a key is not among the values.
      columns.firstIndex { isSameIdentifier($0, name) }.map { values[$0] == value } ?? true
    }
  }
}

extension RowKey {
  /// The values that a statement binds to identify the row.
  var values: [DatabaseValue] {
    switch self {
    case .rowID(let id): [.integer(id)]
    case .primaryKey(let values): values
    }
  }
}
