import DatabaseTypes
import SQLite

extension Database {
  /// Loads the shapes of the tables that a statement writes, since hooks cannot query them.
  package func prepareCapture(for statement: PreparedStatement) throws {
    guard schemaCache.mayBeStale || statement.captureGeneration != capture.generation else {
      return
    }
    let writes = statement.access.writes
    try loadShapes(of: writes)
    statement.didPrepareCapture(
      capture.generation,
      writesVirtualTables: writes.tables.keys.contains { capture.shapes[$0]?.kind == .virtual }
    )
  }

  func loadShapes(of writes: Region) throws {
    if schemaCache.mayBeStale, try checkSchemaVersion() { capture.forgetShapes() }
    for table in writes.tables.keys where capture.shapes[table] == nil {
      if let shape = try shape(of: table) { capture.shapes[table] = shape }
    }
  }

  /// Handles the end of a transaction, once the statement that ended it is reset.
  func settle() throws {
    guard connection.isAutocommit, let end = capture.transactionEnd else { return }
    forgetTransactionDate()
    // Work after a commit is not interrupted: the commit is the point of no return.
    let cancellation = self.cancellation
    let (isManaged, isOpen) = (isInManagedTransaction, isInOpenTransaction)
    self.cancellation = nil
    (isInManagedTransaction, isInOpenTransaction) = (false, false)
    defer {
      self.cancellation = cancellation
      (isInManagedTransaction, isInOpenTransaction) = (isManaged, isOpen)
    }
    capture.willSettle()
    switch end {
    case .rollback:
      capture.voidOwnCommit()
      let changes = capture.mayBeCommittedInPart ? unknownChanges() : nil
      if capture.changesSchema { forgetSchema() }
      capture.clear()
      if let changes { capture.publish(changes) }
      notifyObserversOfRollback()
    case .commit:
      let own = capture.takeOwnCommit()
      if capture.changesSchema { capture.schemaDidChange() }
      if capture.hasChanges, capture.isObserved { reportPrecedingExternalCommits(own) }
      let captured = capture.take()
      let changes = changeSet(of: captured)
      commitDetails = CommitDetails(captured, wroteUnreportedRows: capture.wroteUnreportedRows)
      defer { commitDetails = nil }
      if let own { capture.endOwnCommit(own, changes) }
      capture.clear()
      // Observers may write; the change sets of their writes come after this one.
      if !changes.isEmpty { capture.publish(changes) }
      notifyObserversOfCommit(changes)
    }
    capture.didFinish()
    updateInterest()
  }

  /// Commits the open transaction.
  ///
  /// If few rows changed, they are read again before the commit, which saves another transaction:
  /// nothing can change them anymore. If many rows changed, they are read afterwards, since others
  /// wait for the lock.
  func commitTransaction() throws {
    if capture.isRecording, !capture.touched.isEmpty {
      try readFewChanges()
      if capture.isObserved { checkForExternalCommitsInTransaction() }
    }
    let endCount = capture.endCount
    do { try control(.commit) } catch {
      for table in capture.touched { table.readChanges = nil }
      throw error
    }
    // SQLite calls no hook for a transaction that wrote nothing.
    if capture.endCount == endCount { try settleEmptyCommit() }
  }

  /// Reads changed rows again if there are few of them.
  ///
  /// Reading can fail and undo the transaction: to make room in the cache, SQLite may write to a
  /// full disk.
  private func readFewChanges() throws {
    guard !capture.changesSchema, !schemaCache.mayBeStale else { return }
    guard capture.touched.reduce(0, { $0 + $1.rowsToReadCount }) <= 100 else { return }
    for table in capture.touched where table.rowsToReadCount > 0 {
      guard let shape = table.shape, let sql = shape.selectByKeySQL else { continue }
      do { table.readChanges = try changedRows(table, shape, sql) } catch {
        if connection.isAutocommit { throw try undoneWhileReading(error) }
      }
    }
  }

  private func undoneWhileReading(_ error: any Error) throws -> any Error {
    if capture.transactionEnd != nil { try settle() }
    guard let error = error as? SQLiteError else { return error }
    return isCancellation(error) ? CancellationError() : databaseError(error)
  }

  /// Returns a change set for changes that are unknown.
  private func unknownChanges() -> ChangeSet {
    ChangeSet(
      number: capture.nextNumber(),
      origin: .thisProcess,
      mayChangeAnyTable: true,
      changesSchema: capture.changesSchema
    )
  }

