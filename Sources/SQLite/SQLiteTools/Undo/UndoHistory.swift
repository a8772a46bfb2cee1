public import DatabaseTypes
public import Observation
public import SQLiteDatabase
import Synchronization

/// The writes of an application, as steps that can be undone and redone.
///
/// ```swift
/// let history = try UndoHistory(database)
/// try await history.group(named: "Delete List") {
///   try await database.write { db in try ReminderList.find(id).delete().execute(db) }
/// }
/// try await history.undo()  // The list is back, with its reminders.
/// ```
///
/// It records each transaction of one database object: the rows that it changed, with their values
/// before and after, whether statements of the application, foreign keys or triggers changed them.
/// `undo()` restores exactly these rows, in one transaction, and `redo()` reverses that; live
/// queries follow as after any commit. Triggers and foreign key actions do not run meanwhile, since
/// their changes are part of the step; the exception is triggers that feed virtual tables, such as
/// full-text indexes. Foreign keys hold afterwards, or nothing is undone. `AUTOINCREMENT` does not
/// reuse a number that it has given.
///
/// The writes of others, such as other processes and other database objects, are not recorded. A
/// row that they have changed since is a conflict, for which there is an ``UndoConflictPolicy``. It
/// is a conflict only if they changed the same columns.
///
/// Writes whose rows SQLite does not report empty the history, and ``resetReason`` says so: a
/// change of the schema, a `VACUUM`, a transaction of more rows than
/// `Configuration.maximumCapturedRowCount`. If such a write is part of a group, the rest of the
/// group is not recorded either.
///
/// Recording costs as much as observing a change set with its values: each changed row is read
/// again at the commit. The properties may be used on any thread; observers are notified on the
/// main actor, after the properties have changed.
///
/// State: the steps, guarded by one mutex; it is used on the thread that writes, and by readers of
/// the properties.
public final class UndoHistory: Sendable, Observable {
  /// A limit on the history, beyond which the oldest steps are dropped.
  public struct Limit: Sendable, Hashable {
    /// The maximum number of steps that can be undone; none if it is not positive.
    public var stepCount: Int
    /// The maximum memory of all steps, roughly, in bytes; no step fits if it is not positive.
    public var byteCount: Int

    /// Creates a limit; 100 steps and 32 MiB unless given.
    public init(stepCount: Int = 100, byteCount: Int = 32 << 20) {
      self.stepCount = stepCount
      self.byteCount = byteCount
    }
  }

  struct State {
    var undoSteps: [UndoStep] = []
    var redoSteps: [UndoStep] = []
    var resetReason: UndoResetReason?
    /// The group that was begun and has not ended, and how many times it was begun.
    var openGroup: (group: UndoGroup, depth: Int)?
    /// Whether the transaction that is being committed is an undo or a redo.
    var isRestoring = false
    /// The number of steps that have been recorded so far.
    var recordCount = 0
    /// Cached descriptions of tables, valid until the schema changes.
    var tables: [TableName: UndoTable] = [:]
    /// Whether a notification of observers is scheduled.
    var isNotifying = false
    /// Further closures to notify.
    var changeHandlers: [Int: @MainActor @Sendable () -> Void] = [:]
    var lastHandler = 0
  }

  let database: any DatabaseWriter
  let limit: Limit
  /// The tables that are recorded; `nil` for all tables.
  let recordedTables: Set<TableName>?
  let state = Mutex(State())
  private let registrar = ObservationRegistrar()
  /// The transaction observer; the history owns it, and the database holds it weakly.
  private let recorder: UndoRecorder

  /// Starts recording the writes to a database.
  ///
  /// It waits for the writer. It records until it is released.
  ///
  /// - Parameters:
  ///   - database: The database whose transactions to record.
  ///   - tables: The tables whose rows are recorded; all tables unless given. When a transaction is
  ///     undone that also wrote other tables, their rows stay as they are.
  ///   - limit: The limit on the history.
  /// - Throws: ``DatabaseError``: with `.notFound` for a table that does not exist, with `.misuse`
  ///   for a table whose rows cannot be distinguished.
  public init(
    _ database: any DatabaseWriter,
    of tables: [TableName]? = nil,
    limit: Limit = Limit()
  ) throws {
    self.database = database
    self.limit = limit
    recordedTables = tables.map(Set.init)
    let recorder = UndoRecorder(tables)
    self.recorder = recorder
    recorder.record(for: self)
    try database.writeWithoutTransaction { db in
      for table in tables ?? [] { try Self.check(table, db) }
      db.add(transactionObserver: recorder)
    }
  }

