public import DatabaseTypes
import Synchronization

/// Where the changes of a database come from: the commits of one database object, and of other processes.
///
/// State: the subscriptions, guarded by one mutex; the number of their changes, which writers read without it.
/// Subscribers are called outside of the mutex.
public final class ChangeSource: Sendable {
  /// Receives change sets, on the thread that committed, before the commit's access ends: it must not block.
  public typealias Receiver = @Sendable (ChangeSet) -> Void

  /// How much a subscriber wants to know of the rows that changed.
  public enum Detail: Sendable, Hashable {
    /// Their keys, and the columns that may differ: costs next to nothing.
    case keys
    /// Their values before and after: each changed row is read again, just before the commit where they are few, and after
    /// it where they are many.
    case rows
  }

  /// What all subscribers together want to know.
  struct Interest: Sendable {
    /// The tables of which somebody wants to know anything.
    var region = Region()
    /// The tables of which somebody wants to know the values.
    var rowRegion = Region()

    var isEmpty: Bool { region.isEmpty }

    mutating func add(_ other: Region, rows: Region) {
      region.formUnion(other)
      rowRegion.formUnion(rows)
    }
  }

  private struct Subscription {
    let id: Int
    let region: Region
    let rows: Region
    let receive: Receiver
    let end: @Sendable () -> Void
  }

  typealias ActivityChanged = @Sendable () -> Void

  /// Who wants to hear of commits that begin.
  ///
  /// The closure is in a structure, since a mutex of a closure itself wraps it once more at each access.
  private struct CommitNotice {
    let call: @Sendable () -> Void
  }

  private struct State {
    /// In the order in which they came.
    var subscriptions: [Subscription] = []
    var lastID = 0
    var interest = Interest()
    var isClosed = false
    var activityChanged: ActivityChanged?
  }

  private let state = Mutex(State())
  private let version = Atomic<Int>(0)
  private let commitCount = Atomic<Int>(0)
  private let started = Atomic<Int>(0)
  private let finished = Atomic<Int>(0)
  private let commitNotice = Mutex<CommitNotice?>(nil)
  /// Objects of the layers above that belong to the database, by their type.
  private let attachments = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// What other processes are told, and tell.
  package let shared = SharedCommits()
  private let othersTold = Atomic<Int>(0)
  /// The name of the memory that other objects commit to as well; `nil` for a file and for memory of one's own.
  private let sharedName: String?
  private let hasAttached = Atomic<Bool>(false)
  private let schemaChanges = Atomic<Int>(0)
  private let attachmentNotice = Mutex<CommitNotice?>(nil)

  package convenience init() { self.init(sharedAs: nil) }

  init(sharedAs name: String?) { sharedName = name }

  /// Whether the writer has ever attached a database.
  var hasAttachedDatabases: Bool { hasAttached.load(ordering: .sequentiallyConsistent) }

  /// How many commits of the writer changed a schema, or the statistics that `ANALYZE` makes.
  var schemaChangeCount: Int { schemaChanges.load(ordering: .acquiring) }

  func schemaDidChange() { schemaChanges.add(1, ordering: .releasing) }

  /// Sets what is called when the writer attaches a database or detaches one; it must not use the connection.
  func whenAttachmentsChange(_ notice: @escaping @Sendable () -> Void) {
    attachmentNotice.withLock { $0 = CommitNotice(call: notice) }
  }

  /// The writer has attached a database, or detached one.
  func attachmentsDidChange() {
    hasAttached.store(true, ordering: .sequentiallyConsistent)
    attachmentNotice.withLock { $0 }?.call()
  }

  /// Grows whenever the interest changes.
  var interestVersion: Int { version.load(ordering: .acquiring) }

  /// The tables that somebody wants to hear of.
  var interest: Interest { state.withLock { $0.interest } }

  /// The number of the last change set.
  public var lastNumber: Int { commitCount.load(ordering: .relaxed) }

  /// How many commits have begun; equal to the finished ones where none is going on.
  ///
  /// Who reads, and finds as many begun afterwards as were finished before, has seen the state after the last one.
  package var startedCommitCount: Int { started.load(ordering: .sequentiallyConsistent) }

  /// How many commits have ended, and their subscribers been told.
  package var finishedCommitCount: Int { finished.load(ordering: .sequentiallyConsistent) }

  /// A number that grows with each commit of this object that begins, and each time that others' commits are told.
  package var begunCount: Int {
    startedCommitCount + othersTold.load(ordering: .sequentiallyConsistent)
  }

  /// As ``begunCount``, of the commits that have ended and been told.
  package var toldCount: Int {
    finishedCommitCount + othersTold.load(ordering: .sequentiallyConsistent)
  }

  /// Tells the subscribers of others' commits.
  func publishOthers(_ changes: (_ number: Int) -> ChangeSet) {
    othersTold.add(1, ordering: .sequentiallyConsistent)
    publish(changes(nextNumber()))
  }

  func commitWillStart() { started.add(1, ordering: .sequentiallyConsistent) }

  /// Sets what is called when a transaction is about to write what somebody wants to hear of, and again when it commits.
  ///
  /// It is called on the thread that writes, and must neither block nor use the connection: a thread that is woken by
  /// it runs by the time that there is something to read.
  package func whenCommitIsNear(_ notice: @escaping @Sendable () -> Void) {
    commitNotice.withLock { $0 = CommitNotice(call: notice) }
  }

