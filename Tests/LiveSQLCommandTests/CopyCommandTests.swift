import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
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

  @Test(arguments: [[], ["--vacuum"]])
  func `a log or a journal that stands beside the copy's path is not applied to it`(
    options: [String]
  ) async throws {
    let copy = scratch.path(of: "copy.db")
    // A log with commits of another database, which fit the copy's pages.
    let other = scratch.path(of: "other.db")
    let writer = try DatabasePool(path: other)
    try await writer.write { try $0.execute(sql: "CREATE TABLE other (a)") }
    try FileManager.default.copyItem(atPath: other + "-wal", toPath: copy + "-wal")
    try writer.close()
    for name in ["-journal", "-shm", ".partial", ".partial-journal"] {
      try Data(repeating: 1, count: 1000).write(to: URL(fileURLWithPath: copy + name))
    }
    #expect(await ProgramRun(list: ["copy", path, copy] + options).code == .success)
    let beside = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(beside.filter { $0.hasPrefix("copy") } == ["copy.db"])
    #expect(await ProgramRun("verify", copy).code == .success)
    let count = try await DatabaseQueue(path: copy).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM t")
    }
    #expect(count == 10)
  }

  @Test func `a damaged copy does not get its name`() async throws {
    let copy = scratch.path(of: "copy.db")
    let precious = Data("SQLite format 3\0precious".utf8)
    try precious.write(to: URL(fileURLWithPath: copy))
    // Overwrite the root page of the table.
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xaa, count: 4096))
    try file.close()
    let run = await ProgramRun("copy", path, copy, "--replace")
    #expect(run.code == .failure)
    #expect(run.errors.contains("verify"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == precious)
    #expect(!FileManager.default.fileExists(atPath: copy + ".partial"))
  }

  @Test func `rows that break a constraint do not prevent a copy`() async throws {
    let database = try DatabaseQueue(path: path)
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE checked (a CHECK (a > 0));
          PRAGMA ignore_check_constraints = ON;
          INSERT INTO checked VALUES (-1);
          PRAGMA ignore_check_constraints = OFF;
          """
      )
    }
    try database.close()
    #expect(await ProgramRun("copy", path, scratch.path(of: "copy.db")).code == .success)
  }

  /// Returns the system's number of what has a path.
  private func fileNumber(of path: String) throws -> String {
    let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
    return String(describing: try #require(number))
  }

  /// Something at the path of a copy that is not a regular file.
  enum Obstacle: CaseIterable { case folder, link, brokenLink, pipe }

  @Test(arguments: Obstacle.allCases, ["", "-wal", ".partial"])
  func `only a regular file is replaced`(obstacle: Obstacle, suffix: String) async throws {
    let copy = scratch.path(of: "copy.db")
    let place = copy + suffix
    let target = scratch.path(of: "target")
    let files = FileManager.default
    switch obstacle {
    case .folder:
      try files.createDirectory(atPath: place, withIntermediateDirectories: false)
      try Data("precious".utf8).write(to: URL(fileURLWithPath: place + "/file"))
    case .link:
      try Data("precious".utf8).write(to: URL(fileURLWithPath: target))
      try files.createSymbolicLink(atPath: place, withDestinationPath: target)
    case .brokenLink: try files.createSymbolicLink(atPath: place, withDestinationPath: target)
    case .pipe: #expect(mkfifo(place, 0o600) == 0)
    }
    let before = try fileNumber(of: place)
    for options in [[], ["--replace"], ["--replace", "--vacuum"]] {
      let run = await ProgramRun(list: ["copy", path, copy] + options)
      #expect(run.code == .failure)
      #expect(run.errors.contains("not replaced"))
    }
    #expect(try fileNumber(of: place) == before)
    if obstacle == .folder { #expect(files.fileExists(atPath: place + "/file")) }
    if obstacle == .link {
      #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    }
    if obstacle == .brokenLink { #expect(!files.fileExists(atPath: target)) }
  }

  @Test(arguments: ["copy", "backup"], [Data("hello".utf8), Data(repeating: 65, count: 1_024)])
  func `a file that is no database is not replaced`(name: String, content: Data) async throws {
    let text = scratch.path(of: "text.db")
    try content.write(to: URL(fileURLWithPath: text))
    for options in [[], ["--vacuum"]] {
      let run = await ProgramRun(list: [name, path, text, "--replace"] + options)
      #expect(run.code == .failure)
      #expect(run.errors.contains("\(text) is no SQLite database"))
      #expect(run.errors.contains("remove the file first"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: text)) == content)
    }
    let beside = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(beside.sorted() == ["full.db", "text.db"])
  }

  @Test func `an empty file is replaced`() async throws {
    let empty = scratch.path(of: "empty.db")
    try Data().write(to: URL(fileURLWithPath: empty))
    #expect(await ProgramRun("copy", path, empty, "--replace").code == .success)
    #expect(await ProgramRun("verify", empty).code == .success)
  }

  @Test(
    arguments: [
      (1_024, true, nil), (512, true, nil), (1_000, true, "is no SQLite database, so"),
      (256, true, "is no SQLite database, so"), (1_000, false, "is no SQLite database, so"),
      (1_024, false, "is no SQLite database, or an encrypted one, so"),
    ] as [(Int, Bool, String?)]
  )
  func `a file of whole pages may be encrypted if a key is given`(
    size: Int,
    hasKey: Bool,
    refusal: String?
  ) throws {
    let file = scratch.path(of: "other.db")
    try Data(repeating: 0xA7, count: size).write(to: URL(fileURLWithPath: file))
    var failure: CommandFailure?
    do { try ReplacedFile(path: file, mayBeEncrypted: hasKey).check() } catch { failure = error }
    #expect((failure == nil) == (refusal == nil))
    if let refusal { #expect(failure?.message.contains(refusal) == true) }
  }

  @Test(arguments: ["-wal", "-journal", "-live1"])
  func `a copy never replaces a part of its source`(suffix: String) async throws {
    let side = path + suffix
    try Data("precious".utf8).write(to: URL(fileURLWithPath: side))
    #expect(await ProgramRun("copy", path, side, "--replace").errors.contains("onto itself"))
    #expect(try String(contentsOfFile: side, encoding: .utf8) == "precious")
    // The other way round, the source would be taken for the log of the copy.
    try FileManager.default.removeItem(atPath: side)
    let source = scratch.path(of: "copy.db-wal")
    try FileManager.default.moveItem(atPath: path, toPath: source)
    let run = await ProgramRun("copy", source, scratch.path(of: "copy.db"))
    #expect(run.errors.contains("onto itself"))
    #expect(FileManager.default.fileExists(atPath: source))
  }

  /// Another name of the source, or of a file beside it.
  enum OtherName: CaseIterable { case hardLink, link, folder, sideOfTarget }

  @Test(arguments: OtherName.allCases, [[], ["--replace"], ["--replace", "--vacuum"]])
  func `a database is recognised under other names`(name: OtherName, options: [String])
    async throws
  {
    let files = FileManager.default
    let other = scratch.path(of: "other.db")
    var (source, copy) = (path, other)
    switch name {
    case .hardLink: try files.linkItem(atPath: path, toPath: other)
    case .link: try files.createSymbolicLink(atPath: other, withDestinationPath: path)
    case .folder:
      try files.createSymbolicLink(atPath: other, withDestinationPath: scratch.path)
      copy = other + "/full.db"
    case .sideOfTarget:
      try files.createSymbolicLink(atPath: other, withDestinationPath: path)
      (source, copy) = (other, path + "-journal")
    }
    let before = try fileNumber(of: path)
    let run = await ProgramRun(list: ["copy", source, copy] + options)
    #expect(run.code == .failure)
    #expect(run.errors.contains("onto itself"))
    #expect(try fileNumber(of: path) == before)
    #expect(!files.fileExists(atPath: path + "-journal"))
  }

  @Test func `names in other letter cases are compared as the file system does it`() async throws {
    let other = scratch.path(of: "FULL.db")
    let ignoresCase = FileManager.default.fileExists(atPath: other)
    let run = await ProgramRun("copy", path, other, "--replace")
    #expect((run.code == .success) != ignoresCase)
    #expect(run.errors.contains("onto itself") == ignoresCase)
    #expect(await ProgramRun("verify", path).code == .success)
    // A file that does not exist yet may become the database's log.
    for suffix in ["-WAL", "-Journal", "-live1"] {
      let side = scratch.path(of: "Full.db") + suffix
      #expect(await ProgramRun("copy", path, side).errors.contains("onto itself"))
      #expect(!FileManager.default.fileExists(atPath: side))
    }
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
