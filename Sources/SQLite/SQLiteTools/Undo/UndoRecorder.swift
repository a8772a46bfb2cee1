import DatabaseTypes
import SQLiteDatabase
import Synchronization

/// A transaction observer that passes commits to a history, without retaining it.
///
/// State: the history, set once, guarded by a mutex.
final class UndoRecorder: TransactionObserver, Sendable {
  private struct Reference {
    weak var history: UndoHistory?
  }

  private let reference = Mutex(Reference())
  let observedRegion: Region

  init(_ tables: [TableName]?) {
    observedRegion =
      tables.map { $0.reduce(into: Region()) { $0.insert($1) } } ?? Region.fullDatabase
  }

  func record(for history: UndoHistory) { reference.withLock { $0.history = history } }

  func databaseDidCommit(_ db: Database, changes: ChangeSet) {
    reference.withLock { $0.history }?.record(changes, db)
  }
}

/// An error for a commit that cannot be undone completely.
private struct UnrecordableCommit: Error {
  let resetReason: UndoResetReason
}

extension UndoHistory {
  /// Records a commit.
  fileprivate func record(_ changes: ChangeSet, _ db: Database) {
    let isRestoring = state.withLock { $0.isRestoring }
    if isRestoring || changes.isEmpty { return }
    do {
      if changes.changesSchema { throw UnrecordableCommit(resetReason: .schemaChange) }
      if isRecordingSuspended { return }
      if db.commitDetails?.wroteUnreportedRows != false {
        throw UnrecordableCommit(resetReason: .unknownTables)
      }
      let step = try step(of: changes, db)
      if step.isEmpty { return }
      if let reason = step.group?.gap { throw UnrecordableCommit(resetReason: reason) }
      state.withLock { $0.record(step, limit) }
    } catch {
      let resetReason = (error as? UnrecordableCommit)?.resetReason ?? .unknownTables
      state.withLock { state in
        if !isRecordingSuspended { groupOfThisTask(state).group?.lost(because: resetReason) }
        state.forget(resetReason)
      }
    }
    notifyObservers()
  }

  private func step(of changes: ChangeSet, _ db: Database) throws -> UndoStep {
    let (group, name) = state.withLock { groupOfThisTask($0) }
    var step = UndoStep(name: name, group: group, schemaVersions: [:])
    var unnamed: [TableName] = []
    var indexes: Set<TableName> = []
    for (name, tableChanges) in changes.tables where records(name) {
      guard case .rows(let rows) = tableChanges else {
        unnamed.append(name)
        continue
      }
      let table = try knownTable(name, db)
      indexes.formUnion(table.triggers.indexes)
      for change in rows {
        step.add(try undoChange(change, table, db), of: change.key, in: name, table.columns)
      }
      let schema = ByteText(name.schema)
      if step.schemaVersions[schema] == nil {
        step.schemaVersions[schema] = try db.schemaVersion(of: name.schema)
      }
    }
    for other in unnamed where !indexes.contains(other) {
      guard try isFedByTriggers(other, db) else {
        throw UnrecordableCommit(resetReason: .unknownRows(other))
      }
    }
    return step
  }

  /// Returns whether a table is a virtual one that follows the rows of another table by triggers.
  ///
  /// Such a table is restored when those rows are restored. It may have been written even if no row
  /// differs in the end.
  private func isFedByTriggers(_ index: TableName, _ db: Database) throws -> Bool {
    let others = try db.tables(in: index.schema).filter { $0.kind == .table }.map(\.name)
    guard !others.contains(index) else { return false }
    return try others.contains { other in
      guard records(other), !other.name.hasPrefix("sqlite_"), try db.tableKey(of: other) != nil
      else { return false }
      return try knownTable(other, db).triggers.indexes.contains(index)
    }
  }

  private func records(_ table: TableName) -> Bool { recordedTables?.contains(table) ?? true }

  private func knownTable(_ name: TableName, _ db: Database) throws -> UndoTable {
    if let known = state.withLock({ $0.tables[name] }) { return known }
    guard let table = try UndoTable(name, db) else {
      throw UnrecordableCommit(resetReason: .unknownRows(name))
    }
    state.withLock { $0.tables[name] = table }
    return table
  }

  private func undoChange(_ change: Change, _ table: UndoTable, _ db: Database) throws
    -> UndoChange
  {
    var before: [DatabaseValue]?
    switch change.old {
    case .absent: break
    case .row(let row): before = table.writableColumns.map { row.values[$0] }
    case .unknown:
      guard let row = db.commitDetails?.storedRow(of: change.key, in: table.name) else {
        throw UnrecordableCommit(resetReason: .unknownRows(table.name))
      }
      before = table.writableAmongStored.map { row.values[$0] }
    }
    switch change.new {
    case .absent: return UndoChange(before: before, after: nil)
    case .row(let row):
      return UndoChange(before: before, after: table.writableColumns.map { row.values[$0] })
    case .unknown: throw UnrecordableCommit(resetReason: .unknownRows(table.name))
    }
  }
}

extension Database {
  /// Returns the number that SQLite increments when a schema changes.
  func schemaVersion(of schema: String) throws -> Int64 {
    let sql = "PRAGMA \(quotedIdentifier(schema)).schema_version"
    guard case .integer(let version)? = try internalRows(sql, []).first?.first else { return 0 }
    return version
  }
}
