package import DatabaseTypes
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
/// earlier state and all of them began with that image; and what became of the row is read when nothing changes it any
/// more: a few rows just before the commit, and many after it.
///
/// - Invariant: each row that differs before and after the transaction has its key here, or its table is dirty.
///
/// Its properties are used by one thread at a time and by no two calls at once, so that exclusive access is not
/// checked while the program runs where that would cost more than the work.
package final class ChangeCapture {
  /// Who tells of what is captured; `nil` for a connection that only reads.
  let source: ChangeSource?
  private let limit: Int
  @exclusivity(unchecked) private var interest = ChangeSource.Interest()
  @exclusivity(unchecked) private var interestVersion = -1
  /// Grows when the interest is another one.
  @exclusivity(unchecked) private var interestNumber = 0
  /// Whether other processes want to know what changes: any table's keys then.
  @exclusivity(unchecked) private var isWantedByOthers = false
  /// The connection, for what its write-ahead log says of commits.
  weak var connection: Connection?
  /// Whether the connection may have held its file for itself from one transaction to the next, which then counts some commits
  /// only.
  var mayHoldFile = false
  /// The commit that is going on, as other processes are told of it.
  @exclusivity(unchecked) private var ownCommit: OwnCommit?
  /// Whether somebody wants to know what changes.
  @exclusivity(unchecked) package private(set) var isRecording = false
  /// The tables of this transaction and of earlier ones: kept, since most transactions touch the same.
  @exclusivity(unchecked) private var tables: [TableName: CapturedTable] = [:]
  /// The generation of shapes by which they were made.
  private var tablesGeneration = 1
  /// The tables of this transaction.
  @exclusivity(unchecked) private(set) var touched: [CapturedTable] = []
  @exclusivity(unchecked) private var lastTable: CapturedTable?
  @exclusivity(unchecked) private(set) var changesSchema = false
  /// What the statement writes that runs now, and its number.
  @exclusivity(unchecked) private var statementWrites = Region()
  @exclusivity(unchecked) private var statementNumber = 0
  /// How many statements of the transaction were looked at, as to whether somebody wants to hear of a commit that is near.
  @exclusivity(unchecked) private var noticeCheckCount = 0
  /// Whether the transaction ran a statement that writes.
  @exclusivity(unchecked) private var didWrite = false
  /// Whether rows may have changed of which neither the hook nor a statement tells.
  @exclusivity(unchecked) private var hasBlindSpot = false
  /// Events since the statement began.
  @exclusivity(unchecked) package private(set) var eventCount = 0
  /// How the transaction ended, until that is dealt with.
  @exclusivity(unchecked) private(set) var transactionEnd: TransactionEnd?
  /// Whether the transaction was rolled back since its commit failed.
  @exclusivity(unchecked) private var isCommitUndone = false
  /// How many ends of transactions were dealt with.
  private(set) var endCount = 0
  /// Shapes of tables that statements of this transaction write, loaded before those run.
  var shapes: [TableName: TableShape] = [:] {
    didSet { if shapes.isEmpty { didForgetShapes() } }
  }
  /// Grows whenever shapes are forgotten: what was looked up before has to be looked up again.
  @exclusivity(unchecked) private(set) var generation = 1
  @exclusivity(unchecked) var observers = TransactionObservers()
  /// The single events of the transaction.
  let events = EventCapture()
  /// Whether an observer wants to be told of events of the statement that runs.
  @exclusivity(unchecked) private(set) var recordsEvents = false
  /// Whether somebody told of changes that SQLite did not make.
  private(set) var isNotified = false
  private var observerError: (any Error)?

  init(source: ChangeSource?, limit: Int) {
    self.source = source
    self.limit = limit
  }

  /// Whether this connection can write.
  var isPossible: Bool { source != nil }

  /// Asks who is interested; called when an access begins.
  ///
  /// - Parameter isIdle: Whether no transaction is open. Others are told all of a transaction or nothing.
  func updateInterest(isIdle: Bool) {
    guard let source else { return }
    let isWanted = isIdle && !didWrite ? source.shared.isWanted() : isWantedByOthers
    guard source.interestVersion != interestVersion || isWanted != isWantedByOthers else { return }
    interestVersion = source.interestVersion
    interest = source.interest
    interestNumber += 1
    interest.add(observers.region, rows: observers.region)
    isWantedByOthers = isWanted
    isRecording = !interest.isEmpty || isWantedByOthers
    forgetTables()
  }

  /// Whether somebody in this process wants to know what changes.
  var isObserved: Bool { !interest.isEmpty }

  /// Whether somebody wants to hear of any commit, whatever it changes.
  var isFullDatabaseObserved: Bool { interest.region.isFullDatabase }

  func forgetInterest() { interestVersion = -1 }
}

