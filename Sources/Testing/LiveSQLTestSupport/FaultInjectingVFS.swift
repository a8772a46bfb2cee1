public import SQLite
import Synchronization

/// A VFS whose files fail when a test asks for it.
///
/// ```swift
/// let vfs = try FaultInjectingVFS()
/// let connection = try Connection(path: path, vfs: vfs.name)
/// vfs.inject(.failing(nth: 1, of: [.sync]))
/// #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO item DEFAULT VALUES") }
/// vfs.recover()
/// ```
///
/// All connections that are opened with it share one fault. Keep it alive while they are open.
public final class FaultInjectingVFS: Sendable {
  /// An operation that a fault hit.
  public struct Hit: Sendable, Hashable {
    /// The operation that SQLite requested.
    public let operation: VFSOperation
    /// The outcome of the operation.
    public let outcome: VFSOutcome
  }

  private let state: SharedState
  private let shim: VFSShim

  /// Registers a VFS under a unique name.
  ///
  /// - Parameters:
  ///   - base: The name of the VFS that does the work, or `nil` for the default.
  ///   - syncs: Whether a successful sync really waits for the disk, which is needed only if the
  ///     files must survive more than the death of the process.
  public init(over base: String? = nil, syncing syncs: Bool = false) throws(SQLiteError) {
    let state = SharedState(syncs: syncs)
    self.state = state
    let number = numbers.add(1, ordering: .relaxed).newValue
    shim = try VFSShim(name: "livesql-faults-\(number)", over: base) { state.outcome(of: $0) }
  }

  /// The name with which connections open it.
  public var name: String { shim.name }

  /// Injects a fault in place of the previous one, and restarts counting.
  public func inject(_ fault: Fault) { state.begin(fault) }

  /// Lets all operations succeed again.
  ///
  /// Counts and hits remain available.
  public func recover() { state.end() }

  /// The operations that were hit since the last injection.
  public var hits: [Hit] { state.hits }

  /// Returns the number of operations since the last injection.
  ///
  /// - Parameters:
  ///   - kinds: The operations that are counted.
  ///   - files: The files on which they are counted, or `nil` for all.
  public func operationCount(
    of kinds: Set<VFSOperation.Kind> = VFSOperation.Kind.work,
    on files: Set<VFSOperation.File>? = nil
  ) -> Int {
    state.count { kinds.contains($0.kind) && files?.contains($0.file) ?? true }
  }
}

/// A counter that makes the names of the process's VFSs unique.
private let numbers = Atomic<Int>(0)

/// The state that a VFS shares with the connections, kept apart so that they do not retain the VFS.
///
/// The mutex guards all of it; the connections' threads and the test change it.
private final class SharedState: Sendable {
  private struct Counter: Hashable {
    let kind: VFSOperation.Kind
    let file: VFSOperation.File
  }

  private struct State {
    var plan = FaultPlan()
    var counts: [Counter: Int] = [:]
    var hits: [FaultInjectingVFS.Hit] = []
  }

  private let syncs: Bool
  private let state = Mutex(State())

  init(syncs: Bool) { self.syncs = syncs }

  func begin(_ fault: Fault) { state.withLock { $0 = State(plan: FaultPlan(fault)) } }
  func end() { state.withLock { $0.plan = FaultPlan() } }

  var hits: [FaultInjectingVFS.Hit] { state.withLock { $0.hits } }

  func count(where isCounted: (VFSOperation) -> Bool) -> Int {
    state.withLock { state in
      state.counts
        .filter { isCounted(VFSOperation(kind: $0.key.kind, file: $0.key.file)) }
        .reduce(0) { $0 + $1.value }
    }
  }

  func outcome(of operation: VFSOperation) -> VFSOutcome {
    let outcome = state.withLock { state in
      state.counts[Counter(kind: operation.kind, file: operation.file), default: 0] += 1
      let outcome = state.plan.outcome(of: operation)
      if outcome != .proceed {
        state.hits.append(FaultInjectingVFS.Hit(operation: operation, outcome: outcome))
      }
      return outcome
    }
    return outcome == .proceed && operation.kind == .sync && !syncs ? .pretend : outcome
  }
}
