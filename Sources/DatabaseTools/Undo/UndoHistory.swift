public import DatabaseTypes
public import Observation
public import SQLiteDatabase
import Synchronization

/// What an application has written, to be undone and redone.
///
/// ```swift
/// let history = try UndoHistory(database)
/// try await history.group(named: "Delete List") {
///   try await database.write { db in try ReminderList.find(id).delete().execute(db) }
/// }
/// try await history.undo()  // The list is back, with its reminders.
/// ```
///
/// It records each transaction of one database object: the rows that it changed, with their values before and after, whether
/// the application's statements, foreign keys or triggers changed them. `undo()` makes exactly these rows what they were, in one
/// transaction, and `redo()` takes that back; live queries follow as after any commit. Triggers and actions of foreign keys do not
/// run meanwhile, since what they did is part of the step, but for triggers that feed virtual tables, such as full-text indexes.
/// Foreign keys hold afterwards, or nothing is undone. A number that `AUTOINCREMENT` has given is not given again.
///
/// What others write, other processes and other database objects, is not recorded. A row that they have changed since is a
/// conflict, for which there is a ``UndoConflictPolicy``. It counts only where they changed the same columns.
///
/// Whatever writes rows of which SQLite does not tell empties the history, and ``gap`` says so: a change of the schema, a
/// `VACUUM`, a transaction of more rows than `Configuration.maximumCapturedRowCount`.
///
/// Recording costs what observing a change set with its values does: each changed row is read again at the commit. Its properties
/// may be used on any thread; observers are told on the main actor, after they have changed.
///
/// State: the steps, guarded by one mutex; it is used on the thread that writes, and by whoever asks.
public final class UndoHistory: Sendable, Observable {
  /// How much is kept: the oldest steps go first.
  public struct Limit: Sendable, Hashable {
    /// How many steps can be undone.
    public var stepCount: Int
    /// How much memory all steps take, roughly, in bytes.
    public var byteCount: Int

    /// Makes a limit: 100 steps and 32 MiB unless given.
    public init(stepCount: Int = 100, byteCount: Int = 32 << 20) {
      self.stepCount = stepCount
      self.byteCount = byteCount
    }
  }

  struct State {
    var undoSteps: [UndoStep] = []
    var redoSteps: [UndoStep] = []
    var gap: UndoGap?
    /// The group that was begun and has not ended, and how often it was begun.
    var openGroup: (group: UndoGroup, depth: Int)?
    /// Whether the transaction that is being committed is one of the history's own.
    var isPlaying = false
    /// How many steps were recorded so far.
    var recordCount = 0
    /// What is known of tables, until the schema changes.
    var tables: [TableName: UndoTable] = [:]
    /// Whether observers are going to be told.
    var isTelling = false
    /// Who else is told.
    var followers: [Int: @MainActor @Sendable () -> Void] = [:]
    var lastFollower = 0
  }

  let database: any DatabaseWriter
  let limit: Limit
  /// The tables that are recorded; all for `nil`.
  let recordedTables: Set<TableName>?
  let state = Mutex(State())
  private let registrar = ObservationRegistrar()
  /// What the database tells; kept here, and there only as long as it is here.
  private let recorder: UndoRecorder

  /// Records what is written to a database from now on.
  ///
  /// It waits for the writer. Records until it is let go.
  ///
  /// - Parameters:
  ///   - database: Whose transactions to record.
  ///   - tables: The tables whose rows are recorded; all unless given. Rows of others stay as they are when a transaction is
  ///     undone that wrote both.
  ///   - limit: How much is kept.
  /// - Throws: ``DatabaseError``: with `.notFound` for a table that is not there, with `.misuse` for one whose rows cannot be
  ///   told apart.
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
        "What is written to “\(table)” cannot be undone: it is no ordinary table, or SQLite does not tell its rows apart. Leave it "
        + "out of the tables of the history.",
      path: db.path
    )
  }
}