// MARK: - While statements run

extension ChangeCapture {
  /// Something is about to be written.
  func willWrite() {
    didWrite = true
    eventCount = 0
    recordsEvents = false
  }

  /// Whether there are observers to ask.
  var hasObservers: Bool { observers.hasObservers }

  /// Asks the observers which events of a statement they want to be told of.
  func prepareEvents(_ kinds: [(table: TableName, kind: DatabaseEventKind)]) {
    recordsEvents = events.statementWillWrite(kinds, observers.all)
  }

  /// Somebody tells of changes that SQLite does not tell of.
  func noteNotification(in region: Region, _ observers: [any TransactionObserver]) {
    isNotified = true
    didWrite = true
    events.noteUnseenChanges(observers)
    guard isRecording else { return }
    if region.isFullDatabase { markEverything() } else { markDirty(region) }
  }

  /// The transaction that told of changes has committed, and SQLite had nothing to write.
  func willSettleNotified() {
    transactionEnd = .commit
    source?.commitWillStart()
    events.tell()
  }

  /// A statement that writes is about to run, and somebody wants to know what it changes.
  func statementWillWrite(_ statement: PreparedStatement) {
    let writes = statement.access.writes
    willWrite(to: writes) {
      statement.isOfInterest(as: interestNumber) { interest.region.overlaps(writes) }
    }
  }

  /// Something is about to be written, and somebody wants to know what it changes.
  func willWrite(to writes: Region) { willWrite(to: writes) { interest.region.overlaps(writes) } }

  private func willWrite(to writes: Region, isOfInterest: () -> Bool) {
    statementWrites = writes
    statementNumber += 1
    // A transaction of many statements that nobody wants to hear of must not pay for this with each.
    guard noticeCheckCount < 4 else { return }
    noticeCheckCount += 1
    if isOfInterest() {
      noticeCheckCount = .max
      source?.noticeCommit()
    }
  }

  /// Called by SQLite before each row is changed: it must not use the connection.
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
    // What nobody wants to know of is not told.
    guard !table.isTouched, table.detail != nil else { return }
    table.isTouched = true
    touched.append(table)
    // It may be another table than the one that had its name when the transaction began.
    if changesSchema { table.markDirty() }
  }

  private func captured(_ name: TableName) -> CapturedTable {
    if let table = tables[name] { return table }
    let detail: ChangeSource.Detail? =
      interest.region.columns(of: name).map { _ in
        interest.rowRegion.columns(of: name) == nil ? .keys : .rows
      }
    let isForOthers = detail == nil && isWantedByOthers && isSameIdentifier(name.schema, "main")
    let table = CapturedTable(
      name,
      shape: shapes[name],
      detail: isForOthers ? .keys : detail,
      limit: isForOthers ? Self.mostRowsForOthers : limit
    )
    tables[name] = table
    return table
  }

  /// More keys would not fit into what others are told of a commit.
  private static let mostRowsForOthers = 256

  /// Any row of these tables may have changed.
  package func markDirty(_ region: Region) {
    for table in region.tables.keys { markDirty(captured(table)) }
  }

  private func markDirty(_ table: CapturedTable) {
    touch(table)
    table.markDirty()
  }

  /// Any row of the virtual tables among these may have changed: hooks see only the tables that hold their data.
  func markVirtualTables(of region: Region) {
    for table in region.tables.keys where shapes[table]?.kind == .virtual {
      markDirty(captured(table))
    }
  }

  /// Any row of any table may have changed.
  package func markEverything() { hasBlindSpot = true }

  /// The schema changed: shapes have to be loaded again, and what was captured by the old ones is of no use.
  func forgetShapes() {
    shapes = [:]
    for table in touched { table.markDirty() }
  }

  /// Rows got new numbers, and no hook told.
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

// MARK: - When the transaction ends

