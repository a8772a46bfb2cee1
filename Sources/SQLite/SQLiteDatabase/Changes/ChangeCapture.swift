package import DatabaseTypes
import SQLite

/// The way a transaction ended.
enum TransactionEnd {
  case commit
  case rollback
}

/// A recorder of the rows that a connection's transaction touches: their keys and first old images.
///
/// Events are never summed up, since failed statements and rolled-back savepoints leave events of
/// changes that did not happen. The first old image of a row is nevertheless correct: undoing leads
/// back to an earlier state, and all of these states began with that image. The new image is read
/// when nothing can change the row anymore: just before the commit if there are few rows, and after
/// it if there are many.
///
/// - Invariant: Each row that differs before and after the transaction has its key here, or its
///   table is dirty.
///
/// Its properties are used by one thread at a time, and never reentrantly. Exclusive access is not
/// checked at run time where the checks would cost more than the work.
package final class ChangeCapture {
  /// The source that reports the captured changes; `nil` for a reader.
  let source: ChangeSource?
  private let limit: Int
  @exclusivity(unchecked) private var interest = ChangeSource.Interest()
  @exclusivity(unchecked) private var interestVersion = -1
  /// A number that increases when the interest changes.
  @exclusivity(unchecked) private var interestNumber = 0
  /// Whether other processes want to know the changes, in which case the keys of any table are
  /// kept.
  @exclusivity(unchecked) private var isWatchedByOthers = false
  /// The connection, whose write-ahead log identifies commits.
  weak var connection: Connection?
  /// Whether the connection may have kept its file locked between transactions.
  ///
  /// It then counts only some commits.
  var mayUseExclusiveLocking = false
  /// The commit in progress, as it is reported to other processes.
  @exclusivity(unchecked) private var ownCommit: OwnCommit?
  /// Whether anyone wants to know the changes.
  @exclusivity(unchecked) package private(set) var isRecording = false
  /// The tables of this and earlier transactions: kept, since most transactions touch the same
  /// ones.
  @exclusivity(unchecked) private var tables: [TableName: CapturedTable] = [:]
  /// The generation of the shapes that they were created with.
  private var tablesGeneration = 1
  /// The tables that this transaction touched.
  @exclusivity(unchecked) private(set) var touched: [CapturedTable] = []
  @exclusivity(unchecked) private var lastTable: CapturedTable?
  @exclusivity(unchecked) private(set) var changesSchema = false
  /// The region that the current statement writes, and the statement's number.
  @exclusivity(unchecked) private var statementWrites = Region()
  @exclusivity(unchecked) private var statementNumber = 0
  /// The number of statements of the transaction for which interest in the coming commit was
  /// checked.
  @exclusivity(unchecked) private var noticeCheckCount = 0
  /// Whether the transaction ran a statement that writes.
  @exclusivity(unchecked) private var didWrite = false
  /// Whether rows may have changed without being reported by the hook or by a statement.
  @exclusivity(unchecked) private var hasUnreportedWrites = false
  /// The number of events since the statement began.
  @exclusivity(unchecked) package private(set) var eventCount = 0
  /// How the transaction ended, until its end is handled.
  @exclusivity(unchecked) private(set) var transactionEnd: TransactionEnd?
  /// Whether the transaction was rolled back because its commit failed.
  @exclusivity(unchecked) private var isCommitUndone = false
  /// The number of transaction ends that were handled.
  private(set) var endCount = 0
  /// The shapes of tables that statements of this transaction write, loaded before they run.
  var shapes: [TableName: TableShape] = [:] {
    didSet { if shapes.isEmpty { didForgetShapes() } }
  }
  /// A number that increases when shapes are discarded, which invalidates earlier lookups.
  @exclusivity(unchecked) private(set) var generation = 1
  @exclusivity(unchecked) var observers = TransactionObservers()
  /// The individual events of the transaction.
  let events = EventCapture()
  /// Whether an observer wants to be notified of events of the current statement.
  @exclusivity(unchecked) private(set) var recordsEvents = false
  /// Whether changes that SQLite did not make were reported.
  private(set) var isNotified = false
  private var observerError: (any Error)?

  init(source: ChangeSource?, limit: Int) {
    self.source = source
    self.limit = limit
  }

  /// Whether this connection can write.
  var isPossible: Bool { source != nil }

  /// Updates the interest of subscribers; called when an access begins.
  ///
  /// - Parameter isIdle: Whether no transaction is open. Other processes receive either all changes
  ///   of a transaction or none.
  func updateInterest(isIdle: Bool) {
    guard let source else { return }
    let isWanted = isIdle && !didWrite ? source.shared.hasWatchers() : isWatchedByOthers
    guard source.interestVersion != interestVersion || isWanted != isWatchedByOthers else { return }
    interestVersion = source.interestVersion
    interest = source.interest
    interestNumber += 1
    interest.add(observers.region, rows: observers.region)
    isWatchedByOthers = isWanted
    isRecording = !interest.isEmpty || isWatchedByOthers
    forgetTables()
  }

  /// Whether anyone in this process wants to know the changes.
  var isObserved: Bool { !interest.isEmpty }

  /// Whether anyone wants to be notified of every commit, whatever it changes.
  var isFullDatabaseObserved: Bool { interest.region.isFullDatabase }

  func forgetInterest() { interestVersion = -1 }
}

