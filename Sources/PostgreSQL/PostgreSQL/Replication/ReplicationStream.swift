import CPostgreSQL
import DatabaseTypes

/// A stream of the changes of a database, which the server decodes from its log.
///
/// It has its own connection, and a slot that ends with the connection, so the server accumulates
/// nothing once the process is gone. It is used by one thread at a time, which must call
/// ``next(until:waker:)`` continuously: while no one reads the changes, the server keeps its log.
///
/// The server needs `wal_level=logical`, the role needs the REPLICATION attribute, and the
/// publication must exist **before** the stream.
///
/// https://www.postgresql.org/docs/current/protocol-replication.html
public final class ReplicationStream {
  /// An event in the stream.
  public enum Event: Sendable, Hashable {
    /// A message of the output plug-in.
    case message(ReplicationMessage)
    /// All commits up to a position have been reported.
    case reached(PostgresLSN)
  }

  /// The interval between two messages that tell the server how far the stream was read.
  private static let statusInterval = Duration.seconds(10)

  private let connection: PostgresConnection
  /// The slot's name.
  public let slot: String
  /// The position up to which all commits have been reported.
  public private(set) var reached = PostgresLSN.zero
  /// A warning that the server counts the stream as a synchronous standby; `nil` if it does not.
  package private(set) var standbyWarning: String?
  private var nextStatus = ContinuousClock.now + ReplicationStream.statusInterval
  private let silenceLimit: Duration
  /// The time at which the server was asked for a reply, if it has sent nothing since.
  private var askedAt: ContinuousClock.Instant?
  private var hasHeard = true

  /// Opens a stream of the changes from now on.
  ///
  /// The server waits for each open transaction that has written something, so this can take long.
  ///
  /// - Parameters:
  ///   - configuration: The server, which must not be a pooler.
  ///   - publications: The names of the publications; they must exist.
  ///   - timeout: The maximum time to wait for open transactions.
  ///   - silenceLimit: The maximum time without any message from the server after a reply was
  ///     requested, before the stream counts as lost. A reply is requested after a silence of 10
  ///     seconds, or half of this limit.
  ///   - willWait: A closure that is called before the wait for open transactions, with a handle by
  ///     which another thread can cancel the wait.
  /// - Throws: ``PostgresError``, with a hint of the SQL to run if a setting, a privilege or a
  ///   publication is missing.
  public convenience init(
    _ configuration: PostgresConfiguration,
    publications: [String],
    timeout: Duration = .seconds(30),
    silenceLimit: Duration = .seconds(60),
    willWait: (PostgresCancellation) -> Void = { _ in }
  ) throws(PostgresError) {
    try self.init(
      configuration,
      publications: publications,
      timeout: timeout,
      silenceLimit: silenceLimit,
      notice: nil,
      willWait: willWait
    )
  }

  /// Opens a stream, and says for whom it waits.
  package init(
    _ configuration: PostgresConfiguration,
    publications: [String],
    timeout: Duration,
    silenceLimit: Duration,
    notice: SlotWaitNotice?,
    willWait: (PostgresCancellation) -> Void
  ) throws(PostgresError) {
    var configuration = configuration
    configuration.statementTimeout = nil
    self.silenceLimit = max(silenceLimit.clamped, .milliseconds(2))
    let began = ContinuousClock.now
    do throws(PostgresError) {
      connection = try PostgresConnection(configuration, keywords: [("replication", "database")])
    } catch {
      // If the server could not be reached for a while, don't ask it for the reason.
      guard ContinuousClock.now - began < .seconds(1), let reason = Self.refusal(configuration)
      else { throw error }
      throw reason
    }
    slot = "livesql_" + String(UInt64.random(in: .min ... .max), radix: 36)
    willWait(connection.cancellation)
    do throws(PostgresError) {
      // Apart from the transactions that the slot waits for, nothing here takes long.
      try connection.answering(within: timeout + min(timeout, .seconds(10))) {
        () throws(PostgresError) in
        try require(publications)
        standbyWarning = try connection.standbyWarning()
        try createSlot(timeout: timeout, notice, configuration)
        try start(publications)
      }
    } catch {
      throw error.withReplicationHint
    }
  }

  /// Closes the stream, and the slot with it.
  public func close() { connection.close() }

  /// A handle that cancels what the stream is waiting for, from any thread.
  public var cancellation: PostgresCancellation { connection.cancellation }
}