  private static func check(_ table: TableName, _ db: Database) throws {
    _ = try db.columns(in: table)
    guard try db.tableKey(of: table) == nil else { return }
    throw DatabaseError(
      code: .misuse,
      message:
        "Writes to “\(table)” cannot be undone: it is not an ordinary table, or SQLite cannot distinguish its "
        + "rows. Remove it from the tables of the history.",
      path: db.path
    )
  }
}

// MARK: - State for menus

extension UndoHistory {
  /// Whether there is something to undo.
  public var canUndo: Bool { read(\.canUndo) { !$0.undoSteps.isEmpty } }

  /// Whether there is something to redo.
  public var canRedo: Bool { read(\.canRedo) { !$0.redoSteps.isEmpty } }

  /// The name of the step that would be undone, for a menu: `"Undo \(name)"`; `nil` without step or
  /// name.
  public var undoName: String? { read(\.undoName) { $0.undoSteps.last?.name } }

  /// The name of the step that would be redone; `nil` if there is no step, or it has no name.
  public var redoName: String? { read(\.redoName) { $0.redoSteps.last?.name } }

  /// The number of steps that can be undone.
  public var undoCount: Int { read(\.undoCount) { $0.undoSteps.count } }

  /// The number of steps that can be redone.
  public var redoCount: Int { read(\.redoCount) { $0.redoSteps.count } }

  /// The reason why the history was emptied; `nil` once something is recorded after that.
  public var resetReason: UndoResetReason? { read(\.resetReason) { $0.resetReason } }

  private func read<Value>(
    _ property: KeyPath<UndoHistory, Value>,
    _ value: (State) -> Value
  ) -> Value {
    registrar.access(self, keyPath: property)
    return state.withLock { value($0) }
  }

  /// Forgets all steps, so that nothing can be undone or redone.
  public func clear() {
    state.withLock { $0.forget(nil) }
    notifyObservers()
  }

  /// The number of steps that have been recorded so far.
  var recordCount: Int { state.withLock { $0.recordCount } }

  /// Adds a closure that is called on the main actor whenever something changes, until it is
  /// removed.
  func addFollower(_ handler: @escaping @MainActor @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastHandler += 1
      state.changeHandlers[state.lastHandler] = handler
      return state.lastHandler
    }
  }

  func removeFollower(_ number: Int) {
    _ = state.withLock { $0.changeHandlers.removeValue(forKey: number) }
  }

  /// Schedules a notification of the observers.
  func notifyObservers() {
    let isNeeded = state.withLock { state in
      defer { state.isNotifying = true }
      return !state.isNotifying
    }
    // The task ends quickly.
    if isNeeded { Task { @MainActor [weak self] in self?.notifyNow() } }
  }

  @MainActor
  private func notifyNow() {
    let changeHandlers = state.withLock { state in
      state.isNotifying = false
      return Array(state.changeHandlers.values)
    }
    notify(\.canUndo)
    notify(\.canRedo)
    notify(\.undoName)
    notify(\.redoName)
    notify(\.undoCount)
    notify(\.redoCount)
    notify(\.resetReason)
    for handler in changeHandlers { handler() }
  }

  private func notify<Value>(_ property: KeyPath<UndoHistory, Value>) {
    registrar.willSet(self, keyPath: property)
    registrar.didSet(self, keyPath: property)
  }
}

extension UndoHistory.State {
  /// Forgets all steps.
  ///
  /// - Parameter reason: The reason, unless the caller asked for it.
  mutating func forget(_ reason: UndoResetReason?) {
    if let reason { for step in undoSteps { step.group?.lost(because: reason) } }
    undoSteps = []
    redoSteps = []
    tables = [:]
    resetReason = reason
  }

  /// Records a new step, after which nothing can be redone.
  mutating func record(_ step: UndoStep, _ limit: UndoHistory.Limit) {
    redoSteps = []
    resetReason = nil
    if let group = step.group, undoSteps.last?.group == group {
      let last = undoSteps.count - 1
      undoSteps[last].add(step)
      if undoSteps[last].isEmpty { undoSteps.removeLast() }
    } else {
      undoSteps.append(step)
      recordCount += 1
    }
    trim(limit)
  }

  /// Drops the oldest steps beyond the limit.
  private mutating func trim(_ limit: UndoHistory.Limit) {
    var bytes = undoSteps.reduce(0) { $0 + $1.byteCount }
    var excess = max(undoSteps.count - max(limit.stepCount, 0), 0)
    for step in undoSteps.prefix(excess) { bytes -= step.byteCount }
    while bytes > limit.byteCount, excess < undoSteps.count {
      bytes -= undoSteps[excess].byteCount
      excess += 1
    }
    if excess > 0, excess == undoSteps.count {
      // The last step's group may go on.
      undoSteps.last?.group?.lost(because: .limit)
      resetReason = .limit
    }
    undoSteps.removeFirst(excess)
  }
}
