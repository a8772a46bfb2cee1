import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

/// Tests of random statements on random tables: the reported changes are those in the tables.
@Suite(.mayBlock, .timeLimit(.hang)) struct CaptureFuzzTests {
  @Test(arguments: FuzzSettings.seeds)
  func `reports exactly what a commit changed`(seed: UInt64) throws {
    var round = try FuzzRound(seed: seed)
    try round.run()
    let complaints = round.complaints.prefix(5).joined(separator: "\n")
    #expect(complaints.isEmpty, "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    FuzzSettings.report(round.tally, seed)
  }

  @Test(arguments: FuzzSettings.seeds)
  func `reports the keys and columns of everything that a commit changed`(seed: UInt64) throws {
    var round = try FuzzRound(seed: seed, detail: .keys)
    try round.run()
    let complaints = round.complaints.prefix(5).joined(separator: "\n")
    #expect(complaints.isEmpty, "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    FuzzSettings.report(round.tally, seed)
  }

  @Test func `reports nearly all changes row by row, so the comparison is meaningful`() throws {
    var tally = CaptureOracle.Tally()
    for seed in 0..<8 as Range<UInt64> {
      var round = try FuzzRound(seed: seed, maximumRowCount: 10_000, changesSchema: false)
      try round.run()
      tally += round.tally
    }
    #expect(tally.commitCount > 100)
    #expect(tally.exactTables > 100)
    #expect(tally.exactTables * 100 > (tally.exactTables + tally.vagueTables) * 70, "\(tally)")
    #expect(tally.knownOldRows * 100 > tally.oldRows * 60, "\(tally)")
  }
}

/// The number of rounds: `LIVESQL_FUZZ_ROUNDS`, from the seed `LIVESQL_FUZZ_SEED` on.
enum FuzzSettings {
  static var seeds: Range<UInt64> { PropertySeeds.of(5) }

  private static let total = Mutex(CaptureOracle.Tally())

  /// Adds a tally to the total, and prints it now and then if many rounds were requested.
  static func report(_ tally: CaptureOracle.Tally, _ seed: UInt64) {
    let total = total.withLock { total in
      total += tally
      return total
    }
    guard ProcessInfo.processInfo.environment["LIVESQL_FUZZ_ROUNDS"] != nil else { return }
    if seed % 100 == 0 || seed + 1 == seeds.upperBound { print("fuzz: seed \(seed), \(total)") }
  }
}

/// A database with random tables, on which random transactions run.
struct FuzzRound {
  private struct Refusal: Error {}

  private var random: SeededGenerator
  private let database: DatabaseQueue
  private let probe: CaptureProbe
  private let changesSchema: Bool
  private var oracle: CaptureOracle
  private var statements: FuzzStatements
  private var content: DatabaseContent
  /// The statements of the last transaction, which are shown if its changes are reported wrongly.
  private var log: [String] = []
  private(set) var complaints: [String] = []

  var tally: CaptureOracle.Tally { oracle.tally }

  init(
    seed: UInt64,
    maximumRowCount: Int? = nil,
    changesSchema: Bool? = nil,
    detail: ChangeSource.Detail = .rows
  ) throws {
    var random = SeededGenerator(seed: seed)
    var configuration = Configuration()
    let rowCount = random.pick([10_000, 10_000, 4])
    configuration.maximumCapturedRowCount = maximumRowCount ?? rowCount
    configuration.maximumCachedStatementCount = random.pick([100, 2])
    database = try DatabaseQueue(configuration: configuration)
    let mayChangeSchema = random.chance(50)
    self.changesSchema = changesSchema ?? mayChangeSchema
    let schema = FuzzSchema(using: &random)
    content = try database.writeWithoutTransaction { db in
      // In some versions, FTS5 cannot be used in a trigger otherwise.
      try db.execute(sql: "PRAGMA trusted_schema = 1")
      try db.execute(sql: "ATTACH ':memory:' AS other")
      // A random schema can be invalid, for example with a key of a missing column.
      for sql in schema.sql { try? db.execute(sql: sql) }
      return try DatabaseContent(db)
    }
    statements = FuzzStatements(content, changesSchema: self.changesSchema)
    probe = CaptureProbe(database, detail: detail)
    oracle = CaptureOracle(detail: detail)
    self.random = random
  }

  mutating func run(transactionCount: Int = 60) throws {
    for _ in 0..<transactionCount where complaints.isEmpty { try step() }
  }

  private mutating func step() throws {
    log = []
    let isCommitted = random.chance(35) ? runAlone() : runTransaction()
    let before = content
    content = try database.unsafeRead { db in try DatabaseContent(db) }
    oracle.judge(probe.take(), before: before, after: content, isCommitted: isCommitted)
    complaints += oracle.complaints.map { "\($0)\n  after: " + log.joined(separator: "\n  ") }
    statements = FuzzStatements(content, changesSchema: changesSchema)
  }

  /// Runs one statement that commits on its own or fails; `OR FAIL` may keep a part of its changes.
  private mutating func runAlone() -> Bool {
    database.writeSome { db in runStatement(db) }
    return true
  }

  private mutating func runTransaction() -> Bool {
    do {
      try database.write { db in
        try runStatements(db, depth: 0)
        if random.chance(15) { throw Refusal() }
      }
      return true
    } catch {
      log.append("-- rolled back: \(error)")
      return false
    }
  }

  private mutating func runStatements(_ db: Database, depth: Int) throws {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard db.isInsideTransaction else { return }
      if depth < 3, random.chance(20) {
        try runSavepoint(db, depth: depth)
      } else {
        runStatement(db)
      }
    }
  }

  private mutating func runSavepoint(_ db: Database, depth: Int) throws {
    log.append("-- savepoint")
    let ending = Int.random(in: 0..<3, using: &random)
    do {
      try db.inSavepoint {
        try runStatements(db, depth: depth + 1)
        if ending == 2 { throw Refusal() }
        return ending == 1 ? .rollback : .commit
      }
    } catch is Refusal {}
    log.append("-- end of savepoint: \(["committed", "rolled back", "thrown"][ending])")
  }

  private mutating func runStatement(_ db: Database) {
    let statement = statements.next(using: &random)
    log.append("\(statement.sql) \(statement.arguments.debugDescription)")
    do {
      if statement.sql.hasSuffix("RETURNING *"), random.chance(50) {
        // A cursor that is released after its first row.
        _ = try Row.fetchCursor(db, sql: statement.sql, arguments: statement.arguments).next()
      } else {
        try db.execute(sql: statement.sql, arguments: statement.arguments)
      }
    } catch {
      log.append("-- \(error)")
    }
  }
}

extension DatabaseQueue {
  /// Runs statements that each commit on their own; the caller ignores failures.
  fileprivate func writeSome(_ body: (Database) -> Void) {
    try? writeWithoutTransaction { db in body(db) }
  }
}