extension ReplicationStream {
  /// Determines why a connection was refused.
  ///
  /// The text of the error is not sufficient, since it depends on the server's language.
  ///
  /// - Returns: `nil` if the reason is unknown, or if the server refuses this connection too.
  private static func refusal(_ configuration: PostgresConfiguration) -> PostgresError? {
    let sql = """
      SELECT current_user, rolreplication OR rolsuper, pg_catalog.current_setting('max_wal_senders')::int <=
        (SELECT count(*) FROM pg_catalog.pg_stat_replication)
      FROM pg_catalog.pg_roles WHERE rolname = current_user
      """
    guard let connection = try? PostgresConnection(configuration),
      let answer = try? connection.answering(
        within: .seconds(10),
        { () throws(PostgresError) in
          let rows = try connection.run(sql)
          return (0..<3).map { rows.text(row: 0, column: $0) }
        }
      ), let role = answer[0]
    else { return nil }
    if answer[1] == "f" {
      return PostgresError(
        code: .insufficientPrivilege,
        message: "The role \"\(role)\" has no right to read the change stream.",
        hint: "ALTER ROLE \(PostgresConnection.quoted(role)) REPLICATION"
      )
    }
    guard answer[2] == "t" else { return nil }
    return PostgresError(
      code: .tooManyConnections,
      message: "The server has no free replication slots or WAL senders.",
      hint: "ALTER SYSTEM SET max_wal_senders = …, and restart the server"
    )
  }

  /// Throws if a publication is missing.
  ///
  /// The server would only notice this with the first change, and the slot would be stuck.
  private func require(_ publications: [String]) throws(PostgresError) {
    let rows = try connection.run(
      """
      SELECT pubname, NULL FROM pg_catalog.pg_publication
      UNION ALL SELECT NULL, 'standby' WHERE pg_catalog.pg_is_in_recovery()
      """
    )
    for row in 0..<rows.rowCount where rows.text(row: row, column: 1) == "standby" {
      throw .isStandby
    }
    var known: Set<ByteText> = []
    for row in 0..<rows.rowCount { known.insert(ByteText(rows.text(row: row, column: 0) ?? "")) }
    guard let missing = publications.first(where: { !known.contains(ByteText($0)) }) else { return }
    throw PostgresError(
      code: .undefinedObject,
      message: "The publication \"\(missing)\" does not exist.",
      hint: "CREATE PUBLICATION \(PostgresConnection.quoted(missing)) FOR TABLE …"
    )
  }

  private func createSlot(
    timeout: Duration,
    _ notice: SlotWaitNotice?,
    _ configuration: PostgresConfiguration
  ) throws(PostgresError) {
    let option = connection.serverVersion >= 150_000 ? "(SNAPSHOT 'nothing')" : "NOEXPORT_SNAPSHOT"
    let sql = "CREATE_REPLICATION_SLOT \"\(slot)\" TEMPORARY LOGICAL pgoutput \(option)"
    let processID = connection.processID
    let isInTime = try connection.run(
      sql,
      until: .now + timeout.clamped,
      firstLook: notice?.firstLook
    ) {
      notice?.look(at: processID, of: configuration, within: min(timeout, .seconds(3)))
    }
    guard isInTime else {
      throw PostgresError(
        code: .queryCanceled,
        message: "The change stream could not be opened within \(timeout).",
        hint:
          "The server waits for transactions that have written and are still open; to see them: SELECT pid, "
          + "xact_start, query FROM pg_stat_activity WHERE backend_xid IS NOT NULL; and, of prepared ones, which "
          + "wait for COMMIT PREPARED or ROLLBACK PREPARED: SELECT gid, prepared, owner FROM pg_prepared_xacts"
      )
    }
  }

  private func start(_ publications: [String]) throws(PostgresError) {
    let names = publications.map(PostgresConnection.quoted).joined(separator: ",")
      .quoted(by: "'")
    let sql = """
      START_REPLICATION SLOT "\(slot)" LOGICAL 0/0 (proto_version '1', publication_names \(names), \
      binary 'true', messages 'true')
      """
    let handle = try unsafe connection.idleHandle()
    guard let result = unsafe ResultHandle(livesql_PQexec(handle, sql)) else {
      throw connection.lost(sql)
    }
    guard result.status == .copyBoth else { throw result.error(sql: sql) }
    connection.activity = .copying
  }
}

extension ReplicationStream {
  /// Returns the next event.
  ///
  /// It blocks until there is one, the time is over, or the waker wakes. It answers the server's
  /// keepalive requests, and reports to the server how far the stream was read.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to give up; `nil` for never, and a past time to return only
  ///     what has already arrived.
  ///   - waker: A waker that also ends the wait.
  /// - Returns: `nil` if there was no event in time.
  /// - Throws: ``PostgresError`` if the connection was lost or the server has ended the stream, and
  ///   ``MalformedMessage``.
  public func next(until deadline: ContinuousClock.Instant? = nil, waker: PostgresWaker? = nil)
    throws
    -> Event?
  {
    while true {
      if let event = try buffered() { return event }
      if .now >= nextStatus { try sendStatus(wantsReply: !hasHeard) }
      let socket = unsafe livesql_PQsocket(try connection.handle())
      let end = min(
        deadline ?? nextStatus,
        nextStatus,
        askedAt.map { $0 + silenceLimit } ?? nextStatus
      )
      switch SocketWait.untilReadable(socket, waker: waker?.descriptor ?? -1, deadline: end) {
      case .readable:
        guard unsafe livesql_PQconsumeInput(try connection.handle()) == 1 else {
          throw connection.lost(nil)
        }
        (hasHeard, askedAt) = (true, nil)
      case .timedOut:
        try checkSilence()
        if let deadline, deadline <= .now { return nil }
      case .woken:
        waker?.clear()
        return nil
      }
    }
  }

