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
/// State: the readers that exist, guarded by a mutex; the lender guards who has which.
final class ReaderAccess: Sendable {
  private let lender: Lender<SerializedConnection>
  private let readers = Mutex<[SerializedConnection]>([])
  private let opening: DatabaseOpening

  init(_ opening: DatabaseOpening) {
    self.opening = opening
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
    let reader = try reader(for: await lender.lease())
    defer { lender.giveBack(reader) }
    return try await reader.runAsync(readOnly: true, body)
  }

  /// Runs an access on a reader's thread, in a snapshot that is taken while nobody writes.
  func async<Result: Sendable>(
    startingWith writer: WriterAccess,
    _ body: @escaping @Sendable (Database, Int) throws -> Result
  ) async throws -> Result {
    let reader = try await leaseReader(with: writer)
    defer { lender.giveBack(reader) }
    // The writer is given back as soon as the snapshot exists, or when the read has failed before.
    let lease = OneTime { writer.giveBack() }
    defer { lease.run() }
    let source = writer.source
    return try await reader.runAsync(readOnly: true) { db in
      try db.snapshot { db in
        let number = source.lastNumber
        lease.run()
        return try body(db, number)
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
        if let grant = try lender.leaseAtOnce() { return try reader(for: grant) }
      } catch {
        writer.giveBack()
        throw error
      }
      writer.giveBack()
      lender.giveBack(try reader(for: await lender.lease()))
    }
    try await writer.lease()
    do { return try reader(for: await lender.lease()) } catch {
      writer.giveBack()
      throw error
    }
  }

  private func reader(for grant: Lender<SerializedConnection>.Grant) throws -> SerializedConnection
  {
    switch grant {
    case .item(let reader): return reader
    case .permission: return try open()
    case .barrier: preconditionFailure("A reader was asked for and a barrier was given")
    }
  }

  private func open() throws -> SerializedConnection {
    do {
      let label = (opening.configuration.label ?? "LiveSQL.DatabasePool") + ".reader"
      let reader = SerializedConnection(try opening.openReader(), label: label)
      readers.withLock { $0.append(reader) }
      return reader
    } catch {
      lender.giveBack(nil)
      throw error
    }
  }

  private func checkNesting() throws {
    guard readers.withLock({ $0.contains(where: \.isRunningOnThisThread) }) else { return }
    throw DatabaseError(
      code: .nestedAccess,
      message:
        "A read was started within another of the same pool on the same thread: with all readers lent it would "
        + "wait for ever. Pass `db` on to where it is needed.",
      path: opening.path
    )
  }
}

extension ReaderAccess {
  /// Runs a closure while nobody reads.
  func withBarrier<Result>(_ body: () throws -> Result) throws -> Result {
    guard !readers.withLock({ $0.contains(where: \.isRunningOnThisThread) }) else {
      throw DatabaseError(
        code: .nestedAccess,
        message: "A barrier was asked for within a read, which it would wait for.",
        path: opening.path
      )
    }
    let items = try items(lender.lease(isBarrier: true, timeout: timeout))
    defer { lender.liftBarrier(items) }
    return try body()
  }

  /// Runs a closure while nobody reads.
  func withBarrier<Result>(_ body: () async throws -> Result) async throws -> Result {
    let items = try items(await lender.lease(isBarrier: true, timeout: timeout))
    defer { lender.liftBarrier(items) }
    return try await body()
  }

  /// Runs a closure with each reader that nobody uses, one after the other, without waiting for the others.
  func withIdle<Result>(_ body: (Database) throws -> Result) throws -> [Result] {
    let idle = lender.leaseIdle()
    defer { for reader in idle { lender.giveBack(reader) } }
    return try idle.map { try $0.run(readOnly: true, body) }
  }

  /// Closes the readers, once nobody reads.
  func close() throws {
    let items = try items(lender.lease(isBarrier: true, timeout: timeout))
    var kept = items
    defer { lender.liftBarrier(kept) }
    while let reader = kept.last {
      try reader.close()
      kept.removeLast()
      readers.withLock { $0.removeAll { $0 === reader } }
    }
    lender.close(DatabaseError.closed(path: opening.path))
  }

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
