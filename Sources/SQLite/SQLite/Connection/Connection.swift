import CSQLite
import Synchronization

/// A connection to a SQLite database.
///
/// A connection is opened without SQLite's own mutex, so only one thread may use it at a time. Only
/// ``InterruptHandle/interrupt()`` may be called concurrently.
///
/// It is opened with extended result codes and in defensive mode. Double-quoted string literals are
/// off, and functions named by the schema are not trusted.
///
/// ```swift
/// let connection = try Connection(path: ":memory:")
/// var statement = try Statement("SELECT 1 + 1", on: connection)
/// ```
///
/// https://www.sqlite.org/c3ref/sqlite3.html
@safe
public final class Connection {
  /// The C connection; `nil` after it was closed.
  @exclusivity(unchecked) @usableFromInline private(set) var pointer: OpaquePointer?
  /// The path that was opened.
  public let path: String
  /// A handle that interrupts the running statements; any thread may use it.
  public let interruptHandle: InterruptHandle
  /// The closures called by SQLite's hooks.
  let hooks = Hooks()
  /// The number of unfinished backups from and into this connection, and of its sessions.
  ///
  /// SQLite does not count all of them when it closes a connection.
  var unfinishedCount = 0
  /// The number of sessions, which take the place of the preupdate hook.
  var sessionCount = 0
  /// The functions of FTS5, valid as long as the C connection; `nil` before they are asked for.
  var fullText: UnsafeMutablePointer<fts5_api>?

  /// Opens a database.
  ///
  /// It reads nothing yet: if the file is not a database, the first statement reports it.
  ///
  /// - Parameters:
  ///   - path: The path of a file, `:memory:`, an empty string for a temporary database, or a URI
  ///     with ``OpenFlags/uri``.
  ///   - flags: How to open the database.
  ///   - vfs: The name of a [VFS](https://www.sqlite.org/vfs.html), or `nil` for the default.
  /// - Throws: ``SQLiteError``, such as ``ResultCode/cannotOpen``.
  public init(
    path: String,
    flags: OpenFlags = [.readWrite, .create],
    vfs: String? = nil
  ) throws(SQLiteError) {
    guard !path.utf8.contains(0) else {
      throw .misuse("The path of a database contains a NUL character.")
    }
    try SQLiteLibrary.checkVersion()
    var opened: OpaquePointer?
    let bits = flags.rawValue | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &opened, bits, vfs)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      // The handle that failed to open has the message, and has to be closed.
      let error = unsafe SQLiteError(code, of: opened)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe pointer = handle
    self.path = path
    interruptHandle = unsafe InterruptHandle(handle)
    useSafeOptions()
  }

  deinit {
    interruptHandle.invalidate()
    // Statements that are still open keep the C connection alive as a zombie until they are
    // finalized. https://www.sqlite.org/c3ref/close.html
    unsafe sqlite3_close_v2(pointer)
  }

  /// Closes the connection.
  ///
  /// - Throws: ``ResultCode/busy`` if statements, blobs, backups or sessions are unfinished. The
  ///   connection then stays open.
  public func close() throws(SQLiteError) {
    guard let handle = unsafe pointer else { return }
    guard unfinishedCount == 0 else {
      throw SQLiteError(
        code: .busy,
        message: "unable to close due to unfinished backups or sessions"
      )
    }
    let code = interruptHandle.invalidate { unsafe sqlite3_close(handle) }
    try unsafe check(code, of: handle)
    unsafe pointer = nil
  }

  /// Whether the connection is open.
  public var isOpen: Bool { unsafe pointer != nil }

  /// Returns the C connection.
  ///
  /// - Throws: ``ResultCode/misuse`` after it was closed.
  @inlinable
  func handle() throws(SQLiteError) -> OpaquePointer {
    guard let pointer = unsafe pointer else { throw .misuse("The connection is closed.") }
    return unsafe pointer
  }
}

extension Connection {
  /// Runs SQL statements one after the other, ignoring their rows.
  ///
  /// - Throws: The ``SQLiteError`` of the first statement that fails.
  public func execute(_ sql: String) throws(SQLiteError) {
    var offset = 0
    while let statement = try Statement.next(in: sql, from: &offset, on: self) {
      while try statement.step() == .row {}
    }
  }
}

/// A handle that interrupts the running statements of a connection.
///
/// Interrupting a connection while it is being closed would be an error, hence the mutex.
/// https://www.sqlite.org/c3ref/interrupt.html
public final class InterruptHandle: Sendable {
  /// The address of the connection, or 0.
  private let address: Mutex<UInt>

  init(_ handle: OpaquePointer) { address = Mutex(UInt(bitPattern: handle)) }

  /// Makes the running statements of the connection fail with ``ResultCode/interrupt``.
  public func interrupt() {
    address.withLock { address in
      guard let handle = unsafe OpaquePointer(bitPattern: address) else { return }
      unsafe sqlite3_interrupt(handle)
    }
  }

  func invalidate() { address.withLock { $0 = 0 } }

  /// Closes the connection while no one can interrupt it.
  func invalidate(closing close: () -> Int32) -> Int32 {
    address.withLock { address in
      let code = close()
      if code == SQLITE_OK { address = 0 }
      return code
    }
  }
}
