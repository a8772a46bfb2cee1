import DatabaseTypes
import SQLiteDatabase
import WebServer

/// A separate connection for statements that users write.
///
/// A statement can end what an earlier one began: transactions and temporary tables last until it
/// is closed. While the database is open for reading, the connection can write only temporary
/// tables.
struct StatementConsole: Sendable {
  private let database: DatabaseQueue
  private let session: DatabaseSession
  private let permission: ConsolePermission?
  /// The reference that reports its commits as the studio's own.
  private let observation: (any Sendable)?

  /// Opens a connection.
  ///
  /// - Parameter onlyReads: Whether it can only read, even if the studio can write.
  /// - Throws: ``DatabaseError`` if that fails.
  init(_ studio: StudioDatabase, onlyReads: Bool = false) async throws {
    let mayWrite = studio.isWritable && !onlyReads
    var configuration = studio.shared.configuration
    configuration.label = "livesql console"
    configuration.observesExternalChanges = false
    configuration.readOnly = !mayWrite
    database = try DatabaseQueue(path: studio.path, configuration: configuration)
    session = try await DatabaseSession(on: database)
    permission = mayWrite ? nil : ConsolePermission()
    observation = mayWrite ? studio.consoleCommits.observe(database.changeSource) : nil
    guard let permission else { return }
    do { try await session.run { db in try db.setPermission { permission.answer($0) } } } catch {
      await close()
      throw error
    }
  }

  /// Uses the connection.
  ///
  /// - Parameters:
  ///   - limit: The time limit, after which it is interrupted.
  ///   - body: The closure, which runs on a thread that may block.
  /// - Throws: ``TimeLimitReached``, `CancellationError`, or the error of `body`.
  func run<Result: Sendable>(
    within limit: Duration? = nil,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard let limit else { return try await session.run(body) }
    return try await withTimeLimit(limit) { [session] in try await session.run(body) }
  }

  /// The action that was refused since the last call.
  func takeRefused() -> String? { permission?.takeRefused() }

  /// Rolls back an open transaction, and closes the connection.
  func close() async {
    await session.end()
    try? await database.closeInTurn()
  }
}

/// Opens a console for a closure.
func withConsole<Result>(
  _ studio: StudioDatabase,
  onlyReads: Bool = false,
  _ body: (StatementConsole) async throws -> Result
) async throws -> Result {
  let console = try await StatementConsole(studio, onlyReads: onlyReads)
  let result: Result
  do { result = try await body(console) } catch {
    await console.close()
    throw error
  }
  await console.close()
  return result
}
