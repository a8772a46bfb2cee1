import LiveSQLTestSupport
import Testing

@testable import LiveEngine

/// The live engine on a database that tells, shows and fails in any order: deterministic, without files and threads.
@Suite struct EnginePropertyTests {
  /// Each seed is a script of its own; `LIVESQL_FUZZ_SEED` and `LIVESQL_FUZZ_ROUNDS` choose others.
  @Test(arguments: PropertySeeds.of(300))
  func `every live query shows what it gives when it is read afresh`(seed: UInt64) {
    var round = EngineScriptRound(seed: seed, withFaults: false)
    #expect(round.run(stepCount: 80) == nil)
  }

  @Test(arguments: PropertySeeds.of(1_000))
  func `so it does where it is not told what rows were like before`(seed: UInt64) {
    var round = EngineScriptRound(seed: seed, withFaults: false, tellsOldRows: false)
    #expect(round.run(stepCount: 120) == nil)
  }

  @Test(arguments: PropertySeeds.of(300), [true, false])
  func `whatever fails for a moment is mended`(seed: UInt64, tellsOldRows: Bool) {
    var round = EngineScriptRound(seed: seed, withFaults: true, tellsOldRows: tellsOldRows)
    #expect(round.run(stepCount: 80) == nil)
  }
}

/// Live queries on a fake database, and random things that happen to it.
struct EngineScriptRound {
  /// A query that somebody looks at.
  private struct Watch {
    let query: FakeQuery
    let sink: FakeSink
    let subscription: LiveSubscription
  }

  private let hasFaults: Bool
  private let tellsOldRows: Bool
  private let database: FakeDatabase
  private let scheduler = FakeScheduler()
  private let engine: LiveQueryEngine<FakeDatabase>
  private var random: SeededGenerator
  private var watches: [Watch] = []
  private var log: [String] = []

  init(seed: UInt64, withFaults: Bool, tellsOldRows: Bool = true) {
    self.tellsOldRows = tellsOldRows
    database = FakeDatabase(tellsOldRows: tellsOldRows)
    random = SeededGenerator(seed: seed)
    hasFaults = withFaults
    engine = LiveQueryEngine(scheduler)
    log.append("seed \(seed)")
  }

  /// - Returns: What is wrong after one of the steps.
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
      database.tell()
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
    case 17 where !tellsOldRows: return dropFirst()
    default: return "work \(scheduler.step())"
    }
  }

  /// Takes the first rows of a list away, so that windows read others; at best another goes meanwhile.
  private mutating func dropFirst() -> String {
    var query = FakeQuery(list: Int64.random(in: 1...2, using: &random))
    query.order = [FakeQuery.Term(column: "rank", isDescending: random.chance(50))]
    let ids = query.ordered(database.rows).map(\.id)
    let count = Int.random(in: 10...30, using: &random)
    let others = ids.dropFirst(count).prefix(12)
    let goes = others.randomElement(using: &random)
    let commit = { @Sendable [database] (ids: [Int64], isHidden: Bool) in
      let rows = ids.map { ($0, FakeRow?.none) }
      database.commit(Dictionary(uniqueKeysWithValues: rows), isHidden: isHidden, knowsRows: true)
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
    let isLarge = random.chance(tellsOldRows ? 5 : 15)
    // So many rows that windows have some after their reserve, which come up when many go.
    let (lastID, goneShare) = tellsOldRows ? (40, 25) : (120, isLarge ? random.pick([5, 80]) : 25)
    let count = isLarge ? 40 : Int.random(in: 1...3, using: &random)
    for _ in 0..<count {
      let id = Int64.random(in: 1...Int64(lastID), using: &random)
      let row = FakeRow(
        id: id,
        list: Int64.random(in: 1...(tellsOldRows ? 3 : 2), using: &random),
        rank: Int64.random(in: 1...6, using: &random)
      )
      rows.updateValue(random.chance(goneShare) ? nil : row, forKey: id)
    }
    let (isHidden, isUntold) = (random.chance(30), random.chance(20))
    database.commit(
      rows,
      isHidden: isHidden,
      isUntold: isUntold,
      knowsRows: random.chance(tellsOldRows ? 50 : 90)
    )
    let shown = rows.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.map { "\($0.list), \($0.rank)" } ?? "gone")"
    }
    return "commit \(shown) hidden \(isHidden) untold \(isUntold)"
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
    if random.chance(tellsOldRows ? 50 : 80) {
      query.list = Int64.random(in: 1...3, using: &random)
    }
    let columns = random.pick([[], ["rank"], ["list", "rank"], ["rank", "id"]])
    query.order = columns.map { FakeQuery.Term(column: $0, isDescending: random.chance(40)) }
    if random.chance(tellsOldRows ? 30 : 50) {
      query.limit = Int.random(in: 0...6, using: &random)
      query.offset = random.chance(40) ? Int.random(in: 0...3, using: &random) : 0
    }
    query.isPatched = random.chance(80)
    return query
  }

  // MARK: What must be true

  /// Results of one engine are of one moment: that which was read last.
  private func complaint() -> String? {
    for watch in watches {
      if let complaint = watch.sink.complaints.first { return "\(watch.query): \(complaint)" }
      guard !hasFaults, let rows = watch.sink.rows else { continue }
      let wanted = watch.query.rows(database.shown)
      if rows != wanted { return "\(watch.query) shows \(rows), and not \(wanted)" }
    }
    return nil
  }

  /// When all is told, visible and done, each query shows what is there.
  private func settle() -> String? {
    database.reveal()
    database.tell()
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
