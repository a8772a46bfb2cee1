import SQLite
import Synchronization

/// Something that is done once, by whoever comes first.
private final class OneTime: Sendable {
  private let action: @Sendable () -> Void
  private let isDone = Atomic<Bool>(false)

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  func run() {
    if !isDone.exchange(true, ordering: .acquiringAndReleasing) { action() }
  }
}

/// How the accesses of a pool come by readers: as ``PoolSteps`` says.
///
/// State: whether a barrier is up, which only the thread of the barrier's access has to know; who has which connection is
/// in the lines.
final class ReaderAccess: Sendable {
  /// The readers that anybody may have.
  let shared: ReaderLine
  /// The reader for those who have the writer.
  let own: ReaderLine
  let writer: WriterAccess
  let configuration: Configuration
  let path: String
  /// How its connections are opened.
  let opening: DatabaseOpening
  private let isBarrierUp = Atomic<Bool>(false)

  init(_ opening: DatabaseOpening, writer: WriterAccess, own: ReaderLine) {
    configuration = opening.configuration
    path = opening.path
    self.opening = opening
    self.writer = writer
    self.own = own
    let limit = max(opening.configuration.maximumReaderCount, 1)
    shared = ReaderLine(opening, writer.source, limit: limit)
  }

  /// A reader that an access has, and the line to which it goes back.
  struct Loan: Sendable {
    let reader: SerializedConnection
    let line: ReaderLine

    func giveBack() { line.giveBack(reader) }
  }

  func setBarrier(_ isUp: Bool) { isBarrierUp.store(isUp, ordering: .relaxed) }

  /// How many accesses wait for a reader.
  var waitingCount: Int { shared.waitingCount + own.waitingCount }

  /// Makes the statements that run now fail.
  func interrupt() {
    shared.interrupt()
    own.interrupt()
  }

  /// Runs a closure with each reader that nobody uses, one after the other, without waiting for the others.
  func withIdle<Result>(_ body: (Database) throws -> Result) throws -> [Result] {
    try [shared, own].flatMap { line in
      let idle = line.leaseIdle()
      defer { for reader in idle { line.giveBack(reader) } }
      return try idle.map { try $0.run(readOnly: true, body) }
    }
  }
}

extension ReaderAccess {
  /// What this thread has, and its task.
  private var standing: PoolSteps.Standing {
    let isWritingHere = writer.connection.isRunningOnThisThread
    return PoolSteps.Standing(
      isReading: shared.isReadingOnThisThread || own.isReadingOnThisThread,
      isWriting: isWritingHere || writer.isInTransactionOfThisTask,
      isInBarrier: isWritingHere && isBarrierUp.load(ordering: .relaxed)
    )
  }

  /// What a task has that can be suspended, for which no closure of an access runs further up.
  private var standingOfTask: PoolSteps.Standing {
    PoolSteps.Standing(isWriting: writer.isInTransactionOfThisTask)
  }

  private func error(_ refusal: PoolSteps.Refusal) -> DatabaseError {
    let message =
      switch refusal {
      case .readWithinRead:
        "A read was started within another of the same pool on the same thread: with all readers lent it would "
          + "wait for ever. Pass `db` on to where it is needed."
      case .readWithinBarrier:
        "A read was started within a barrier, which keeps all reads waiting. Read with the `db` that it hands out."
      case .barrierWithinRead:
        "The database cannot be closed, and a barrier cannot be had, within a read, which either would wait for: ask "
          + "for it when the read has ended."
      }
    return DatabaseError(code: .nestedAccess, message: message, path: path)
  }

  /// Something that the steps do not lead to.
  fileprivate func unexpected(_ step: PoolSteps.Step) -> Never {
    preconditionFailure("The steps of an access led to \(step)")
  }
}

// MARK: - Reading

extension ReaderAccess {
  /// Runs an access on this thread, when there is a reader.
  func sync<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let loan = try lease()
    defer { loan.giveBack() }
    return try loan.reader.run(readOnly: true, body)
  }

  /// A reader, when it is this thread's turn; it has to be given back.
  func lease() throws -> Loan {
    var steps = PoolSteps(.read, standing)
    while true {
      switch steps.next(wasFound: false) {
      case .readersAtOnce:
        if let grant = try shared.leaseAtOnce() { return try loan(grant) }
      case .readers: return Loan(reader: try shared.lease(), line: shared)
      case .ownReader: return Loan(reader: try own.lease(), line: own)
      case .refuse(let refusal): throw error(refusal)
      case let step: unexpected(step)
      }
    }
  }

  private func loan(_ grant: ReaderLine.Grant) throws -> Loan {
    Loan(reader: try shared.reader(for: grant), line: shared)
  }

  private func loan(_ grant: ReaderLine.Grant) async throws -> Loan {
    Loan(reader: try await shared.reader(for: grant), line: shared)
  }

  /// Runs an access on a reader's thread, when there is a reader.
  func async<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    var steps = PoolSteps(.read, standingOfTask)
    let first = steps.next()
    guard first == .readersAtOnce else { return try refuse(first) }
    let grant = try shared.leaseAtOnce()
    if case .item(let reader) = grant {
      return try await run(Loan(reader: reader, line: shared), looksOut: true, body)
    }
    let next = steps.next(wasFound: grant != nil)
    return try await withTaskExecutorPreference(AccessThreads.shared, isolation: nil) {
      let loan =
        if let grant { try await self.loan(grant) } else { try await self.wait(for: next) }
      return try await run(loan, body)
    }
  }

  private func refuse<Result>(_ step: PoolSteps.Step) throws -> Result {
    guard case .refuse(let refusal) = step else { unexpected(step) }
    throw error(refusal)
  }

  private func wait(for step: PoolSteps.Step) async throws -> Loan {
    switch step {
    case .readers: Loan(reader: try await shared.lease(), line: shared)
    case .ownReader: Loan(reader: try await own.lease(), line: own)
    default: unexpected(step)
    }
  }

  private func run<Result: Sendable>(
    _ loan: Loan,
    looksOut: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await loan.reader.runAsync(
      readOnly: true,
      looksOut: looksOut,
      giveBack: { loan.giveBack() },
      body
    )
  }
}

