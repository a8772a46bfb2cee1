import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import Testing

@testable import DatabaseTools
@testable import SQLiteDatabase

/// Two objects on one file are to each other what two processes are.
@Suite struct ExternalChangeTests {
  let scratch = try? ScratchDirectory()

  @Test func `tells of a commit by another connection`() async throws {
    let path = try #require(scratch).path(of: "a.db")
    let database = try DatabasePool(path: path)
    try await database.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    var changes = database.changes.makeAsyncIterator()
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    let change = try #require(await changes.next())
    #expect(change.origin == .otherProcess)
    // The other one tells which rows it touched where it knows already that somebody listens.
    #expect(change.mayChangeAnyTable || Set(change.tables.keys) == ["t"])
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
  }

  @Test func `tells of a commit that came between two observers`() async throws {
    let path = try #require(scratch).path(of: "b.db")
    let database = try DatabaseQueue(path: path)
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    var changes = database.changes.makeAsyncIterator()
    #expect(await changes.next()?.origin == .otherProcess)
  }

  @Test func `tells the logger, with the label, where files cannot be watched`() async throws {
    let scratch = try #require(scratch)
    let folder = scratch.path(of: "shop")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let messages = Log<String>()
    var configuration = Configuration()
    configuration.label = "shop"
    configuration.logger = DatabaseLogger { level, message in
      messages.append("\(level) \(message)")
    }
    let database = try DatabaseQueue(path: folder + "/a.db", configuration: configuration)
    // An open file stays usable in a folder that was moved.
    try FileManager.default.moveItem(atPath: folder, toPath: scratch.path(of: "moved"))
    for await _ in database.changes.prefix(0) {}
    #expect(messages.all.count == 1)
    #expect(messages.all.first?.hasPrefix("warning shop: ") == true)
  }
}
