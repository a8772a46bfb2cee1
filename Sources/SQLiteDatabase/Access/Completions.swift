import SQLite

/// Accesses that return at once and tell a closure what came of them, for code without `await`.
extension DatabaseReader {
  /// Reads soon, in one transaction, and returns at once.
  ///
  /// - Parameter body: Runs on the connection's thread, with the database, or with the error for which there is none.
  public func asyncRead(_ body: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    // Ends when the closure has run.
    Task.detached { [self] in await AsyncAccess.run(body) { try await read($0) } }
  }

  /// Reads soon, without a transaction, and returns at once: two statements may see different moments.
  ///
  /// - Parameter body: Runs on the connection's thread, with the database, or with the error for which there is none.
  public func asyncUnsafeRead(_ body: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    // Ends when the closure has run.
    Task.detached { [self] in await AsyncAccess.run(body) { try await unsafeRead($0) } }
  }
}

extension DatabaseWriter {
  /// Writes soon, in one transaction, and returns at once.
  ///
  /// ```swift
  /// database.asyncWrite { db in
  ///   try Player(name: "Ana").insert(db)
  /// } completion: { db, result in
  ///   if case .failure(let error) = result { print(error) }
  /// }
  /// ```
  ///
  /// What one thread asks for is done in the order in which it asks.
  ///
  /// - Parameters:
  ///   - body: What to write.
  ///   - completion: Runs on the writer's thread when the transaction has ended, before anybody else writes, with what `body`
  ///     returned or why it was rolled back. Where the database is closed, its database is a closed one.
  public func asyncWrite<Value>(
    _ body: @escaping @Sendable (Database) throws -> Value,
    completion: @escaping @Sendable (Database, Result<Value, any Error>) -> Void
  ) {
    asyncAccess { [self] in
      let told = ToldOnce()
      do {
        try writeWithoutTransaction { db in
          let result = Result { try db.transaction(.immediate) { try body(db) } }
          told.note()
          completion(db, result)
        }
      } catch {
        told.unlessTold { AsyncAccess.withClosedDatabase(self) { completion($0, .failure(error)) } }
      }
    }
  }

  /// Uses the writer soon, without a transaction, and returns at once.
  ///
  /// What one thread asks for is done in the order in which it asks. Where the database is closed nothing runs, and the logger
  /// is told.
  ///
  /// - Parameter body: Runs on the writer's thread.
  public func asyncWriteWithoutTransaction(_ body: @escaping @Sendable (Database) -> Void) {
    asyncAccess { [self] in
      do { try writeWithoutTransaction { db in body(db) } } catch {
        configuration.log(.error, "An asynchronous access failed: \(error)")
      }
    }
  }

  /// Uses the writer soon, without a transaction, while nobody reads, and returns at once.
  ///
  /// - Parameter body: Runs on the writer's thread, with the database, or with the error for which there is none.
  public func asyncBarrierWriteWithoutTransaction(
    _ body: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    asyncAccess { [self] in
      AsyncAccess.run(body) { try barrierWriteWithoutTransaction($0) }
    }
  }

  /// Runs an access that blocks its thread on one of the database's own, in turn.
  private func asyncAccess(_ access: @escaping @Sendable () -> Void) {
    let line = changeSource.attachment { AsyncAccess.Line() }
    line.executor.enqueue(access)
  }
}

/// What accesses have in common that tell a closure what came of them.
private enum AsyncAccess {
  /// The thread on which writes are made one after the other that nobody waits for.
  final class Line: Sendable {
    let executor = ConnectionExecutor(label: "LiveSQL.asynchronous")
  }

  typealias Body = @Sendable (Result<Database, any Error>) -> Void

  /// Calls a closure once: with the database of an access, or with the error for which there is none.
  static func run(
    _ body: @escaping Body,
    _ access: (@escaping @Sendable (Database) -> Void) async throws -> Void
  ) async {
    let told = ToldOnce()
    do {
      try await access { db in
        told.note()
        body(.success(db))
      }
    } catch { told.unlessTold { body(.failure(error)) } }
  }

  /// Calls a closure once: with the database of an access, or with the error for which there is none.
  static func run(_ body: @escaping Body, _ access: ((Database) -> Void) throws -> Void) {
    let told = ToldOnce()
    do {
      try access { db in
        told.note()
        body(.success(db))
      }
    } catch { told.unlessTold { body(.failure(error)) } }
  }

  /// Calls a closure with a database that refuses to work, since the one that was meant is closed.
  static func withClosedDatabase(_ writer: any DatabaseWriter, _ body: (Database) -> Void) {
    do {
      let connection = try Connection(path: ":memory:")
      let database = try Database(connection, configuration: writer.configuration, source: nil)
      database.releaseStatements()
      try connection.close()
      body(database)
    } catch {
      writer.configuration.log(.error, "An asynchronous access could not tell of its end: \(error)")
    }
  }
}
