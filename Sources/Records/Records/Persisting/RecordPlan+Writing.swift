import DatabaseTypes
import SQLiteDatabase
import TypedSQL

// The statements themselves, without callbacks.

extension RecordPlan {
  /// Inserts a record.
  func insert(
    _ record: some EncodableRecord,
    _ db: Database,
    or resolution: ConflictResolution
  ) throws -> InsertionSuccess {
    let container = try container(of: record)
    let text = try insertText(container.layout, resolution, returning: nil)
    try db.cachedStatement(sql: text.sql).execute(values: text.values(of: container))
    return insertion(of: container, db)
  }

  /// Inserts a record, if no callback needs more than its row number.
  func insertDirectly(
    _ record: some EncodableRecord,
    _ db: Database,
    or resolution: ConflictResolution
  ) throws {
    guard takeEncoder() else { return _ = try insert(record, db, or: resolution) }
    defer { releaseEncoder() }
    try record._encode(into: encoder)
    if let lastInsertion, try lastInsertion.insert(encoder.values, or: resolution) { return }
    try insertOther(db, or: resolution)
  }

  /// Inserts the record that was encoded, if its columns are not those of the last one.
  @inline(never)
  private func insertOther(_ db: Database, or resolution: ConflictResolution) throws {
    let container = try finished(encoder.values.take())
    let text = try insertText(container.layout, resolution, returning: nil)
    let statement = try db.cachedStatement(sql: text.sql)
    lastInsertion = RecordInsertion(
      layout: container.layout,
      resolution: resolution,
      statement: statement,
      indexes: text.indexes
    )
    try statement.execute(values: text.values(of: container))
  }

  /// Inserts a record, and fetches a value from the row.
  func insert<Value>(
    _ record: some EncodableRecord,
    _ db: Database,
    or resolution: ConflictResolution,
    fetching fetch: RecordFetch<Value>,
    as fetched: inout Value?
  ) throws -> InsertionSuccess {
    let container = try container(of: record)
    let selection = try fetch.selection(db)
    let text = try insertText(container.layout, resolution, returning: selection.sql)
    let statement = try db.cachedStatement(sql: text.sql)
    try statement.bind(values: text.values(of: container) + selection.bindings)
    fetched = try fetch.fetch(statement)
    return insertion(of: container, db)
  }

  /// Returns the result of the last insertion.
  @inline(__always)
  private func insertion(of container: PersistenceContainer, _ db: Database) -> InsertionSuccess {
    let isInserted = isInserted(db)
    return InsertionSuccess(
      rowID: isInserted ? rowID(db) : nil,
      rowIDColumn: key.rowIDColumn,
      isInserted: isInserted,
      persistenceContainer: container
    )
  }

  /// Returns the row number of the last insertion; `nil` if no row was inserted, or rows have no
  /// numbers.
  @inline(__always)
  func insertedRowID(_ db: Database) -> Int64? { isInserted(db) ? rowID(db) : nil }

  /// Returns whether the last statement inserted a row.
  private func isInserted(_ db: Database) -> Bool {
    // SQLite does not count the rows that triggers insert in place of a view's.
    isView || db.changesCount > 0
  }

  /// Returns the last row number, which is that of an earlier row if none was inserted.
  private func rowID(_ db: Database) -> Int64? { rowIDName == nil ? nil : db.lastInsertedRowID }

  /// Updates a record.
  func update(
    _ container: PersistenceContainer,
    _ db: Database,
    or resolution: ConflictResolution,
    columns: [String]?
  ) throws -> PersistenceSuccess {
    let before = db.totalChangesCount
    let text = try updateText(container.layout, resolution, columns: columns, returning: nil)
    try db.cachedStatement(sql: text.sql).execute(values: text.values(of: container))
    if !hasChanged(since: before, db) { try checkExists(container, db, resolution) }
    return PersistenceSuccess(persistenceContainer: container)
  }

  /// Throws if an update that changed nothing found no row.
  @inline(never)
  func checkExists(
    _ container: PersistenceContainer,
    _ db: Database,
    _ resolution: ConflictResolution
  ) throws {
    // A row that a conflict left unchanged exists nevertheless.
    guard try resolution == .ignore && exists(container, db) else { throw notFound(container) }
  }

  /// Updates a record, and fetches a value from the row.
  func update<Value>(
    _ container: PersistenceContainer,
    _ db: Database,
    or resolution: ConflictResolution,
    columns: [String]?,
    fetching fetch: RecordFetch<Value>,
    as fetched: inout Value?
  ) throws -> PersistenceSuccess {
    let before = db.totalChangesCount
    let selection = try fetch.selection(db)
    let text = try updateText(
      container.layout,
      resolution,
      columns: columns,
      returning: selection.sql
    )
    let statement = try db.cachedStatement(sql: text.sql)
    try statement.bind(values: text.values(of: container) + selection.bindings)
    fetched = try fetch.fetch(statement)
    let isFound = fetch.needsRow ? fetched != nil : hasChanged(since: before, db)
    guard isFound else { throw notFound(container) }
    return PersistenceSuccess(persistenceContainer: container)
  }

  /// Deletes a record.
  ///
  /// - Returns: Whether there was a row.
  func delete(_ record: some EncodableRecord, _ db: Database) throws -> Bool {
    let container = try container(of: record)
    try checkKey(of: container)
    guard keyValues(of: container) != nil else { return false }
    let before = db.totalChangesCount
    let text = try deleteText(container.layout)
    try db.cachedStatement(sql: text.sql).execute(values: text.values(of: container))
    return hasChanged(since: before, db)
  }

  /// Returns whether there is a row with the key of a record.
  func exists(_ container: PersistenceContainer, _ db: Database) throws -> Bool {
    try checkKey(of: container)
    guard keyValues(of: container) != nil else { return false }
    let text = try existsText(container.layout)
    let statement = try db.cachedStatement(sql: text.sql)
    try statement.bind(values: text.values(of: container))
    return try statement.firstRow { try $0.currentRow.decode(Bool.self, at: 0) ?? false } ?? false
  }

  /// Returns whether the last statement wrote a row.
  @inline(__always)
  func hasChanged(since before: Int, _ db: Database) -> Bool {
    // Writes by triggers in place of a view's rows are counted only in the total.
    isView ? db.totalChangesCount > before : db.changesCount > 0
  }
}
