import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests with two objects on one file, which relate like two processes.
@Suite(.timeLimit(.hang)) struct ExternalChangeTests {
  let scratch = try? ScratchDirectory()

  @Test func `a commit of another connection is reported`() async throws {
    let path = try #require(scratch).path(of: "a.db")
    let database = try DatabasePool(path: path)
    try await database.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    var changes = database.changes.makeAsyncIterator()
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    let change = try #require(await changes.next())
    #expect(change.origin == .otherProcess)
    // The other object reports the touched rows once it knows that someone observes.
    #expect(change.mayChangeAnyTable || Set(change.tables.keys) == ["t"])
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
  }

  @Test func `a commit between two observations is reported`() async throws {
    let path = try #require(scratch).path(of: "b.db")
    let database = try DatabaseQueue(path: path)
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    var changes = database.changes.makeAsyncIterator()
    #expect(await changes.next()?.origin == .otherProcess)
  }

  @Test func `files that cannot be watched are logged with the database's label`() async throws {
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
    // An open file remains usable in a folder that was moved.
    try FileManager.default.moveItem(atPath: folder, toPath: scratch.path(of: "moved"))
    for await _ in database.changes.prefix(0) {}
    // The log may also say that the file is no longer at its path.
    #expect(messages.all.filter { $0.hasPrefix("warning shop: ") }.count == 1)
    #expect(messages.all.allSatisfy { $0.contains(" shop: ") })
  }
}
