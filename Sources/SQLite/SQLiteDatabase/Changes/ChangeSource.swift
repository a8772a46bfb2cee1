public import DatabaseTypes
import Synchronization

/// The source of a database's changes: commits of one database object, and of other processes.
///
/// State: the subscriptions, guarded by one mutex, and the number of their changes, which writers
/// read without it. Subscribers are called outside of the mutex.
public final class ChangeSource: Sendable {
  /// A closure that receives change sets.
  ///
  /// It is called on the committing thread before the access of the commit ends, so it must not
  /// block.
  public typealias Receiver = @Sendable (ChangeSet) -> Void

  /// The amount of detail that a subscriber wants to know about changed rows.
  public enum Detail: Sendable, Hashable {
    /// Their keys, and the columns that may differ.
    ///
    /// This costs next to nothing.
    case keys
    /// Their values before and after.
    ///
    /// Each changed row is read again: just before the commit if there are few of them, and after
    /// it if there are many.
    case rows
  }

  /// The combined interest of all subscribers.
  struct Interest: Sendable {
    /// The tables in which anyone is interested.
    var region = Region()
    /// The tables whose values anyone wants to know.
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

  /// A closure that is called when a commit begins.
  ///
  /// It is wrapped in a structure, since a mutex of a closure would wrap the closure once more at
  /// each access.
  private struct CommitNotice {
    let call: @Sendable () -> Void
  }

  private struct State {
    /// The subscriptions, in the order in which they were made.
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
  /// Objects of higher layers that belong to the database, by their type.
  private let attachments = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// The channel through which processes report their commits to each other.
  package let shared = SharedCommits()
  private let externalReportCount = Atomic<Int>(0)
  /// The name of the memory to which other objects also commit; `nil` for files and private memory.
  private let sharedName: String?
  private let hasAttached = Atomic<Bool>(false)
  private let schemaChanges = Atomic<Int>(0)
  private let attachmentNotice = Mutex<CommitNotice?>(nil)
  /// The open files, with those that can no longer be followed.
  let files = Mutex(FollowedFiles())

  package convenience init() { self.init(sharedAs: nil) }

  init(sharedAs name: String?) { sharedName = name }

  /// Whether the writer has ever attached a database.
  var hasAttachedDatabases: Bool { hasAttached.load(ordering: .sequentiallyConsistent) }

  /// The number of the writer's commits that changed a schema, or the statistics of `ANALYZE`.
  var schemaChangeCount: Int { schemaChanges.load(ordering: .acquiring) }

  func schemaDidChange() { schemaChanges.add(1, ordering: .releasing) }

  /// Sets the closure that is called when the writer attaches or detaches a database.
  ///
  /// It must not use the connection.
  func onAttachmentChange(_ notice: @escaping @Sendable () -> Void) {
    attachmentNotice.withLock { $0 = CommitNotice(call: notice) }
  }

  /// Notes that the writer has attached or detached a database.
  func attachmentsDidChange() {
    hasAttached.store(true, ordering: .sequentiallyConsistent)
    attachmentNotice.withLock { $0 }?.call()
  }

  /// A number that increases when the interest changes.
  var interestVersion: Int { version.load(ordering: .acquiring) }

  /// The tables in which subscribers are interested.
  var interest: Interest { state.withLock { $0.interest } }

  /// The number of the last change set.
  public var lastNumber: Int { commitCount.load(ordering: .relaxed) }

  /// The number of commits that have begun; equal to the number of finished ones if none is
  /// running.
  ///
  /// If a reader finds that as many commits have begun after its read as were finished before it,
  /// it has seen the state after the last one.
  package var startedCommitCount: Int { started.load(ordering: .sequentiallyConsistent) }

  /// The number of commits that have ended, and whose subscribers have been notified.
  package var finishedCommitCount: Int { finished.load(ordering: .sequentiallyConsistent) }

  /// A number that increases when a commit of this object begins or commits of others are reported.
  package var startedCount: Int {
    startedCommitCount + externalReportCount.load(ordering: .sequentiallyConsistent)
  }

  /// The counterpart of ``startedCount`` for commits that have ended and been reported.
  package var reportedCount: Int {
    finishedCommitCount + externalReportCount.load(ordering: .sequentiallyConsistent)
  }

