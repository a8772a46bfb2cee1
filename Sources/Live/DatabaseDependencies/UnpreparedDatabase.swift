package import SQLiteDatabase

/// The default database if none was prepared: each access throws an error that says what to add.
package final class UnpreparedDatabase: DatabaseWriter {
  package static let shared = UnpreparedDatabase()

  package let configuration = Configuration()
  package let path = ""
  package let changeSource = ChangeSource()

  private init() {}

  private func fail() -> DefaultDatabaseError { DefaultDatabaseError() }
}

extension UnpreparedDatabase {
  package func read<Result>(_ body: (Database) throws -> Result) throws -> Result { throw fail() }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result { throw fail() }

  package func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    throw fail()
  }

  package func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result { throw fail() }

  package func write<Result>(_ body: (Database) throws -> Result) throws -> Result { throw fail() }

  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result { throw fail() }

  package func writeWithoutTransaction<Result>(
    _ body: (Database) throws -> Result
  ) throws -> Result { throw fail() }

  package func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result { throw fail() }

  package func barrierWriteWithoutTransaction<Result>(
    _ body: (Database) throws -> Result
  ) throws -> Result { throw fail() }

  package func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result { throw fail() }

  package func transaction<Result>(
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result { throw fail() }

  package func statistics() throws -> DatabaseStatistics { throw fail() }

  package func releaseMemory() throws { throw fail() }

  package func interrupt() {}

  package func close() throws { throw fail() }
}
