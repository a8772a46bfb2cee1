import CPostgreSQL
import DatabaseTypes

/// A message sent by `NOTIFY`.
///
/// https://www.postgresql.org/docs/current/sql-notify.html
public struct PostgresNotification: Sendable, Hashable {
  /// The channel.
  public let channel: String
  /// The message, which may be empty.
  public let payload: String
  /// The process ID of the session that sent it.
  public let processID: Int32
}

/// A handle that wakes a thread that is waiting for a server.
///
/// Any thread may use it.
public final class PostgresWaker: Sendable {
  private let pipe = WakePipe()

  /// Creates a waker.
  public init() {}

  /// Wakes the thread that is waiting with it, or else the next one that waits.
  public func wake() { pipe.wake() }

  var descriptor: Int32 { pipe.readEnd }
  func clear() { pipe.clear() }
}

extension PostgresConnection {
  /// Subscribes to the notifications of a channel, once the current transaction ends.
  ///
  /// It requires a dedicated session: behind a pooler in transaction mode no notifications arrive.
  ///
  /// - Throws: ``PostgresError``.
  public func listen(to channel: String) throws(PostgresError) {
    try run("LISTEN \(Self.quoted(channel))")
  }

  /// Ends the subscription to a channel.
  ///
  /// - Throws: ``PostgresError``.
  public func unlisten(from channel: String) throws(PostgresError) {
    try run("UNLISTEN \(Self.quoted(channel))")
  }

  /// Returns the notifications that have arrived since the last call, without waiting.
  ///
  /// - Throws: ``PostgresError`` if the connection was lost.
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

  /// Waits for notifications, and returns them.
  ///
  /// It blocks the thread.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait; `nil` for no limit.
  ///   - waker: A waker that also ends the wait.
  /// - Returns: The notifications; none after the timeout, or if the thread was woken.
  /// - Throws: ``PostgresError`` if the connection was lost.
  public func waitForNotifications(timeout: Duration? = nil, waker: PostgresWaker? = nil)
    throws(PostgresError) -> [PostgresNotification]
  {
    let deadline = timeout.map { ContinuousClock.now + $0.clamped }
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
  /// Waits until it is woken or the time is over; blocks the thread.
  package func wait(until deadline: ContinuousClock.Instant) {
    if SocketWait.untilReadable(descriptor, deadline: deadline) == .readable { clear() }
  }
}
