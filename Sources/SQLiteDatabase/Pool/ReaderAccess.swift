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

/// The readers of a pool, opened when they are needed, and the line of those who want one.
///
/// State: the readers that exist, guarded by a mutex; the lender guards who has which; whether a barrier is up, which only
/// the thread of the barrier's access has to know.
final class ReaderAccess: Sendable {
  private let lender: Lender<SerializedConnection>
  private let readers = Mutex<[SerializedConnection]>([])
  private let isBarrierUp = Atomic<Bool>(false)
  private let opening: DatabaseOpening
  private let writer: SerializedConnection

  init(_ opening: DatabaseOpening, writer: SerializedConnection) {
    self.opening = opening
    self.writer = writer
    lender = Lender(limit: max(opening.configuration.maximumReaderCount, 1))
  }

  /// Runs an access on this thread, when there is a reader.
  func sync<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkNesting()
    let reader = try reader(for: lender.lease())
    defer { lender.giveBack(reader) }
    return try reader.run(readOnly: true, body)
  }

  /// Runs an access on a reader's thread, when there is a reader.
  func async<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let grant = try lender.leaseAtOnce()
    if case .item(let reader) = grant { return try await run(reader, body) }
    return try await AccessSteps.run {
      let turn = if let grant { grant } else { try await lender.lease() }
      let reader = try await reader(for: turn)
      return try await run(reader, body)
    }
  }

  private func run<Result: Sendable>(
    _ reader: SerializedConnection,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await reader.runAsync(
      readOnly: true,
      giveBack: { [lender] in lender.giveBack(reader) },
      body
    )
  }

  /// Runs an access on this thread, in a snapshot that is taken while nobody writes.
  func sync<Result>(
    startingWith writer: WriterAccess,
    _ body: (Database, Int) throws -> Result
  ) throws -> Result {
    try checkNesting()
    let reader = try leaseReaderOnThisThread(with: writer)
    defer { lender.giveBack(reader) }
    // The writer is given back as soon as the snapshot exists, or when the read has failed before.
    var isLent = true
    defer { if isLent { writer.giveBack() } }
    return try reader.run(readOnly: true) { db in
      try db.snapshot { db in
        let number = writer.source.lastNumber
        isLent = false
        writer.giveBack()
        return try body(db, number)
      }
    }
  }

  /// Takes the writer and a reader, as ``leaseReader(with:)`` does.
  private func leaseReaderOnThisThread(with writer: WriterAccess) throws -> SerializedConnection {
    for attempt in 0...16 {
      try writer.leaseOnThisThread()
      do {
        if attempt == 16 { return try reader(for: lender.lease()) }
        if let grant = try lender.leaseAtOnce() { return try reader(for: grant) }
      } catch {
        writer.giveBack()
        throw error
      }
      writer.giveBack()
      lender.giveBack(try reader(for: lender.lease()))
    }
    throw nestedError("No reader was lent.")
  }

  /// Runs an access on a reader's thread, in a snapshot that is taken while nobody writes.
  func async<Result: Sendable>(
    startingWith writer: WriterAccess,
    _ body: @escaping @Sendable (Database, Int) throws -> Result
  ) async throws -> Result {
    try await AccessSteps.run {
      let reader = try await leaseReader(with: writer)
      // The writer is given back as soon as the snapshot exists, or when the read has failed before.
      let lease = OneTime { writer.giveBack() }
      defer { lease.run() }
      let source = writer.source
      return try await run(reader) { db in
        try db.snapshot { db in
          let number = source.lastNumber
          lease.run()
          return try body(db, number)
        }
      }
    }
  }

  /// Takes the writer and a reader.
  ///
  /// Writes are not to wait for reads, so the writer is not kept while all readers are lent, save after many tries.
  private func leaseReader(with writer: WriterAccess) async throws -> SerializedConnection {
    for _ in 0..<16 {
      try await writer.lease()
      do {
        if let grant = try lender.leaseAtOnce() { return try await reader(for: grant) }
      } catch {
        writer.giveBack()
        throw error
      }
      writer.giveBack()
      lender.giveBack(try await reader(for: lender.lease()))
    }
    try await writer.lease()
    do { return try await reader(for: lender.lease()) } catch {
      writer.giveBack()
      throw error
    }
  }

  private func reader(for grant: Lender<SerializedConnection>.Grant) throws -> SerializedConnection
  {
    if let reader = reader(of: grant) { return reader }
    let executor = ConnectionExecutor(label: label)
    do { return try open(executor) } catch {
      lender.giveBack(nil)
      throw error
    }
  }

  /// Opens a reader on the thread that will be its own: it reads the file and waits for locks.
  private func reader(for grant: Lender<SerializedConnection>.Grant) async throws
    -> SerializedConnection
  {
    if let reader = reader(of: grant) { return reader }
    let executor = ConnectionExecutor(label: label)
    do { return try await executor.run { [self] in try open(executor) } } catch {
      lender.giveBack(nil)
      throw error
    }
  }

  /// The reader that was granted, where it was not the permission to open one.
  private func reader(of grant: Lender<SerializedConnection>.Grant) -> SerializedConnection? {
    switch grant {
    case .item(let reader): return reader
    case .permission: return nil
    case .barrier: preconditionFailure("A reader was asked for and a barrier was given")
    }
  }

  private func open(_ executor: ConnectionExecutor) throws -> SerializedConnection {
    let reader = SerializedConnection(try opening.openReader(), executor: executor)
    readers.withLock { $0.append(reader) }
    return reader
  }

  private var label: String {
    (opening.configuration.label ?? "LiveSQL.DatabasePool") + ".reader"
  }

  private var isReadingOnThisThread: Bool {
    readers.withLock { $0.contains(where: \.isRunningOnThisThread) }
  }

  private func checkNesting() throws {
    if isReadingOnThisThread {
      throw nestedError(
        "A read was started within another of the same pool on the same thread: with all readers lent it would "
          + "wait for ever. Pass `db` on to where it is needed."
      )
    }
    if isBarrierUp.load(ordering: .relaxed), writer.isRunningOnThisThread {
      throw nestedError(
        "A read was started within a barrier, which keeps all reads waiting. Read with the `db` that it hands out."
      )
    }
  }

  private func nestedError(_ message: String) -> DatabaseError {
    DatabaseError(code: .nestedAccess, message: message, path: opening.path)
  }
}

