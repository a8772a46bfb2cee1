import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Testing

/// Tests that the rows of a commit are read again in one snapshot while others write.
@Suite(.timeLimit(.hang)) struct CaptureSnapshotTests {
  fileprivate final class Meanwhile: Sendable {
    let write = Mutex<(@Sendable () -> Void)?>(nil)

    /// Runs the requested closure once.
    func run() {
      let write = write.withLock { write in
        defer { write = nil }
        return write
      }
      write?()
    }
  }

  @Test func `values of another commit are not reported as those of this one`() async throws {
    let meanwhile = Meanwhile()
    let test = try TestDatabase(.pool, Self.schema) { $0.addNoticing(meanwhile) }
    let other = try test.another { $0.addNoticing(meanwhile) }
    var changes = test.writer.changes.makeAsyncIterator()
    // So many rows are read again after the commit; reading the first one makes another object
    // commit.
    try await test.writer.write { db in
      try db.execute(sql: "UPDATE t SET n = 1")
      meanwhile.write.withLock {
        $0 = { try? other.writeNow { try $0.execute(sql: "UPDATE t SET n = 2") } }
      }
    }
    let told = try #require(await changes.next()?.rows("t"))
    #expect(told.count == 300)
    #expect(meanwhile.write.withLock { $0 == nil })
    let values = told.map { $0.values[1]?[1] }
    #expect(Set(values) == [1])
    #expect(try await other.read { try Int.fetchOne($0, sql: "SELECT sum(n) FROM t") } == 600)
  }

  private static let schema = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, n, m AS (noticing(n)) VIRTUAL);
    WITH RECURSIVE ids(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 300)
    INSERT INTO t SELECT id, 0 FROM ids
    """
}

extension Configuration {
  /// Adds a function that runs the requested closure when SQL calls it.
  fileprivate mutating func addNoticing(_ meanwhile: CaptureSnapshotTests.Meanwhile) {
    trustsSchema = true
    prepareDatabase { db in
      let function = DatabaseFunction("noticing", argumentCount: 1, pure: true) {
        meanwhile.run()
        return $0[0]
      }
      db.add(function: function)
    }
  }
}