  func noticeCommit() { commitNotice.withLock { $0 }?.call() }

  func commitDidFinish() {
    finished.store(
      started.load(ordering: .sequentiallyConsistent),
      ordering: .sequentiallyConsistent
    )
    if let sharedName { SharedMemory.didCommit(to: sharedName, by: self) }
  }

  /// The object of a type that belongs to this database, made at the first call.
  package func attachment<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    attachments.withLock { attachments in
      if let object = attachments[ObjectIdentifier(Object.self)] as? Object { return object }
      let object = make()
      attachments[ObjectIdentifier(Object.self)] = object
      return object
    }
  }

  func nextNumber() -> Int { commitCount.add(1, ordering: .relaxed).newValue }

  /// Sets what is called when the first subscriber comes and the last one goes.
  func whenActivityChanges(_ changed: @escaping ActivityChanged) {
    state.withLock { $0.activityChanged = changed }
  }

  /// Whether somebody is subscribed.
  var isObserved: Bool { state.withLock { !$0.subscriptions.isEmpty } }
}

extension ChangeSource {
  /// Calls a closure with each change set that may touch a region.
  ///
  /// A commit that completes after this call returns is told of; where it began before, its change set may say
  /// that any table changed.
  ///
  /// - Parameters:
  ///   - region: The tables that matter.
  ///   - detail: How much to tell of the rows that changed; others' wishes can make it more.
  ///   - receive: Called on the thread that committed, before the commit's access ends: it must not block.
  ///   - end: Called once when the database is closed.
  /// - Returns: The subscription, which ends when it is let go.
  public func subscribe(
    to region: Region,
    detail: Detail = .rows,
    receive: @escaping Receiver,
    end: @escaping @Sendable () -> Void = {}
  ) -> ChangeSubscription {
    subscribe(to: region, rows: detail == .rows ? region : Region(), receive: receive, end: end)
  }

  /// Calls a closure with each change set that may touch a region, and tells the values of some tables alone.
  ///
  /// - Parameters:
  ///   - region: The tables that matter.
  ///   - rows: Those of them of whose changed rows to tell the values, in whatever columns; of the others the keys.
  ///   - receive: Called on the thread that committed, before the commit's access ends: it must not block.
  ///   - end: Called once when the database is closed.
  /// - Returns: The subscription, which ends when it is let go.
  public func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping Receiver,
    end: @escaping @Sendable () -> Void = {}
  ) -> ChangeSubscription {
    let (id, changed, isClosed) =
      state.withLock { state in
        state.lastID += 1
        guard !state.isClosed else { return (state.lastID, nil, true) }
        state.subscriptions.append(
          Subscription(id: state.lastID, region: region, rows: rows, receive: receive, end: end)
        )
        state.interest.add(region, rows: rows)
        version.add(1, ordering: .releasing)
        return (state.lastID, state.subscriptions.count == 1 ? state.activityChanged : nil, false)
      } as (Int, ActivityChanged?, Bool)
    if isClosed { end() }
    changed?()
    return ChangeSubscription(id: id, source: self)
  }

  func unsubscribe(_ id: Int) {
    let changed = state.withLock { state -> ActivityChanged? in
      guard let index = state.subscriptions.firstIndex(where: { $0.id == id }) else { return nil }
      state.subscriptions.remove(at: index)
      state.interest = Interest()
      for other in state.subscriptions { state.interest.add(other.region, rows: other.rows) }
      version.add(1, ordering: .releasing)
      return state.subscriptions.isEmpty ? state.activityChanged : nil
    }
    changed?()
  }

  /// Tells the subscribers whose region a change set touches.
  func publish(_ changes: ChangeSet) {
    let subscriptions = state.withLock { $0.subscriptions }
    for subscription in subscriptions where changes.touches(subscription.region) {
      subscription.receive(changes)
    }
  }

  /// Ends all subscriptions: the database is closed.
  func close() {
    let (ends, changed) =
      state.withLock { state in
        state.isClosed = true
        let ends = state.subscriptions.map(\.end)
        state.subscriptions = []
        state.interest = Interest()
        version.add(1, ordering: .releasing)
        return (ends, ends.isEmpty ? nil : state.activityChanged)
      } as ([@Sendable () -> Void], ActivityChanged?)
    changed?()
    for end in ends { end() }
  }

  /// One change set for each commit that is not empty, from now on.
  ///
  /// None is left out: a consumer that is slower than the writers makes the buffer grow. The sequence ends when
  /// the task is cancelled and when the database is closed.
  public func changes(in region: Region = .fullDatabase) -> AsyncStream<ChangeSet> {
    let buffer = ChangeBuffer()
    let subscription = subscribe(
      to: region,
      receive: { buffer.add($0) },
      end: { buffer.end() }
    )
    return AsyncStream {
      // The subscription goes with this closure, which goes with the stream.
      let next = await buffer.next()
      if next == nil { subscription.cancel() }
      return next
    } onCancel: {
      subscription.cancel()
    }
  }
}

/// A subscription to changes, which ends when it is cancelled or let go.
public final class ChangeSubscription: Sendable {
  private let id: Int
  private let source: ChangeSource

  init(id: Int, source: ChangeSource) {
    self.id = id
    self.source = source
  }

  deinit { cancel() }

  /// Ends it: the receiver is not called any more, save by a commit that is being told of now.
  public func cancel() { source.unsubscribe(id) }
}