// MARK: - Running statements

extension ChangeCapture {
  /// Prepares for a write.
  func willWrite() {
    didWrite = true
    eventCount = 0
    recordsEvents = false
  }

  /// Whether there are observers to ask.
  var hasObservers: Bool { observers.hasObservers }

  /// Asks the observers for which events of a statement they want to be notified.
  func prepareEvents(_ kinds: [(table: TableName, kind: DatabaseEventKind)]) {
    recordsEvents = events.statementWillWrite(kinds, observers.all)
  }

  /// Records a notification about changes that SQLite does not report.
  func noteNotification(in region: Region, _ observers: [any TransactionObserver]) {
    isNotified = true
    didWrite = true
    events.noteUnreportedChanges(observers)
    guard isRecording else { return }
    if region.isFullDatabase { markEverything() } else { markDirty(region) }
  }

  /// Ends a transaction with notified changes for which SQLite had nothing to write.
  func willSettleNotified() {
    transactionEnd = .commit
    source?.commitWillStart()
    events.notify()
  }

  /// Prepares for a statement that writes, if anyone wants to know the changes.
  func statementWillWrite(_ statement: PreparedStatement) {
    let writes = statement.access.writes
    willWrite(to: writes) {
      statement.isOfInterest(as: interestNumber) { interest.region.overlaps(writes) }
    }
  }

  /// Prepares for a write to a region, if anyone wants to know the changes.
  func willWrite(to writes: Region) { willWrite(to: writes) { interest.region.overlaps(writes) } }

  private func willWrite(to writes: Region, isOfInterest: () -> Bool) {
    statementWrites = writes
    statementNumber += 1
    // A transaction of many statements in which no one is interested must not pay for this check
    // with each statement.
    guard noticeCheckCount < 4 else { return }
    noticeCheckCount += 1
    if isOfInterest() {
      noticeCheckCount = .max
      source?.noticeCommit()
    }
  }

  /// Records an event.
  ///
  /// SQLite calls it before each row is changed, so it must not use the connection.
  func record(_ event: borrowing PreupdateEvent) {
    eventCount += 1
    if recordsEvents { events.record(event) { shapes[$0]?.layout.columnNames ?? [] } }
    guard isRecording else { return }
    let table: CapturedTable
    if let lastTable, event.isIn(lastTable.nameBytes) {
      table = lastTable
    } else {
      table = captured(event.table)
      lastTable = table
    }
    touch(table)
    if event.operation == .update { table.noteColumns(of: statementWrites, statementNumber) }
    table.record(event)
  }

  private func touch(_ table: CapturedTable) {
    // Tables in which no one is interested are not reported.
    guard !table.isTouched, table.detail != nil else { return }
    table.isTouched = true
    touched.append(table)
    // The table may be another one than the one with this name when the transaction began.
    if changesSchema { table.markDirty() }
  }

