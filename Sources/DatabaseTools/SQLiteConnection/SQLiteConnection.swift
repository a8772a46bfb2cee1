import DatabaseTypes
public import SQLiteDatabase

/// A connection to a database that is used with `await` alone.
///
/// ```swift
/// let connection = try await SQLiteConnection.open(storage: .file(path: "users.db"))
/// try await connection.transaction { conn in
///   try await conn.query("INSERT INTO users (name) VALUES (?)", [.text("Ada")])
/// }
/// let users = try await connection.query("SELECT name FROM users")
/// try await connection.close()
/// ```
///
/// It is a ``DatabaseWriter``, so whatever takes a database takes it. It has one connection unless it is made of a pool.
/// Statements of several tasks run one after the other, and none runs between those of somebody else's transaction; of
/// a pool, reads by ``DatabaseReader/read(_:)`` go on beside them, and see what was committed before.
///
/// The closure of ``transaction(deadline:_:)`` gets a connection too: one that is bound to the transaction. A function
/// that takes a `SQLiteConnection` can be called with either.
public final class SQLiteConnection: Sendable {
  /// Where a database is.
  public enum Storage: Sendable, Hashable {
    /// In memory: it goes with the connection.
    case memory
    /// In a file, which is created where there is none.
    case file(path: String)
  }

  let database: any DatabaseWriter & HasWaiters
  /// The transaction that this connection is bound to.
  let boundTransaction: DatabaseTransaction?

  init(
    _ database: any DatabaseWriter & HasWaiters,
    boundTo transaction: DatabaseTransaction? = nil
  ) {
    self.database = database
    boundTransaction = transaction
  }
}

extension SQLiteConnection {
  /// Makes a connection of a queue, which both then share: closing either closes the database.
  ///
  /// ```swift
  /// let queue = try DatabaseQueue(path: "users.db")
  /// let users = try await SQLiteConnection(queue).query("SELECT name FROM users")
  /// ```
  public convenience init(_ queue: DatabaseQueue) { self.init(queue, boundTo: nil) }

  /// Makes a connection of a pool, which both then share: closing either closes the database.
  ///
  /// Statements that it is asked for run on the pool's writer, one after the other; ``DatabaseReader/read(_:)`` has a reader.
  public convenience init(_ pool: DatabasePool) { self.init(pool, boundTo: nil) }
}

extension SQLiteConnection {
  /// Opens a database, which blocks the thread: for initialisers that cannot wait, such as an application's.
  ///
  /// - Parameters:
  ///   - storage: Where it is; in memory unless given.
  ///   - configuration: How to open and use it.
  /// - Throws: ``DatabaseError`` that says why the file cannot be opened.
  public convenience init(
    storage: Storage,
    configuration: Configuration = Configuration()
  ) throws {
    switch storage {
    case .memory: self.init(try DatabaseQueue(configuration: configuration))
    case .file(let path): self.init(try DatabaseQueue(path: path, configuration: configuration))
    }
  }

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - storage: Where it is; in memory unless given.
  ///   - configuration: How to open and use it.
  /// - Throws: ``DatabaseError`` that says why the file cannot be opened.
  public static func open(
    storage: Storage = .memory,
    configuration: Configuration = Configuration()
  ) async throws -> SQLiteConnection {
    // Opening reads and writes files, which no thread of the cooperative pool should wait for.
    let executor = ConnectionExecutor(label: "LiveSQL.SQLiteConnection.open")
    return try await executor.run {
      try SQLiteConnection(storage: storage, configuration: configuration)
    }
  }

  /// Waits for its turn, closes the connection, and refuses later accesses with `.closed`.
  ///
  /// - Throws: ``DatabaseError``; it is open then. `.misuse` where it is bound to a transaction.
  public func close() async throws {
    try checkUnbound("closed")
    if let queue = database as? DatabaseQueue { return try await queue.closeInTurn() }
    let executor = ConnectionExecutor(label: "LiveSQL.SQLiteConnection.close")
    try await executor.run { [database] in try database.close() }
  }

  /// Throws where the connection is bound to a transaction, or where that has ended.
  func checkUnbound(_ use: String) throws {
    guard let boundTransaction else { return }
    try boundTransaction.checkPhase()
    throw DatabaseError(
      code: .nestedAccess,
      message:
        "A connection that is bound to a transaction cannot be \(use): it goes with its transaction.",
      path: path
    )
  }
}