extension ReaderAccess {
  /// Runs a closure while nobody reads.
  func withBarrier<Result>(_ body: () throws -> Result) throws -> Result {
    if isReadingOnThisThread {
      throw nestedError(
        "A barrier was asked for within a read, which it would wait for. Ask for it when the read has ended."
      )
    }
    let items = try items(lender.leaseAll(timeout: timeout))
    isBarrierUp.store(true, ordering: .relaxed)
    defer { lift(items) }
    return try body()
  }

  /// Runs a closure while nobody reads.
  func withBarrier<Result>(_ body: () async throws -> Result) async throws -> Result {
    let items = try items(await lender.leaseAll(timeout: timeout))
    isBarrierUp.store(true, ordering: .relaxed)
    defer { lift(items) }
    return try await body()
  }

  /// Runs a closure with each reader that nobody uses, one after the other, without waiting for the others.
  func withIdle<Result>(_ body: (Database) throws -> Result) throws -> [Result] {
    let idle = lender.leaseIdle()
    defer { for reader in idle { lender.giveBack(reader) } }
    return try idle.map { try $0.run(readOnly: true, body) }
  }

  private func lift(_ items: [SerializedConnection]) {
    isBarrierUp.store(false, ordering: .relaxed)
    lender.liftBarrier(items)
  }

  /// Closes the readers, once nobody reads, and then the writer.
  ///
  /// Where the writer cannot be closed, readers are opened again when they are needed.
  func close(andThen closeWriter: () throws -> Void) throws {
    if isReadingOnThisThread {
      throw nestedError(
        "The database cannot be closed within a read: close it when the read has ended."
      )
    }
    var kept = try items(lender.leaseAll(timeout: timeout))
    defer { lender.liftBarrier(kept) }
    while let reader = kept.last {
      try reader.close()
      kept.removeLast()
      readers.withLock { $0.removeAll { $0 === reader } }
    }
    try closeWriter()
    lender.close(DatabaseError.closed(path: opening.path))
  }

  /// How many accesses wait for a reader.
  var waitingCount: Int { lender.waitingCount }

  /// Makes the statements that run now fail.
  func interrupt() {
    for reader in readers.withLock({ $0 }) { reader.interrupt() }
  }

  private var timeout: (Duration, DatabaseError) {
    (
      opening.configuration.barrierTimeout,
      DatabaseError(
        code: .busy,
        message:
          "Readers of the pool did not end within \(opening.configuration.barrierTimeout): an access that needs "
          + "all of them to be idle gave up.",
        path: opening.path
      )
    )
  }

  private func items(_ grant: Lender<SerializedConnection>.Grant) -> [SerializedConnection] {
    guard case .barrier(let items) = grant else {
      preconditionFailure("A barrier was asked for and a reader was given")
    }
    return items
  }
}
