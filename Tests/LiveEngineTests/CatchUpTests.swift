import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine

/// Who waits until live queries show what was committed is woken then, and neither sooner nor later.
@Suite struct CatchUpTests {
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

  /// Begins to wait.
  private func begin(after number: Int? = nil, within limit: Duration? = nil) async
    -> Task<Void, any Error>
  {
    let id = engine.state.withLock { $0.lastID }
    let task = Task { [engine] in try await engine.catchUp(after: number, within: limit) }
    await until { engine.state.withLock { $0.lastID } > id }
    return task
  }

  private var isAwaited: Bool { engine.state.withLock { !$0.catchUps.isEmpty } }

  @Test func `nobody waits where there is nothing to show`() async throws {
    try await engine.catchUp()
    let (_, subscription) = watch()
    #expect(scheduler.settle())
    try await engine.catchUp()
    try await engine.catchUp(after: 0)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a first result is waited for`() async throws {
    let (sink, subscription) = watch()
    let task = await begin()
    #expect(isAwaited)
    #expect(scheduler.settle())
    try await task.value
    #expect(sink.rows?.count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a commit is shown before who waits is woken`() async throws {
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

  @Test func `a commit that is not visible yet is waited for, and a later one is not`() async throws
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

  @Test func `a query that fails keeps nobody waiting`() async throws {
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

  @Test func `a query that ends keeps nobody waiting`() async throws {
    let (_, subscription) = watch()
    let task = await begin()
    subscription.cancel()
    try await task.value
    #expect(!isAwaited)
  }

  @Test func `a database that is closed keeps nobody waiting`() async throws {
    let (_, subscription) = watch()
    #expect(scheduler.settle())
    database.commit([3: row(3)])
    let task = await begin()
    database.close()
    try await task.value
    try await engine.catchUp()
    withExtendedLifetime(subscription) {}
  }

  @Test func `a task that is cancelled waits no more`() async throws {
    let (_, subscription) = watch()
    let task = await begin()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!isAwaited)
    withExtendedLifetime(subscription) {}
  }

  @Test func `after a limit the error names the queries that are behind`() async throws {
    let (_, subscription) = watch(FakeQuery(list: 1))
    let task = await begin(within: .milliseconds(1))
    let error = await #expect(throws: LiveQueriesBehind.self) { try await task.value }
    #expect(error?.queries.count == 1)
    #expect(error?.description.contains("FakeQuery(list: Optional(1)") == true)
    #expect(!isAwaited)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a write waits for the queries that it touched alone`() async throws {
    let (_, first) = watch(FakeQuery(list: 1))
    let (sink, second) = watch(FakeQuery(list: 2))
    #expect(scheduler.settle())
    database.commit([1: row(1, rank: 2)], knowsRows: true)
    let number = engine.state.withLock { $0.lastNumber }
    try await engine.catchUp(after: number)
    database.commit([2: row(2, list: 2, rank: 3)], knowsRows: true)
    let task = await begin(after: number)
    #expect(engine.state.withLock { $0.catchUps.values.map(\.queries.count) } == [1])
    #expect(scheduler.settle())
    try await task.value
    #expect(sink.rows?.first?.rank == 3)
    withExtendedLifetime((first, second)) {}
  }

  @Test @MainActor func `those on the main actor have been told, also where the waiter is there`()
    async throws
  {
    let (now, one) = watch()
    let (later, other) = watch(isOnMainActor: true)
    let task = await begin()
    #expect(scheduler.settle())
    // The main actor has told nobody yet: this is it.
    #expect(now.rows?.count == 2)
    #expect(later.wakeCount == 0)
    // Nothing is to be read, and yet it is waited for.
    try await engine.catchUp()
    #expect(later.wakeCount == 1)
    #expect(later.rows?.count == 2)
    try await task.value
    withExtendedLifetime((one, other)) {}
  }
}

/// Whatever is done, who waits is woken once the commits of before are shown.
@Suite struct CatchUpPropertyTests {
  /// A wait, and what has to be shown at its end: the least rank of rows, each of which has the number of its commit.
  private struct Wait {
    let id: Int
    let task: Task<Void, any Error>
    let ranks: [Int64: Int64]
    let sinks: [Int]
  }

  @Test(arguments: 0..<150) func `who waits sees what was told before`(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 7)
    let (database, scheduler) = (FakeDatabase(), FakeScheduler())
    let engine = LiveQueryEngine<FakeDatabase>(scheduler)
    var sinks: [Int: (FakeSink, LiveSubscription)] = [:]
    var waits: [Wait] = []
    var (committed, number) = ([Int64: Int64](), Int64(0))

    func check() {
      let pending = engine.state.withLock { Set($0.catchUps.keys) }
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
        // What is told later is no commit of before.
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
