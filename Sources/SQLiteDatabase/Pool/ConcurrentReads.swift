extension DatabasePool {
  /// Begins a read of the last commit within a write, and returns as soon as its moment is fixed.
  ///
  /// ```swift
  /// try pool.writeWithoutTransaction { db in
  ///   try db.inTransaction { try Player.deleteAll(db); return .commit }
  ///   pool.spawnConcurrentRead { result in
  ///     // No player is there, whatever is written meanwhile.
  ///     let count = Result { try Player.fetchCount(try result.get()) }
  ///   }
  ///   try Player(name: "Ana").insert(db)
  /// }
  /// ```
  ///
  /// - Parameter body: Runs on a reader's thread, beside the writes that follow. It gets an error where no reader can be had,
  ///   outside of an access of the writer, and within a transaction, whose changes no reader sees.
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

  /// Begins a read of the last commit within a write: `spawnConcurrentRead` by its other name.
  public func asyncConcurrentRead(
    _ body: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) { spawnConcurrentRead(body) }

  private func begin(
    _ body: @escaping @Sendable (Result<Database, any Error>) -> Void,
    on loan: ReaderAccess.Loan
  ) throws {
    let start = BlockedThread<Void>()
    loan.reader.executor.enqueue {
      let told = ToldOnce()
      do {
        defer { loan.giveBack() }
        try loan.reader.run(readOnly: true) { db in
          try db.snapshot { db in
            told.note()
            start.resume(.success(()))
            body(.success(db))
          }
        }
      } catch {
        told.unlessTold { start.resume(.failure(error)) }
      }
    }
    try start.wait()
  }

  private func misplaced(_ place: String) -> DatabaseError {
    DatabaseError(
      code: .misuse,
      message:
        "A concurrent read was begun \(place). Begin it in `writeWithoutTransaction`, after a commit.",
      path: path
    )
  }
}

extension DatabaseQueue {
  /// Reads within a write: on the one connection, at once, before it returns.
  ///
  /// - Parameter body: Gets the database, or an error outside of an access of the queue.
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
            "A concurrent read was begun outside of a write. Begin it in `writeWithoutTransaction`.",
          path: path
        )
      )
    )
  }
}
