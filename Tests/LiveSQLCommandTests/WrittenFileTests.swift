import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@testable import LiveSQLCommand

/// The replacement of a database that has a write-ahead log.
@Suite struct WrittenFileTests {
  private struct Crash: Error {}

  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "shop.db") }
  private var written: WrittenFile { WrittenFile(path: path, replaces: true) }

  /// Creates a database of which a row is only in its log, as after a crash.
  init() throws {
    scratch = try ScratchDirectory()
    let source = scratch.path(of: "source.db")
    let writer = try DatabasePool(path: source)
    try writer.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES ('old')") }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: source + suffix,
        toPath: scratch.path(of: "shop.db") + suffix
      )
    }
    try writer.close()
  }

  private func writeNew() throws {
    try written.prepare()
    let database = try DatabaseFile.create(at: written.partialPath)
    try database.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES ('new')")
    }
    try database.close()
  }

  /// Reads the rows as another program would after a crash: from the file and those beside it.
  private func rows() throws -> [String] {
    let other = scratch.path(of: "seen.db")
    for suffix in ["", "-wal", "-journal"] {
      try? FileManager.default.removeItem(atPath: other + suffix)
      guard FileManager.default.fileExists(atPath: path + suffix) else { continue }
      try FileManager.default.copyItem(atPath: path + suffix, toPath: other + suffix)
    }
    let database = try DatabaseQueue(path: other)
    let rows = try database.read { try String.fetchAll($0, sql: "SELECT a FROM t") }
    try database.close()
    return rows
  }

  @Test(arguments: WrittenFile.Step.allCases)
  func `a crash after a step leaves the old database whole`(step: WrittenFile.Step) throws {
    try writeNew()
    #expect(try rows() == ["old"])
    #expect(throws: Crash.self) {
      try written.finish { reached in if reached == step { throw Crash() } }
    }
    #expect(try rows() == ["old"])
    try writeNew()
    try written.finish()
    #expect(try rows() == ["new"])
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `a database that another program uses is not replaced`() throws {
    let user = try DatabasePool(path: path)
    try user.write { try $0.execute(sql: "INSERT INTO t VALUES ('more')") }
    try writeNew()
    #expect(throws: CommandFailure.self) { try written.finish() }
    #expect(try user.read { try String.fetchAll($0, sql: "SELECT a FROM t") } == ["old", "more"])
    try user.close()
    #expect(try rows() == ["old", "more"])
  }

  @Test func `a journal that its mode keeps is no obstacle`() throws {
    let user = try DatabaseQueue(path: path)
    try user.writeWithoutTransaction { db in
      let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = PERSIST")
      #expect(mode == "persist")
      try db.execute(sql: "INSERT INTO t VALUES ('more')")
    }
    try user.close()
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "-journal")
    #expect((attributes[.size] as? Int ?? 0) > 0)
    try writeNew()
    try written.finish()
    #expect(try rows() == ["new"])
    #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
  }
}
