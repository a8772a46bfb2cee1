import CPostgreSQL

/// A message of `NOTIFY`.
///
/// https://www.postgresql.org/docs/current/sql-notify.html
public struct PostgresNotification: Sendable, Hashable {
  /// The channel.
  public let channel: String
  /// The message, which may be empty.
  public let payload: String
  /// The number of the server's process whose transaction sent it.
  public let processID: Int32
}

/// Wakes a thread that waits for a server.
///
/// Any thread may use it.
public final class PostgresWaker: Sendable {
  private let pipe = WakePipe()

  /// Makes a waker.
  public init() {}

  /// Wakes who waits with it; where nobody does, who will wait next.
  public func wake() { pipe.wake() }

  var descriptor: Int32 { pipe.readEnd }
  func clear() { pipe.clear() }
}

extension PostgresConnection {
  /// Has the server send what is told on a channel, from the end of the current transaction on.
  ///
  /// It needs a session of its own: behind a pooler in transaction mode nothing comes.
  ///
  /// - Throws: ``PostgresError``.
  public func listen(to channel: String) throws(PostgresError) {
    try run("LISTEN \(Self.quoted(channel))")
  }

  /// Has the server send no more of what is told on a channel.
  ///
  /// - Throws: ``PostgresError``.
  public func unlisten(from channel: String) throws(PostgresError) {
    try run("UNLISTEN \(Self.quoted(channel))")
  }

  /// The messages that have come since the last call; does not wait.
  ///
  /// - Throws: ``PostgresError`` where the connection was lost.
  public func notifications() throws(PostgresError) -> [PostgresNotification] {
    let handle = try unsafe idleHandle()
    guard unsafe livesql_PQconsumeInput(handle) == 1 else { throw lost(nil) }
    var notifications: [PostgresNotification] = []
    while let next = unsafe livesql_PQnotifies(handle) {
      notifications.append(unsafe PostgresNotification(next.pointee))
      unsafe livesql_PQfreemem(next)
    }
    return notifications
  }

  /// Waits for messages, and returns them.
  ///
  /// It blocks the thread.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; `nil` for as long as it takes.
  ///   - waker: What ends the wait, too.
  /// - Returns: The messages; none after the time, or when woken.
  /// - Throws: ``PostgresError`` where the connection was lost.
  public func waitForNotifications(timeout: Duration? = nil, waker: PostgresWaker? = nil)
    throws(PostgresError) -> [PostgresNotification]
  {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      let notifications = try self.notifications()
      if !notifications.isEmpty { return notifications }
      let socket = unsafe livesql_PQsocket(try idleHandle())
      let descriptor = waker?.descriptor ?? -1
      switch SocketWait.untilReadable(socket, waker: descriptor, deadline: deadline) {
      case .readable: continue
      case .timedOut: return []
      case .woken:
        waker?.clear()
        return []
      }
    }
  }
}

extension PostgresNotification {
  fileprivate init(_ notification: livesql_PGnotify) {
    channel = unsafe notification.relname.map { unsafe String(cString: $0) } ?? ""
    payload = unsafe notification.extra.map { unsafe String(cString: $0) } ?? ""
    processID = unsafe notification.be_pid
  }
}

extension PostgresWaker {
  /// Waits until it is woken, or the time is over; blocks the thread.
  package func wait(until deadline: ContinuousClock.Instant) {
    if SocketWait.untilReadable(descriptor, deadline: deadline) == .readable { clear() }
  }
}
