extension DatabasePool {
  /// Begins a read of the last commit within a write, and returns once its snapshot is taken.
  ///
  /// ```swift
  /// try pool.writeWithoutTransaction { db in
  ///   try db.inTransaction { try Player.deleteAll(db); return .commit }
  ///   pool.spawnConcurrentRead { result in
  ///     // The result is 0, whatever is written meanwhile.
  ///     let count = Result { try Player.fetchCount(try result.get()) }
  ///   }
  ///   try Player(name: "Ana").insert(db)
  /// }
  /// ```
  ///
  /// - Parameter body: Runs on a reader's thread, concurrently with the writes that follow. It
  ///   receives an error if no reader is available, outside of an access to the writer, or within a
  ///   transaction, whose changes the reader could not see.
  public func spawnConcurrentRead(
    _ body: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    do {
      guard let isOpen = writer.connection.withRunning({ $0.isInsideTransaction }) else {
        throw misplaced("outside of a write")
      }
      if isOpen { throw misplaced("within a transaction, whose changes it would not see") }
      try begin(body, on: readers.lease())
    } catch { body(.failure(error)) }
  }

  /// Begins a read of the last commit within a write: another name of `spawnConcurrentRead`.
  public func asyncConcurrentRead(
    _ body: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) { spawnConcurrentRead(body) }

  private func begin(
    _ body: @escaping @Sendable (Result<Database, any Error>) -> Void,
    on held: ReaderAccess.Lease
  ) throws {
    let start = BlockedThread<Void>()
    held.reader.executor.enqueue {
      let wasCalled = OnceFlag()
      do {
        defer { held.returnLease() }
        try held.reader.run(readOnly: true) { db in
          try db.snapshot { db in
            wasCalled.set()
            start.resume(.success(()))
            body(.success(db))
          }
        }
      } catch {
        wasCalled.ifUnset { start.resume(.failure(error)) }
      }
    }
    try start.wait()
  }

  private func misplaced(_ place: String) -> DatabaseError {
    DatabaseError(
      code: .misuse,
      message:
        "A concurrent read was started \(place). Start it in `writeWithoutTransaction`, after a commit.",
      path: path
    )
  }
}

extension DatabaseQueue {
  /// Reads within a write, on the only connection, before this returns.
  ///
  /// - Parameter body: Receives the database, or an error outside of an access to the queue.
  public func spawnConcurrentRead(_ body: (Result<Database, any Error>) -> Void) {
    let isRunning: Void? = writer.connection.withRunning { db in
      db.readOnly { body(.success(db)) }
    }
    guard isRunning == nil else { return }
    body(
      .failure(
        DatabaseError(
          code: .misuse,
          message:
            "A concurrent read was started outside of a write. Start it in `writeWithoutTransaction`.",
          path: path
        )
      )
    )
  }
}
