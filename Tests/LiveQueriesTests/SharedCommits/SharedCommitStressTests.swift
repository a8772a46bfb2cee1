import Dispatch
import Foundation
import LiveSQL
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase

/// Several processes that write at once, including strangers, and that are killed at any moment:
/// live queries must equal their queries run afresh.
@Suite(.mayBlock, .serialized, .timeLimit(.hang)) struct SharedCommitStressTests {
  @Test(arguments: SharedCommitSeeds.all)
  func `live queries are right whichever process writes or is killed`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let kind = SharedCommitSeeds.kind(of: seed)
    let stage = try SharedCommitStage(kind)
    for _ in 0..<SharedCommitSeeds.roundCount {
      // While no one else has the file open, it can be switched to any mode.
      if kind == .queue(.unchanged) {
        try? SharedCommitStage.switchingMode(using: &random).run(on: stage.database)
      }
      let orders = SharedCommitOrders(
        path: stage.path,
        seed: random.next(),
        isInAnyMode: kind == .queue(.unchanged),
        fuse: Int.random(in: 0...30_000, using: &random)
      )
      let commits = CommitsOfOthers(stage.database)
      async let other: Void = commits.end(after: orders.runElsewhere)
      try await stage.write(using: &random, among: commits)
      await other
      if let complaint = await stage.complaint() {
        Issue.record("LIVESQL_SHARED_SEED=\(seed): \(complaint)")
        return
      }
    }
    #expect(stage.faults.all == [])
    if SharedCommitSeeds.isLong { print("shared commits: seed \(seed), \(stage.summary)") }
  }

  /// An observer announces itself to others for a while, which outlives it; there are more
  /// observers than places for such announcements.
  @Test(arguments: SharedCommitSeeds.all)
  func `live queries are right whichever process observes or is killed`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let kind = SharedCommitSeeds.kind(of: seed)
    let stage = try SharedCommitStage(kind)
    for _ in 0..<TestRounds.scaled(3) {
      let orders = SharedCommitOrders(
        path: stage.path,
        seed: random.next(),
        isInAnyMode: kind == .queue(.unchanged),
        fuse: Int.random(in: 0...60_000, using: &random)
      )
      let commits = CommitsOfOthers(stage.database)
      async let other: Void = commits.end(after: orders.observeElsewhere)
      try await stage.write(using: &random, among: commits)
      await other
      if let complaint = await stage.complaint() {
        Issue.record("LIVESQL_SHARED_SEED=\(seed): \(complaint)")
        return
      }
    }
    #expect(stage.faults.all == [])
    if SharedCommitSeeds.isLong { print("observers: seed \(seed), \(stage.summary)") }
  }
}

/// The seeds that are tried: `LIVESQL_SHARED_ROUNDS` of them, starting at `LIVESQL_SHARED_SEED`.
enum SharedCommitSeeds {
  static let all: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["LIVESQL_SHARED_SEED"].flatMap(UInt64.init) ?? 0
    return Array(first..<first + (environment["LIVESQL_SHARED_ROUNDS"].flatMap(UInt64.init) ?? 3))
  }()

  /// Whether commits are shared; `LIVESQL_SHARED_KEYS=0` runs the tests without.
  static let sharesKeys = ProcessInfo.processInfo.environment["LIVESQL_SHARED_KEYS"] != "0"
  static var isLong: Bool { ProcessInfo.processInfo.environment["LIVESQL_SHARED_ROUNDS"] != nil }
  /// Returns the kind of database of a seed: in most cases with a write-ahead log, otherwise with
  /// rollback journals, or with changing modes.
  static func kind(of seed: UInt64) -> SharedCommitKind {
    [.pool, .queue(.delete), .queue(.wal), .queue(.unchanged), .queue(.truncate), .pool][
      Int(seed % 6)
    ]
  }

  /// The number of times that the other process is killed for each seed.
  static let roundCount = TestRounds.scaled(2)
}

