import DatabaseTypes
import Foundation
import LiveSQL
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Testing

/// Live queries whose file is replaced, moved or deleted while it is open, or detached.
@Suite(.timeLimit(.hang)) struct LostFileTests {
  /// A kind of database object.
  enum Kind: CaseIterable { case queue, pool }

  /// A way to lose a file.
  enum Loss: CaseIterable {
    case replaced, moved, deleted

    /// What the error says of it.
    var text: String { self == .replaced ? "replaced by another file" : "moved or deleted" }

    func apply(to path: String) throws {
      switch self {
      case .replaced: try Data("other".utf8).write(to: URL(filePath: path), options: .atomic)
      case .moved: try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
      case .deleted: try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// The errors in a database's log.
  private final class ErrorLog: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var logger: DatabaseLogger {
      DatabaseLogger { [self] level, message in
        if level == .error { lines.withLock { $0.append(message) } }
      }
    }
  }

  private let scratch: ScratchDirectory
  private let log = ErrorLog()

  init() throws { scratch = try ScratchDirectory() }

  private var path: String { scratch.path(of: "main.db") }
  private var extraPath: String { scratch.path(of: "extra.db") }

  /// Opens a database with a table `main.t` and, in an attached file, a table `extra.u`.
  private func open(_ kind: Kind, followsOthers: Bool = true) async throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.logger = log.logger
    configuration.externalChangePollInterval = .milliseconds(20)
    configuration.observesExternalChanges = followsOthers
    let extra = extraPath
    configuration.prepareDatabase { db in
      try db.execute(sql: "ATTACH ? AS extra", arguments: [extra])
    }
    let database: any DatabaseWriter =
      kind == .pool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    try await database.run(
      """
      CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1);
      CREATE TABLE extra.u (n INTEGER); INSERT INTO extra.u VALUES (10);
      """
    )
    return database
  }

  private func code(_ error: (any Error)?) -> DatabaseError.Code? {
    (error as? DatabaseError)?.code
  }

  @Test(arguments: Kind.allCases, Loss.allCases)
  func `a live query fails when its file is lost, and the log says so once`(kind: Kind, loss: Loss)
    async throws
  {
    let database = try await open(kind)
    @FetchOne(#sql("SELECT n FROM t", as: Int.self), database: database) var n: Int?
    try await $n.load()
    try loss.apply(to: path)
    await until { code($n.loadError) == .notFound }
    let error = try #require($n.loadError as? DatabaseError)
    #expect(error.message.contains(loss.text) && error.message.contains("open the database again"))
    #expect(error.path?.hasSuffix("main.db") == true)
    #expect(n == 1)
    await #expect(throws: DatabaseError.self) { try await $n.load() }
    try? await database.run("UPDATE t SET n = 2")
    #expect(log.all.count == 1)
    #expect(log.all.first?.contains(loss.text) == true)
  }

  @Test(arguments: Kind.allCases)
  func `a live query goes on when its file is back`(kind: Kind) async throws {
    let database = try await open(kind)
    @FetchOne(#sql("SELECT n FROM t", as: Int.self), database: database) var n: Int?
    try await $n.load()
    try Loss.moved.apply(to: path)
    await until { code($n.loadError) == .notFound }
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    await until { $n.loadError == nil }
    try await database.run("UPDATE t SET n = 2")
    await until { n == 2 }
  }

  @Test(arguments: Kind.allCases)
  func `only the queries of an attached file fail when that one is lost`(kind: Kind) async throws {
    let database = try await open(kind)
    @FetchOne(#sql("SELECT n FROM t", as: Int.self), database: database) var left: Int?
    @FetchOne(#sql("SELECT n FROM extra.u", as: Int.self), database: database) var right: Int?
    try await $left.load()
    try await $right.load()
    try Loss.replaced.apply(to: extraPath)
    await until { code($right.loadError) == .notFound }
    try await database.run("UPDATE t SET n = 2")
    await until { left == 2 }
    #expect($left.loadError == nil)
    #expect(($right.loadError as? DatabaseError)?.path?.hasSuffix("extra.db") == true)
  }

  @Test(arguments: [true, false])
  func `a live query of a detached database gets the error of its statement`(followsOthers: Bool)
    async throws
  {
    let database = try await open(.queue, followsOthers: followsOthers)
    @FetchOne(#sql("SELECT n FROM extra.u", as: Int.self), database: database) var n: Int?
    @FetchOne(#sql("SELECT n FROM t", as: Int.self), database: database) var other: Int?
    try await $n.load()
    try await $other.load()
    try await database.writeWithoutTransaction { try $0.execute(sql: "DETACH extra") }
    await until { $n.loadError != nil }
    let error = try #require($n.loadError as? DatabaseError)
    #expect(error.message.contains("no such table: extra.u"))
    #expect(log.all.count == 1)
    #expect(log.all.first?.contains("“extra”") == true)
    let extra = extraPath
    try await database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS extra", arguments: [extra])
    }
    await until { $n.loadError == nil }
    try await database.run("UPDATE extra.u SET n = 11; UPDATE t SET n = 2")
    await until { n == 11 && other == 2 }
    #expect(log.all.count == 1)
  }

  @Test func `a pool's live query of a database that its writer detached is no longer followed`()
    async throws
  {
    let database = try await open(.pool)
    @FetchOne(#sql("SELECT n FROM extra.u", as: Int.self), database: database) var n: Int?
    @FetchOne(#sql("SELECT n FROM t", as: Int.self), database: database) var other: Int?
    try await $n.load()
    try await $other.load()
    try await database.writeWithoutTransaction { try $0.execute(sql: "DETACH extra") }
    await until { $n.loadError != nil }
    let error = try #require($n.loadError as? DatabaseError)
    #expect(error.code == .notFound && error.message.contains("“extra” was detached"))
    #expect(log.all.count == 1)
    try await database.run("UPDATE t SET n = 2")
    await until { other == 2 }
    #expect($other.loadError == nil)
  }
}
