import DatabaseTools
import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Testing

/// Random statements on random tables: what is told of a commit is what differs in the tables.
@Suite struct CaptureFuzzTests {
  @Test(arguments: FuzzSettings.seeds)
  func `tells exactly what a commit changed`(seed: UInt64) throws {
    var round = try FuzzRound(seed: seed)
    try round.run()
    let complaints = round.complaints.prefix(5).joined(separator: "\n")
    #expect(complaints.isEmpty, "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    FuzzSettings.report(round.tally, seed)
  }

  @Test(arguments: FuzzSettings.seeds)
  func `tells the keys and columns of all that a commit changed`(seed: UInt64) throws {
    var round = try FuzzRound(seed: seed, detail: .keys)
    try round.run()
    let complaints = round.complaints.prefix(5).joined(separator: "\n")
    #expect(complaints.isEmpty, "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    FuzzSettings.report(round.tally, seed)
  }

  @Test func `tells nearly all changes row by row, so that the comparison means something`() throws
  {
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

/// How much is tried: `LIVESQL_FUZZ_ROUNDS`, from `LIVESQL_FUZZ_SEED` on.
enum FuzzSettings {
  static var seeds: Range<UInt64> { PropertySeeds.of(15) }

  private static let total = Mutex(CaptureOracle.Tally())

  /// Adds to what was tried, and tells of it now and then where somebody asked for much.
  static func report(_ tally: CaptureOracle.Tally, _ seed: UInt64) {
    let total = total.withLock { total in
      total += tally
      return total
    }
    guard ProcessInfo.processInfo.environment["LIVESQL_FUZZ_ROUNDS"] != nil else { return }
    if seed % 100 == 0 || seed + 1 == seeds.upperBound { print("fuzz: seed \(seed), \(total)") }
  }
}

/// A database with random tables, and random transactions on it.
struct FuzzRound {
  private struct Refusal: Error {}

  private var random: SeededGenerator
  private let database: DatabaseQueue
  private let probe: CaptureProbe
  private let changesSchema: Bool
  private var oracle: CaptureOracle
  private var statements: FuzzStatements
  private var content: DatabaseContent
  /// What ran in the last transaction, to be shown where it is told of wrongly.
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
      // FTS5 of some versions may not be used in a trigger otherwise.
      try db.execute(sql: "PRAGMA trusted_schema = 1")
      try db.execute(sql: "ATTACH ':memory:' AS other")
      // A random schema can be wrong, as one with a key of a column that does not exist.
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

  /// One statement that commits by itself, or fails: some of what failed stays, as `OR FAIL` says.
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
        // A cursor that is let go after its first row.
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
  /// Runs statements of which each commits by itself; what fails is what the caller wants to see.
  fileprivate func writeSome(_ body: (Database) -> Void) {
    try? writeWithoutTransaction { db in body(db) }
  }
}
