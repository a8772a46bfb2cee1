import CSQLite
import Testing

@testable import SQLite

/// Tests that connections are opened without SQLite's own mutex: users ensure that only one thread
/// uses a connection at a time.
@Suite struct MutexTests {
  @Test func `a connection has no SQLite mutex`() throws {
    let connection = try Connection(path: ":memory:")
    #expect(sqlite3_threadsafe() != 0, "SQLite must be thread-safe: connections change threads")
    #expect(try unsafe sqlite3_db_mutex(connection.handle()) == nil)
  }

  @Test func `a connection opened with a mutex has one`() {
    // Without this, the test above could never fail.
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX
    #expect(unsafe sqlite3_open_v2(":memory:", &handle, flags, nil) == SQLITE_OK)
    #expect(unsafe sqlite3_db_mutex(handle) != nil)
    unsafe sqlite3_close(handle)
  }
}
