import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import Synchronization

/// A live query without the type of its result, as the engine knows it.
protocol AnyLiveQueryCore: AnyObject, Sendable {
  var identity: LiveIdentity? { get }
  var text: String { get }
  /// How its result is kept; `nil` before it was read.
  var plan: LivePlan? { get }

  /// What it reads, as far as that can be told before it is read.
  func region(_ db: Database) throws -> Region

  /// Reads it, or what commits changed of it.
  func read(_ db: Database, _ mark: LiveQueryMark) -> LiveOutcome

  /// The last reading did not come about: the next one is of the whole result.
  func forgetMaintenance()

  /// Makes a change visible to those who are told in one way; called with the gate closed.
  func show(_ change: any Sendable, version: Int, onMainActor: Bool)

  /// Gives a sink the cell from which it takes results.
  func attach(_ sink: any LiveSink)

  /// Whether anybody is told on the main actor.
  func setIsUsedOnMainActor(_ isUsed: Bool)
}

/// What reading a live query gave.
struct LiveOutcome: Sendable {
  /// A `LiveChange` of the request's type; `nil` where the result is what it was.
  let change: Result<(any Sendable)?, any Error>
  /// What it reads now, where that may have changed.
  var region: Region?
  /// Which rows it can see, of the tables of which that is known.
  var filters: [TableName: RowFilter] = [:]
  /// Whether rows that were touched were all that was read.
  var isPatch = false
}

extension LiveOutcome {
  /// Says what a plan reads.
  fileprivate mutating func read(_ planned: PlannedSelect?) {
    region = planned?.region
    filters = planned?.filters ?? [:]
  }
}

/// A live query: what it asks for, its newest result, and how that is kept.
///
/// State: the maintenance, used by the thread that refreshes, guarded by a mutex that nobody else waits for; the plan, for
/// those who ask, guarded by another.
final class LiveQueryCore<Value: Sendable>: AnyLiveQueryCore {
  private struct State {
    var maintenance: (any LiveMaintenance<Value>)?
    /// Whether the maintenance has to read the whole result.
    var needsStart = true
    /// Why the query is read as a whole, where it is.
    var reason: LivePlan.Reason?
    /// The schema for which the plan was chosen.
    var schemaVersion: Int64?
  }

  let request: LiveRequest<Value>
  private let state: Mutex<State>
  private let shownPlan = Mutex<LivePlan?>(nil)
  private let now: LiveCell<Value>
  private let onMainActor: LiveCell<Value>

  init(_ request: LiveRequest<Value>, _ gate: LiveGate) {
    self.request = request
    now = LiveCell(gate)
    onMainActor = LiveCell(gate)
    let reason = request.maintenance == nil ? request.reason : nil
    state = Mutex(State(maintenance: request.maintenance, reason: reason))
  }

  var identity: LiveIdentity? { request.identity }
  var text: String { request.text() }
  var plan: LivePlan? { shownPlan.withLock { $0 } }

  func region(_ db: Database) throws -> Region { try request.region?(db) ?? .fullDatabase }

  func show(_ change: any Sendable, version: Int, onMainActor isOnMainActor: Bool) {
    guard let change = change as? LiveChange<Value> else { return }
    (isOnMainActor ? onMainActor : now).show(change, version: version)
  }

  func attach(_ sink: any LiveSink) {
    sink.attach(sink.delivery.isOnMainActor ? onMainActor : now)
  }

  func setIsUsedOnMainActor(_ isUsed: Bool) {
    if isUsed { onMainActor.copy(now) } else { onMainActor.clear() }
  }
}

// MARK: - Reading

extension LiveQueryCore {
  func read(_ db: Database, _ mark: LiveQueryMark) -> LiveOutcome {
    state.withLock { state in
      do { return try read(db, mark, &state) } catch let error as UnusableResult {
        return LiveOutcome(change: .failure(error.cause))
      } catch {
        state.needsStart = true
        return LiveOutcome(change: .failure(error))
      }
    }
  }

  func forgetMaintenance() { state.withLock { $0.needsStart = true } }

