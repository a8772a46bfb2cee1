import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine

/// Waiting until live queries show what was committed: it ends then, neither sooner nor later.
@Suite(.timeLimit(.hang)) struct CatchUpTests {
  private let database = FakeDatabase()
  private let scheduler = FakeScheduler()
  private let engine: LiveQueryEngine<FakeDatabase>

  init() {
    engine = LiveQueryEngine(scheduler)
    database.commit([1: row(1), 2: row(2, list: 2)])
  }

  private func row(_ id: Int64, list: Int64 = 1, rank: Int64 = 1) -> FakeRow {
    FakeRow(id: id, list: list, rank: rank)
  }

  private func watch(_ query: FakeQuery = FakeQuery(), isOnMainActor: Bool = false)
    -> (sink: FakeSink, subscription: LiveSubscription)
  {
    let sink = FakeSink(isOnMainActor: isOnMainActor)
    return (sink, engine.subscribe(query.request, in: database, sink))
  }

  /// Starts waiting.
  private func begin(after number: Int? = nil, within limit: Duration? = nil) async
    -> Task<Void, any Error>
  {
    let id = engine.state.withLock { $0.lastID }
    let task = Task { [engine] in try await engine.catchUp(after: number, within: limit) }
    await until { engine.state.withLock { $0.lastID } > id }
    return task
  }

  private var isAwaited: Bool { engine.state.withLock { !$0.syncPoints.isEmpty } }

  @Test func `catching up returns at once when there is nothing to show`() async throws {
    try await engine.catchUp()
    let (_, subscription) = watch()
    #expect(scheduler.settle())
    try await engine.catchUp()
    try await engine.catchUp(after: 0)
    withExtendedLifetime(subscription) {}
  }

  @Test func `catching up waits for a first result`() async throws {
    let (sink, subscription) = watch()
    let task = await begin()
    #expect(isAwaited)
    #expect(scheduler.settle())
    try await task.value
    #expect(sink.rows?.count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a commit is shown before the waiting task resumes`() async throws {
    let (sink, subscription) = watch()
    #expect(scheduler.settle())
    database.commit([3: row(3)])
    let task = await begin()
    #expect(isAwaited)
    #expect(sink.rows?.count == 2)
    #expect(scheduler.settle())
    try await task.value
    #expect(sink.rows?.count == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test func `catching up waits for a commit that is not visible yet, but not for a later one`()
    async throws
  {
    let (sink, subscription) = watch()
    #expect(scheduler.settle())
    database.commit([3: row(3)], isHidden: true)
    let task = await begin()
    for _ in 0..<20 where !scheduler.step() { scheduler.wait() }
    #expect(isAwaited)
    database.reveal()
    database.commit([4: row(4)], isHidden: true)
    for _ in 0..<20 where !scheduler.step() { scheduler.wait() }
    try await task.value
    #expect(sink.rows?.map(\.id) == [1, 2, 3])
    database.reveal()
    #expect(scheduler.settle())
    withExtendedLifetime(subscription) {}
  }

  @Test func `a query that fails does not keep anyone waiting`() async throws {
    let (sink, subscription) = watch()
    #expect(scheduler.settle())
    database.fail(.beforeReading)
    database.commit([3: row(3)])
    let task = await begin()
    scheduler.step()
    try await task.value
    #expect(sink.error is FakeDatabase.Hiccup)
    #expect(scheduler.settle())
    #expect(sink.rows?.count == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a query that ends does not keep anyone waiting`() async throws {
    let (_, subscription) = watch()
    let task = await begin()
    subscription.cancel()
    try await task.value
    #expect(!isAwaited)
  }

  @Test func `closing the database ends the wait`() async throws {
    let (_, subscription) = watch()
    #expect(scheduler.settle())
    database.commit([3: row(3)])
    let task = await begin()
    database.close()
    try await task.value
    try await engine.catchUp()
    withExtendedLifetime(subscription) {}
  }

  @Test func `cancelling a task ends its wait`() async throws {
    let (_, subscription) = watch()
    let task = await begin()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!isAwaited)
    withExtendedLifetime(subscription) {}
  }

  @Test func `after the time limit, the error names the queries that are behind`() async throws {
    let (_, subscription) = watch(FakeQuery(list: 1))
    let task = await begin(within: .milliseconds(1))
    let error = await #expect(throws: LiveQueriesBehind.self) { try await task.value }
    #expect(error?.queries.count == 1)
    #expect(error?.description.contains("FakeQuery(list: Optional(1)") == true)
    #expect(!isAwaited)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a write waits only for the queries that it touched`() async throws {
    let (_, first) = watch(FakeQuery(list: 1))
    let (sink, second) = watch(FakeQuery(list: 2))
    #expect(scheduler.settle())
    database.commit([1: row(1, rank: 2)], hasKnownRows: true)
    let number = engine.state.withLock { $0.lastNumber }
    try await engine.catchUp(after: number)
    database.commit([2: row(2, list: 2, rank: 3)], hasKnownRows: true)
    let task = await begin(after: number)
    #expect(engine.state.withLock { $0.syncPoints.values.map(\.queries.count) } == [1])
    #expect(scheduler.settle())
    try await task.value
    #expect(sink.rows?.first?.rank == 3)
    withExtendedLifetime((first, second)) {}
  }

  @Test @MainActor
  func `subscribers on the main actor are notified even if the waiting task runs there`()
    async throws
  {
    let (now, one) = watch()
    let (later, other) = watch(isOnMainActor: true)
    let task = await begin()
    #expect(scheduler.settle())
    // The main actor has not notified anyone yet, because this code runs on it.
    #expect(now.rows?.count == 2)
    #expect(later.wakeCount == 0)
    // Nothing needs to be read, but the wait still has to happen.
    try await engine.catchUp()
    #expect(later.wakeCount == 1)
    #expect(later.rows?.count == 2)
    try await task.value
    withExtendedLifetime((one, other)) {}
  }
}

