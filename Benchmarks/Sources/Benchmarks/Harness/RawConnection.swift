import CSQLite

/// A connection of raw calls that is opened like the library's own: with the same journal and the
/// same safety.
///
/// It has no hooks and no mutex, so that nothing is between Swift and SQLite.
final class RawConnection {
  let handle: OpaquePointer

  init(_ path: String) throws(RawError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let handle = opened else {
      throw RawError(opened)
    }
    self.handle = handle
    try execute(
      "PRAGMA foreign_keys = 1; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"
    )
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws(RawError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  func prepare(_ sql: String) throws(RawError) -> OpaquePointer {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil))
    guard let statement else { throw RawError(handle) }
    return statement
  }

  func check(_ code: Int32, is expected: Int32 = SQLITE_OK) throws(RawError) {
    guard code == expected else { throw RawError(handle) }
  }
}

/// The failure of a raw call.
struct RawError: Error {
  let message: String

  init(_ handle: OpaquePointer?) { message = String(cString: sqlite3_errmsg(handle)) }
}
