import SQLite
import Synchronization

/// An action that is performed only once.
private final class OnceAction: Sendable {
  private let action: @Sendable () -> Void
  private let isDone = Atomic<Bool>(false)

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  func run() {
    if !isDone.exchange(true, ordering: .acquiringAndReleasing) { action() }
  }
}

/// The acquisition of readers for the accesses of a pool, following ``PoolSteps``.
///
/// State: whether a barrier is up, which only matters to the thread of the barrier. The queues
/// record who holds which connection.
final class ReaderAccess: Sendable {
  /// The readers for all accesses.
  let shared: ReaderQueue
  /// The reader reserved for the holder of the writer.
  let own: ReaderQueue
  let writer: WriterAccess
  let configuration: Configuration
  let path: String
  /// The settings with which its connections are opened.
  let opening: DatabaseOpening
  private let isBarrierUp = Atomic<Bool>(false)
  /// Whether the readers have a key that the writer has changed, until the barrier ends.
  let haveOldKey = Atomic<Bool>(false)

  init(_ opening: DatabaseOpening, writer: WriterAccess, own: ReaderQueue) {
    configuration = opening.configuration
    path = opening.path
    self.opening = opening
    self.writer = writer
    self.own = own
    let limit = max(opening.configuration.maximumReaderCount, 1)
    shared = ReaderQueue(opening, writer.source, limit: limit)
  }

  /// A reader held by an access, with the queue to which it is returned.
  struct Lease: Sendable {
    let reader: SerializedConnection
    let queue: ReaderQueue

    func returnLease() { queue.returnLease(reader) }
  }

  func setBarrier(_ isUp: Bool) { isBarrierUp.store(isUp, ordering: .relaxed) }

  /// The number of accesses that wait for a reader.
  var waitingCount: Int { shared.waitingCount + own.waitingCount }

  /// Makes running statements fail.
  func interrupt() {
    shared.interrupt()
    own.interrupt()
  }

  /// Runs a closure with each idle reader, one after the other, without waiting for the others.
  func withIdle<Result>(_ body: (Database) throws -> Result) throws -> [Result] {
    try [shared, own].flatMap { queue in
      let idle = queue.leaseIdle()
      defer { for reader in idle { queue.returnLease(reader) } }
      return try idle.map { try $0.run(readOnly: true, body) }
    }
  }
}

extension ReaderAccess {
  /// The connections that this thread and its task hold.
  private var held: PoolSteps.HeldConnections {
    let isWritingHere = writer.connection.isRunningOnThisThread
    return PoolSteps.HeldConnections(
      isReading: shared.isReadingOnThisThread || own.isReadingOnThisThread,
      isWriting: isWritingHere || writer.isInTransactionOfThisTask,
      isInBarrier: isWritingHere && isBarrierUp.load(ordering: .relaxed)
    )
  }

  /// The connections that the task of an asynchronous access holds; its thread is in no access.
  private var heldByTask: PoolSteps.HeldConnections {
    PoolSteps.HeldConnections(isWriting: writer.isInTransactionOfThisTask)
  }

  private func error(_ refusal: PoolSteps.Refusal) -> DatabaseError {
    let message =
      switch refusal {
      case .readWithinRead:
        "A read was started within another read of the same pool on the same thread: with all readers in use, "
          + "it would wait forever. Pass `db` to where it is needed."
      case .readWithinBarrier:
        "A read was started within a barrier, which blocks all reads. Use the `db` that the closure receives."
      case .barrierWithinRead:
        "Closing the database or a barrier within a read would wait for that read: do it after the read has ended."
      }
    return DatabaseError(code: .nestedAccess, message: message, path: path)
  }

  /// Traps for a step that cannot occur.
  fileprivate func unexpected(_ step: PoolSteps.Step) -> Never {
    preconditionFailure("The steps of an access led to \(step)")
  }
}

// MARK: - Reading

extension ReaderAccess {
  /// Runs an access on this thread when a reader is available.
  func sync<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let held = try lease()
    defer { held.returnLease() }
    return try held.reader.run(readOnly: true, body)
  }

  /// Returns a reader when it is this thread's turn; it has to be returned.
  func lease() throws -> Lease {
    var steps = PoolSteps(.read, held)
    while true {
      switch steps.next(wasFound: false) {
      case .readersImmediately:
        if let grant = try shared.leaseImmediately() { return try makeLease(grant) }
      case .readers: return Lease(reader: try shared.lease(), queue: shared)
      case .ownReader: return Lease(reader: try own.lease(), queue: own)
      case .refuse(let refusal): throw error(refusal)
      case let step: unexpected(step)
      }
    }
  }

  private func makeLease(_ grant: ReaderQueue.Grant) throws -> Lease {
    Lease(reader: try shared.reader(for: grant), queue: shared)
  }

  private func makeLease(_ grant: ReaderQueue.Grant) async throws -> Lease {
    Lease(reader: try await shared.reader(for: grant), queue: shared)
  }

  /// Runs an access on a reader's thread when a reader is available.
  func async<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    var steps = PoolSteps(.read, heldByTask)
    let first = steps.next()
    guard first == .readersImmediately else { return try refuse(first) }
    let grant = try shared.leaseImmediately()
    if case .item(let reader) = grant {
      return try await run(Lease(reader: reader, queue: shared), spins: true, body)
    }
    let next = steps.next(wasFound: grant != nil)
    return try await withTaskExecutorPreference(AccessThreads.shared, isolation: nil) {
      let held =
        if let grant { try await self.makeLease(grant) } else { try await self.wait(for: next) }
      return try await run(held, body)
    }
  }

  private func refuse<Result>(_ step: PoolSteps.Step) throws -> Result {
    guard case .refuse(let refusal) = step else { unexpected(step) }
    throw error(refusal)
  }

  private func wait(for step: PoolSteps.Step) async throws -> Lease {
    switch step {
    case .readers: Lease(reader: try await shared.lease(), queue: shared)
    case .ownReader: Lease(reader: try await own.lease(), queue: own)
    default: unexpected(step)
    }
  }

  private func run<Result: Sendable>(
    _ held: Lease,
    spins: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await held.reader.runAsync(
      readOnly: true,
      spins: spins,
      returnLease: { held.returnLease() },
      body
    )
  }
}

