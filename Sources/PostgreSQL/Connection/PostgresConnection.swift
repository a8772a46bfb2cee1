import CPostgreSQL

/// A connection to a PostgreSQL server.
///
/// A connection is used by one thread at a time, and its calls block that thread until the server has answered; only
/// ``PostgresCancellation/cancel()`` may be called meanwhile.
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
  /// What the connection does between two calls.
  enum Activity {
    case idle, streaming, pipelining, copying
  }

  /// The connection; `nil` after it was closed.
  private var pointer: OpaquePointer?
  /// What the connection does; it can do one thing at a time.
  var activity = Activity.idle
  /// The statements that the server has prepared.
  var statements: StatementCache
  /// How many statements were sent.
  var sentCount = 0
  /// How the transaction began, where ``begin(_:)`` began it.
  var opening: TransactionOpening?
  /// How often a statement was noticed to be older than the schema.
  package var staleStatementCount = 0
  /// What those who use the connection have found out of the database, each by a name of its own; it ends with the connection.
  package var knowledge: [ObjectIdentifier: AnyObject] = [:]
  /// What is known of types that not every server has.
  var types: [UInt32: PostgresType] = [:]
  /// The size of the files of the server's log, where it was asked for.
  var logSegmentSize: UInt64?
  /// What ends the connection where the server does not answer in time.
  var watch: AnswerWatch?
  /// Where parameters are written.
  let parameters = ParameterBuffer()
  /// Whether nothing is to be run any more; asked before each statement.
  ///
  /// The server can be told to cancel only what it is doing, and between two statements it does nothing.
  package var isInterrupted: (@Sendable () -> Bool)?
  private let notices: NoticeReceiver
  /// Cancels what the connection is doing; may be used by any thread.
  public let cancellation: PostgresCancellation

  /// Opens a connection.
  ///
  /// It blocks until the server has let the role in, or the configuration's time is over.
  ///
  /// - Throws: ``PostgresError``, of the class ``SQLState/Class/connectionException`` where there is no server, no
  /// libpq or no
  ///   permission: libpq tells no code before a session has begun, so that only the message says which.
  public convenience init(_ configuration: PostgresConfiguration) throws(PostgresError) {
    try self.init(configuration, keywords: [])
  }

  init(_ configuration: PostgresConfiguration, keywords further: [(name: String, value: String)])
    throws(PostgresError)
  {
    let keywords = try ConnectionKeywords(configuration).appending(further)
    let opened = unsafe keywords.withPointers { unsafe livesql_PQconnectdbParams($0, $1, 1) }
    guard let opened = unsafe opened else { throw .lost("libpq has no memory left.") }
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

  /// Closes the connection; the server rolls back what is not committed.
  ///
  /// Closing it again does nothing.
  public func close() {
    cancellation.invalidate()
    guard let handle = unsafe pointer else { return }
    unsafe pointer = nil
    unsafe livesql_PQfinish(handle)
  }

  /// Whether the connection was not closed, and was not seen to be lost.
  public var isOpen: Bool {
    unsafe pointer.map { unsafe livesql_PQstatus($0) == Int32(LIVESQL_CONNECTION_OK) } ?? false
  }

  /// Whether the connection is open, as far as what the server has sent already tells.
  ///
  /// It neither asks the server nor waits. A session that the server has ended is noticed; a network that was cut is not.
  public func isStillOpen() -> Bool {
    guard activity == .idle, let handle = unsafe pointer else { return isOpen }
    // A connection that was closed can always be read, to its end.
    while isOpen,
      SocketWait.untilReadable(unsafe livesql_PQsocket(handle), deadline: .now) == .readable
    {
      guard unsafe livesql_PQconsumeInput(handle) == 1 else { return false }
    }
    return isOpen
  }

  /// The open connection.
  ///
  /// - Throws: ``PostgresError`` after it was closed.
  func handle() throws(PostgresError) -> OpaquePointer {
    guard let pointer = unsafe pointer else { throw .closed }
    return unsafe pointer
  }

  /// The open connection, for something that needs it for itself.
  ///
  /// - Throws: ``PostgresError`` after it was closed, and while rows, a pipeline or a copy are unfinished: libpq would
  /// throw
  ///   them away.
  func idleHandle(for sql: String? = nil) throws(PostgresError) -> OpaquePointer {
    if let isInterrupted, isInterrupted() { throw .interrupted(sql) }
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
  /// What must hold in each session; asked of the server only where it does not hold already.
  private func prepareSession(_ configuration: PostgresConfiguration) throws(PostgresError) {
    var commands: [String] = []
    func want(_ name: String, _ value: String, _ isAlready: (String) -> Bool) {
      if !(parameter(name).map(isAlready) ?? false) { commands.append("SET \(name) = '\(value)'") }
    }
    want("TimeZone", "UTC") { $0 == "UTC" }
    want("DateStyle", "ISO") { $0.hasPrefix("ISO") }
    want("IntervalStyle", "postgres") { $0 == "postgres" }
    want("standard_conforming_strings", "on") { $0 == "on" }
    // The server does not tell these. They change what is read as text, and what is written as text.
    commands += [
      "SET extra_float_digits = 1", "SET bytea_output = 'hex'", "SET array_nulls = on",
      "SET quote_all_identifiers = off",
    ]
    if let timeout = configuration.statementTimeout {
      let (seconds, fraction) = timeout.components
      let milliseconds = seconds.multipliedReportingOverflow(by: 1_000)
      let limit =
        milliseconds.overflow
        ? Int64(Int32.max) : milliseconds.partialValue + fraction / 1_000_000_000_000_000
      commands.append("SET statement_timeout = \(min(max(1, limit), Int64(Int32.max)))")
    }
    if !commands.isEmpty { try run(commands.joined(separator: "; ")) }
  }

  /// A setting that the server tells by itself, such as `server_encoding`; `nil` for one that it does not.
  ///
  /// https://www.postgresql.org/docs/current/libpq-status.html
  public func parameter(_ name: String) -> String? {
    guard let handle = try? unsafe self.handle() else { return nil }
    return unsafe livesql_PQparameterStatus(handle, name).map { unsafe String(cString: $0) }
  }

  /// The server's version: 150018 for 15.18; 0 after the connection was closed.
  public var serverVersion: Int {
    guard let handle = try? unsafe self.handle() else { return 0 }
    return Int(unsafe livesql_PQserverVersion(handle))
  }

  /// The number of the server's process; 0 after the connection was closed.
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

/// Where a connection stands between transactions.
///
/// https://www.postgresql.org/docs/current/libpq-status.html#LIBPQ-PQTRANSACTIONSTATUS
public enum PostgresTransactionStatus: Int32, Sendable, Hashable {
  /// In no transaction.
  case idle
  /// A command is running.
  case active
  /// In a transaction.
  case inTransaction
  /// In a transaction that an error has aborted: it takes nothing but its rollback.
  case inFailedTransaction
  /// The connection is closed or lost.
  case unknown
}

extension PostgresConnection {
  /// Where the connection stands between transactions; asks nothing of the server.
  public var transactionStatus: PostgresTransactionStatus {
    guard let handle = try? unsafe self.handle() else { return .unknown }
    return PostgresTransactionStatus(rawValue: unsafe livesql_PQtransactionStatus(handle))
      ?? .unknown
  }
}

extension ConnectionKeywords {
  /// The keywords with further ones, which go before all others.
  func appending(_ further: [(name: String, value: String)]) -> ConnectionKeywords {
    var copy = self
    copy.keywords += further
    return copy
  }
}