/// The orders of the other process, which writes until it is killed.
struct SharedCommitOrders: Codable, Sendable {
  let path: String
  let seed: UInt64
  /// Whether the database changes its journal mode.
  let isInAnyMode: Bool
  /// The time in microseconds of writing after which it is killed.
  let fuse: Int

  func runElsewhere() async {
    await #expect(processExitsWith: .signal(SIGKILL)) { [orders = self as SharedCommitOrders] in
      try orders.run()
    }
  }

  /// Makes the other process observe as well; it ends on its own if a patched result differs from
  /// its query.
  func observeElsewhere() async {
    await #expect(processExitsWith: .signal(SIGKILL)) { [orders = self as SharedCommitOrders] in
      setenv("LIVESQL_VERIFY_PATCHES", "1", 1)
      try await orders.observe()
    }
  }

  private func run() throws {
    var random = SeededGenerator(seed: seed)
    let database = try SharedCommitStage.open(path, kind(using: &random))
    // Commits to several files are not reported by anyone.
    if seed % 4 == 0 { try attach(to: database) }
    var count = 0
    while true {
      try? writing(using: &random).run(on: database)
      count += 1
      if count == 20 { killSoon() }
    }
  }

  private func observe() async throws {
    var random = SeededGenerator(seed: seed)
    let stage = try SharedCommitStage(observing: path, kind(using: &random))
    // By the time it is killed, it has followed some commits.
    for _ in 0..<3 { try? writing(using: &random).run(on: stage.database) }
    killSoon()
    while true {
      try? writing(using: &random).run(on: stage.database)
      for _ in 0..<Int.random(in: 0...3000, using: &random) { await Task.yield() }
      if let fault = stage.faults.all.first { fatalError("LIVESQL_SHARED_SEED: \(fault)") }
    }
  }

  private func killSoon() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(fuse)) {
      kill(getpid(), SIGKILL)
    }
  }

  /// Returns a kind for the file: a queue in whichever mode it has, or a pool if it has a log.
  private func kind(using random: inout SeededGenerator) -> SharedCommitKind {
    let isPool = !isInAnyMode && Bool.random(using: &random)
    return isPool && SharedCommitStage.hasLog(path) ? .pool : .queue(.unchanged)
  }

  private func writing(using random: inout SeededGenerator) -> SharedCommitWriting {
    isInAnyMode && Int.random(in: 0..<30, using: &random) == 0
      ? SharedCommitStage.switchingMode(using: &random)
      : SharedCommitStage.writing(using: &random)
  }

  private func attach(to database: any DatabaseWriter) throws {
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS extra", arguments: [path + "-extra"])
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS extra.notes (id INTEGER PRIMARY KEY, title);
          CREATE TEMP TRIGGER noted AFTER UPDATE ON main.reminders WHEN new.id % 5 = 0 BEGIN
            INSERT INTO notes (title) VALUES (new.title);
          END;
          """
      )
    }
  }
}

/// A transaction, or something else that is done to the database.
enum SharedCommitWriting {
  case transaction([String], rollsBack: Bool)
  case alone(String)

  func run(on database: any DatabaseWriter) throws {
    switch self {
    case .alone(let sql): try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    case .transaction(let statements, let rollsBack):
      try database.writeWithoutTransaction { db in
        try db.inTransaction {
          for sql in statements { try db.execute(sql: sql) }
          return rollsBack ? .rollback : .commit
        }
      }
    }
  }
}

/// A database with live queries of many plans.
final class SharedCommitStage {
  let scratch: ScratchDirectory
  let path: String
  let database: any DatabaseWriter
  /// The messages of the library about faults.
  let faults = FaultLog()
  private var judges: [(name: String, isRight: (Database) throws -> Bool)] = []

  /// Whether the header of a database says that it has a write-ahead log.
  static func hasLog(_ path: String) -> Bool {
    FileManager.default.contents(atPath: path)?.dropFirst(18).first == 2
  }

  static func open(_ path: String, _ kind: SharedCommitKind, log: FaultLog? = nil) throws
    -> any DatabaseWriter
  {
    var configuration = Configuration()
    configuration.synchronous = .off
    configuration.sharesChangedKeys = SharedCommitSeeds.sharesKeys
    configuration.busyMode = .timeout(.hang)
    configuration.logger = log.map { log in DatabaseLogger { log.add("\($0) \($1)") } }
    if case .queue(let mode) = kind { configuration.journalMode = mode }
    return kind == .pool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Observes a database that another process created.
  init(observing path: String, _ kind: SharedCommitKind) throws {
    scratch = try ScratchDirectory()
    self.path = path
    database = try Self.open(path, kind, log: faults)
    follow()
  }

  init(_ kind: SharedCommitKind) throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "stress.db")
    database = try Self.open(path, kind, log: faults)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          CREATE TABLE reminders (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
            remindersListID INTEGER NOT NULL DEFAULT 1);
          CREATE INDEX byTitle ON reminders (title);
          CREATE TABLE pairs (
            name TEXT NOT NULL, number INTEGER NOT NULL, note TEXT, PRIMARY KEY (name, number)
          ) WITHOUT ROWID;
          CREATE TRIGGER counted AFTER INSERT ON reminders WHEN new.id % 7 = 0 BEGIN
            INSERT OR REPLACE INTO pairs VALUES ('counted', new.id % 30, new.title);
          END;
          INSERT INTO remindersLists VALUES (1, 'Home'), (2, 'Work'), (3, 'Garden');
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
          INSERT INTO reminders SELECT i, 'reminder ' || (i * 37 % 400), i % 3 = 0, i % 3 + 1 FROM n;
          """
      )
    }
    follow()
  }

  private func follow() {
    all("in order", Reminder.order { ($0.title, $0.id) })
    all("open ones", Reminder.where { !$0.isCompleted }.order { ($0.title, $0.id) })
    all("first ten", Reminder.order { ($0.title, $0.id) }.limit(10))
    all("first of a list", Reminder.where { $0.remindersListID == 2 }.order(by: \.id).limit(5))
    all("pairs", Pair.order { ($0.name, $0.number) })
    all(
      "by list",
      Reminder.group(by: \.remindersListID).order(by: \.remindersListID)
        .select { ReminderTally.Columns(list: $0.remindersListID, count: $0.id.count()) }
    )
    all(
      "joined",
      Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }
        .order { reminder, list in (list.title, reminder.title, reminder.id) }
        .select { ReminderTitles.Columns(reminderTitle: $0.title, remindersListTitle: $1.title) }
    )
    let count = FetchOne(wrappedValue: -1, Reminder.count(), database: database)
    judges.append(
      ("count", { db in try Reminder.count().fetchOne(db) == count.wrappedValue })
    )
    let completed = Reminder.where(\.isCompleted).count()
    let done = FetchOne(wrappedValue: -1, completed, database: database)
    judges.append(("completed", { db in try completed.fetchOne(db) == done.wrappedValue }))
  }

  private func all<Query: SelectStatement & TypedRowQuery>(_ name: String, _ query: Query)
  where Query.Element: Equatable & Sendable {
    let property = FetchAll(query, database: database)
    judges.append((name, { try property.wrappedValue == query.fetchAll($0) }))
  }

  var summary: String {
    let all = database.liveQueryStatistics
    let patches = all.map(\.patchCount).reduce(0, +)
    let runs = all.map(\.runCount).reduce(0, +)
    let failed = all.map(\.failedPatchCount).reduce(0, +)
    return "\(patches) patched, \(runs) run, \(failed) failed patches"
  }
}

