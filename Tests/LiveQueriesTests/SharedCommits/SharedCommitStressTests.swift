import Dispatch
import Foundation
import LiveSQL
import LiveSQLTestSupport
import SQLite
import Synchronization
import Testing

@testable import SQLiteDatabase

/// Several processes write at once, strangers among them, and are killed at any moment: live queries are what their queries
/// give all the same.
@Suite(.serialized, .timeLimit(.minutes(20))) struct SharedCommitStressTests {
  @Test(arguments: SharedCommitSeeds.all)
  func `live queries are right whoever writes, and whoever is killed`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = try SharedCommitStage(isPool: seed % 3 != 2)
    for _ in 0..<SharedCommitSeeds.roundCount {
      let orders = SharedCommitOrders(
        path: stage.path,
        seed: random.next(),
        fuse: Int.random(in: 0...30_000, using: &random)
      )
      async let other: Void = orders.runElsewhere()
      try await stage.write(using: &random)
      await other
      if let complaint = await stage.complaint() {
        Issue.record("LIVESQL_SHARED_SEED=\(seed): \(complaint)")
        return
      }
    }
    #expect(stage.faults.all == [])
    if SharedCommitSeeds.isLong { print("shared commits: seed \(seed), \(stage.summary)") }
  }
}

/// The seeds that are tried: `LIVESQL_SHARED_ROUNDS` of them, from `LIVESQL_SHARED_SEED` on.
enum SharedCommitSeeds {
  static let all: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["LIVESQL_SHARED_SEED"].flatMap(UInt64.init) ?? 0
    return Array(first..<first + (environment["LIVESQL_SHARED_ROUNDS"].flatMap(UInt64.init) ?? 3))
  }()

  /// `LIVESQL_SHARED_KEYS=0` shows what the tests find where nothing is told.
  static let sharesKeys = ProcessInfo.processInfo.environment["LIVESQL_SHARED_KEYS"] != "0"
  static var isLong: Bool { ProcessInfo.processInfo.environment["LIVESQL_SHARED_ROUNDS"] != nil }
  /// How often the other process is killed for each seed.
  static let roundCount = 7
}

/// What the other process does: it writes until it is killed.
struct SharedCommitOrders: Codable, Sendable {
  let path: String
  let seed: UInt64
  /// After how many microseconds of writing it is killed.
  let fuse: Int

  func runElsewhere() async {
    await #expect(processExitsWith: .signal(SIGKILL)) { [orders = self as SharedCommitOrders] in
      try orders.run()
    }
  }

  private func run() throws {
    var random = SeededGenerator(seed: seed)
    let database = try SharedCommitStage.open(path, isPool: seed % 2 == 0)
    var count = 0
    while true {
      try? SharedCommitStage.writing(using: &random).run(on: database)
      count += 1
      guard count == 20 else { continue }
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(fuse)) {
        kill(getpid(), SIGKILL)
      }
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
  /// What the library says of itself.
  let faults = FaultLog()
  private let stranger: Connection
  private var judges: [(name: String, isRight: (Database) throws -> Bool)] = []

  static func open(_ path: String, isPool: Bool, log: FaultLog? = nil) throws -> any DatabaseWriter
  {
    var configuration = Configuration()
    configuration.synchronous = .off
    configuration.sharesChangedKeys = SharedCommitSeeds.sharesKeys
    configuration.busyMode = .timeout(.seconds(60))
    configuration.logger = log.map { log in DatabaseLogger { log.add("\($0) \($1)") } }
    return isPool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }

  init(isPool: Bool) throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "stress.db")
    database = try Self.open(path, isPool: isPool, log: faults)
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
    stranger = try Connection(path: path)
    try stranger.execute("PRAGMA busy_timeout = 60000")
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
  /// Something that a process does.
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

  /// Writes for a while, by this process and by a stranger that tells nothing.
  func write(using random: inout SeededGenerator) async throws {
    for _ in 0..<Int.random(in: 10...80, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: try? Self.writing(using: &random).run(on: database)
      case 4: try? stranger.execute(Self.statement(using: &random))
      case 5 where Int.random(in: 0..<10, using: &random) == 0:
        try? FileManager.default.removeItem(atPath: path + "-live1")
      default: for _ in 0..<Int.random(in: 0...3000, using: &random) { await Task.yield() }
      }
    }
  }

  /// What is wrong though nobody writes any more; `nil` where all is well.
  func complaint() async -> String? {
    let end = ContinuousClock.now + .seconds(30)
    var wrong: [String] = []
    repeat {
      do {
        wrong = try database.readNow { db in
          try judges.filter { try !$0.isRight(db) }.map(\.name)
        }
      } catch { wrong = ["\(error)"] }
      if wrong.isEmpty { return nil }
      await Task.yield()
    } while ContinuousClock.now < end
    return "not what the query gives: \(wrong.joined(separator: ", ")); \(summary)"
  }
}

/// How many reminders a list has.
@Selection struct ReminderTally: Equatable {
  let list: Int
  let count: Int
}

/// Messages of which there should be none.
final class FaultLog: Sendable {
  private let messages = Mutex<[String]>([])

  func add(_ message: String) { messages.withLock { $0.append(message) } }
  var all: [String] { messages.withLock { $0 } }
}
