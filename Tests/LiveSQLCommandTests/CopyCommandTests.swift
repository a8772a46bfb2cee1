import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@testable import LiveSQLCommand

/// The commands `copy` and `vacuum`.
@Suite struct CopyCommandTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "full.db") }

  init() throws {
    scratch = try ScratchDirectory()
    let database = try DatabaseQueue(path: scratch.path(of: "full.db"))
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      for _ in 0..<500 { try db.execute(sql: "INSERT INTO t VALUES (zeroblob(2000))") }
      try db.execute(sql: "DELETE FROM t WHERE rowid > 10")
    }
    try database.close()
  }

  private func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  @Test(arguments: ["copy", "backup"])
  func `a copy does not replace a file unless asked, and can leave out free space`(name: String)
    async throws
  {
    let copy = scratch.path(of: "copy.db")
    #expect(await ProgramRun(name, path, copy).code == .success)
    #expect(try size(copy) == size(path))
    let refused = await ProgramRun(name, path, copy, "--vacuum")
    #expect(refused.code == .failure)
    #expect(refused.errors.contains("--replace"))
    #expect(await ProgramRun(name, path, copy, "--vacuum", "--replace").code == .success)
    #expect(try size(copy) * 10 < size(path))
    let beside = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(beside.filter { $0.hasPrefix("copy") } == ["copy.db"])
    let count = try await DatabaseQueue(path: copy).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM t")
    }
    #expect(count == 10)
  }

  @Test func `a copy is one snapshot while another connection writes`() async throws {
    let writer = try DatabaseQueue(path: path)
    try await writer.write { db in
      try db.execute(sql: "CREATE TABLE twins (a, b); INSERT INTO twins VALUES (0, 0)")
    }
    let copies = (0..<5).map { scratch.path(of: "copy\($0).db") }
    let writing = Task {
      while !Task.isCancelled {
        try await writer.write {
          try $0.execute(sql: "UPDATE twins SET a = a + 1; UPDATE twins SET b = b + 1")
        }
      }
    }
    defer { writing.cancel() }
    for copy in copies {
      #expect(await ProgramRun("copy", path, copy).code == .success)
      let isWhole = try await DatabaseQueue(path: copy).read {
        try Bool.fetchOne($0, sql: "SELECT a = b FROM twins")
      }
      #expect(isWhole == true)
    }
    writing.cancel()
    _ = await writing.result
  }

  @Test func `vacuum reports how much it saved`() async throws {
    let before = try size(path)
    let run = await ProgramRun("vacuum", path)
    #expect(run.code == .success)
    #expect(run.output.contains("\(grouped(before)) bytes before"))
    #expect(run.output.contains("saved"))
    #expect(try size(path) * 10 < before)
    #expect(await ProgramRun("vacuum", path).output.contains("nothing to save"))
    let json = await ProgramRun("vacuum", path, "--json")
    #expect(json.output.contains("\"before\":\(try size(path))"))
  }

  @Test func `vacuum fails on a file that is not a database`() async throws {
    let file = scratch.path(of: "text.db")
    try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: file))
    #expect(await ProgramRun("vacuum", file).code == .failure)
    #expect(await ProgramRun("vacuum", scratch.path(of: "none.db")).code == .failure)
  }
}
