import CSQLite
import Testing

@testable import SQLite

/// Connections are opened without SQLite's own mutex: whoever uses one sees to it that nobody else does.
@Suite struct MutexTests {
  @Test func `a connection has no mutex of SQLite's own`() throws {
    let connection = try Connection(path: ":memory:")
    #expect(sqlite3_threadsafe() != 0, "Connections are used by several threads, each in its turn")
    #expect(try unsafe sqlite3_db_mutex(connection.handle()) == nil)
  }

  @Test func `a connection that is opened with a mutex has one`() {
    // Otherwise the test above could not fail.
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX
    #expect(unsafe sqlite3_open_v2(":memory:", &handle, flags, nil) == SQLITE_OK)
    #expect(unsafe sqlite3_db_mutex(handle) != nil)
    unsafe sqlite3_close(handle)
  }
}
