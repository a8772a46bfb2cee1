import CPostgreSQL
import DatabaseTypes

/// A connection to a PostgreSQL server.
///
/// A connection is used by one thread at a time, and its calls block that thread until the server
/// has answered. Only ``PostgresCancellation/cancel(within:)`` may be called meanwhile.
///
/// ```swift
/// let connection = try PostgresConnection(PostgresConfiguration("postgres:///shop"))
/// let rows = try connection.execute("SELECT id, title FROM items WHERE price < $1", [10])
/// let titles = try rows.map { row in try row.decode(String.self, at: 1) }
/// ```
///
/// The session's time zone is UTC. Text is UTF-8.
///
/// https://www.postgresql.org/docs/current/libpq.html
@safe
public final class PostgresConnection {
  /// The operation that is unfinished between two calls.
  enum Activity {
    case idle, streaming, pipelining, copying
  }

  /// The connection; `nil` after it was closed.
  private var pointer: OpaquePointer?
  /// The unfinished operation; a connection can do only one thing at a time.
  var activity = Activity.idle
  /// The statements that the server has prepared.
  var statements: StatementCache
  /// The number of statements sent.
  var sentCount = 0
  /// The number of frames, one in another, whose statements take effect together.
  var frameDepth = 0
  /// The command that began the current transaction, if ``begin(_:)`` ran it.
  var opening: TransactionOpening?
  /// What of the current transaction, or the one before, the server was not asked or has not
  /// answered.
  var joined = JoinedTransaction()
  /// The number of times that a prepared statement was found to be older than the schema.
  package var staleStatementCount = 0
  /// The facts that users of the connection have learned about the database, by key.
  ///
  /// They are discarded with the connection.
  package var knowledge: [ObjectIdentifier: AnyObject] = [:]
  /// The types that this server has in addition to the built-in ones.
  var types: [UInt32: PostgresType] = [:]
  /// The size of the server's log segments, once it has been queried.
  var logSegmentSize: UInt64?
  /// The watchdog that closes the connection if the server does not answer in time.
  var watch: AnswerWatch?
  /// The buffer into which parameters are encoded.
  let parameters = ParameterBuffer()
  /// Whether to refuse further statements; checked before each statement.
  ///
  /// The server can only cancel what it is doing, and between two statements it does nothing.
  package var isInterrupted: (@Sendable () -> Bool)?
  /// Receives each statement before it is sent; see ``recordingStatements(_:)``.
  var onStatement: ((String) -> Void)?
  private let notices: NoticeReceiver
  /// Cancels what the connection is doing; may be used by any thread.
  public let cancellation: PostgresCancellation

  /// Opens a connection.
  ///
  /// It blocks until the server has accepted the role, or the configuration's time is over.
  ///
  /// - Throws: ``PostgresError``, of the class ``SQLState/Class/connectionException`` if there is
  ///   no server, no libpq or no permission. libpq reports no code before a session has begun, so
  ///   only the message distinguishes them.
  public convenience init(_ configuration: PostgresConfiguration) throws(PostgresError) {
    try self.init(configuration, keywords: [])
  }

  init(_ configuration: PostgresConfiguration, keywords further: [(name: String, value: String)])
    throws(PostgresError)
  {
    let keywords = try ConnectionKeywords(configuration).appending(further)
    let opened = unsafe keywords.withPointers { unsafe livesql_PQconnectdbParams($0, $1, 1) }
    guard let opened = unsafe opened else { throw .lost("libpq ran out of memory.") }
    guard unsafe livesql_PQstatus(opened) == Int32(LIVESQL_CONNECTION_OK) else {
      let message = unsafe livesql_PQerrorMessage(opened).map { unsafe String(cString: $0) } ?? ""
      unsafe livesql_PQfinish(opened)
      throw .refused(keywords.withoutSecrets(message))
    }
    unsafe pointer = opened
    statements = StatementCache(limit: configuration.preparedStatementLimit)
    cancellation = unsafe PostgresCancellation(opened)
    notices = NoticeReceiver(configuration.onNotice)
    unsafe notices.receive(from: opened)
    try answering(within: max(configuration.connectTimeout ?? .seconds(3_600), .seconds(2))) {
      () throws(PostgresError) in try prepareSession(configuration)
    }
  }

  deinit { close() }

  /// Closes the connection; the server rolls back uncommitted changes.
  ///
  /// Closing it again has no effect.
  public func close() {
    cancellation.invalidate()
    guard let handle = unsafe pointer else { return }
    unsafe pointer = nil
    unsafe livesql_PQfinish(handle)
  }

  /// Whether the connection has not been closed, and is not known to be lost.
  public var isOpen: Bool {
    if notices.saysEnd { return false }
    return unsafe pointer.map { unsafe livesql_PQstatus($0) == Int32(LIVESQL_CONNECTION_OK) }
      ?? false
  }

  /// Returns whether the connection is open, judging by what the server has already sent.
  ///
  /// It neither contacts the server nor waits. It notices a session that the server has ended, but
  /// not a broken network.
  public func isStillOpen() -> Bool {
    guard activity == .idle, let handle = unsafe pointer else { return isOpen }
    // A socket that was closed is always readable, up to its end.
    while isOpen,
      SocketWait.untilReadable(unsafe livesql_PQsocket(handle), deadline: .now) == .readable
    {
      guard unsafe livesql_PQconsumeInput(handle) == 1 else { return false }
    }
    unsafe readEnding(handle)
    // The server says why it ends a session a moment before it closes the connection. This parses
    // what has arrived.
    _ = unsafe livesql_PQisBusy(handle)
    return isOpen
  }

