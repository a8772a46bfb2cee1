import DatabaseTypes
import SQLiteDatabase
import TypedSQL

// The statements that read and delete rows of a table, bound.

extension RecordPlan {
  /// The statement that reads all rows.
  func selectAll(_ db: Database) throws -> PreparedStatement {
    let statement = try db.cachedStatement(sql: selectSQL)
    try statement.bind(values: selection.bindings)
    return statement
  }

  /// The statement that reads the row with a key of one column; `nil` for NULL.
  func select<Key: DatabaseValueConvertible>(
    key value: Key,
    _ db: Database
  ) throws -> PreparedStatement? {
    guard key.columns.count == 1, let column = key.columns.first else {
      throw RecordError.noSingleColumnKey(databaseTableName: tableName)
    }
    let value = try encoding.databaseValue(of: value, inColumn: column)
    if value == .null { return nil }
    let statement = try db.cachedStatement(sql: selectByKeySQL)
    try statement.bind(values: selection.bindings + [value])
    return statement
  }

  /// The statement that reads the rows with a part of some keys.
  func select(
    _ keys: KeyRows,
    _ part: [DatabaseValue],
    _ db: Database
  ) throws -> PreparedStatement {
    let sql = "\(selectSQL) WHERE \(keys.condition(for: part))"
    let statement = try db.cachedStatement(sql: sql)
    try statement.bind(values: selection.bindings + part)
    return statement
  }

  /// A record for each row with one of some keys.
  func records<Record: FetchableRecord>(
    _ type: Record.Type,
    _ keys: [KeyRows],
    _ db: Database
  ) throws -> [Record] {
    try keys.flatMap { keys in
      try keys.parts.flatMap { try select(keys, $0, db).allRecords(type) }
    }
  }

  /// A record for each row with one of some keys, one by one.
  func cursor<Record: FetchableRecord>(
    _ type: Record.Type,
    _ keys: [KeyRows],
    _ db: Database
  ) throws -> DatabaseCursor<Record> {
    var parts = keys.flatMap { keys in keys.parts.map { (keys: keys, part: $0) } }.makeIterator()
    let following = { [self] in try parts.next().map { try select($0.keys, $0.part, db) } }
    return try DatabaseCursor(bound: following(), following: following) { statement in
      try statement.record(type)
    }
  }

  /// Deletes the rows with some keys, all of them or none.
  ///
  /// - Returns: How many there were.
  func delete(_ keys: [KeyRows], _ db: Database) throws -> Int {
    let parts = keys.flatMap { keys in keys.parts.map { (keys: keys, part: $0) } }
    var count = 0
    let deleteParts = { [self] in
      for (keys, part) in parts {
        let sql = "DELETE FROM \(tableSQL) WHERE \(keys.condition(for: part))"
        count += try delete(sql: sql, part, db)
      }
    }
    guard parts.count > 1 else {
      try deleteParts()
      return count
    }
    try db.inSavepoint {
      try deleteParts()
      return .commit
    }
    return count
  }

  /// Deletes all rows.
  ///
  /// - Returns: How many there were.
  func deleteAll(_ db: Database) throws -> Int {
    try delete(sql: "DELETE FROM \(tableSQL)", [], db)
  }

  private func delete(sql: String, _ values: [DatabaseValue], _ db: Database) throws -> Int {
    let before = db.totalChangesCount
    try db.cachedStatement(sql: sql).execute(values: values)
    // What triggers delete instead of a view's rows is among the total only.
    return isView ? db.totalChangesCount - before : db.changesCount
  }

  /// Whether there is a row with one of some keys.
  func exists(_ keys: [KeyRows], _ db: Database) throws -> Bool {
    try keys.contains { keys in
      try keys.parts.contains { part in
        let condition = keys.condition(for: part)
        let sql = "SELECT EXISTS (SELECT 1 FROM \(tableSQL) WHERE \(condition))"
        return try number(sql, part, db) != 0
      }
    }
  }

  /// How many rows there are.
  func count(_ db: Database) throws -> Int {
    try number("SELECT count(*) FROM \(tableSQL)", [], db)
  }

  private func number(_ sql: String, _ values: [DatabaseValue], _ db: Database) throws -> Int {
    let statement = try db.cachedStatement(sql: sql)
    try statement.bind(values: values)
    return try statement.firstRow { try $0.currentRow.decode(Int.self, at: 0) ?? 0 } ?? 0
  }

  /// There is no row with a key.
  func notFound(_ keys: [KeyRows]) -> RecordError {
    let key = keys.first.map { keys in
      Dictionary(
        zip(keys.columns, keys.values.first ?? []),
        uniquingKeysWith: { first, _ in first }
      )
    }
    return .recordNotFound(databaseTableName: tableName, key: key ?? [:])
  }
}
