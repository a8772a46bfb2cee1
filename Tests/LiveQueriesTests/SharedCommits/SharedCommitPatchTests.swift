import Foundation
import LiveSQL
import LiveSQLTestSupport
import SQLite
import SQLiteTools
import Synchronization
import Testing

@testable import SQLiteDatabase

/// Commits of other database objects, which are patched, and of strangers, which run queries again.
@Suite(.mayBlock, .timeLimit(.hang)) struct SharedCommitPatchTests {
  let scratch: ScratchDirectory
  let path: String

  init() throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "shared.db")
  }

  private func open(isPool: Bool, shares: Bool = true) throws -> any DatabaseWriter {
    try open(isPool ? .pool : .queue(.wal), shares: shares)
  }

  private func open(_ kind: SharedCommitKind, shares: Bool = true) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.sharesChangedKeys = shares
    configuration.synchronous = .off
    if case .queue(let mode) = kind { configuration.journalMode = mode }
    let database: any DatabaseWriter =
      kind == .pool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    // On a busy machine, a writer may be interrupted between its commit and the report of it.
    database.changeSource.shared.setPatience(.hang)
    return database
  }

  private static let schema = """
    CREATE TABLE reminders (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
      remindersListID INTEGER NOT NULL DEFAULT 1);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO reminders (id, title) SELECT i, 'reminder ' || i FROM n;
    """

  /// Lets another object commit until its commits are reported row by row.
  private func meet(_ database: any DatabaseWriter, _ other: any DatabaseWriter) async throws {
    let log = ChangeSetLog(database)
    await until {
      try? other.writeNow {
        try $0.execute(sql: "UPDATE reminders SET isCompleted = NOT isCompleted WHERE id = 1")
      }
      return log.all.contains { !$0.mayChangeAnyTable }
    }
  }

  @Test(arguments: SharedCommitKind.pairs)
  func `commits of another object are patched`(pair: [SharedCommitKind]) async throws {
    let database = try open(pair[0])
    try await database.run(Self.schema)
    let other = try open(pair[1])
    let reminders = FetchAll(Reminder.order { ($0.title, $0.id) }, database: database)
    try await reminders.load()
    try await meet(database, other)
    try await other.run("UPDATE reminders SET title = 'last' WHERE id = 4000")
    _ = await reminders.value { $0.contains { $0.title == "last" } }
    let before = try #require(database.liveQueryStatistics.first)
    for number in 1...TestRounds.scaled(10) {
      try await other.run("UPDATE reminders SET title = 'new \(number)' WHERE id = \(number)")
      try await other.run("DELETE FROM reminders WHERE id = \(100 + number)")
      try await other.run("INSERT INTO reminders (id, title) VALUES (\(10000 + number), 'b')")
      let expected = try await other.read { try Reminder.order { ($0.title, $0.id) }.fetchAll($0) }
      #expect(await reminders.value { $0 == expected } == expected)
    }
    let after = try #require(database.liveQueryStatistics.first)
    #expect(after.runCount == before.runCount, "\(after)")
    #expect(after.patchCount > before.patchCount)
    #expect(after.lastCause == .otherProcess)
  }

  @Test(arguments: SharedCommitKind.pairs)
  func `results are patched while both objects write`(pair: [SharedCommitKind]) async throws {
    let databases = try pair.map { try open($0) }
    try await databases[0].run(Self.schema)
    let query = Reminder.order { ($0.title, $0.id) }
    let reminders = databases.map { FetchAll(query, database: $0) }
    for reminders in reminders { try await reminders.load() }
    try await meet(databases[0], databases[1])
    try await meet(databases[1], databases[0])
    try await databases[0].run("UPDATE reminders SET title = 'last' WHERE id = 4000")
    for reminders in reminders {
      _ = await reminders.value { $0.contains { $0.title == "last" } }
    }
    let before = databases.map { $0.liveQueryStatistics[0].runCount }
    for round in 1...TestRounds.scaled(3) {
      // The measured time decides how many more than 16 rows are patched at once, so there are
      // never as many.
      for number in 1...14 {
        let sql = "UPDATE reminders SET title = 'new \(round) \(number)' WHERE id = \(number)"
        try await databases[number % 2].run(sql)
      }
      let expected = try await databases[0].read { try query.fetchAll($0) }
      for reminders in reminders { #expect(await reminders.value { $0 == expected } == expected) }
    }
    #expect(databases.map { $0.liveQueryStatistics[0].runCount } == before)
  }

  @Test(arguments: [[.pool, .pool], [.queue(.delete), .queue(.delete)]] as [[SharedCommitKind]])
  func `queries run again for a stranger's commit, and are patched again afterwards`(
    pair: [SharedCommitKind]
  ) async throws {
    let database = try open(pair[0])
    try await database.run(Self.schema)
    let other = try open(pair[1])
    let stranger = try Connection(path: path)
    try stranger.execute("PRAGMA busy_timeout = 300000")
    let reminders = FetchAll(Reminder.order { ($0.title, $0.id) }, database: database)
    try await reminders.load()
    try await meet(database, other)
    for number in 1...10 {
      let runs = database.liveQueryStatistics[0].runCount
      try stranger.execute("UPDATE reminders SET title = 'stranger' WHERE id = \(number)")
      let expected = try await other.read { try Reminder.order { ($0.title, $0.id) }.fetchAll($0) }
      #expect(await reminders.value { $0 == expected } == expected)
      #expect(database.liveQueryStatistics[0].runCount > runs)
      let patches = database.liveQueryStatistics[0].patchCount
      try await meet(database, other)
      try await other.run("UPDATE reminders SET title = 'friend' WHERE id = \(number)")
      let next = try await other.read { try Reminder.order { ($0.title, $0.id) }.fetchAll($0) }
      #expect(await reminders.value { $0 == next } == next)
      #expect(database.liveQueryStatistics[0].patchCount > patches)
    }
  }

  @Test func `nothing is shared and no file is created if sharing is off`() async throws {
    let database = try open(isPool: true, shares: false)
    try await database.run(Self.schema)
    let other = try open(isPool: true, shares: false)
    let reminders = FetchAll(Reminder.order { ($0.title, $0.id) }, database: database)
    try await reminders.load()
    try await other.run("UPDATE reminders SET title = 'new' WHERE id = 1")
    #expect(await reminders.value { $0.contains { $0.title == "new" } } != nil)
    #expect(database.liveQueryStatistics[0].patchCount == 0)
    #expect(!FileManager.default.fileExists(atPath: path + "-live1"))
  }

  @Test func `the side file has the permissions of the database and a fixed size`() async throws {
    let database = try open(isPool: true)
    try await database.run(Self.schema)
    #expect(chmod(path, 0o640) == 0)
    #expect(!FileManager.default.fileExists(atPath: path + "-live1"))
    let other = try open(isPool: false)
    let reminders = FetchAll(Reminder.all, database: database)
    try await reminders.load()
    try await meet(database, other)
    for _ in 0..<5000 {
      try other.writeNow { db in
        try db.execute(sql: "UPDATE reminders SET isCompleted = NOT isCompleted WHERE id = 1")
      }
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "-live1")
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try #require(attributes[.size] as? Int) <= 4096 * 513)
    try await meet(database, other)
  }

  /// A kind of damage to the side file.
  enum Damage: String, CaseIterable {
    case deleted, emptied, overwritten, replacedByFolder, replacedByLink
  }

  @Test(arguments: Damage.allCases)
  func `a damaged side file causes a run, but no wrong result`(damage: Damage) async throws {
    let database = try open(isPool: true)
    try await database.run(Self.schema)
    let other = try open(isPool: true)
    let reminders = FetchAll(Reminder.order { ($0.title, $0.id) }, database: database)
    try await reminders.load()
    try await meet(database, other)
    let side = path + "-live1"
    switch damage {
    case .deleted: try FileManager.default.removeItem(atPath: side)
    case .emptied: #expect(truncate(side, 0) == 0)
    case .overwritten:
      let file = try #require(FileHandle(forWritingAtPath: side))
      try file.write(contentsOf: Data(repeating: 0xaa, count: 100_000))
    case .replacedByFolder:
      try FileManager.default.removeItem(atPath: side)
      try? FileManager.default.createDirectory(atPath: side, withIntermediateDirectories: false)
    case .replacedByLink:
      try FileManager.default.removeItem(atPath: side)
      // An observer may have created it again.
      try? FileManager.default.removeItem(atPath: side)
      try? FileManager.default.linkItem(atPath: path, toPath: side)
    }
    for number in 1...20 {
      try await other.run("UPDATE reminders SET title = 'new \(number)' WHERE id = \(number)")
      let expected = try await other.read { try Reminder.order { ($0.title, $0.id) }.fetchAll($0) }
      #expect(await reminders.value { $0 == expected } == expected)
    }
    if damage != .replacedByFolder, damage != .replacedByLink { try await meet(database, other) }
  }
}

