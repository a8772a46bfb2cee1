import DatabaseTypes
import IncrementalQueries
import Synchronization
import TypedSQL

/// A live query without the type of its result, for the engine.
protocol AnyLiveQueryCore: AnyObject, Sendable {
  var identity: LiveIdentity? { get }
  var text: String { get }
  /// The plan by which its result is maintained; `nil` before the first reading.
  var plan: LivePlan? { get }

  /// Discards the maintenance after a failed reading: the next one reads the whole result.
  func forgetMaintenance()

  /// Discards a result that was not shown: the next one is read as a whole and always shown.
  func forgetResult()

  /// Sets whether the query has subscribers on the main actor.
  ///
  /// - Returns: A result to release where nobody waits for it.
  func setIsUsedOnMainActor(_ isUsed: Bool) -> (any Sendable)?
}

/// A live query that can be read.
protocol LiveQueryReading<Snapshot>: AnyLiveQueryCore {
  /// A snapshot of the database.
  associatedtype Snapshot: LiveSnapshot

  /// The statement that it reads, if it is one.
  var query: QueryFragment? { get }

  /// Returns what it reads, if that is known before it is read.
  func region(_ db: Snapshot) throws -> Region

  /// Reads the query, or only what commits changed in it.
  func read(_ db: Snapshot, _ run: LiveQueryRun) -> QueryRefresh

  /// Returns the rows that it keeps after a run.
  ///
  /// - Parameter isNew: Whether its plan was chosen in this run.
  func knownRows(after run: LiveQueryRun, isNew: Bool) -> KnownRows?
}

/// A change of a result with its type, and the cells that will show it.
private final class CellChange<Value: Sendable>: ShownChange {
  let change: ResultChange<Value>
  let now: LiveCell<Value>
  let onMainActor: LiveCell<Value>

  init(_ change: ResultChange<Value>, _ now: LiveCell<Value>, _ onMainActor: LiveCell<Value>) {
    self.change = change
    self.now = now
    self.onMainActor = onMainActor
  }

  func prepare(version: Int, onMainActor isOnMainActor: Bool) {
    if isOnMainActor {
      onMainActor.prepare(change, version: version, orTakeFrom: now)
    } else {
      now.prepare(change, version: version)
    }
  }

  func show(version: Int, onMainActor isOnMainActor: Bool) throws -> (any Sendable)? {
    try (isOnMainActor ? onMainActor : now).show(change, version: version)
  }
}

/// A live query: its request, its newest result, and the maintenance of that result.
///
/// State: the maintenance, used only by the refreshing thread, guarded by a mutex; the plan, for
/// readers on other threads, guarded by another.
final class LiveQueryCore<Value: Sendable, Snapshot: LiveSnapshot>: LiveQueryReading {
  private struct State {
    var maintenance: (any ResultMaintenance<Value, Snapshot>)?
    /// Whether the maintenance has to read the whole result.
    var needsStart = true
    /// Whether the next result is shown even if it does not differ.
    var isNotShown = false
    /// The reason why the query is read as a whole, if it is.
    var reason: LivePlan.Reason?
    /// The version of the schema for which the plan was chosen.
    var schemaVersion: Int64?
  }

  let request: LiveRequest<Value, Snapshot>
  private let state: Mutex<State>
  private let shownPlan = Mutex<LivePlan?>(nil)
  private let now: LiveCell<Value>
  private let onMainActor: LiveCell<Value>

  init(_ request: LiveRequest<Value, Snapshot>, _ publicationLock: PublicationLock) {
    self.request = request
    now = LiveCell(publicationLock)
    onMainActor = LiveCell(publicationLock)
    let reason = request.maintenance == nil ? request.reason : nil
    state = Mutex(State(maintenance: request.maintenance, reason: reason))
  }

  var identity: LiveIdentity? { request.identity }
  var query: QueryFragment? { request.query }
  var text: String { request.text() }
  var plan: LivePlan? { shownPlan.withLock { $0 } }

  func region(_ db: Snapshot) throws -> Region { try request.region?(db) ?? .fullDatabase }

  /// Returns the cell from which a sink reads results.
  func cell(for delivery: LiveDelivery) -> LiveCell<Value> {
    delivery.isOnMainActor ? onMainActor : now
  }

  func setIsUsedOnMainActor(_ isUsed: Bool) -> (any Sendable)? {
    isUsed ? onMainActor.copy(now) : onMainActor.clear()
  }
}

// MARK: - Reading

extension LiveQueryCore {
  func read(_ db: Snapshot, _ run: LiveQueryRun) -> QueryRefresh {
    state.withLock { state in
      do { return try read(db, run, &state) } catch {
        state.needsStart = true
        return QueryRefresh(run, failedWith: error, in: Snapshot.self)
      }
    }
  }

  func knownRows(after run: LiveQueryRun, isNew: Bool) -> KnownRows? {
    state.withLock { state in
      guard !state.needsStart, state.reason == nil, let analyzed = state.maintenance?.analyzed,
        let table = analyzed.sources.first?.table, analyzed.filters[table] != nil,
        isNew || run.reportedRows.columns(of: table) != nil
      else { return KnownRows.none }
      let touched = run.tableOfKnownRows == table ? run.mark.touchedKeys(of: table) : nil
      switch state.maintenance?.retainedKeys(among: touched) {
      case nil: return KnownRows.none
      case .all(let keys): return .all(table, keys)
      case .touched(let retained):
        return .touched(
          table,
          retained: retained,
          gone: (touched ?? []).filter { !retained.contains($0) }
        )
      }
    }
  }

  func forgetMaintenance() { state.withLock { $0.needsStart = true } }

