import DatabaseTypes
import SQLite

/// How a transaction ended.
enum TransactionEnd {
  case commit
  case rollback
}

/// Keeps what the transaction of a connection touches: per row its key, and only the first old image.
///
/// Events are never summed: a statement that failed and a savepoint that was rolled back leave events of things
/// that did not happen. The first old image of a row is right all the same, since undoing leads back to an
/// earlier state and all of them began with that image; and what became of the row is read after the commit.
///
/// - Invariant: each row that differs before and after the transaction has its key here, or its table is dirty.
final class ChangeCapture {
  private let source: ChangeSource?
  private let limit: Int
  private var interest = ChangeSource.Interest()
  private var interestVersion = -1
  private var tables: [TableName: CapturedTable] = [:]
  private var lastIdentity: UInt = 0
  private var lastTable: CapturedTable?
  private(set) var changesSchema = false
  /// What the statement writes that runs now, and its number.
  private var statementWrites = Region()
  private var statementNumber = 0
  /// Whether the transaction ran a statement that writes.
  private var didWrite = false
  /// Events since the statement began.
  private(set) var eventCount = 0
  /// How the transaction ended, until that is dealt with.
  private(set) var transactionEnd: TransactionEnd?
  /// Shapes of tables that statements of this transaction write, loaded before those run.
  var shapes: [TableName: TableShape] = [:]
  var observers = TransactionObservers()
  private var observerError: (any Error)?

  init(source: ChangeSource?, limit: Int) {
    self.source = source
    self.limit = limit
  }

  /// Whether this connection can write.
  var isPossible: Bool { source != nil }

  /// Whether somebody wants to know what changes.
  var isRecording: Bool { !interest.isEmpty }

  /// Asks who is interested; called when an access begins.
  func updateInterest() {
    guard let source, source.interestVersion != interestVersion else { return }
    interestVersion = source.interestVersion
    interest = source.interest
    interest.add(observers.region, .rows)
  }

  func forgetInterest() { interestVersion = -1 }
}

// MARK: - While statements run

extension ChangeCapture {
  /// A statement that writes is about to run.
  func statementWillWrite(_ writes: Region) {
    didWrite = true
    eventCount = 0
    lastTable = nil
    statementWrites = writes
    statementNumber += 1
  }

  /// Called by SQLite before each row is changed: it must not use the connection.
  func record(_ event: borrowing PreupdateEvent) {
    eventCount += 1
    guard isRecording else { return }
    let identity = event.tableIdentity
    let table: CapturedTable
    if identity == lastIdentity, let lastTable {
      table = lastTable
    } else {
      table = captured(event.table)
      lastIdentity = identity
      lastTable = table
    }
    if event.operation == .update { table.noteColumns(of: statementWrites, statementNumber) }
    table.record(event, limit: limit)
  }

  private func captured(_ name: TableName) -> CapturedTable {
    if let table = tables[name] { return table }
    let detail: ChangeSource.Detail? =
      interest.region.columns(of: name).map { _ in
        interest.rowRegion.columns(of: name) == nil ? .keys : .rows
      }
    let table = CapturedTable(name, shape: shapes[name], detail: detail)
    tables[name] = table
    return table
  }

  /// Any row of these tables may have changed.
  func markDirty(_ region: Region) {
    for table in region.tables.keys { captured(table).markDirty() }
  }

  /// Any row of the virtual tables among these may have changed: hooks see only the tables that hold their data.
  func markVirtualTables(of region: Region) {
    for table in region.tables.keys where shapes[table]?.kind == .virtual {
      captured(table).markDirty()
    }
  }

  /// The schema changed: shapes have to be loaded again, and what was captured by the old ones is of no use.
  func forgetShapes() {
    shapes = [:]
    for table in tables.values { table.markDirty() }
  }

  func noteSchemaChange(_ writes: Region) {
    changesSchema = true
    shapes = [:]
    markDirty(writes)
  }
}

// MARK: - When the transaction ends

extension ChangeCapture {
  func willCommit() -> CommitAnswer {
    do { try observers.willCommit() } catch {
      observerError = error
      return .rollback
    }
    transactionEnd = .commit
    source?.commitWillStart()
    return .commit
  }

  func didRollback() { transactionEnd = .rollback }

  func takeObserverError() -> (any Error)? {
    defer { observerError = nil }
    return observerError
  }

  /// What the transaction touched, and a fresh start.
  func take() -> CapturedChanges {
    defer { clear() }
    // Somebody who became interested meanwhile cannot be told which rows changed before.
    let isComplete = source?.interestVersion == interestVersion || !didWrite
    let isAnyoneInterested = !observers.region.isEmpty || source?.interest.isEmpty == false
    return CapturedChanges(
      tables: tables.values.filter { $0.detail != nil },
      changesSchema: changesSchema,
      mayHaveMissed: !isComplete && isAnyoneInterested
    )
  }

