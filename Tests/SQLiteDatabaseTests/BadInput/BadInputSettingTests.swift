import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests that settings outside of their range do no harm.
@Suite(.timeLimit(.hang)) struct BadInputSettingTests {
  static let settings: [@Sendable (inout Configuration) -> Void] = [
    { $0.maximumReaderCount = 0 }, { $0.maximumReaderCount = -5 },
    { $0.maximumCachedStatementCount = 0 }, { $0.maximumCachedStatementCount = -1 },
    { $0.maximumCachedStatementBytes = 0 }, { $0.maximumCachedStatementBytes = .min },
    { $0.maximumCapturedRowCount = 0 }, { $0.maximumCapturedRowCount = .min },
    { $0.barrierTimeout = .seconds(Int64.max) }, { $0.barrierTimeout = .seconds(-1) },
    { $0.barrierTimeout = .zero }, { $0.externalChangePollInterval = .seconds(Int64.max) },
    { $0.externalChangePollInterval = .seconds(-1) }, { $0.externalChangePollInterval = .zero },
    { $0.busyMode = .timeout(.seconds(Int64.max)) }, { $0.busyMode = .timeout(.seconds(-1)) },
    { $0.label = "" }, { $0.label = "a\0b" },
  ]

  @Test(arguments: settings.indices, DatabaseKind.allCases)
  func `a database works with any setting`(index: Int, kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep, configure: Self.settings[index])
    let log = ChangeLog(db.writer)
    let subscription = Task {
      for await _ in db.writer.changes { return }
    }
    try db.expectIntact()
    for seconds in [Int64.max, 10_000_000_000] {
      try await db.writer.transaction(deadline: .seconds(seconds)) { tx in
        try await tx.execute(sql: "INSERT INTO keep VALUES (2, 'y')")
      }
      try await db.writer.barrierWriteWithoutTransaction {
        try $0.execute(sql: "DELETE FROM keep WHERE id = 2")
      }
    }
    #expect(log.all.filter { $0.origin == .thisProcess }.count == 6)
    subscription.cancel()
    await subscription.value
    try await onThread { try db.writer.close() }
  }

  @Test func `an error names an unknown VFS`() throws {
    var configuration = Configuration()
    configuration.vfs = "none"
    expectComplaint(.notFound, saying: "none") {
      try DatabaseQueue(path: "/tmp/livesql-none.db", configuration: configuration)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `an error of a preparation is thrown by the access that opens the connection`(
    kind: DatabaseKind
  ) throws {
    #expect(throws: TestError(name: "prepare")) {
      try TestDatabase(kind) { $0.prepareDatabase { _ in throw TestError(name: "prepare") } }
    }
    let calls = Log<Int>()
    let db = try TestDatabase(kind, TestDatabase.keep) { configuration in
      configuration.prepareDatabase { _ in
        calls.append(0)
        if calls.all.count == 2 { throw TestError(name: "prepare") }
      }
    }
    guard DatabaseKind.pools.contains(kind) else { return }
    #expect(throws: TestError(name: "prepare")) { try db.count("keep") }
    try db.expectIntact()
  }
}
