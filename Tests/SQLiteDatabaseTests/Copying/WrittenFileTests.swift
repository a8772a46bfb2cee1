import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@testable import SQLiteTools

/// The replacement of a database that has a write-ahead log.
@Suite struct WrittenFileTests {
  private struct Crash: Error {}

  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "shop.db") }

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

  private func writeNew() throws -> WrittenFile {
    let written = try WrittenFile(at: path, replaces: true)
    let database = try DatabaseQueue(path: written.partialPath)
    try database.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES ('new')")
    }
    try database.close()
    return written
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
    let written = try writeNew()
    #expect(try rows() == ["old"])
    #expect(throws: Crash.self) {
      try written.finish { reached in if reached == step { throw Crash() } }
    }
    #expect(try rows() == ["old"])
    try writeNew().finish()
    #expect(try rows() == ["new"])
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `a database that another program uses is not replaced`() throws {
    let user = try DatabasePool(path: path)
    try user.write { try $0.execute(sql: "INSERT INTO t VALUES ('more')") }
    let written = try writeNew()
    let error = #expect(throws: DatabaseError.self) { try written.finish() }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("cannot be merged") == true)
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
    try writeNew().finish()
    #expect(try rows() == ["new"])
    #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
  }

  @Test func `of two copies to one path, the earlier one does not take the other's file`() throws {
    let earlier = try writeNew()
    let later = try writeNew()
    let error = #expect(throws: DatabaseError.self) { try earlier.finish() }
    #expect(error?.message.contains("Another copy to \(path) has begun") == true)
    earlier.discard()
    #expect(try rows() == ["old"])
    try later.finish()
    #expect(try rows() == ["new"])
  }

  @Test func `a file that is discarded leaves nothing behind`() throws {
    let written = try writeNew()
    written.discard()
    #expect(!FileManager.default.fileExists(atPath: written.partialPath))
    #expect(try rows() == ["old"])
  }
}
