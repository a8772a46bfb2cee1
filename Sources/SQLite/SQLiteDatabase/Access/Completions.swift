import DatabaseTypes
import SQLite

/// Accesses that return immediately and report their result to a closure, for code without `await`.
extension DatabaseReader {
  /// Schedules a read in one transaction, and returns immediately.
  ///
  /// - Parameter body: Runs on the connection's thread, with the database, or with an error if the
  ///   access failed.
  public func asyncRead(_ body: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    // The task ends when the closure has run.
    Task.detached { [self] in await AsyncAccess.run(body) { try await read($0) } }
  }

  /// Schedules a read without a transaction, and returns immediately.
  ///
  /// Without a transaction, two statements may see different states of the database.
  ///
  /// - Parameter body: Runs on the connection's thread, with the database, or with an error if the
  ///   access failed.
  public func asyncUnsafeRead(_ body: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    // The task ends when the closure has run.
    Task.detached { [self] in await AsyncAccess.run(body) { try await unsafeRead($0) } }
  }
}

extension DatabaseWriter {
  /// Schedules a write in one transaction, and returns immediately.
  ///
  /// ```swift
  /// database.asyncWrite { db in
  ///   try Player(name: "Ana").insert(db)
  /// } completion: { db, result in
  ///   if case .failure(let error) = result { print(error) }
  /// }
  /// ```
  ///
  /// Writes requested by one thread are performed in the order of the requests.
  ///
  /// - Parameters:
  ///   - body: The writes.
  ///   - completion: Runs on the writer's thread when the transaction has ended, before any other
  ///     write. It receives the result of `body`, or the error that rolled the transaction back. If
  ///     the database is closed, it receives a closed database.
  public func asyncWrite<Value>(
    _ body: @escaping @Sendable (Database) throws -> Value,
    completion: @escaping @Sendable (Database, Result<Value, any Error>) -> Void
  ) {
    asyncAccess { [self] in
      let wasCalled = OnceFlag()
      do {
        try writeWithoutTransaction { db in
          let result = Result { try db.transaction(.immediate) { try body(db) } }
          wasCalled.set()
          completion(db, result)
        }
      } catch {
        wasCalled.ifUnset {
          AsyncAccess.withClosedDatabase(self) { completion($0, .failure(error)) }
        }
      }
    }
  }

  /// Schedules an access to the writer without a transaction, and returns immediately.
  ///
  /// Accesses requested by one thread are performed in the order of the requests. If the database
  /// is closed, the closure does not run, and the error is logged.
  ///
  /// - Parameter body: Runs on the writer's thread.
  public func asyncWriteWithoutTransaction(_ body: @escaping @Sendable (Database) -> Void) {
    asyncAccess { [self] in
      do { try writeWithoutTransaction { db in body(db) } } catch {
        configuration.log(.error, "An asynchronous access failed: \(error)")
      }
    }
  }

  /// Schedules an access to the writer without a transaction and without concurrent reads.
  ///
  /// It returns immediately.
  ///
  /// - Parameter body: Runs on the writer's thread, with the database, or with an error if the
  ///   access failed.
  public func asyncBarrierWriteWithoutTransaction(
    _ body: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    asyncAccess { [self] in
      AsyncAccess.run(body) { try barrierWriteWithoutTransaction($0) }
    }
  }

  /// Runs a blocking access on a thread of the database, in order.
  private func asyncAccess(_ access: @escaping @Sendable () -> Void) {
    let queue = changeSource.attachment { AsyncAccess.Queue() }
    queue.executor.enqueue(access)
  }
}

/// The shared implementation of accesses that report their result to a closure.
private enum AsyncAccess {
  /// The thread that performs scheduled writes one after the other.
  final class Queue: Sendable {
    let executor = ConnectionExecutor(label: "LiveSQL.asynchronous")
  }

  typealias Body = @Sendable (Result<Database, any Error>) -> Void

  /// Calls a closure exactly once: with the database of an access, or with its error.
  static func run(
    _ body: @escaping Body,
    _ access: (@escaping @Sendable (Database) -> Void) async throws -> Void
  ) async {
    let wasCalled = OnceFlag()
    do {
      try await access { db in
        wasCalled.set()
        body(.success(db))
      }
    } catch { wasCalled.ifUnset { body(.failure(error)) } }
  }

  /// Calls a closure exactly once: with the database of an access, or with its error.
  static func run(_ body: @escaping Body, _ access: ((Database) -> Void) throws -> Void) {
    let wasCalled = OnceFlag()
    do {
      try access { db in
        wasCalled.set()
        body(.success(db))
      }
    } catch { wasCalled.ifUnset { body(.failure(error)) } }
  }

  /// Calls a closure with a closed database, to stand in for the writer that is closed.
  static func withClosedDatabase(_ writer: any DatabaseWriter, _ body: (Database) -> Void) {
    do {
      let connection = try Connection(path: ":memory:")
      let database = try Database(connection, configuration: writer.configuration, source: nil)
      database.releaseStatements()
      try connection.close()
      body(database)
    } catch {
      writer.configuration.log(.error, "An asynchronous access could not report its end: \(error)")
    }
  }
}
