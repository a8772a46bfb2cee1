import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of files that cannot be opened, read or written: the errors, and that nothing is lost.
@Suite(.mayBlock) struct BadInputFileTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Expects the error of opening a path in each way.
  private func expectComplaint(
    _ code: DatabaseError.Code,
    saying part: String,
    opening path: String,
    readOnly: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    var configuration = Configuration()
    configuration.readOnly = readOnly
    SQLiteDatabaseTests.expectComplaint(code, saying: part, sourceLocation: sourceLocation) {
      try DatabaseQueue(path: path, configuration: configuration)
    }
    SQLiteDatabaseTests.expectComplaint(code, saying: part, sourceLocation: sourceLocation) {
      try DatabasePool(path: path, configuration: configuration)
    }
    await SQLiteDatabaseTests.expectComplaint(code, saying: part, sourceLocation: sourceLocation) {
      try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
    }
  }

  @Test func `a read-only database does not create a missing file`() async {
    let path = scratch.path(of: "a.db")
    await expectComplaint(.cannotOpen, saying: "no file", opening: path, readOnly: true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `an error names a missing folder and says what to do`() async {
    let path = scratch.path(of: "missing/a.db")
    await expectComplaint(.cannotOpen, saying: "Create it first", opening: path)
    await expectComplaint(.cannotOpen, saying: "missing", opening: path, readOnly: true)
  }

  @Test func `a folder is refused as a file`() async {
    await expectComplaint(.cannotOpen, saying: "folder", opening: scratch.path)
    await expectComplaint(.cannotOpen, saying: "folder", opening: scratch.path, readOnly: true)
  }

  @Test func `an error says that a folder in the path is a file`() async throws {
    try Data("x".utf8).write(to: scratch.url.appending(path: "file"))
    let path = scratch.path(of: "file/a.db")
    await expectComplaint(.cannotOpen, saying: "is a file, not a folder", opening: path)
  }

  @Test func `an empty path and a path with a NUL character are refused`() async {
    await expectComplaint(.cannotOpen, saying: "empty", opening: "")
    await expectComplaint(.misuse, saying: "NUL", opening: scratch.path(of: "a") + "\0.db")
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self"), "there is no /proc/self")
  )
  func `an error names a folder in which no file can be created`() async {
    // Not even root can create a file there.
    await expectComplaint(.permission, saying: "/proc", opening: "/proc/livesql.db")
  }

  @Test(.disabled(if: isRoot, "Permissions mean nothing to root"))
  func `an error reports missing permissions`() async throws {
    let path = scratch.path(of: "a.db")
    try DatabaseQueue(path: path).close()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o000], ofItemAtPath: path)
    await expectComplaint(.permission, saying: "permission to read", opening: path)
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let database = try DatabaseQueue(path: path)
    SQLiteDatabaseTests.expectComplaint(.readOnly, saying: "readOnly") {
      try database.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    }
  }

  @Test(arguments: [2, 15, 100, 511, 5000])
  func `a file that is not a database is left unchanged`(byteCount: Int) async throws {
    let url = scratch.url.appending(path: "text")
    let content = Data(repeating: UInt8(ascii: "x"), count: byteCount)
    try content.write(to: url)
    let path = url.path(percentEncoded: false)
    await expectComplaint(.notADatabase, saying: "Check the path", opening: path)
    await expectComplaint(.notADatabase, saying: "Check the path", opening: path, readOnly: true)
    #expect(try Data(contentsOf: url) == content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["text"])
  }

  @Test(arguments: DatabaseKind.files)
  func `a file that disappears while a pool is open is not recreated`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    guard kind == .pool else { return }
    let path = db.writer.path
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    SQLiteDatabaseTests.expectComplaint(.cannotOpen, saying: "no file") { try db.count("keep") }
    #expect(!FileManager.default.fileExists(atPath: path))
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    try db.expectIntact()
  }
}

/// Tests of files that fail while they are open.
@Suite(.mayBlock) struct BadInputStorageTests {
  static let manyRows = """
    CREATE TABLE big (id INTEGER PRIMARY KEY, a);
    WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 2000)
    INSERT INTO big SELECT n, hex(randomblob(40)) FROM c
    """

