import SQLite

extension ReaderAccess {
  /// The readers of a pool, all of which an access has.
  private struct AllReaders {
    var shared: [SerializedConnection]
    var own: [SerializedConnection]
  }

  /// Runs a closure with the writer while nobody reads.
  func withBarrier<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let readers = try takeAll()
    setBarrier(true)
    defer { lift(readers) }
    return try writer.connection.run(readOnly: false, body)
  }

  /// Runs a closure with the writer while nobody reads.
  func withBarrier<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await AccessSteps.run {
      let readers = try await takeAll()
      setBarrier(true)
      defer { lift(readers) }
      return try await writer.connection.runAsync(readOnly: false, giveBack: {}, body)
    }
  }

  /// Closes the readers, and then the writer, once nobody has them.
  ///
  /// Where one cannot be closed, readers are opened again when they are needed.
  ///
  /// - Returns: Whether it was open.
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
    for line in [shared, own] { line.close() }
    writer.finishClosing()
    return true
  }

  private func takeAll() throws -> AllReaders {
    let line = shared
    let shared: [SerializedConnection] = try takeBoth(
      .barrier,
      limit: { limit },
      atOnce: { try line.leaseAtOnce(isBarrier: true).map { line.readers(of: $0) } },
      inTurn: { try line.leaseAll(limit) },
      giveBack: { line.giveBackAll($0) }
    )
    do { return AllReaders(shared: shared, own: try own.leaseAll(limit)) } catch {
      giveBack(shared)
      throw error
    }
  }

  private func takeAll() async throws -> AllReaders {
    let line = shared
    let shared: [SerializedConnection] = try await takeBoth(
      .barrier,
      limit: { limit },
      atOnce: { try line.leaseAtOnce(isBarrier: true).map { line.readers(of: $0) } },
      inTurn: { try await line.leaseAll(limit) },
      giveBack: { line.giveBackAll($0) }
    )
    do { return AllReaders(shared: shared, own: try await own.leaseAll(limit)) } catch {
      giveBack(shared)
      throw error
    }
  }

  private func giveBack(_ shared: [SerializedConnection]) {
    self.shared.giveBackAll(shared)
    writer.giveBack()
  }

  private func lift(_ readers: AllReaders) {
    setBarrier(false)
    own.giveBackAll(readers.own)
    giveBack(readers.shared)
  }

  /// The time that others have to end, from now on.
  private var limit: TimeLimit {
    let time = configuration.barrierTimeout
    return TimeLimit(time) { [path] in
      DatabaseError(
        code: .busy,
        message:
          "Readers of the pool did not end within \(time): an access that needs all of them to be idle gave up.",
        path: path
      )
    }
  }
}
