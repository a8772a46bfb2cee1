import LiveSQLTestSupport
import Testing

@testable import LiveEngine

/// The live engine on a database that reports, shows and fails in any order: deterministic, without
/// files and threads.
@Suite(.mayBlock) struct EnginePropertyTests {
  /// Each seed is a separate script; `LIVESQL_FUZZ_SEED` and `LIVESQL_FUZZ_ROUNDS` choose others.
  @Test(arguments: PropertySeeds.of(20))
  func `every live query shows the same rows as a fresh read`(seed: UInt64) {
    var round = EngineScriptRound(seed: seed, withFaults: false)
    #expect(round.run(stepCount: 80) == nil)
  }

  @Test(arguments: PropertySeeds.of(80))
  func `without old row values, every live query shows the same rows as a fresh read`(seed: UInt64)
  {
    var round = EngineScriptRound(seed: seed, withFaults: false, reportsOldRows: false)
    #expect(round.run(stepCount: 120) == nil)
  }

  @Test(arguments: PropertySeeds.of(20), [true, false])
  func `live queries recover from any temporary failure`(seed: UInt64, reportsOldRows: Bool) {
    var round = EngineScriptRound(seed: seed, withFaults: true, reportsOldRows: reportsOldRows)
    #expect(round.run(stepCount: 80) == nil)
  }
}

/// Live queries on a fake database, and random things that happen to it.
struct EngineScriptRound {
  /// A query that is being watched.
  private struct Watch {
    let query: FakeQuery
    let sink: FakeSink
    let subscription: LiveSubscription
  }

  private let hasFaults: Bool
  private let reportsOldRows: Bool
  private let database: FakeDatabase
  private let scheduler = FakeScheduler()
  private let engine: LiveQueryEngine<FakeDatabase>
  private var random: SeededGenerator
  private var watches: [Watch] = []
  private var log: [String] = []

  init(seed: UInt64, withFaults: Bool, reportsOldRows: Bool = true) {
    self.reportsOldRows = reportsOldRows
    database = FakeDatabase(reportsOldRows: reportsOldRows)
    random = SeededGenerator(seed: seed)
    hasFaults = withFaults
    engine = LiveQueryEngine(scheduler)
    log.append("seed \(seed)")
  }

  /// - Returns: A description of what is wrong after one of the steps.
  mutating func run(stepCount: Int) -> String? {
    for _ in 0..<stepCount {
      let step = step()
      log.append(step)
      if let complaint = complaint() { return report(complaint) }
      if random.chance(10), let complaint = settle() { return report(complaint) }
    }
    return settle().map(report)
  }

  private func report(_ complaint: String) -> String {
    "\(complaint)\n" + log.joined(separator: "\n")
  }