  /// Notifies the subscribers of commits by others.
  func publishExternal(_ changes: (_ number: Int) -> ChangeSet) {
    externalReportCount.add(1, ordering: .sequentiallyConsistent)
    publish(changes(nextNumber()))
  }

  func commitWillStart() { started.add(1, ordering: .sequentiallyConsistent) }

  /// Sets the closure that is called when a transaction is about to write what a subscriber
  /// observes.
  ///
  /// It is called again when the transaction commits. It is called on the writing thread, and must
  /// neither block nor use the connection. A thread that it wakes is running by the time there is
  /// something to read.
  package func onUpcomingCommit(_ notice: @escaping @Sendable () -> Void) {
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

  /// Returns the object of a type that belongs to this database, creating it at the first call.
  package func attachment<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    attachments.withLock { attachments in
      if let object = attachments[ObjectIdentifier(Object.self)] as? Object { return object }
      let object = make()
      attachments[ObjectIdentifier(Object.self)] = object
      return object
    }
  }

  func nextNumber() -> Int { commitCount.add(1, ordering: .relaxed).newValue }

  /// Sets the closure that is called when the first subscriber comes and when the last one leaves.
  func onActivityChange(_ changed: @escaping ActivityChanged) {
    state.withLock { $0.activityChanged = changed }
  }

  /// Whether there are subscribers.
  var isObserved: Bool { state.withLock { !$0.subscriptions.isEmpty } }
}

extension ChangeSource {
  /// Calls a closure with each change set that may touch a region.
  ///
  /// All commits that end after this call returns are reported. If a commit began before, its
  /// change set may state that any table changed.
  ///
  /// - Parameters:
  ///   - region: The tables and columns to observe.
  ///   - detail: The detail about changed rows; due to other subscribers, change sets may contain
  ///     more.
  ///   - receive: Called on the committing thread before the access of the commit ends. It must not
  ///     block.
  ///   - end: Called once, when the database is closed.
  /// - Returns: The subscription, which ends when it is released.
  public func subscribe(
    to region: Region,
    detail: Detail = .rows,
    receive: @escaping Receiver,
    end: @escaping @Sendable () -> Void = {}
  ) -> ChangeSubscription {
    subscribe(to: region, rows: detail == .rows ? region : Region(), receive: receive, end: end)
  }

  /// Calls a closure with each change set that may touch a region, with the values of some tables
  /// only.
  ///
  /// - Parameters:
  ///   - region: The tables and columns to observe.
  ///   - rows: The tables whose changed rows are reported with their values, in all columns; the
  ///     changed rows of the other tables are reported by key.
  ///   - receive: Called on the committing thread before the access of the commit ends. It must not
  ///     block.
  ///   - end: Called once, when the database is closed.
  /// - Returns: The subscription, which ends when it is released.
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

  /// Notifies the subscribers whose region a change set touches.
  func publish(_ changes: ChangeSet) {
    let subscriptions = state.withLock { $0.subscriptions }
    for subscription in subscriptions where changes.touches(subscription.region) {
      subscription.receive(changes)
    }
  }

  /// Ends all subscriptions when the database is closed.
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

  /// Returns a sequence of the change sets of all future commits that are not empty.
  ///
  /// No change set is dropped: if the consumer is slower than the writers, the buffer grows. The
  /// sequence ends when the task is cancelled or the database is closed.
  public func changes(in region: Region = .fullDatabase) -> AsyncStream<ChangeSet> {
    let buffer = ChangeBuffer()
    let subscription = subscribe(
      to: region,
      receive: { buffer.add($0) },
      end: { buffer.end() }
    )
    return AsyncStream {
      // The closure retains the subscription, and the stream retains the closure.
      let next = await buffer.next()
      if next == nil { subscription.cancel() }
      return next
    } onCancel: {
      subscription.cancel()
    }
  }
}

/// A subscription to changes, which ends when it is cancelled or released.
public final class ChangeSubscription: Sendable {
  private let id: Int
  private let source: ChangeSource

  init(id: Int, source: ChangeSource) {
    self.id = id
    self.source = source
  }

  deinit { cancel() }

  /// Ends the subscription: only a commit that is currently being reported may still call the
  /// receiver.
  public func cancel() { source.unsubscribe(id) }
}