// MARK: - Reading the last commit

extension ReaderAccess {
  /// Runs an access on this thread, in a snapshot that is taken while no one writes.
  func syncAfterLastCommit<Result>(_ body: (Database, Int) throws -> Result) throws -> Result {
    let held: Lease = try takeWriterAndReaders(
      .readLastCommit,
      immediately: { try shared.leaseImmediately().map { try self.makeLease($0) } },
      waiting: { Lease(reader: try shared.lease(), queue: shared) },
      returnLease: { $0.returnLease() }
    )
    defer { held.returnLease() }
    // The writer is returned as soon as the snapshot exists, or if the read failed before.
    var isLeased = true
    defer { if isLeased { writer.returnLease() } }
    return try held.reader.run(readOnly: true) { db in
      try db.snapshotOfLastCommit(writer.source) { db, number in
        isLeased = false
        writer.returnLease()
        return try body(db, number)
      }
    }
  }

  /// Runs an access on a reader's thread, in a snapshot that is taken while no one writes.
  func asyncAfterLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (Database, Int) throws -> Result
  ) async throws -> Result {
    try await AccessStepExecutor.run {
      let held: Lease = try await takeWriterAndReaders(
        .readLastCommit,
        immediately: {
          guard let grant = try shared.leaseImmediately() else { return nil }
          return try await self.makeLease(grant)
        },
        waiting: { Lease(reader: try await shared.lease(), queue: shared) },
        returnLease: { $0.returnLease() }
      )
      // The writer is returned as soon as the snapshot exists, or if the read failed before.
      let lease = OnceAction { [writer] in writer.returnLease() }
      defer { lease.run() }
      let source = writer.source
      return try await run(held) { db in
        try db.snapshotOfLastCommit(source) { db, number in
          lease.run()
          return try body(db, number)
        }
      }
    }
  }
}

// MARK: - The writer together with readers

extension ReaderAccess {
  /// Takes both the writer and readers.
  ///
  /// - Parameters:
  ///   - limit: The maximum time to wait for the writer while the readers are unavailable to
  ///     others; `nil` for no limit.
  ///   - immediately: Takes the readers without waiting.
  ///   - waiting: Waits for the readers.
  ///   - returnLease: Returns the readers if the writer is not available.
  func takeWriterAndReaders<Readers>(
    _ purpose: PoolSteps.Purpose,
    limit: () -> TimeLimit? = { nil },
    immediately: () throws -> Readers?,
    waiting: () throws -> Readers,
    returnLease: (Readers) -> Void
  ) throws -> Readers {
    var steps = PoolSteps(purpose, held)
    var readers: Readers?
    while true {
      switch steps.next(wasFound: readers != nil) {
      case .refuse(let refusal): throw error(refusal)
      case .writer(let isFirst):
        do { try writer.leaseOnThisThread(request(isFirst, limit)) } catch {
          if let readers { returnLease(readers) }
          throw error
        }
      case .readersImmediately:
        do { readers = try immediately() } catch {
          writer.returnLease()
          throw error
        }
      case .returnWriter: writer.returnLease()
      case .readers: readers = try waiting()
      case let step:
        guard let readers else { unexpected(step) }
        return readers
      }
    }
  }

  /// Takes both the writer and readers.
  func takeWriterAndReaders<Readers>(
    _ purpose: PoolSteps.Purpose,
    limit: () -> TimeLimit? = { nil },
    immediately: () async throws -> Readers?,
    waiting: () async throws -> Readers,
    returnLease: (Readers) -> Void
  ) async throws -> Readers {
    var steps = PoolSteps(purpose, heldByTask)
    var readers: Readers?
    while true {
      switch steps.next(wasFound: readers != nil) {
      case .refuse(let refusal): throw error(refusal)
      case .writer(let isFirst):
        do { try await writer.lease(request(isFirst, limit)) } catch {
          if let readers { returnLease(readers) }
          throw error
        }
      case .readersImmediately:
        do { readers = try await immediately() } catch {
          writer.returnLease()
          throw error
        }
      case .returnWriter: writer.returnLease()
      case .readers: readers = try await waiting()
      case let step:
        guard let readers else { unexpected(step) }
        return readers
      }
    }
  }

  /// Returns the request for the writer.
  private func request(_ isFirst: Bool, _ limit: () -> TimeLimit?) -> LeaseRequest {
    guard isFirst else { return LeaseRequest() }
    return limit()?.request(isFirst: true) ?? LeaseRequest(isFirst: true)
  }
}
