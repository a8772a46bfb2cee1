import DatabaseTypes
import SQLiteDatabase
import TypedSQL

// Statements that read and delete rows of a table, with their values bound.

extension RecordPlan {
  /// Returns the statement that reads all rows.
  func selectAll(_ db: Database) throws -> PreparedStatement {
    let statement = try db.cachedStatement(sql: selectSQL)
    try statement.bind(values: selection.bindings)
    return statement
  }

  /// Returns the statement that reads the row with a single-column key; `nil` for NULL.
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

  /// Returns the statement that reads the rows with a part of the keys.
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

  /// Returns a record for each row with one of the keys.
  func records<Record: FetchableRecord>(
    _ type: Record.Type,
    _ keys: [KeyRows],
    _ db: Database
  ) throws -> [Record] {
    try keys.flatMap { keys in
      try keys.batches.flatMap { try select(keys, $0, db).allRecords(type) }
    }
  }

  /// Returns a cursor over the records of the rows with one of the keys.
  func cursor<Record: FetchableRecord>(
    _ type: Record.Type,
    _ keys: [KeyRows],
    _ db: Database
  ) throws -> DatabaseCursor<Record> {
    var parts = keys.flatMap { keys in keys.batches.map { (keys: keys, part: $0) } }.makeIterator()
    let following = { [self] in try parts.next().map { try select($0.keys, $0.part, db) } }
    return try DatabaseCursor(bound: following(), following: following) { statement in
      try statement.record(type)
    }
  }

  /// Deletes the rows with the keys: all of them, or none.
  ///
  /// - Returns: The number of deleted rows.
  func delete(_ keys: [KeyRows], _ db: Database) throws -> Int {
    let parts = keys.flatMap { keys in keys.batches.map { (keys: keys, part: $0) } }
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
  /// - Returns: The number of deleted rows.
  func deleteAll(_ db: Database) throws -> Int {
    try delete(sql: "DELETE FROM \(tableSQL)", [], db)
  }

  private func delete(sql: String, _ values: [DatabaseValue], _ db: Database) throws -> Int {
    let before = db.totalChangesCount
    try db.cachedStatement(sql: sql).execute(values: values)
    // Deletions by triggers in place of a view's rows are counted only in the total.
    return isView ? db.totalChangesCount - before : db.changesCount
  }

  /// Returns whether there is a row with one of the keys.
  func exists(_ keys: [KeyRows], _ db: Database) throws -> Bool {
    try keys.contains { keys in
      try keys.batches.contains { part in
        let condition = keys.condition(for: part)
        let sql = "SELECT EXISTS (SELECT 1 FROM \(tableSQL) WHERE \(condition))"
        return try number(sql, part, db) != 0
      }
    }
  }

  /// Returns the number of rows.
  func count(_ db: Database) throws -> Int {
    try number("SELECT count(*) FROM \(tableSQL)", [], db)
  }

  private func number(_ sql: String, _ values: [DatabaseValue], _ db: Database) throws -> Int {
    let statement = try db.cachedStatement(sql: sql)
    try statement.bind(values: values)
    return try statement.firstRow { try $0.currentRow.decode(Int.self, at: 0) ?? 0 } ?? 0
  }

  /// Returns the error for a key without a row.
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
