import DatabaseTypes
import SQLite
import SQLiteDatabase

/// What has to be known of a table to make its rows what they were.
struct UndoTable: Sendable {
  let name: TableName
  let key: TableKey
  /// The columns that can be written.
  let columns: [String]
  /// Their places among all columns.
  let writableColumns: [Int]
  /// Their places among those that are stored.
  let writableAmongStored: [Int]
  /// The column that is the row's number, where there is one.
  let rowIDColumn: String?
  let triggers: UndoTriggers

  /// - Returns: `nil` where the table's rows cannot be told apart.
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

  /// The condition for one row, whose parameters are the key.
  ///
  /// - Parameter alias: What the statement calls the table, if it does so.
  func condition(of alias: String? = nil) -> String {
    let prefix = alias.map { "\($0)." } ?? ""
    switch key {
    case .rowID(let name): return "\(prefix)\(name) = ?1"
    case .primaryKey(let names):
      return names.enumerated().map { "\(prefix)\(quotedIdentifier($1)) IS ?\($0 + 1)" }
        .joined(separator: " AND ")
    }
  }

  /// Reads a row by its key.
  var selectSQL: String {
    "SELECT \(quotedColumns.joined(separator: ", ")) FROM \(quotedName) WHERE \(condition())"
  }

  /// Deletes a row by its key.
  var deleteSQL: String { "DELETE FROM \(quotedName) WHERE \(condition())" }

  /// Inserts a row: its number, where no column is that, and its columns.
  var insertSQL: String {
    let names = (hiddenRowID.map { [$0] } ?? []) + quotedColumns
    let places = names.indices.map { "?\($0 + 1)" }
    return
      "INSERT INTO \(quotedName) (\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
  }

  /// What `insertSQL` binds.
  func insertValues(_ key: RowKey, _ values: [DatabaseValue]) -> [DatabaseValue] {
    if hiddenRowID != nil, case .rowID(let id) = key { return [.integer(id)] + values }
    return values
  }

  /// The name of the row's number, where no column is that.
  private var hiddenRowID: String? {
    if rowIDColumn == nil, case .rowID(let name) = key { name } else { nil }
  }

  /// Whether values are those of the row that a key names: a collation can find one whose key is spelled otherwise.
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
  /// What a statement binds that names the row.
  var values: [DatabaseValue] {
    switch self {
    case .rowID(let id): [.integer(id)]
    case .primaryKey(let values): values
    }
  }
}
