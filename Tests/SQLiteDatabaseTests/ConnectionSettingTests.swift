import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests that the settings of a configuration apply to each connection.
@Suite struct ConnectionSettingTests {
  private static let numbers: [SynchronousMode: Int] = [.off: 0, .normal: 1, .full: 2, .extra: 3]

  @Test(
    arguments: [JournalMode.default, .wal, .delete, .truncate, .persist, .unchanged],
    [SynchronousMode.off, .normal, .full, .extra]
  )
  func `the synchronous mode applies in every journal mode`(
    journal: JournalMode,
    synchronous: SynchronousMode
  ) throws {
    let test = try TestDatabase(.queue) { configuration in
      configuration.journalMode = journal
      configuration.synchronous = synchronous
    }
    #expect(try test.integer("PRAGMA synchronous") == Self.numbers[synchronous])
  }

  /// Only one thread at a time uses a connection, and SQLite's own mutex would slow down each call.
  @Test(arguments: DatabaseKind.allCases)
  func `no connection has an SQLite mutex`(kind: DatabaseKind) throws {
    let test = try TestDatabase(kind)
    #expect(try test.writer.write { !$0.connection.hasMutex })
    #expect(try test.writer.read { !$0.connection.hasMutex })
    var handle = try Connection(path: ":memory:")
    #expect(!handle.hasMutex)
    handle = try Connection(path: test.scratch.path(of: "b.db"), flags: [.readWrite, .create])
    #expect(!handle.hasMutex)
  }
}