extension ChangeCapture {
  func willCommit() -> CommitAnswer {
    events.tell()
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

  /// Notes the commit before the one that is about to be made, and announces that one to others where they want to know.
  private func announceCommit() {
    ownCommit = nil
    guard let source, isWantedByOthers || source.shared.isFollowing, !hasAttachedDatabases,
      let connection, let before = connection.commitStateBefore(),
      before.journal == .writeAhead || !mayHoldFile
    else { return }
    let isTold = isWantedByOthers && !changesSchema && hasTouchedMain
    ownCommit = OwnCommit(
      before: before,
      number: isTold ? source.shared.announce() : nil,
      writtenPageCount: connection.writtenPageCount
    )
  }

  private var hasTouchedMain: Bool {
    touched.contains { isSameIdentifier($0.name.schema, "main") }
  }

  /// The commit that has just been made, with the state to which it led where that is proven.
  ///
  /// SQLite calls the hook for a commit too that writes nothing, and somebody else's may have come after it. So it counts
  /// only where this connection has written pages of this file.
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

  /// Tells others what a commit touched.
  func endOwnCommit(_ commit: OwnCommit, _ changes: ChangeSet) {
    guard let source else { return }
    let isKnown = !changes.changesSchema && !changesSchema && !hasBlindSpot
    // Nobody is told of a commit without a number.
    let isTold = isKnown && commit.number != nil
    source.shared.end(commit, isTold ? SharedCommit.Content(changes) : .void, source)
  }

  /// Tells others that a commit which was announced has not come about.
  func voidOwnCommit() {
    guard let commit = ownCommit else { return }
    ownCommit = nil
    source?.shared.tell(commit, .void)
  }

  /// The end of the transaction is being dealt with.
  func willSettle() {
    transactionEnd = nil
    endCount += 1
  }

  func didRollback() {
    isCommitUndone = transactionEnd == .commit
    transactionEnd = .rollback
    events.reset()
  }

  /// Whether the commit that failed may have reached some of the files all the same.
  ///
  /// With write-ahead logs SQLite commits file after file: those before the one that failed keep what was written.
  /// https://www.sqlite.org/lang_attach.html
  var mayBeCommittedInPart: Bool { isCommitUndone && hasAttachedDatabases }

  func takeObserverError() -> (any Error)? {
    defer { observerError = nil }
    return observerError
  }

  /// Whether something was written that neither hooks nor statements tell of.
  var wroteUnseen: Bool { hasBlindSpot }

  /// Whether there is something to tell of the transaction.
  var hasChanges: Bool { !touched.isEmpty || changesSchema || hasBlindSpot }

  /// What the transaction touched, and a fresh start.
  func take() -> CapturedChanges {
    // Somebody who became interested meanwhile cannot be told which rows changed before.
    let isComplete = source?.interestVersion == interestVersion || !didWrite
    return CapturedChanges(
      tables: touched,
      changesSchema: changesSchema,
      mayHaveMissed: (!isComplete || hasBlindSpot) && isAnyoneInterested
    )
  }

  private var isAnyoneInterested: Bool {
    !observers.region.isEmpty || source?.interest.isEmpty == false
  }

  package func clear() {
    transactionEnd = nil
    while let table = touched.popLast() {
      // What was not known of the table may be known the next time.
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
    hasBlindSpot = false
    isNotified = false
    events.reset()
  }

  /// Tables of earlier transactions have shapes that may not hold any more; this one's are dealt with by who forgets.
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

  /// The whole content is about to be replaced, unseen by the hooks.
  package func replacementWillStart() { source?.commitWillStart() }

  /// The whole content was replaced: nothing that is known holds any longer.
  package func forgetAll() {
    shapes = [:]
    clear()
  }

  package func publish(_ changes: ChangeSet) { source?.publish(changes) }

  /// Those who wait for the commits that are going on need not wait any longer.
  package func didFinish() { source?.commitDidFinish() }

  func schemaDidChange() { source?.schemaDidChange() }

  /// Whether the connection has ever attached a database.
  var hasAttachedDatabases: Bool { source?.hasAttachedDatabases == true }

  func attachmentsDidChange() { source?.attachmentsDidChange() }

  package func nextNumber() -> Int { source?.nextNumber() ?? 0 }
}

/// What a transaction touched.
struct CapturedChanges {
  let tables: [CapturedTable]
  let changesSchema: Bool
  /// Whether somebody became interested while the transaction ran, or something was written unseen.
  let mayHaveMissed: Bool

  /// The table, where one was touched and nothing else happened.
  var onlyTable: CapturedTable? {
    tables.count == 1 && !changesSchema && !mayHaveMissed ? tables[0] : nil
  }

  /// The rows that have to be read again.
  var rowsToReadCount: Int {
    tables.reduce(0) { $0 + ($1.readChanges == nil ? $1.rowsToReadCount : 0) }
  }
}