/// Property tests: whatever happens, a waiting task resumes once the earlier commits are shown.
@Suite(.timeLimit(.hang)) struct CatchUpPropertyTests {
  /// A wait, and the minimum ranks that rows must have when it ends.
  ///
  /// The rank of a row is the number of its commit.
  private struct Wait {
    let id: Int
    let task: Task<Void, any Error>
    let ranks: [Int64: Int64]
    let sinks: [Int]
  }

  @Test(arguments: 0..<150) func `a wait ends with all earlier commits shown`(seed: Int)
    async throws
  {
    var random = SeededGenerator(seed: UInt64(seed) &+ 7)
    let (database, scheduler) = (FakeDatabase(), FakeScheduler())
    let engine = LiveQueryEngine<FakeDatabase>(scheduler)
    var sinks: [Int: (FakeSink, LiveSubscription)] = [:]
    var waits: [Wait] = []
    var (committed, number) = ([Int64: Int64](), Int64(0))

    func check() {
      let pending = engine.state.withLock { Set($0.syncPoints.keys) }
      for wait in waits where !pending.contains(wait.id) {
        for sink in wait.sinks.compactMap({ sinks[$0]?.0 }) where sink.error == nil {
          let shown = Dictionary(uniqueKeysWithValues: (sink.rows ?? []).map { ($0.id, $0.rank) })
          for (id, rank) in wait.ranks {
            #expect(shown[id, default: 0] >= rank, "seed \(seed), row \(id)")
          }
        }
      }
      waits.removeAll { !pending.contains($0.id) }
    }

    for step in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        number += 1
        let id = Int64.random(in: 1...4, using: &random)
        // A commit that is reported later does not count as an earlier one.
        let isHidden = Bool.random(using: &random)
        database.commit([id: FakeRow(id: id, list: 1, rank: number)], isHidden: isHidden)
        committed[id] = number
      case 3: database.reveal(Int.random(in: 0..<4, using: &random))
      case 4:
        let query = FakeQuery(isPatched: Bool.random(using: &random))
        let sink = FakeSink()
        sinks[step] = (sink, engine.subscribe(query.request, in: database, sink))
      case 5:
        if let id = sinks.keys.randomElement(using: &random) { sinks[id] = nil }
      case 6: if Bool.random(using: &random) { database.fail(.afterReading) }
      case 7:
        let before = engine.state.withLock { $0.lastID }
        let task = Task { try await engine.catchUp() }
        await until { engine.state.withLock { $0.lastID } > before }
        let id = engine.state.withLock { $0.lastID }
        waits.append(Wait(id: id, task: task, ranks: committed, sinks: Array(sinks.keys)))
      default: if !scheduler.step() { scheduler.wait() }
      }
      check()
    }
    database.reveal()
    let tasks = waits.map(\.task)
    #expect(scheduler.settle())
    check()
    #expect(waits.isEmpty)
    for task in tasks { try await task.value }
  }
}
