import CPostgreSQL
import Dispatch
import Synchronization

/// Cancels what a connection is doing.
///
/// It is made with the connection, and used by any thread.
///
/// State: what the connection can be reached by, until it is closed, and the request that is under way, guarded by a mutex.
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
  /// It asks the server by a connection of its own, and blocks until the server has taken the request, or the time is over:
  /// where a network swallows it, that may be never. A statement that has ended meanwhile stays done; the one that runs next
  /// is not cancelled, unless the time was over. That connection is not encrypted, and carries nothing but the number of the
  /// session.
  ///
  /// - Parameter limit: How long to wait.
  /// - Returns: Whether the server has taken the request; `false` after the connection was closed.
  @discardableResult
  public func cancel(within limit: Duration = .seconds(5)) -> Bool {
    let request = state.withLock { state -> Request? in
      guard let target = state.target else { return nil }
      // One that is under way is not answered sooner by another.
      if let request = state.request, !request.isDone { return request }
      let request = Request(target)
      state.request = request
      return request
    }
    return request?.isTaken(within: limit) ?? false
  }

  /// Ends the connection at once, without asking the server; what it waits for fails with ``SQLState/connectionFailure``.
  ///
  /// The server rolls back what is not committed once it takes note of it, which may be when it wants to answer. Afterwards
  /// the connection can do nothing but be closed.
  public func disconnect() {
    state.withLock { $0.target }?.socket.end()
  }

  func invalidate() { state.withLock { $0 = State() } }
}

extension PostgresCancellation {
  /// What a connection can be reached by, whatever it does.
  private final class Target: Sendable {
    let socket: SocketDuplicate
    /// The address of libpq's cancel object, which nobody changes; 0 where there is none.
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

  /// A request under way, on a thread that may wait longer than who has asked.
  private final class Request: Sendable {
    private let answer = Mutex<Bool?>(nil)
    private let group = DispatchGroup()

    init(_ target: Target) {
      group.enter()
      DispatchQueue.global(qos: .userInitiated)
        .async { [self] in
          let isTaken = target.cancel()
          answer.withLock { $0 = isTaken }
          group.leave()
        }
    }

    var isDone: Bool { answer.withLock { $0 != nil } }

    func isTaken(within limit: Duration) -> Bool {
      let milliseconds = Int(clamping: limit.wholeMilliseconds)
      _ = group.wait(timeout: .now() + .milliseconds(milliseconds))
      return answer.withLock { $0 } ?? false
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded up; at least 0, at most some weeks.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return min(seconds, 2_000_000) * 1_000 + (attoseconds + 999_999_999_999_999)
      / 1_000_000_000_000_000
  }
}
