import DatabaseTypes
public import SQLiteDatabase

/// A connection to a database with a purely asynchronous interface.
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
/// It is a ``DatabaseWriter``, so it can be used wherever a database is expected. It has one
/// connection unless it is made from a pool. Statements of several tasks run one after the other,
/// and none runs between those of another task's transaction. With a pool, reads by
/// ``DatabaseReader/read(_:)`` run concurrently, and see what was committed before.
///
/// The closure of ``transaction(deadline:_:)`` also gets a connection, which is bound to the
/// transaction. A function that takes a `SQLiteConnection` can be called with either.
public final class SQLiteConnection: Sendable {
  /// The location of a database.
  public enum Storage: Sendable, Hashable {
    /// In memory: the database lasts as long as the connection.
    case memory
    /// In a file, which is created if it does not exist.
    case file(path: String)
  }

  let database: any DatabaseWriter & ReadContention
  /// The transaction that this connection is bound to.
  let boundTransaction: DatabaseTransaction?

  init(
    _ database: any DatabaseWriter & ReadContention,
    boundTo transaction: DatabaseTransaction? = nil
  ) {
    self.database = database
    boundTransaction = transaction
  }
}

extension SQLiteConnection {
  /// Creates a connection that shares a queue: closing either closes the database.
  ///
  /// ```swift
  /// let queue = try DatabaseQueue(path: "users.db")
  /// let users = try await SQLiteConnection(queue).query("SELECT name FROM users")
  /// ```
  public convenience init(_ queue: DatabaseQueue) { self.init(queue, boundTo: nil) }

  /// Creates a connection that shares a pool: closing either closes the database.
  ///
  /// Its statements run on the pool's writer, one after the other; ``DatabaseReader/read(_:)`` uses
  /// a reader.
  public convenience init(_ pool: DatabasePool) { self.init(pool, boundTo: nil) }
}

extension SQLiteConnection {
  /// Opens a database, blocking the thread: for initializers that cannot wait, such as an
  /// application's.
  ///
  /// - Parameters:
  ///   - storage: The location of the database.
  ///   - configuration: The configuration to open the database with.
  /// - Throws: ``DatabaseError`` with the reason why the file cannot be opened.
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
  ///   - storage: The location of the database; in memory unless given.
  ///   - configuration: The configuration to open the database with.
  /// - Throws: ``DatabaseError`` with the reason why the file cannot be opened.
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

  /// Waits until no access is ahead, closes the connection, and rejects later accesses with
  /// `.closed`.
  ///
  /// - Throws: ``DatabaseError``, and then the connection stays open; with `.nestedAccess` if it is
  ///   bound to a transaction.
  public func close() async throws {
    try checkUnbound("closed")
    if let queue = database as? DatabaseQueue { return try await queue.closeInTurn() }
    let executor = ConnectionExecutor(label: "LiveSQL.SQLiteConnection.close")
    try await executor.run { [database] in try database.close() }
  }

  /// Throws if the connection is bound to a transaction.
  func checkUnbound(_ use: String) throws {
    guard let boundTransaction else { return }
    try boundTransaction.checkPhase()
    throw DatabaseError(
      code: .nestedAccess,
      message:
        "A connection that is bound to a transaction cannot be \(use): it ends with its transaction.",
      path: path
    )
  }
}

extension SQLiteConnection: ReadContention {
  // It is unknown who waits within a transaction, so assume that reads are waiting.
  package var hasWaitingReads: Bool { boundTransaction != nil || database.hasWaitingReads }
}