// MARK: - What menus show

extension UndoHistory {
  /// Whether there is something to undo.
  public var canUndo: Bool { read(\.canUndo) { !$0.undoSteps.isEmpty } }

  /// Whether there is something to redo.
  public var canRedo: Bool { read(\.canRedo) { !$0.redoSteps.isEmpty } }

  /// The name of what would be undone, for a menu: `"Undo \(name)"`; `nil` where there is nothing, or it has no name.
  public var undoName: String? { read(\.undoName) { $0.undoSteps.last?.name } }

  /// The name of what would be redone; `nil` where there is nothing, or it has no name.
  public var redoName: String? { read(\.redoName) { $0.redoSteps.last?.name } }

  /// How many steps can be undone.
  public var undoCount: Int { read(\.undoCount) { $0.undoSteps.count } }

  /// How many steps can be redone.
  public var redoCount: Int { read(\.redoCount) { $0.redoSteps.count } }

  /// Why the history was emptied last; `nil` once something was recorded after that.
  public var gap: UndoGap? { read(\.gap) { $0.gap } }

  private func read<Value>(
    _ property: KeyPath<UndoHistory, Value>,
    _ value: (State) -> Value
  ) -> Value {
    registrar.access(self, keyPath: property)
    return state.withLock { value($0) }
  }

  /// Forgets all steps: nothing can be undone or redone then.
  public func clear() {
    state.withLock { $0.forget(nil) }
    tellObservers()
  }

  /// How many steps were recorded so far.
  var recordCount: Int { state.withLock { $0.recordCount } }

  /// Calls a closure on the main actor whenever something has changed, until it is removed.
  func addFollower(_ follower: @escaping @MainActor @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastFollower += 1
      state.followers[state.lastFollower] = follower
      return state.lastFollower
    }
  }

  func removeFollower(_ number: Int) {
    _ = state.withLock { $0.followers.removeValue(forKey: number) }
  }

  /// Tells observers that something has changed, soon.
  func tellObservers() {
    let isNeeded = state.withLock { state in
      defer { state.isTelling = true }
      return !state.isTelling
    }
    // Ends at once.
    if isNeeded { Task { @MainActor [weak self] in self?.tellNow() } }
  }

  @MainActor
  private func tellNow() {
    let followers = state.withLock { state in
      state.isTelling = false
      return Array(state.followers.values)
    }
    tell(\.canUndo)
    tell(\.canRedo)
    tell(\.undoName)
    tell(\.redoName)
    tell(\.undoCount)
    tell(\.redoCount)
    tell(\.gap)
    for follower in followers { follower() }
  }

  private func tell<Value>(_ property: KeyPath<UndoHistory, Value>) {
    registrar.willSet(self, keyPath: property)
    registrar.didSet(self, keyPath: property)
  }
}

extension UndoHistory.State {
  /// Forgets all steps.
  ///
  /// - Parameter reason: Why, where nobody has asked for it.
  mutating func forget(_ reason: UndoGap?) {
    undoSteps = []
    redoSteps = []
    tables = [:]
    gap = reason
  }

  /// Takes in a new step, in which case nothing can be redone any more.
  mutating func record(_ step: UndoStep, _ limit: UndoHistory.Limit) {
    redoSteps = []
    gap = nil
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

  /// Lets the oldest steps go that are too many.
  private mutating func trim(_ limit: UndoHistory.Limit) {
    var bytes = undoSteps.reduce(0) { $0 + $1.byteCount }
    var excess = max(undoSteps.count - limit.stepCount, 0)
    for step in undoSteps.prefix(excess) { bytes -= step.byteCount }
    while bytes > limit.byteCount, excess < undoSteps.count {
      bytes -= undoSteps[excess].byteCount
      excess += 1
    }
    undoSteps.removeFirst(excess)
    if undoSteps.isEmpty, excess > 0 { gap = .limit }
  }
}