  private func captured(_ name: TableName) -> CapturedTable {
    if let table = tables[name] { return table }
    let detail: ChangeSource.Detail? =
      interest.region.columns(of: name).map { _ in
        interest.rowRegion.columns(of: name) == nil ? .keys : .rows
      }
    let isForOthers = detail == nil && isWatchedByOthers && isSameIdentifier(name.schema, "main")
    let table = CapturedTable(
      name,
      shape: shapes[name],
      detail: isForOthers ? .keys : detail,
      limit: isForOthers ? Self.maxRowsForOthers : limit
    )
    tables[name] = table
    return table
  }

  /// The maximum number of keys that fit into a commit shared with other processes.
  private static let maxRowsForOthers = 256

  /// Notes that any row of some tables may have changed.
  package func markDirty(_ region: Region) {
    for table in region.tables.keys { markDirty(captured(table)) }
  }

  private func markDirty(_ table: CapturedTable) {
    touch(table)
    table.markDirty()
  }

  /// Notes that any row of the virtual tables among these may have changed.
  ///
  /// Hooks only see the tables that store their data.
  func markVirtualTables(of region: Region) {
    for table in region.tables.keys where shapes[table]?.kind == .virtual {
      markDirty(captured(table))
    }
  }

  /// Notes that any row of any table may have changed.
  package func markEverything() { hasUnreportedWrites = true }

  /// Discards the shapes after a schema change; rows captured with the old shapes are useless.
  func forgetShapes() {
    shapes = [:]
    for table in touched { table.markDirty() }
  }

  /// Notes that rows may have new rowids, without the hook being called.
  func noteVacuum() {
    changesSchema = true
    forgetShapes()
    transactionEnd = .commit
  }

  func noteSchemaChange(_ writes: Region) {
    changesSchema = true
    shapes = [:]
    markDirty(writes)
  }
}

// MARK: - End of the transaction

extension ChangeCapture {
  func willCommit() -> CommitDecision {
    events.notify()
    do { try observers.willCommit() } catch {
      observerError = error
      return .rollback
    }
    transactionEnd = .commit
    source?.commitWillStart()
    if !touched.isEmpty { source?.noticeCommit() }
    announceCommit()
    return .commit
  }

  /// Remembers the commit before the imminent one, and announces the latter to other processes.
  ///
  /// It is announced only if they want to know.
  private func announceCommit() {
    ownCommit = nil
    guard let source, isWatchedByOthers || source.shared.isFollowing, !hasAttachedDatabases,
      let connection, let before = connection.commitStateBefore(),
      before.journal == .writeAhead || !mayUseExclusiveLocking
    else { return }
    let isReported = isWatchedByOthers && !changesSchema && hasTouchedMain
    ownCommit = OwnCommit(
      before: before,
      announced: isReported ? source.shared.announce() : nil,
      writtenPageCount: connection.writtenPageCount
    )
  }

  private var hasTouchedMain: Bool {
    touched.contains { isSameIdentifier($0.name.schema, "main") }
  }

  /// Returns the commit just made, with the state after it if that is certain.
  ///
  /// SQLite also calls the hook for a commit that writes nothing, after which another process may
  /// have committed. So the commit counts only if this connection has written pages of this file.
  func takeOwnCommit() -> OwnCommit? {
    guard var commit = ownCommit else { return nil }
    ownCommit = nil
    guard let connection else { return commit }
    guard connection.writtenPageCount > commit.writtenPageCount else {
      commit.after = commit.before
      return commit
    }
    guard hasTouchedMain || connection.isReadOnly(schema: "temp") == nil else { return commit }
    commit.after = connection.commitState(after: commit.before)
    return commit
  }

  /// Reports the rows touched by a commit to other processes.
  func endOwnCommit(_ commit: OwnCommit, _ changes: ChangeSet) {
    guard let source else { return }
    let isKnown = !changes.changesSchema && !changesSchema && !hasUnreportedWrites
    // A commit that was not announced is not reported.
    let isReported = isKnown && commit.announced != nil
    source.shared.end(commit, isReported ? SharedCommit.Content(changes) : .void, source)
  }