  @Test(arguments: DatabaseKind.files)
  func `an error reports a corrupt page, and other tables can be read`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep + ";" + Self.manyRows)
    let page = try #require(try db.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'big'"))
    let size = try #require(try db.integer("PRAGMA page_size"))
    try db.writer.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: db.writer.path))
    try file.seek(toOffset: UInt64((page - 1) * size))
    try file.write(contentsOf: Data(repeating: 0xff, count: size))
    try file.close()
    let damaged = try db.another()
    expectComplaint(.corrupt, saying: "integrityCheck", "restore a backup") {
      try damaged.read { try $0.count("big") }
    }
    expectComplaint(.corrupt, saying: "damaged") {
      try damaged.write { db in
        try db.execute(sql: "INSERT INTO keep VALUES (2, 'y')")
        try db.execute(sql: "DELETE FROM big WHERE a = ?", arguments: [secret])
      }
    }
    #expect(try damaged.read { try $0.count("keep") } == 1)
  }

  @Test(arguments: DatabaseKind.files)
  func `an error reports that a file is read-only when it is written`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    // A file that the system opens only for reading, independent of permissions, which root
    // ignores.
    let opening = DatabaseOpening(
      path: "file:\(db.writer.path)?mode=ro",
      configuration: Configuration(),
      flags: [.uri]
    )
    let readOnly = try DatabaseQueue(opening)
    expectComplaint(.readOnly, saying: "read-only", "permission") {
      try readOnly.write { try $0.execute(sql: "DELETE FROM keep") }
    }
    #expect(try readOnly.read { try $0.count("keep") } == 1)
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a database at its maximum size keeps what was committed`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep) { configuration in
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = 20") }
    }
    expectComplaint(.full, saying: "Free space", "not committed") {
      try db.execute(Self.manyRows)
    }
    expectComplaint(.full, saying: "full") {
      try db.writer.writeWithoutTransaction { db in
        try db.execute(
          sql: "INSERT INTO keep (a) VALUES (?), (zeroblob(500000))",
          arguments: [secret]
        )
      }
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.files)
  func `a full disk keeps what was committed`(kind: DatabaseKind) throws {
    let vfs = try FaultInjectingVFS()
    let db = try TestDatabase(kind, TestDatabase.keep) { $0.vfs = vfs.name }
    vfs.inject(.diskFull(afterBytes: 10_000))
    expectComplaint(.full, saying: "Free space", "not committed") { try db.execute(Self.manyRows) }
    #expect(try db.count("keep") == 1)
    vfs.recover()
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.files)
  func `an error reports a failing disk and says what to do`(kind: DatabaseKind) throws {
    let vfs = try FaultInjectingVFS()
    let db = try TestDatabase(kind, TestDatabase.keep) { $0.vfs = vfs.name }
    vfs.inject(.failing(nth: 1, of: [.write]))
    expectComplaint(.inputOutput, saying: "The file system failed", "Check the disk") {
      try db.execute("INSERT INTO keep VALUES (2, ?)", [secret])
    }
    vfs.recover()
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.files)
  func `an error says how long a database was locked, and by whom`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, TestDatabase.keep) {
      $0.busyMode = .timeout(.milliseconds(60))
    }
    let other = try db.another()
    try other.writeNow { _ in
      var message = ""
      expectComplaint(.busy, saying: "another connection", "Configuration.busyMode") {
        do { try db.execute("INSERT INTO keep VALUES (2, ?)", [secret]) } catch {
          message = (error as? DatabaseError)?.explanation ?? ""
          throw error
        }
      }
      let waited = message.firstMatch(of: /was locked after waiting for ([0-9.]+) s/)
      let seconds = Double(try #require(waited, "\(message)").output.1)
      #expect(try #require(seconds) >= 0.06, "\(message)")
    }
    let start = ContinuousClock.now
    try await other.write { _ in
      expectComplaint(.busy, saying: "was locked") {
        try db.execute("INSERT INTO keep VALUES (2, 'y')")
      }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(60))
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.files)
  func `a locked database fails at once if configured to do so`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep) { $0.busyMode = .immediateError }
    try db.another().write { _ in
      expectComplaint(.busy, saying: "was locked after waiting for") {
        try db.execute("DELETE FROM keep")
      }
    }
    // The message says how long that took on this machine; the policy is what decides.
    #expect(BusyPolicy(.immediateError).isBusy(tries: 0) == .giveUp)
    #expect(BusyPolicy(.timeout(.seconds(600))).isBusy(tries: 0) == .retry)
    try db.expectIntact()
  }

  @Test func `an error says for which lock an in-memory pool waited`() async throws {
    let db = try TestDatabase(.poolInMemory, TestDatabase.keep) { $0.busyMode = .immediateError }
    try db.writer.readNow { _ in
      expectComplaint(.busy, saying: "was locked", "another connection, of this process") {
        try db.execute("DELETE FROM keep WHERE a = ?", ["x"])
      }
    }
    try db.expectIntact()
  }
}
