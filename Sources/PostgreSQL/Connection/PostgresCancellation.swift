import CPostgreSQL
import Synchronization

/// Cancels what a connection is doing.
///
/// It is made with the connection, and used by any thread.
///
/// State: the address of libpq's cancel object, guarded by a lock, so that the connection is not closed meanwhile.
///
/// https://www.postgresql.org/docs/current/libpq-cancel.html
public final class PostgresCancellation: Sendable {
  /// The address of the cancel object, or 0.
  private let address: Mutex<UInt>

  init(_ connection: OpaquePointer) {
    address = Mutex(UInt(bitPattern: unsafe livesql_PQgetCancel(connection)))
  }

  deinit { invalidate() }

  /// Makes the running statement of the connection fail with ``SQLState/queryCanceled``.
  ///
  /// It asks the server by a connection of its own, and blocks until the server has taken the request. A statement
  /// that has
  /// ended meanwhile stays done; the one that runs next is not cancelled. That connection is not encrypted, and carries
  /// nothing but the number of the session.
  ///
  /// - Returns: Whether the server has taken the request; `false` after the connection was closed.
  @discardableResult
  public func cancel() -> Bool {
    address.withLock { address in
      guard let handle = unsafe OpaquePointer(bitPattern: address) else { return false }
      var message = [CChar](repeating: 0, count: 256)
      return unsafe livesql_PQcancel(handle, &message, 256) == 1
    }
  }

  func invalidate() {
    address.withLock { address in
      unsafe livesql_PQfreeCancel(OpaquePointer(bitPattern: address))
      address = 0
    }
  }
}