  /// Returns the handle of the open connection.
  ///
  /// - Throws: ``PostgresError`` after the connection was closed.
  func handle() throws(PostgresError) -> OpaquePointer {
    guard let pointer = unsafe pointer else { throw .closed }
    return unsafe pointer
  }

  /// Whether ``close()`` was called.
  var isClosed: Bool { unsafe pointer == nil }

  /// Returns the handle of the open connection for an operation that needs it exclusively.
  ///
  /// A transaction that is yet to begin has begun when it returns.
  ///
  /// - Parameters:
  ///   - sql: The statement, for the error.
  ///   - isQuery: Whether the operation only reads, so that `COMMIT` cannot fail because of it.
  /// - Throws: ``PostgresError`` after the connection was closed, and while rows, a pipeline or a
  ///   copy are unfinished, because libpq would discard them.
  func idleHandle(for sql: String? = nil, isQuery: Bool = false) throws(PostgresError)
    -> OpaquePointer
  {
    let handle = try unsafe freeHandle(for: sql)
    try settle()
    if let opening = joined.opening { try begin(opening) }
    if !isQuery { joined.hasOnlyQueried = false }
    return unsafe handle
  }

  /// Returns the handle of the open connection, as ``idleHandle(for:isQuery:)`` does, but leaves a
  /// transaction as it is that is yet to begin, and an answer to `COMMIT` that was not read.
  func freeHandle(for sql: String?) throws(PostgresError) -> OpaquePointer {
    if let isInterrupted, isInterrupted() { throw .interrupted(sql) }
    if let failure = joined.failure { throw failure.error }
    switch activity {
    case .idle: return try unsafe handle()
    case .streaming:
      throw .misuse("Rows of another statement are still being read on this connection.", sql: sql)
    case .pipelining: throw .misuse("The connection is in a pipeline.", sql: sql)
    case .copying: throw .misuse("The connection is copying rows.", sql: sql)
    }
  }
}

extension PostgresConnection {
  /// Applies the settings that each session needs; asks the server only if they are not in effect.
  private func prepareSession(_ configuration: PostgresConfiguration) throws(PostgresError) {
    var commands: [String] = []
    func want(_ name: String, _ value: String, _ isAlready: (String) -> Bool) {
      if !(parameter(name).map(isAlready) ?? false) { commands.append("SET \(name) = '\(value)'") }
    }
    want("TimeZone", "UTC") { $0 == "UTC" }
    want("DateStyle", "ISO") { $0.hasPrefix("ISO") }
    want("IntervalStyle", "postgres") { $0 == "postgres" }
    want("standard_conforming_strings", "on") { $0 == "on" }
    // The server does not report these settings. They change how values are parsed and printed as
    // text.
    commands += [
      "SET extra_float_digits = 1", "SET bytea_output = 'hex'", "SET array_nulls = on",
      "SET quote_all_identifiers = off",
    ]
    if let timeout = configuration.statementTimeout {
      commands.append("SET statement_timeout = \(max(1, timeout.wholeMilliseconds))")
    }
    if !commands.isEmpty { try run(commands.joined(separator: "; ")) }
  }

  /// Returns a setting that the server reports on its own; `nil` for other settings.
  ///
  /// An example is `server_encoding`.
  ///
  /// https://www.postgresql.org/docs/current/libpq-status.html
  public func parameter(_ name: String) -> String? {
    guard let handle = try? unsafe self.handle() else { return nil }
    return unsafe livesql_PQparameterStatus(handle, name).map { unsafe String(cString: $0) }
  }

  /// The server's version, such as 150018 for 15.18; 0 after the connection was closed.
  public var serverVersion: Int {
    guard let handle = try? unsafe self.handle() else { return 0 }
    return Int(unsafe livesql_PQserverVersion(handle))
  }

  /// The process ID of the session on the server; 0 after the connection was closed.
  public var processID: Int32 {
    guard let handle = try? unsafe self.handle() else { return 0 }
    return unsafe livesql_PQbackendPID(handle)
  }

  /// Whether the connection is encrypted.
  public var isEncrypted: Bool {
    guard let handle = try? unsafe self.handle() else { return false }
    return unsafe livesql_PQsslInUse(handle) != 0
  }
}

/// The transaction status of a connection.
///
/// https://www.postgresql.org/docs/current/libpq-status.html#LIBPQ-PQTRANSACTIONSTATUS
public enum PostgresTransactionStatus: Int32, Sendable, Hashable {
  /// No transaction is open.
  case idle
  /// A command is running.
  case active
  /// A transaction is open.
  case inTransaction
  /// An error has aborted the transaction, so only a rollback is accepted.
  case inFailedTransaction
  /// The connection is closed or lost.
  case unknown
}

extension PostgresConnection {
  /// The transaction status of the connection, without contacting the server.
  ///
  /// In a read, it is `inTransaction` already before the first query, with which the transaction
  /// begins.
  public var transactionStatus: PostgresTransactionStatus {
    if joined.opening == nil { _ = try? settle() }
    let status = libpqStatus
    if status == .unknown { return status }
    if joined.opening != nil { return .inTransaction }
    // What follows must not run outside of the transaction that did not begin.
    return joined.failure != nil && status == .idle ? .inFailedTransaction : status
  }

  /// The transaction status according to the answers that were read.
  var libpqStatus: PostgresTransactionStatus {
    guard let handle = try? unsafe self.handle() else { return .unknown }
    return PostgresTransactionStatus(rawValue: unsafe livesql_PQtransactionStatus(handle))
      ?? .unknown
  }
}

extension ConnectionKeywords {
  /// Returns the keywords with additional ones, which override all others.
  func appending(_ further: [(name: String, value: String)]) -> ConnectionKeywords {
    var copy = self
    copy.keywords += further
    return copy
  }
}