  private mutating func step() -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: return commit()
    case 8..<10: return subscribe()
    case 10: return unsubscribe()
    case 11, 12:
      database.reveal(Int.random(in: 0..<8, using: &random))
      return "reveal"
    case 13:
      database.report()
      return "tell"
    case 14 where random.chance(30):
      database.changeSchema()
      return "schema"
    case 15 where hasFaults:
      let faults: [FakeDatabase.Fault] = [.beforeReading, .duringReading, .afterReading]
      let fault = random.pick(faults)
      database.fail(fault)
      return "fail \(fault)"
    case 16: return "wait \(scheduler.wait())"
    case 17 where !reportsOldRows: return dropFirst()
    default: return "work \(scheduler.step())"
    }
  }

  /// Deletes the first rows of a list, so that windows read other rows; if possible, another row is
  /// deleted while they do so.
  private mutating func dropFirst() -> String {
    var query = FakeQuery(list: Int64.random(in: 1...2, using: &random))
    query.order = [FakeQuery.Term(column: "rank", isDescending: random.chance(50))]
    let ids = query.ordered(database.rows).map(\.id)
    let count = Int.random(in: 10...30, using: &random)
    let others = ids.dropFirst(count).prefix(12)
    let goes = others.randomElement(using: &random)
    let commit = { @Sendable [database] (ids: [Int64], isHidden: Bool) in
      let rows = ids.map { ($0, FakeRow?.none) }
      database.commit(
        Dictionary(uniqueKeysWithValues: rows),
        isHidden: isHidden,
        hasKnownRows: true
      )
    }
    let isHidden = random.chance(50)
    if let goes {
      if isHidden {
        commit([goes], true)
      } else {
        database.setWhileReading { commit([goes], false) }
      }
    }
    commit(Array(ids.prefix(count)), false)
    return "drop \(ids.prefix(count)), \(goes ?? 0) \(isHidden ? "hidden" : "meanwhile")"
  }

  private mutating func commit() -> String {
    var rows: [Int64: FakeRow?] = [:]
    let isLarge = random.chance(reportsOldRows ? 5 : 15)
    // Enough rows that windows have some beyond their reserve, which come up when many are deleted.
    let (lastID, goneShare) =
      reportsOldRows ? (40, 25) : (120, isLarge ? random.pick([5, 80]) : 25)
    let count = isLarge ? 40 : Int.random(in: 1...3, using: &random)
    for _ in 0..<count {
      let id = Int64.random(in: 1...Int64(lastID), using: &random)
      let row = FakeRow(
        id: id,
        list: Int64.random(in: 1...(reportsOldRows ? 3 : 2), using: &random),
        rank: Int64.random(in: 1...6, using: &random)
      )
      rows.updateValue(random.chance(goneShare) ? nil : row, forKey: id)
    }
    let (isHidden, isUnreported) = (random.chance(30), random.chance(20))
    database.commit(
      rows,
      isHidden: isHidden,
      isUnreported: isUnreported,
      hasKnownRows: random.chance(reportsOldRows ? 50 : 90)
    )
    let shown = rows.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.map { "\($0.list), \($0.rank)" } ?? "gone")"
    }
    return "commit \(shown) hidden \(isHidden) untold \(isUnreported)"
  }

  private mutating func subscribe() -> String {
    let (query, sink) = (self.query(), FakeSink())
    let subscription = engine.subscribe(query.request, in: database, sink)
    watches.append(Watch(query: query, sink: sink, subscription: subscription))
    return "subscribe \(query)"
  }

  private mutating func unsubscribe() -> String {
    guard !watches.isEmpty else { return "nothing" }
    let watch = watches.remove(at: Int.random(in: 0..<watches.count, using: &random))
    watch.subscription.cancel()
    return "unsubscribe \(watch.query)"
  }

  private mutating func query() -> FakeQuery {
    var query = FakeQuery()
    if random.chance(reportsOldRows ? 50 : 80) {
      query.list = Int64.random(in: 1...3, using: &random)
    }
    let columns = random.pick([[], ["rank"], ["list", "rank"], ["rank", "id"]])
    query.order = columns.map { FakeQuery.Term(column: $0, isDescending: random.chance(40)) }
    if random.chance(reportsOldRows ? 30 : 50) {
      query.limit = Int.random(in: 0...6, using: &random)
      query.offset = random.chance(40) ? Int.random(in: 0...3, using: &random) : 0
    }
    query.isPatched = random.chance(80)
    return query
  }

  // MARK: Invariants

  /// Checks that the results of one engine are of one snapshot: the one that was read last.
  private func complaint() -> String? {
    for watch in watches {
      if let complaint = watch.sink.complaints.first { return "\(watch.query): \(complaint)" }
      guard !hasFaults, let rows = watch.sink.rows else { continue }
      let wanted = watch.query.rows(database.shown)
      if rows != wanted { return "\(watch.query) shows \(rows), and not \(wanted)" }
    }
    return nil
  }

  /// Checks that each query shows the current rows once everything is reported, visible and done.
  private func settle() -> String? {
    database.reveal()
    database.report()
    guard scheduler.settle() else { return "the engine does not come to rest" }
    for watch in watches {
      let wanted = watch.query.rows(database.rows)
      if watch.sink.rows != wanted {
        return "\(watch.query) shows \(watch.sink.rows ?? []) at the end, and not \(wanted)"
      }
      if let error = watch.sink.error { return "\(watch.query) still fails: \(error)" }
    }
    return complaint()
  }
}