/// A kind of database object with its journal mode.
enum SharedCommitKind: Equatable, Sendable, CustomTestStringConvertible {
  case pool
  case queue(JournalMode)

  var testDescription: String {
    switch self {
    case .pool: "pool"
    case .queue(let mode): "queue, \(mode.rawValue)"
    }
  }

  /// The combinations that can share one file.
  static let pairs: [[SharedCommitKind]] = [
    [.pool, .pool], [.pool, .queue(.wal)], [.queue(.wal), .pool], [.queue(.wal), .queue(.wal)],
    [.queue(.delete), .queue(.delete)], [.queue(.truncate), .queue(.persist)],
    [.queue(.persist), .queue(.delete)],
  ]
}

/// The change sets that a database has reported since the log was created.
final class ChangeSetLog: Sendable {
  private let entries = Mutex<[ChangeSet]>([])
  private let subscription = Mutex<ChangeSubscription?>(nil)

  init(_ database: any DatabaseWriter) {
    let subscription = database.changeSource.subscribe(
      to: .fullDatabase,
      detail: .keys,
      receive: { [weak self] changes in self?.entries.withLock { $0.append(changes) } }
    )
    self.subscription.withLock { $0 = subscription }
  }

  var all: [ChangeSet] { entries.withLock { $0 } }
}

extension DatabaseWriter {
  func readNow<Result>(_ body: (Database) throws -> Result) throws -> Result { try read(body) }
  func writeNow<Result>(_ body: (Database) throws -> Result) throws -> Result { try write(body) }
}