// MARK: - Reading the last commit

extension ReaderAccess {
  /// Runs an access on this thread, in a snapshot that is taken while nobody writes.
  func syncAfterLastCommit<Result>(_ body: (Database, Int) throws -> Result) throws -> Result {
    let loan: Loan = try takeBoth(
      .readLastCommit,
      atOnce: { try shared.leaseAtOnce().map { try self.loan($0) } },
      inTurn: { Loan(reader: try shared.lease(), line: shared) },
      giveBack: { $0.giveBack() }
    )
    defer { loan.giveBack() }
    // The writer is given back as soon as the snapshot exists, or when the read has failed before.
    var isLent = true
    defer { if isLent { writer.giveBack() } }
    return try loan.reader.run(readOnly: true) { db in
      try db.snapshotOfLastCommit(writer.source) { db, number in
        isLent = false
        writer.giveBack()
        return try body(db, number)
      }
    }
  }

  /// Runs an access on a reader's thread, in a snapshot that is taken while nobody writes.
  func asyncAfterLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (Database, Int) throws -> Result
  ) async throws -> Result {
    try await AccessSteps.run {
      let loan: Loan = try await takeBoth(
        .readLastCommit,
        atOnce: {
          guard let grant = try shared.leaseAtOnce() else { return nil }
          return try await self.loan(grant)
        },
        inTurn: { Loan(reader: try await shared.lease(), line: shared) },
        giveBack: { $0.giveBack() }
      )
      // The writer is given back as soon as the snapshot exists, or when the read has failed before.
      let lease = OneTime { [writer] in writer.giveBack() }
      defer { lease.run() }
      let source = writer.source
      return try await run(loan) { db in
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
  /// Takes the writer together with readers.
  ///
  /// - Parameters:
  ///   - limit: For how long to wait for the writer while the readers are kept from others; `nil` for as long as it takes.
  ///   - atOnce: Takes the readers where nobody has them.
  ///   - inTurn: Waits for the readers.
  ///   - giveBack: Gives the readers back, since the writer cannot be had.
  func takeBoth<Readers>(
    _ purpose: PoolSteps.Purpose,
    limit: () -> TimeLimit? = { nil },
    atOnce: () throws -> Readers?,
    inTurn: () throws -> Readers,
    giveBack: (Readers) -> Void
  ) throws -> Readers {
    var steps = PoolSteps(purpose, standing)
    var readers: Readers?
    while true {
      switch steps.next(wasFound: readers != nil) {
      case .refuse(let refusal): throw error(refusal)
      case .writer(let isFirst):
        do { try writer.leaseOnThisThread(wish(isFirst, limit)) } catch {
          if let readers { giveBack(readers) }
          throw error
        }
      case .readersAtOnce:
        do { readers = try atOnce() } catch {
          writer.giveBack()
          throw error
        }
      case .giveWriterBack: writer.giveBack()
      case .readers: readers = try inTurn()
      case let step:
        guard let readers else { unexpected(step) }
        return readers
      }
    }
  }

  /// Takes the writer together with readers.
  func takeBoth<Readers>(
    _ purpose: PoolSteps.Purpose,
    limit: () -> TimeLimit? = { nil },
    atOnce: () async throws -> Readers?,
    inTurn: () async throws -> Readers,
    giveBack: (Readers) -> Void
  ) async throws -> Readers {
    var steps = PoolSteps(purpose, standingOfTask)
    var readers: Readers?
    while true {
      switch steps.next(wasFound: readers != nil) {
      case .refuse(let refusal): throw error(refusal)
      case .writer(let isFirst):
        do { try await writer.lease(wish(isFirst, limit)) } catch {
          if let readers { giveBack(readers) }
          throw error
        }
      case .readersAtOnce:
        do { readers = try await atOnce() } catch {
          writer.giveBack()
          throw error
        }
      case .giveWriterBack: writer.giveBack()
      case .readers: readers = try await inTurn()
      case let step:
        guard let readers else { unexpected(step) }
        return readers
      }
    }
  }

  /// What is wanted of the line before the writer.
  private func wish(_ isFirst: Bool, _ limit: () -> TimeLimit?) -> LenderWish {
    guard isFirst else { return LenderWish() }
    return limit()?.wish(isFirst: true) ?? LenderWish(isFirst: true)
  }
}