  func forgetResult() {
    state.withLock { state in
      state.needsStart = true
      state.isNotShown = true
    }
  }

  private func read(_ db: Snapshot, _ run: LiveQueryRun, _ state: inout State) throws
    -> QueryRefresh
  {
    let old = now.reading
    let changes = run.mark.mergedChanges
    // Another schema may allow another plan, and invalidate this one.
    let mayBeOther = changes?.mayChangeAnyTable == true && db.hasAttachedSchemas
    let isKnown =
      changes?.changesSchema == false && !mayBeOther && db.lastSchemaVersion == state.schemaVersion
    if !isKnown, request.maintenance != nil { state.reason = nil }
    if let reason = db.rerunReason { state.reason = reason }
    guard state.reason == nil, state.maintenance != nil else {
      return readWhole(db, run, old, &state)
    }
    guard let old, let changes, isKnown, !state.needsStart else {
      return start(db, run, old, &state)
    }
    return try apply(changes, to: old, db, run, &state)
  }

  private func apply(
    _ changes: ChangeSet,
    to old: LiveReading<Value>,
    _ db: Snapshot,
    _ run: LiveQueryRun,
    _ state: inout State
  ) throws -> QueryRefresh {
    var change = try state.maintenance?.apply(changes, to: old.value, db) ?? .unchanged
    let isPatch = change.isPatch
    // Running the query again may have chosen another plan.
    if !isPatch { shownPlan.withLock { $0 = state.maintenance?.analyzed?.plan } }
    var report: String?
    if PatchVerification.isOn, let correction = try verify(change, old, db, state) {
      state.needsStart = true
      report = PatchVerification.report(text, plan)
      change = correction
    }
    var refresh = refresh(run, change, after: old)
    refresh.isPatch = isPatch && report == nil
    refresh.report = report
    // When anything may have changed, the engine forgets which rows a query can see.
    if changes.mayChangeAnyTable { refresh.read(state.maintenance?.analyzed) }
    return refresh
  }

  /// Compares a patched result with the query run from scratch.
  ///
  /// - Returns: The change to the right result, if the patched one is wrong.
  private func verify(
    _ change: ResultChange<Value>,
    _ old: LiveReading<Value>,
    _ db: Snapshot,
    _ state: State
  ) throws -> ResultChange<Value>? {
    var patched = old
    switch change {
    case .unchanged: break
    case .patched(let patch):
      // A patch that does not fit will not be shown.
      do { try patch.apply(to: &patched) } catch { return nil }
    case .replaced, .failed: return nil
    }
    guard let fresh = try state.maintenance?.correction(of: patched.value, db) else { return nil }
    return .replaced(LiveReading(value: fresh, tracksDifferences: old.tracksDifferences), nil)
  }

  private func start(
    _ db: Snapshot,
    _ run: LiveQueryRun,
    _ old: LiveReading<Value>?,
    _ state: inout State
  ) -> QueryRefresh {
    state.needsStart = true
    state.schemaVersion = db.lastSchemaVersion
    let (started, reads) = db.notingReads { try state.maintenance?.start(db, after: old?.value) }
    let analyzed = state.maintenance?.analyzed
    shownPlan.withLock { $0 = analyzed?.plan }
    switch started {
    case .success(nil):
      if case .rerun(let reason) = analyzed?.plan { state.reason = reason }
      return readWhole(db, run, old, &state)
    case .success(.failed(let error)?), .failure(let error):
      // A commit to tables that it did not read before may fix the error.
      return QueryRefresh(run, failedWith: error, in: Snapshot.self, region: reads())
    case .success(let change?):
      state.needsStart = false
      var refresh = refresh(run, change, after: old, isNotShown: state.isNotShown)
      state.isNotShown = false
      refresh.read(analyzed)
      return refresh
    }
  }

  private func readWhole(
    _ db: Snapshot,
    _ run: LiveQueryRun,
    _ old: LiveReading<Value>?,
    _ state: inout State
  ) -> QueryRefresh {
    let reason = state.reason ?? .text
    shownPlan.withLock { $0 = .rerun(reason) }
    let (reading, region) = db.recordingReads { try request.read(db) }
    let change: ResultChange<Value>
    switch reading {
    case .success(let new):
      let isSame = old.map { request.isSame($0, new) } ?? false
      change = isSame && !state.isNotShown ? .unchanged : .replaced(new, nil)
    case .failure(let error): change = .failed(error)
    }
    var refresh = refresh(run, change, after: old, isNotShown: state.isNotShown)
    refresh.region = region
    if case .success = reading { state.isNotShown = false }
    return refresh
  }

  /// Returns the refresh with a change, without its type.
  ///
  /// It computes the difference if consumers follow differences, since those have kept no result to
  /// compare with.
  private func refresh(
    _ run: LiveQueryRun,
    _ change: ResultChange<Value>,
    after old: LiveReading<Value>?,
    isNotShown: Bool = false
  ) -> QueryRefresh {
    var change = change
    switch change {
    case .unchanged: return QueryRefresh(run: run, change: .unchanged)
    case .failed(let error): return QueryRefresh(run, failedWith: error, in: Snapshot.self)
    case .replaced(let new, nil):
      if let old, old.tracksDifferences {
        change = .replaced(new, request.difference?(old.value, new.value))
      }
    case .patched, .replaced: break
    }
    if !isNotShown, change.difference?.isEmpty == true {
      return QueryRefresh(run: run, change: .unchanged)
    }
    return QueryRefresh(
      run: run,
      change: .changed(CellChange(change, now, onMainActor), change.difference)
    )
  }
}
