import CPostgreSQL
import DatabaseTypes
import Dispatch
import Synchronization

/// A handle that cancels what a connection is doing, from any thread.
///
/// Each connection has one.
///
/// State: the means to reach the connection, until it is closed, and the pending request, guarded
/// by a mutex.
///
/// https://www.postgresql.org/docs/current/libpq-cancel.html
public final class PostgresCancellation: Sendable {
  private struct State {
    var target: Target?
    var request: Request?
  }

  private let state: Mutex<State>

  init(_ connection: OpaquePointer) {
    state = Mutex(State(target: unsafe Target(connection)))
  }

  /// Makes the running statement of the connection fail with ``SQLState/queryCanceled``.
  ///
  /// It sends the request over a separate connection, and blocks until the server has accepted it
  /// or the time is over; if the network drops the request, the server may never accept it. A
  /// statement that has already ended stays done. The next statement is not cancelled, unless the
  /// time was over. The separate connection is not encrypted, and sends only the identifier of the
  /// session.
  ///
  /// - Parameter limit: The maximum time to wait.
  /// - Returns: Whether the server has accepted the request; `false` after the connection was
  ///   closed.
  @discardableResult
  public func cancel(within limit: Duration = .seconds(5)) -> Bool {
    let request = state.withLock { state -> Request? in
      guard let target = state.target else { return nil }
      // A second request would not be answered sooner than the pending one.
      if let request = state.request, !request.isDone { return request }
      let request = Request(target)
      state.request = request
      return request
    }
    return request?.isTaken(within: limit) ?? false
  }

  /// Ends the connection immediately, without asking the server.
  ///
  /// A pending call fails with ``SQLState/connectionFailure``.
  ///
  /// The server rolls back uncommitted changes once it notices, which may be only when it tries to
  /// answer. Afterwards the connection can only be closed.
  public func disconnect() {
    state.withLock { $0.target }?.socket.end()
  }

  func invalidate() { state.withLock { $0 = State() } }
}

extension PostgresCancellation {
  /// The means to reach a connection while it is busy.
  private final class Target: Sendable {
    let socket: SocketDuplicate
    /// The address of libpq's cancel object, which is never modified; 0 if it could not be created.
    private let address: UInt

    init(_ connection: OpaquePointer) {
      socket = SocketDuplicate(of: unsafe livesql_PQsocket(connection))
      address = UInt(bitPattern: unsafe livesql_PQgetCancel(connection))
    }

    deinit { unsafe livesql_PQfreeCancel(OpaquePointer(bitPattern: address)) }

    func cancel() -> Bool {
      guard let handle = unsafe OpaquePointer(bitPattern: address) else { return false }
      var message = [CChar](repeating: 0, count: 256)
      return unsafe livesql_PQcancel(handle, &message, 256) == 1
    }
  }

  /// A pending request, on a thread that may wait longer than the caller.
  private final class Request: Sendable {
    private let answer = Mutex<Bool?>(nil)
    private let group = DispatchGroup()

    init(_ target: Target) {
      group.enter()
      // A serial queue, because a network may keep the request for minutes, and global queues have
      // only as many threads as there are processors.
      DispatchQueue(label: "LiveSQL.postgres.cancel", qos: .userInitiated)
        .async { [self] in
          let isTaken = target.cancel()
          answer.withLock { $0 = isTaken }
          group.leave()
        }
    }

    var isDone: Bool { answer.withLock { $0 != nil } }

    func isTaken(within limit: Duration) -> Bool {
      let milliseconds = limit.wholeMilliseconds
      _ = group.wait(timeout: .now() + .milliseconds(milliseconds))
      return answer.withLock { $0 } ?? false
    }
  }
}