  func clear() {
    transactionEnd = nil
    tables = [:]
    lastTable = nil
    changesSchema = false
    didWrite = false
  }

  func publish(_ changes: ChangeSet) { source?.publish(changes) }

  /// Those who wait for the commits that are going on need not wait any longer.
  func didFinish() { source?.commitDidFinish() }

  func nextNumber() -> Int { source?.nextNumber() ?? 0 }
}

/// What a transaction touched.
struct CapturedChanges {
  let tables: [CapturedTable]
  let changesSchema: Bool
  /// Whether somebody became interested while the transaction ran.
  let mayHaveMissed: Bool

  /// The rows that have to be read again.
  var rowsToReadCount: Int {
    tables.reduce(0) { $0 + ($1.detail == .rows && !$1.isDirty ? $1.keys.count : 0) }
  }
}

/// The rows of a table that a transaction touched.
final class CapturedTable {
  let name: TableName
  let shape: TableShape?
  /// What somebody wants to know of changes here; `nil` where nobody does.
  let detail: ChangeSource.Detail?
  private(set) var isDirty: Bool
  /// The columns that statements updated; all of them once a row came or went.
  private(set) var columns = Region.Columns.some([])
  private var notedStatement = 0
  private(set) var images: [RowKey: Change.Image] = [:]
  /// The keys, in the order in which they were touched.
  private(set) var keys: [RowKey] = []

  init(_ name: TableName, shape: TableShape?, detail: ChangeSource.Detail?) {
    self.name = name
    self.shape = shape
    self.detail = detail
    isDirty = shape.map { $0.selectByKeySQL == nil || $0.kind != .table } ?? true
  }

  /// What changed, for those who do not want to know the values.
  var changesWithoutImages: [Change] {
    keys.map { key in
      Change(key: key, old: images[key] ?? .unknown, new: .unknown, columns: columns)
    }
  }

  func markDirty() {
    isDirty = true
    images = [:]
    keys = []
  }

  func record(_ event: borrowing PreupdateEvent, limit: Int) {
    guard let detail, !isDirty, let shape else { return }
    guard keys.count < limit else { return markDirty() }
    if event.operation != .insert {
      guard let key = oldKey(of: event, shape) else { return markDirty() }
      if images[key] == nil {
        remember(key, detail == .rows ? oldImage(of: event, shape) : .unknown)
      }
      // A blob that is written piece by piece comes as a deletion, of which no insertion follows.
      if event.operation == .delete { return columns = .all }
      // A row whose number stays keeps its key.
      if shape.hasRowID, event.oldRowID == event.newRowID { return }
    }
    guard let key = newKey(of: event, shape) else { return markDirty() }
    if images[key] == nil { remember(key, .absent) }
    if event.operation == .insert { columns = .all }
  }

  /// Adds the columns that a statement updates, for those who do not want to know the values.
  func noteColumns(of writes: Region, _ statement: Int) {
    guard statement != notedStatement, columns != .all else { return }
    notedStatement = statement
    // A generated column follows those that it is made of, and foreign keys update what no statement names.
    guard shape?.hasGeneratedColumns == false, case .some(.some(let names)) = writes.columns(of: name)
    else { return columns = .all }
    guard case .some(let known) = columns else { return }
    columns = .some(known.union(names))
  }

  private func remember(_ key: RowKey, _ image: Change.Image) {
    images[key] = image
    keys.append(key)
  }

  private func oldKey(of event: borrowing PreupdateEvent, _ shape: TableShape) -> RowKey? {
    if shape.hasRowID { return .rowID(event.oldRowID) }
    var values: [DatabaseValue] = []
    for index in shape.primaryKey {
      guard let value = event.oldValue(at: index) else { return nil }
      values.append(value)
    }
    return .primaryKey(values)
  }

  private func newKey(of event: borrowing PreupdateEvent, _ shape: TableShape) -> RowKey? {
    if shape.hasRowID { return .rowID(event.newRowID) }
    var values: [DatabaseValue] = []
    for index in shape.primaryKey {
      guard let value = event.newValue(at: index) else { return nil }
      values.append(value)
    }
    return .primaryKey(values)
  }

  private func oldImage(of event: borrowing PreupdateEvent, _ shape: TableShape) -> Change.Image {
    guard shape.hasPlainColumns, event.columnCount == shape.layout.columnNames.count else {
      return .unknown
    }
    var values: [DatabaseValue] = []
    values.reserveCapacity(event.columnCount)
    for index in 0..<event.columnCount {
      guard let value = event.oldValue(at: index) else { return .unknown }
      // The row may have been stored before the column was added with its default.
      if value.isNull, shape.columnsWithDefault.contains(index) { return .unknown }
      values.append(value)
    }
    return .row(Row(layout: shape.layout, values: values))
  }
}