// MARK: - Writing

extension SharedCommitStage {
  /// Returns a random action of a process.
  static func writing(using random: inout SeededGenerator) -> SharedCommitWriting {
    switch Int.random(in: 0..<100, using: &random) {
    case 0: return .alone("PRAGMA wal_checkpoint(PASSIVE)")
    case 1: return .alone("PRAGMA wal_checkpoint(TRUNCATE)")
    case 2: return .alone("PRAGMA wal_checkpoint(RESTART)")
    case 3: return .alone("VACUUM")
    case 4: return .alone("UPDATE reminders SET title = title || 'x' WHERE id % 2 = 0")
    case 5: return .alone("UPDATE reminders SET title = title")
    case 6: return .alone("PRAGMA user_version = 7")
    case 7: return .alone("CREATE INDEX IF NOT EXISTS extra ON reminders (remindersListID)")
    case 8: return .alone("DROP INDEX IF EXISTS extra")
    case 9:
      return .alone("CREATE TEMP TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
    case 10..<30: return .alone(statement(using: &random))
    default:
      let count = Int.random(in: 1...4, using: &random)
      return .transaction(
        (0..<count).map { _ in statement(using: &random) },
        rollsBack: Int.random(in: 0..<12, using: &random) == 0
      )
    }
  }

  /// Returns a switch to a journal mode, which may fail while others use the file.
  static func switchingMode(using random: inout SeededGenerator) -> SharedCommitWriting {
    let mode = ["wal", "delete", "truncate", "persist"].randomElement(using: &random) ?? "wal"
    return .alone("PRAGMA journal_mode = \(mode)")
  }

  /// Commits as a program that shares nothing, and closes the file.
  private static func writeAsStranger(to path: String, _ sql: String) throws {
    let stranger = try Connection(path: path)
    try stranger.execute("PRAGMA busy_timeout = 300000; PRAGMA synchronous = OFF; \(sql)")
    try stranger.close()
  }

  private static func statement(using random: inout SeededGenerator) -> String {
    let id = Int.random(in: 1...450, using: &random)
    let number = Int.random(in: 0..<400, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return "DELETE FROM reminders WHERE id = \(id)"
    case 1, 2:
      return "INSERT OR REPLACE INTO reminders VALUES (\(id), 'r \(number)', 0, \(id % 3 + 1))"
    case 3: return "UPDATE reminders SET isCompleted = NOT isCompleted WHERE id = \(id)"
    case 4: return "UPDATE reminders SET remindersListID = \(id % 3 + 1) WHERE id = \(number)"
    case 5: return "INSERT OR REPLACE INTO pairs VALUES ('p', \(id % 20), 'n\(number)')"
    case 6: return "UPDATE OR REPLACE pairs SET number = number + 1 WHERE number = \(id % 20)"
    case 7: return "UPDATE remindersLists SET title = 'list \(number)' WHERE id = \(id % 3 + 1)"
    default: return "UPDATE reminders SET title = 'reminder \(number)' WHERE id = \(id)"
    }
  }

  /// Writes a number of times, from this process and as a stranger that shares nothing, beside
  /// another process that also writes.
  func write(using random: inout SeededGenerator, among commits: CommitsOfOthers) async throws {
    await commits.next()
    for _ in 0..<Int.random(in: 10...80, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: try? Self.writing(using: &random).run(on: database)
      case 4: try? Self.writeAsStranger(to: path, Self.statement(using: &random))
      case 5 where Int.random(in: 0..<10, using: &random) == 0:
        // Observers create it again, but not indefinitely: then queries run again.
        try? FileManager.default.removeItem(atPath: path + "-live1")
      default: await commits.next()
      }
    }
  }

  /// Returns what is wrong after all writes have ended; `nil` if everything is right.
  func complaint() async -> String? {
    var wrong: [String] = []
    await until {
      do {
        wrong = try database.readNow { db in
          try judges.filter { try !$0.isRight(db) }.map(\.name)
        }
      } catch { wrong = ["\(error)"] }
      return wrong.isEmpty
    }
    if wrong.isEmpty { return nil }
    return "not what the query gives: \(wrong.joined(separator: ", ")); \(summary)"
  }
}

/// The number of reminders of a list.
@Selection struct ReminderTally: Equatable {
  let list: Int
  let count: Int
}
