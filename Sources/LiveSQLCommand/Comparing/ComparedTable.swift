import DatabaseTypes
import SQLiteDatabase

/// A table that two databases have, and how their rows are told apart.
struct ComparedTable {
  let name: TableName
  /// Whether the definitions differ.
  let isRedefined: Bool
  /// The columns that tell rows apart; the row number where no key is declared.
  ///
  /// `nil` where the tables have none in common.
  let key: [String]?
  /// The columns that both have and that can be written.
  let columns: [String]
  /// Those among ``columns`` in which two rows may not be the same, besides the key; `nil` where it can be any.
  let uniqueColumns: Set<String>?
  /// Whether the key is a row number that no column has.
  let isKeyedByRowNumber: Bool
  private let collation: String

  init(
    _ name: TableName,
    _ left: Database,
    _ right: Database,
    isRedefined: Bool,
    collation: String
  ) throws {
    self.name = name
    self.isRedefined = isRedefined
    self.collation = collation
    let keys = try [left, right].map { try TableKeyColumns(of: name, $0) }
    // Where one side knows rows by their number only, so does the other.
    let isByNumber = keys.contains(where: \.isRowNumber)
    let number = keys[0].rowID == keys[1].rowID ? keys[0].rowID : nil
    isKeyedByRowNumber = isByNumber
    if isByNumber {
      key = number.map { [$0] }
    } else {
      let isSame = keys[0].columns.elementsEqual(keys[1].columns, by: isSameIdentifier)
      key = isSame ? keys[1].columns : nil
    }
    let stored = try [left, right].map { db in
      try db.columns(in: name).filter { !$0.isGenerated && !$0.isHidden }.map(\.name)
    }
    columns = stored[1].filter { column in stored[0].contains { isSameIdentifier($0, column) } }
    uniqueColumns = try Self.uniqueColumns(of: name, left)
  }

  private static func uniqueColumns(of name: TableName, _ db: Database) throws -> Set<String>? {
    var columns: Set<String> = []
    for index in try db.indexes(on: name) where index.isUnique && index.origin != .primaryKey {
      let names = index.columns.compactMap(\.self)
      if index.isPartial || names.count < index.columns.count { return nil }
      columns.formUnion(names)
    }
    return columns
  }
}

extension ComparedTable {
  /// The query for the rows of one side: the key, then the columns, in the order of the key.
  var select: String {
    let key = key ?? []
    let selected = (key + columns).map(quotedIdentifier)
    let order = key.map { "\(quotedIdentifier($0)) COLLATE \(collation)" }
    return
      "SELECT \(selected.joined(separator: ", ")) FROM main.\(quotedIdentifier(name.name)) "
      + "ORDER BY \((isKeyedByRowNumber ? key.map(quotedIdentifier) : order).joined(separator: ", "))"
  }

  /// The query for all that is written of rows when they are inserted.
  var selectAll: String {
    let selected = insertedColumns.map(quotedIdentifier).joined(separator: ", ")
    let order = (key ?? []).map(quotedIdentifier).joined(separator: ", ")
    return "SELECT \(selected) FROM main.\(quotedIdentifier(name.name))"
      + (order.isEmpty ? "" : " ORDER BY \(order)")
  }

  /// Whether a row with new values may be in the way of another row, or another in its way: then it goes and comes again.
  func isInTheWay(_ old: [DatabaseValue], _ new: [DatabaseValue]) -> Bool {
    guard let uniqueColumns else { return true }
    return columns.indices.contains { index in
      old[index] != new[index]
        && uniqueColumns.contains { isSameIdentifier($0, columns[index]) }
    }
  }

  /// The columns that are written when a row is inserted.
  var insertedColumns: [String] { (isKeyedByRowNumber ? key ?? [] : []) + columns }
}

/// What tells the rows of a table of one database apart.
private struct TableKeyColumns {
  let columns: [String]
  /// Whether it is the row number, and no column has it.
  let isRowNumber: Bool
  /// A name of the row number.
  let rowID: String?

  init(of table: TableName, _ db: Database) throws {
    let all = try db.columns(in: table)
    let key = try db.primaryKey(table)
    rowID = key.hasRowID ? rowIDName(besides: all.map(\.name)) : nil
    let declared = all.filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
    columns = declared.map(\.name)
    isRowNumber =
      try columns.isEmpty
      || key.rowIDColumn == nil && key.hasRowID && Self.hasNull(declared, table, db)
  }

  /// Whether rows exist that the key does not tell apart: it may hold NULL, and that several times.
  ///
  /// https://www.sqlite.org/lang_createtable.html#the_primary_key
  private static func hasNull(_ key: [ColumnInfo], _ table: TableName, _ db: Database) throws
    -> Bool
  {
    let optional = key.filter { !$0.isNotNull }.map { "\(quotedIdentifier($0.name)) IS NULL" }
    guard !optional.isEmpty else { return false }
    let place = quotedIdentifier(table.name)
    let sql =
      "SELECT EXISTS (SELECT 1 FROM main.\(place) WHERE \(optional.joined(separator: " OR ")))"
    return try Bool.fetchOne(db, sql: sql) ?? false
  }
}