  /// Ends the connection if the server has not replied for too long.
  ///
  /// - Throws: ``PostgresError``.
  private func checkSilence() throws(PostgresError) {
    guard let askedAt, .now - askedAt >= silenceLimit else { return }
    connection.cancellation.disconnect()
    throw .lost("The server has not answered for \(silenceLimit).")
  }

  /// Reads events until all commits up to a position have been reported.
  ///
  /// If nothing that has already arrived confirms this, the server is asked, so it takes at most
  /// one round trip unless the server lags.
  ///
  /// - Parameters:
  ///   - lsn: The position, such as the flush LSN that was read with a snapshot.
  ///   - deadline: The time at which to give up; `nil` for never.
  ///   - body: A closure that receives each event.
  /// - Returns: Whether the position was reached in time.
  /// - Throws: Any error that ``next(until:waker:)`` or the closure throws.
  public func read(
    upTo lsn: PostgresLSN,
    until deadline: ContinuousClock.Instant? = nil,
    _ body: (Event) throws -> Void
  ) throws -> Bool {
    var hasAsked = false
    while reached < lsn {
      let event = hasAsked ? try next(until: deadline) : try next(until: .now)
      if let event {
        try body(event)
      } else if hasAsked {
        return false
      } else {
        try sendStatus(wantsReply: true)
        hasAsked = true
      }
    }
    return true
  }

  /// Reports to the server how far the stream was read.
  ///
  /// - Parameter wantsReply: Whether the server should immediately reply how far it has reported
  ///   all commits.
  /// - Throws: ``PostgresError`` if the connection was lost.
  public func sendStatus(wantsReply: Bool = false) throws(PostgresError) {
    var writer = ByteWriter()
    writer.append(UInt8(ascii: "r"))
    for _ in 0..<3 { writer.append(reached.rawValue) }
    // The time is only shown in the server's statistics.
    writer.append(Int64(0))
    writer.append(UInt8(wantsReply ? 1 : 0))
    let handle = try unsafe connection.handle()
    let code = unsafe writer.bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe livesql_PQputCopyData(handle, start, Int32(bytes.count))
    }
    guard code == 1, unsafe livesql_PQflush(handle) >= 0 else { throw connection.lost(nil) }
    if wantsReply, askedAt == nil { askedAt = .now }
    hasHeard = false
    nextStatus = .now + min(Self.statusInterval, silenceLimit / 2)
  }

  /// Returns an event from the data that has already arrived, or `nil`.
  private func buffered() throws -> Event? {
    let handle = try unsafe connection.handle()
    while true {
      var address: UnsafeMutablePointer<CChar>?
      let count = unsafe livesql_PQgetCopyData(handle, &address, 1)
      if count == 0 { return nil }
      guard count > 0, let start = unsafe address else { throw end() }
      defer { unsafe livesql_PQfreemem(start) }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
      if let event = try unsafe event(bytes) { return event }
    }
  }

  /// Returns the reason why the server has ended the stream.
  private func end() -> PostgresError {
    guard let handle = try? unsafe connection.handle(),
      let result = unsafe ResultHandle(livesql_PQgetResult(handle)), result.status == .error
    else { return connection.lost(nil) }
    return result.error(sql: nil).withReplicationHint
  }

  private func event(_ bytes: UnsafeRawBufferPointer) throws -> Event? {
    guard let frame = unsafe ReplicationFrame(bytes) else {
      throw MalformedMessage(kind: unsafe bytes.first)
    }
    switch frame {
    case .keepalive(let end, let wantsReply):
      reached = max(reached, end)
      if wantsReply { try sendStatus() }
      return .reached(end)
    case .data:
      let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[ReplicationFrame.dataStart...])
      let message = try unsafe ReplicationMessage.read(content).get()
      if case .commit(_, let endLSN, _) = message { reached = max(reached, endLSN) }
      return .message(message)
    }
  }
}

extension PostgresError {
  /// The error for a standby server.
  ///
  /// PostgreSQL 16 and later can also decode changes on a standby, but which of them its readers
  /// see is a separate question there.
  static let isStandby = PostgresError(
    code: .objectNotInPrerequisiteState,
    message:
      "The server is a standby, whose changes PostgreSQL before 16 cannot report.",
    hint:
      "Connect to the primary, also after a failover, by host=one,other target_session_attrs=read-write. Reads "
      + "that are not live may go to a standby."
  )

  /// The error, with the SQL to run if a setting or a privilege is missing.
  var withReplicationHint: PostgresError {
    var error = self
    switch code {
    case .objectNotInPrerequisiteState where hint == nil:
      error.hint = "ALTER SYSTEM SET wal_level = 'logical', and restart the server"
    case .insufficientPrivilege where hint == nil: error.hint = "ALTER ROLE … REPLICATION"
    case SQLState(rawValue: "53400"):
      error.hint = "ALTER SYSTEM SET max_replication_slots = …, and restart the server"
    default: break
    }
    return error
  }
}