  private func read(_ db: Database, _ mark: LiveQueryMark, _ state: inout State) throws
    -> LiveOutcome
  {
    let old = now.reading
    let changes = mark.mergedChanges
    // Another schema may allow another plan, and forbid this one.
    let mayBeOther = changes?.mayChangeAnyTable == true && db.hasAttachedSchemas
    let isKnown =
      changes?.changesSchema == false && !mayBeOther && db.lastSchemaVersion == state.schemaVersion
    if !isKnown, request.maintenance != nil { state.reason = nil }
    guard state.reason == nil, state.maintenance != nil else {
      return readWhole(db, old, &state)
    }
    guard let old, let changes, isKnown, !state.needsStart else {
      return start(db, old, &state)
    }
    return try apply(changes, to: old, db, &state)
  }

  private func apply(
    _ changes: ChangeSet,
    to old: LiveReading<Value>,
    _ db: Database,
    _ state: inout State
  ) throws -> LiveOutcome {
    guard let step = try state.maintenance?.apply(changes, to: old.value, db) else {
      return LiveOutcome(change: .success(nil))
    }
    // Whoever runs the query again may have chosen another plan.
    if step.isRerun { shownPlan.withLock { $0 = state.maintenance?.planned?.plan } }
    let change = step.change.flatMap { completed($0, after: old) }
    var outcome = LiveOutcome(change: .success(change), isPatch: !step.isRerun)
    if PatchVerification.isOn, let correction = try verify(step.change, old, db, state) {
      state.needsStart = true
      outcome = LiveOutcome(change: .success(correction))
    }
    // The engine forgets which rows a query can see when anything may have changed.
    if changes.mayChangeAnyTable { outcome.read(state.maintenance?.planned) }
    return outcome
  }

  /// Compares a patched result with the query run afresh, where that is asked for, and reports where they differ.
  ///
  /// - Returns: The change to the right result, where the patched one is wrong.
  private func verify(
    _ change: LiveChange<Value>?,
    _ old: LiveReading<Value>,
    _ db: Database,
    _ state: State
  ) throws -> LiveChange<Value>? {
    var patched: LiveReading<Value>? = old
    if case .patch(let patch) = change { patch.apply(&patched) }
    guard let patched, let fresh = try state.maintenance?.correction(of: patched.value, db) else {
      return nil
    }
    PatchVerification.report(text, plan, db)
    return completed(.value(LiveReading(value: fresh, isFollowed: old.isFollowed), nil), after: old)
  }

  private func start(_ db: Database, _ old: LiveReading<Value>?, _ state: inout State)
    -> LiveOutcome
  {
    state.needsStart = true
    state.schemaVersion = db.lastSchemaVersion
    let (started, reads) = db.recordingReads { try state.maintenance?.start(db, after: old?.value) }
    let planned = state.maintenance?.planned
    shownPlan.withLock { $0 = planned?.plan }
    switch started {
    case .success(let change?):
      state.needsStart = false
      var outcome = LiveOutcome(change: .success(completed(change, after: old)))
      outcome.read(planned)
      return outcome
    case .success(nil):
      if case .rerun(let reason) = planned?.plan { state.reason = reason }
      return readWhole(db, old, &state)
    case .failure(let error):
      // What mends it may be a commit to tables that it did not read before.
      return LiveOutcome(
        change: .failure((error as? UnusableResult)?.cause ?? error),
        region: reads
      )
    }
  }

  private func readWhole(_ db: Database, _ old: LiveReading<Value>?, _ state: inout State)
    -> LiveOutcome
  {
    let reason = state.reason ?? .text
    shownPlan.withLock { $0 = .rerun(reason) }
    let (reading, region) = db.recordingReads { try request.read(db) }
    return LiveOutcome(
      change: reading.map { new in
        if let old, request.isSame(old, new) { return nil }
        return completed(.value(new, nil), after: old)
      },
      region: region
    )
  }

  /// A change with its difference where that is followed: who has followed the changes of rows has kept no result to
  /// compare with.
  ///
  /// - Returns: `nil` where nothing differs.
  private func completed(_ change: LiveChange<Value>, after old: LiveReading<Value>?)
    -> LiveChange<Value>?
  {
    var change = change
    if case .value(let new, nil) = change, let old, old.isFollowed {
      change = .value(new, request.difference?(old.value, new.value))
    }
    return change.difference?.isEmpty == true ? nil : change
  }
}