  private func changeSet(of captured: CapturedChanges) -> ChangeSet {
    guard !captured.tables.isEmpty || captured.changesSchema || captured.mayHaveMissed else {
      return ChangeSet(number: capture.nextNumber(), origin: .thisProcess)
    }
    // The schema may have changed after the shapes used for capturing were loaded.
    if schemaCache.mayBeStale, (try? checkSchemaVersion()) != false {
      for table in captured.tables { table.markDirty() }
    }
    if let table = captured.onlyTable, captured.rowsToReadCount <= 1 {
      return changeSet(ofOnly: table)
    }
    var tables = [TableName: ChangeSet.TableChanges](minimumCapacity: captured.tables.count)
    inSnapshot(ofRows: captured.rowsToReadCount) {
      for table in captured.tables {
        let (name, changes) = changes(of: table)
        if let changes { tables[name] = changes }
      }
    }
    return ChangeSet(
      number: capture.nextNumber(),
      origin: .thisProcess,
      tables: tables,
      mayChangeAnyTable: captured.mayHaveMissed,
      changesSchema: captured.changesSchema
    )
  }

  /// Returns the change set of the most common transactions, which change one table.
  ///
  /// No dictionary is created for it.
  private func changeSet(ofOnly table: CapturedTable) -> ChangeSet {
    let (name, changes) = changes(of: table)
    let number = capture.nextNumber()
    guard let changes else { return ChangeSet(number: number, origin: .thisProcess) }
    return ChangeSet(number: number, table: name, changes)
  }

  /// Runs a closure in one read transaction, if it reads several rows and a transaction can begin.
  private func inSnapshot(ofRows count: Int, _ body: () -> Void) {
    let didBegin = count > 1 && (try? control(.begin(.deferred))) != nil
    body()
    guard didBegin else { return }
    // An interrupt at this point makes the commit fail.
    do { try control(.commit) } catch { rollbackIfOpen() }
  }

  private func changes(of table: CapturedTable) -> (TableName, ChangeSet.TableChanges?) {
    guard !table.isDirty, let shape = table.shape, let sql = shape.selectByKeySQL else {
      // The tables in which an extension such as FTS5 stores its data count as its virtual table.
      let owner = (try? virtualTable(ofShadow: table.name)) ?? nil
      return (owner ?? table.name, .anyRow)
    }
    if table.detail == .keys { return (table.name, .rows(table.changesWithoutImages)) }
    do {
      let changes = try table.readChanges ?? changedRows(table, shape, sql)
      return (table.name, changes.isEmpty ? nil : .rows(changes))
    } catch {
      return (table.name, .anyRow)
    }
  }

  /// Reads each touched row again, omitting rows that are unchanged.
  private func changedRows(_ table: CapturedTable, _ shape: TableShape, _ sql: String) throws
    -> [Change]
  {
    let box = try internalStatement(sql)
    return try table.rows.compactMap { row in
      let new = try image(of: row.key, shape, box)
      return row.old == new ? nil : Change(key: row.key, old: row.old, new: new)
    }
  }

  private func image(of key: RowKey, _ shape: TableShape, _ box: StatementBox) throws
    -> Change.Image
  {
    defer { box.statement.reset() }
    switch key {
    case .rowID(let id): try box.statement.bind(id, at: 1)
    case .primaryKey(let values):
      for (index, value) in values.enumerated() { try box.statement.bind(value, at: index + 1) }
    }
    guard try box.statement.step() == .row else { return .absent }
    let values = try box.values(count: shape.layout.columnNames.count)
    // A collation can find a row whose key is spelled differently; that row has another key.
    if case .primaryKey(let wanted) = key, shape.primaryKey.map({ values[$0] }) != wanted {
      return .absent
    }
    return .row(Row(layout: shape.layout, values: values))
  }

  private func virtualTable(ofShadow table: TableName) throws -> TableName? {
    let rows = try internalRows(
      """
      SELECT v.name FROM pragma_table_list s JOIN pragma_table_list v
        ON v.schema = s.schema AND v.type = 'virtual' AND s.name LIKE replace(v.name, '_', '\\_') || '\\_%' ESCAPE '\\'
      WHERE s.type = 'shadow' AND s.schema = ?1 AND s.name = ?2 COLLATE NOCASE
      ORDER BY length(v.name) DESC LIMIT 1
      """,
      [.text(table.schema), .text(table.name)]
    )
    return rows.first.flatMap { $0[0].text(at: 0) }.map { TableName(schema: table.schema, $0) }
  }

  /// Notifies subscribers that queries may return something else, though nothing was written.
  ///
  /// A function or collation was replaced or removed, or an option was switched. Live queries then
  /// choose their plans again, since an order and a filter may have changed too.
  ///
  /// Only the connection that writes reports this. What a reader of a pool is given within a read
  /// applies to that reader alone, and reads that live queries make must not cause others.
  func reportOtherResults() {
    guard let source = capture.source, !isReadOnlyAccess, !isRecordingReads else { return }
    // Nobody has seen what a connection gets while it is opened.
    guard source.isObserved else { return }
    source.publishExternal {
      ChangeSet(
        number: $0,
        origin: .thisProcess,
        mayChangeAnyTable: true,
        changesSchema: true
      )
    }
  }
}
