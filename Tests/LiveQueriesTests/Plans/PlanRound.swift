import DatabaseTypes
import Foundation
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteQueries
import Synchronization
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// A live result that is compared with its query run afresh after each commit.
///
/// It reports what is wrong, if anything.
protocol JudgedResult {
  var name: String { get }
  var plan: LivePlan? { get }
  var patchCount: Int { get }
  mutating func start(_ db: Database) throws
  mutating func complaint(after changes: [ChangeSet], _ db: Database) throws -> String?
}

/// A result that is kept up to date by a plan.
struct PlanJudge<Element: Sendable>: JudgedResult {
  let name: String
  private let select: DecodableSelect<Element, Database>
  private let show: @Sendable (Element) -> String
  private var result: PatchedSelect<Element>
  /// The same query, run afresh each time.
  private var fresh: PatchedSelect<Element>
  var patchCount: Int { result.patchCount }

  init(
    _ name: String,
    _ select: DecodableSelect<Element, Database>,
    show: @escaping @Sendable (Element) -> String = { "\($0)" }
  ) {
    self.name = name
    self.select = select
    self.show = show
    result = PatchedSelect(select)
    fresh = PatchedSelect(select)
  }

  var plan: LivePlan? { result.plan }

  mutating func start(_ db: Database) throws {
    try result.start(db)
    try fresh.start(db)
  }

  mutating func complaint(after changes: [ChangeSet], _ db: Database) throws -> String? {
    for changes in changes {
      let old = result.elements
      let difference = try result.apply(changes, db)
      let applied = try difference?.applying(to: old) ?? old
      guard applied.map(show) == result.elements.map(show) else {
        return "the difference of \(name) is not that of its results"
      }
    }
    _ = try fresh.apply(ChangeSet(number: 0, origin: .otherProcess, mayChangeAnyTable: true), db)
    guard result.elements.map(show) == fresh.elements.map(show) else {
      return """
        \(name), \(plan.map(String.init(describing:)) ?? "no plan"):
          patched \(result.elements.map(show))
          afresh  \(fresh.elements.map(show))
        """
    }
    let plain = try rows(db)
    guard plain.sorted() == fresh.elements.map(show).sorted() else {
      return "\(name): the plan's statement gives other rows than the query"
    }
    return nil
  }

  /// Returns the rows of the query without any plan.
  private func rows(_ db: Database) throws -> [String] {
    try select.statement(PlanQuery(.statement, select.query)).elements(db).map(show)
  }
}

/// A database with random rows, random transactions on it, and live results.
struct PlanRound {
  private struct Refusal: Error {}

  private var random: SeededGenerator
  private let database: DatabaseQueue
  private let received: Received
  private let subscription: ChangeSubscription
  private(set) var judges: [any JudgedResult]
  private var log: [String] = []

  /// State: what was received, guarded by the mutex.
  private final class Received: Sendable {
    let changes = Mutex<[ChangeSet]>([])
  }

  init(seed: UInt64, _ judges: [any JudgedResult]) throws {
    var random = SeededGenerator(seed: seed)
    var configuration = Configuration()
    configuration.maximumCapturedRowCount = random.pick([10_000, 10_000, 6])
    database = try DatabaseQueue(configuration: configuration)
    let collation = random.pick(["BINARY", "NOCASE", "RTRIM", "backwards"])
    let isUnique = random.chance(30)
    try database.writeWithoutTransaction { db in
      db.add(
        collation: DatabaseCollation("backwards") { left, right in
          if left.utf8.elementsEqual(right.utf8) { return .orderedSame }
          return left.utf8.lexicographicallyPrecedes(right.utf8)
            ? .orderedDescending : .orderedAscending
        }
      )
      try db.execute(sql: PlanSchema.sql(collation: collation, isUnique: isUnique))
    }
    let received = Received()
    self.received = received
    subscription = database.changeSource.subscribe(to: .fullDatabase, detail: .keys) { changes in
      received.changes.withLock { $0.append(changes) }
    }
    self.judges = judges
    self.random = random
    log.append("-- collation \(collation), unique: \(isUnique)")
  }

  /// Runs transactions.
  ///
  /// - Returns: A description of what is wrong after one of them.
  mutating func run(transactionCount: Int) throws -> String? {
    for _ in 0..<30 { runTransaction() }
    received.changes.withLock { $0 = [] }
    try database.unsafeRead { db in
      for index in judges.indices { try judges[index].start(db) }
    }
    for _ in 0..<transactionCount {
      log = Array(log.prefix(1))
      runTransaction()
      let changes = received.changes.withLock { changes in
        defer { changes = [] }
        return changes
      }
      let complaint = try database.unsafeRead { db -> String? in
        for index in judges.indices {
          if let complaint = try judges[index].complaint(after: changes, db) { return complaint }
        }
        return nil
      }
      if let complaint { return complaint + "\nafter:\n" + log.joined(separator: "\n") }
    }
    return nil
  }

  private mutating func runTransaction() {
    do {
      try database.write { db in
        for _ in 0..<Int.random(in: 1...4, using: &random) where db.isInsideTransaction {
          try runStep(db)
        }
        if random.chance(10) { throw Refusal() }
      }
    } catch { log.append("-- rolled back: \(error)") }
  }

  private mutating func runStep(_ db: Database) throws {
    guard random.chance(15) else { return runStatement(db) }
    log.append("-- savepoint")
    let ending = Int.random(in: 0..<3, using: &random)
    do {
      try db.inSavepoint {
        runStatement(db)
        runStatement(db)
        if ending == 2 { throw Refusal() }
        return ending == 1 ? .rollback : .commit
      }
    } catch is Refusal {}
    log.append("-- end of savepoint \(ending)")
  }

  private mutating func runStatement(_ db: Database) {
    let statement = PlanStatements.next(using: &random)
    log.append("\(statement.sql) \(statement.arguments.map(\.sqlLiteral))")
    do {
      try db.execute(sql: statement.sql, arguments: StatementArguments(values: statement.arguments))
    } catch { log.append("-- \(error)") }
  }
}