  /// Reports to other processes that an announced commit did not happen.
  func voidOwnCommit() {
    guard let commit = ownCommit else { return }
    ownCommit = nil
    source?.shared.report(commit, .void)
  }

  /// Notes that the end of the transaction is being handled.
  func willSettle() {
    transactionEnd = nil
    endCount += 1
  }

  func didRollback() {
    isCommitUndone = transactionEnd == .commit
    transactionEnd = .rollback
    events.reset()
  }

  /// Whether the failed commit may nevertheless have reached some of the files.
  ///
  /// With write-ahead logs, SQLite commits file after file: files before the failed one keep the
  /// writes. https://www.sqlite.org/lang_attach.html
  var mayBeCommittedInPart: Bool { isCommitUndone && hasAttachedDatabases }

  func takeObserverError() -> (any Error)? {
    defer { observerError = nil }
    return observerError
  }

  /// Whether something was written that neither hooks nor statements report.
  var wroteUnreportedRows: Bool { hasUnreportedWrites }

  /// Whether there is anything to report about the transaction.
  var hasChanges: Bool { !touched.isEmpty || changesSchema || hasUnreportedWrites }

  /// Returns what the transaction touched.
  func take() -> CapturedChanges {
    // Subscribers that came during the transaction cannot receive the rows that changed before.
    let isComplete = source?.interestVersion == interestVersion || !didWrite
    return CapturedChanges(
      tables: touched,
      changesSchema: changesSchema,
      mayHaveMissed: (!isComplete || hasUnreportedWrites) && isAnyoneInterested
    )
  }

  private var isAnyoneInterested: Bool {
    !observers.region.isEmpty || source?.interest.isEmpty == false
  }

  package func clear() {
    transactionEnd = nil
    while let table = touched.popLast() {
      // The shape of the table may be known the next time.
      if table.shape == nil {
        tables[table.name] = nil
        lastTable = nil
      }
      table.reset()
    }
    if tablesGeneration != generation { forgetTables() }
    changesSchema = false
    didWrite = false
    noticeCheckCount = 0
    hasUnreportedWrites = false
    isNotified = false
    events.reset()
  }

  /// Discards the tables of earlier transactions, whose shapes may be outdated.
  ///
  /// The caller handles the tables of this transaction.
  private func didForgetShapes() {
    generation += 1
    tables = tables.filter(\.value.isTouched)
    if lastTable?.isTouched == false { lastTable = nil }
  }

  private func forgetTables() {
    guard touched.isEmpty else { return }
    tables = [:]
    lastTable = nil
    tablesGeneration = generation
  }

  /// Prepares for replacing the whole content, which the hooks do not see.
  package func replacementWillStart() { source?.commitWillStart() }

  /// Discards everything that is known, since the whole content was replaced.
  package func forgetAll() {
    shapes = [:]
    clear()
  }

  package func publish(_ changes: ChangeSet) { source?.publish(changes) }

  /// Notes that the commits in progress have finished, for the threads that wait for them.
  package func didFinish() { source?.commitDidFinish() }

  func schemaDidChange() { source?.schemaDidChange() }

  /// Whether the connection has ever attached a database.
  var hasAttachedDatabases: Bool { source?.hasAttachedDatabases == true }

  func attachmentsDidChange() { source?.attachmentsDidChange() }

  package func nextNumber() -> Int { source?.nextNumber() ?? 0 }
}

/// The tables that a transaction touched.
struct CapturedChanges {
  let tables: [CapturedTable]
  let changesSchema: Bool
  /// Whether changes may have been missed.
  ///
  /// This is so if a subscriber came during the transaction, or if something was written unseen.
  let mayHaveMissed: Bool

  /// The table, if exactly one was touched and nothing else happened.
  var onlyTable: CapturedTable? {
    tables.count == 1 && !changesSchema && !mayHaveMissed ? tables[0] : nil
  }

  /// The number of rows that have to be read again.
  var rowsToReadCount: Int {
    tables.reduce(0) { $0 + ($1.readChanges == nil ? $1.rowsToReadCount : 0) }
  }
}
