import SQLite
import Synchronization

extension ReaderAccess {
  /// All readers of a pool, held by one access.
  private struct AllReaders {
    var shared: [SerializedConnection]
    var own: [SerializedConnection]
  }

  /// Runs a closure with the writer while no reads are running.
  func withBarrier<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let readers = try takeAll()
    setBarrier(true)
    defer { lift(readers) }
    return try writer.connection.run(readOnly: false) { db in
      defer { noteKey(of: db) }
      return try body(db)
    }
  }

  /// Runs a closure with the writer while no reads are running.
  func withBarrier<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await AccessStepExecutor.run {
      let readers = try await takeAll()
      setBarrier(true)
      defer { lift(readers) }
      return try await writer.connection.runAsync(readOnly: false, returnLease: {}) { [self] db in
        defer { noteKey(of: db) }
        return try body(db)
      }
    }
  }

  /// Closes the readers and then the writer, once no one holds them.
  ///
  /// If one of them cannot be closed, readers are opened again when they are needed.
  ///
  /// - Returns: Whether the pool was open.
  func close() throws -> Bool {
    var readers: AllReaders
    do { readers = try takeAll() } catch let error as DatabaseError where error.code == .closed {
      return false
    }
    do {
      try shared.closeAll(&readers.shared)
      try own.closeAll(&readers.own)
      try writer.connection.close()
    } catch {
      lift(readers)
      throw error
    }
    for queue in [shared, own] { queue.close() }
    writer.finishClosing()
    return true
  }

  private func takeAll() throws -> AllReaders {
    let queue = shared
    let shared: [SerializedConnection] = try takeWriterAndReaders(
      .barrier,
      limit: { limit },
      immediately: { try queue.leaseImmediately(isBarrier: true).map { queue.readers(of: $0) } },
      waiting: { try queue.leaseAll(limit) },
      returnLease: { queue.returnAll($0) }
    )
    do { return AllReaders(shared: shared, own: try own.leaseAll(limit)) } catch {
      returnLease(shared)
      throw error
    }
  }

  private func takeAll() async throws -> AllReaders {
    let queue = shared
    let shared: [SerializedConnection] = try await takeWriterAndReaders(
      .barrier,
      limit: { limit },
      immediately: { try queue.leaseImmediately(isBarrier: true).map { queue.readers(of: $0) } },
      waiting: { try await queue.leaseAll(limit) },
      returnLease: { queue.returnAll($0) }
    )
    do { return AllReaders(shared: shared, own: try await own.leaseAll(limit)) } catch {
      returnLease(shared)
      throw error
    }
  }

  private func returnLease(_ shared: [SerializedConnection]) {
    self.shared.returnAll(shared)
    writer.returnLease()
  }

  /// Notes whether the readers have to be opened again with another key.
  private func noteKey(of writer: Database) {
    guard writer.haveReadersOldKey else { return }
    writer.haveReadersOldKey = false
    haveOldKey.store(true, ordering: .sequentiallyConsistent)
  }

  private func lift(_ readers: AllReaders) {
    var readers = readers
    if haveOldKey.exchange(false, ordering: .sequentiallyConsistent) {
      // A reader that cannot be closed fails at its next read.
      try? shared.closeAll(&readers.shared)
      try? own.closeAll(&readers.own)
    }
    setBarrier(false)
    own.returnAll(readers.own)
    returnLease(readers.shared)
  }

  /// The time in which other accesses have to end, starting now.
  private var limit: TimeLimit {
    let time = configuration.barrierTimeout
    return TimeLimit(time) { [path] in
      DatabaseError(
        code: .busy,
        message:
          "An access that needs all readers to be idle gave up, because reads did not end within \(time). "
          + "Shorten the reads, or raise `Configuration.barrierTimeout`.",
        path: path
      )
    }
  }
}
