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
  private var interest = Region()
  private var interestVersion = -1
  private var tables: [TableName: CapturedTable] = [:]
  private var lastIdentity: UInt = 0
  private var lastTable: CapturedTable?
  private(set) var changesSchema = false
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
    interest.formUnion(observers.region)
  }

  func forgetInterest() { interestVersion = -1 }
}

// MARK: - While statements run

extension ChangeCapture {
  /// A statement that writes is about to run.
  func statementWillWrite() {
    didWrite = true
    eventCount = 0
    lastTable = nil
  }

  /// Called by SQLite before each row is changed: it must not use the connection.
  func record(_ event: borrowing PreupdateEvent) {
    eventCount += 1
    guard isRecording else { return }
    let identity = event.tableIdentity
    if identity == lastIdentity, let lastTable { return lastTable.record(event, limit: limit) }
    let table = captured(event.table)
    lastIdentity = identity
    lastTable = table
    table.record(event, limit: limit)
  }

  private func captured(_ name: TableName) -> CapturedTable {
    if let table = tables[name] { return table }
    let isWanted = interest.columns(of: name) != nil
    let table = CapturedTable(name, shape: shapes[name], isWanted: isWanted)
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
      tables: tables.values.filter(\.isWanted),
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
}

/// The rows of a table that a transaction touched.
final class CapturedTable {
  let name: TableName
  let shape: TableShape?
  /// Whether somebody wants to know what changes here.
  let isWanted: Bool
  private(set) var isDirty: Bool
  private(set) var images: [RowKey: Change.Image] = [:]
  /// The keys, in the order in which they were touched.
  private(set) var keys: [RowKey] = []

  init(_ name: TableName, shape: TableShape?, isWanted: Bool) {
    self.name = name
    self.shape = shape
    self.isWanted = isWanted
    isDirty = shape.map { $0.selectByKeySQL == nil || $0.kind != .table } ?? true
  }

  func markDirty() {
    isDirty = true
    images = [:]
    keys = []
  }

  func record(_ event: borrowing PreupdateEvent, limit: Int) {
    guard isWanted, !isDirty, let shape else { return }
    guard keys.count < limit else { return markDirty() }
    if event.operation != .insert {
      guard let key = oldKey(of: event, shape) else { return markDirty() }
      if images[key] == nil { remember(key, oldImage(of: event, shape)) }
      // A blob that is written piece by piece comes as a deletion, of which no insertion follows.
      if event.operation == .delete { return }
    }
    guard let key = newKey(of: event, shape) else { return markDirty() }
    if images[key] == nil { remember(key, .absent) }
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
