import DatabaseTypes
import SQLiteDatabase

/// A table that two databases have, with the key that identifies its rows.
struct ComparedTable {
  let name: TableName
  /// Whether the definitions differ.
  let isRedefined: Bool
  /// The columns that identify rows; the row number if no key is declared.
  ///
  /// It is `nil` if the tables have no key in common.
  let key: [String]?
  /// The columns that both have and that can be written.
  let columns: [String]
  /// The columns among ``columns`` with a uniqueness constraint, in addition to the key.
  ///
  /// It is `nil` if any column might have one.
  let uniqueColumns: Set<String>?
  /// The places of the key among the columns, unless it is a row number that is not a column.
  private let keyPlaces: [Int]
  /// Whether the key is a row number that is not a column.
  let isKeyedByRowNumber: Bool
  /// Whether the row number is read by a statement of its own, since there is no room for it beside
  /// the columns.
  private let readsNumbersApart: Bool
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
    // If one database identifies rows only by their row numbers, so must the other.
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
    let common = stored[1].filter { column in stored[0].contains { isSameIdentifier($0, column) } }
    columns = common
    let isFull = common.count >= min(left.columnLimit, right.columnLimit)
    readsNumbersApart = isByNumber && number != nil && isFull
    keyPlaces =
      isByNumber
      ? [] : (key ?? []).compactMap { name in common.firstIndex { isSameIdentifier($0, name) } }
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
  /// Returns the rows of one database, in an order of the keys that both databases have.
  func comparedRows(of db: Database) throws -> ComparedRows {
    let order = (key ?? []).map(quotedIdentifier)
    return try rows(
      of: db,
      orderedBy: isKeyedByRowNumber ? order : order.map { "\($0) COLLATE \(collation)" }
    )
  }

  /// Returns the rows of one database, in the order of its keys.
  func allRows(of db: Database) throws -> ComparedRows {
    try rows(of: db, orderedBy: (key ?? []).map(quotedIdentifier))
  }

  /// Returns the rows of one database, each as the values that an insertion writes.
  private func rows(of db: Database, orderedBy order: [String]) throws -> ComparedRows {
    let source =
      " FROM main.\(quotedIdentifier(name.name))"
      + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
    let lists = readsNumbersApart ? [key ?? [], columns] : [insertedColumns]
    return try ComparedRows(
      lists.map { "SELECT \($0.map(quotedIdentifier).joined(separator: ", "))\(source)" },
      db
    )
  }

  /// Returns the key among the values that an insertion writes, and the values of the columns.
  func parts(of row: [DatabaseValue]) -> (key: [DatabaseValue], values: [DatabaseValue]) {
    if isKeyedByRowNumber { return (Array(row.prefix(1)), Array(row.dropFirst())) }
    return (keyPlaces.map { row[$0] }, row)
  }

  /// Returns whether new values of a row may conflict with another row.
  ///
  /// Such a row is deleted and inserted again.
  func mayConflict(_ old: [DatabaseValue], _ new: [DatabaseValue]) -> Bool {
    guard let uniqueColumns else { return true }
    return columns.indices.contains { index in
      old[index] != new[index]
        && uniqueColumns.contains { isSameIdentifier($0, columns[index]) }
    }
  }

  /// The columns that an insertion of a row writes.
  var insertedColumns: [String] { (isKeyedByRowNumber ? key ?? [] : []) + columns }
}

/// The key columns of a table in one database.
private struct TableKeyColumns {
  let columns: [String]
  /// Whether the key is the row number, and no column contains it.
  let isRowNumber: Bool
  /// A name for the row number.
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

  /// Returns whether rows may share a key: the key may contain NULL several times.
  ///
  /// https://www.sqlite.org/lang_createtable.html#the_primary_key
  private static func hasNull(_ key: [ColumnInfo], _ table: TableName, _ db: Database) throws
    -> Bool
  {
    let optional = key.filter { !$0.isNotNull }.map { "\(quotedIdentifier($0.name)) IS NULL" }
    guard !optional.isEmpty else { return false }
    let place = quotedIdentifier(table.name)
    let sql =
      "SELECT EXISTS (SELECT 1 FROM main.\(place) WHERE \(disjunction(of: optional)))"
    return try Bool.fetchOne(db, sql: sql) ?? false
  }
}
