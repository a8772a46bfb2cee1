import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

/// Copies of a database into a file.
@Suite struct FileCopyTests {
  private struct Stopped: Error {}

  private let scratch: ScratchDirectory
  private let database: DatabasePool
  private var path: String { scratch.path(of: "copy.db") }

  init() throws {
    scratch = try ScratchDirectory()
    database = try DatabasePool(path: scratch.path(of: "shop.db"))
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      for _ in 0..<500 { try db.execute(sql: "INSERT INTO t VALUES (zeroblob(2000))") }
      try db.execute(sql: "DELETE FROM t WHERE rowid > 10")
    }
  }

  private func count() throws -> Int? {
    let copy = try DatabaseQueue(path: path)
    defer { try? copy.close() }
    return try copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
  }

  /// The names of the copy and of what is beside it.
  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        .filter { $0.hasPrefix("copy") }
    }
  }

  @Test func `a copy is one whole file, and reports its pages and its size`() async throws {
    let seen = Mutex<[DatabaseBackupProgress]>([])
    let summary = try await database.copy(toFile: path) { progress in
      seen.withLock { $0.append(progress) }
    }
    #expect(try names == ["copy.db"])
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(summary.byteCount == size)
    let pages = try await database.read { try Int.fetchOne($0, sql: "PRAGMA page_count") }
    #expect(summary.pageCount == pages)
    #expect(seen.withLock(\.last)?.isCompleted == true)
    #expect(seen.withLock(\.last)?.totalPageCount == pages)
    var unchanged = Configuration()
    unchanged.journalMode = .unchanged
    let journal = try await DatabaseQueue(path: path, configuration: unchanged).read {
      try String.fetchOne($0, sql: "PRAGMA journal_mode")
    }
    #expect(journal == "delete")
    #expect(try count() == 10)
  }

  @Test func `a copy can leave out the space of deleted rows`() async throws {
    let whole = try await database.copy(toFile: path)
    let small = try await database.copy(toFile: path, replacesFile: true, vacuums: true)
    #expect(small.byteCount * 10 < whole.byteCount)
    #expect(try count() == 10)
  }

  @Test func `a file is only replaced if that is asked for`() async throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let error = await #expect(throws: DatabaseError.self) { try await database.copy(toFile: path) }
    #expect(error?.code == .cannotOpen)
    #expect(
      error?.message
        == "There is a file at \(path) already. Remove it, choose another path, or copy "
        + "with `replacesFile: true`."
    )
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    try await database.copy(toFile: path, replacesFile: true)
    #expect(try count() == 10)
  }

  @Test func `a copy that its progress ends leaves what was there`() async throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    await #expect(throws: Stopped.self) {
      try await database.copy(toFile: path, replacesFile: true) { _ in throw Stopped() }
    }
    #expect(try names == ["copy.db"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func `a copy whose task is cancelled leaves nothing behind`() async throws {
    let copying = Task { [database, path] in
      try await database.copy(toFile: path)
    }
    copying.cancel()
    await #expect(throws: CancellationError.self) { try await copying.value }
    #expect(try names == [])
  }

  @Test func `a database is not copied onto itself, nor onto a link`() async throws {
    let source = database.path
    for part in ["", "-wal", "-shm", "-live1"] {
      let error = await #expect(throws: DatabaseError.self) {
        try await database.copy(toFile: source + part, replacesFile: true)
      }
      #expect(error?.message.contains("onto itself") == true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: scratch.path(of: "none")
    )
    let error = await #expect(throws: DatabaseError.self) {
      try await database.copy(toFile: path, replacesFile: true)
    }
    #expect(error?.message.contains("There is a link at \(path)") == true)
  }

  @Test func `a folder that does not exist is an error that says so`() async throws {
    let missing = scratch.path(of: "missing/copy.db")
    let error = await #expect(throws: DatabaseError.self) {
      try await database.copy(toFile: missing)
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("Check that its folder exists") == true)
  }

  @Test func `a database in memory is copied too`() async throws {
    let memory = try DatabaseQueue()
    try await memory.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
    try await memory.copy(toFile: path)
    #expect(try count() == 1)
  }
}
