import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine

/// Rules of the engine that a source must be able to rely on, one by one.
@Suite struct EngineRuleTests {
  private let database = FakeDatabase()
  private let scheduler = FakeScheduler()
  private let engine: LiveQueryEngine<FakeDatabase>

  init() {
    engine = LiveQueryEngine(scheduler)
    database.commit([1: FakeRow(id: 1, list: 1, rank: 1), 2: FakeRow(id: 2, list: 2, rank: 2)])
  }

  private func watch(_ query: FakeQuery) -> (sink: FakeSink, subscription: LiveSubscription) {
    let sink = FakeSink()
    return (sink, engine.subscribe(query.request, in: database, sink))
  }

  private func row(_ id: Int64, list: Int64 = 1, rank: Int64 = 1) -> FakeRow {
    FakeRow(id: id, list: list, rank: rank)
  }

  @Test func `a commit that is reported before it is visible is read once it is visible`() {
    let (sink, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    database.commit([3: row(3)], isHidden: true)
    for _ in 0..<20 where !scheduler.step() { scheduler.wait() }
    #expect(sink.rows?.count == 2)
    database.reveal()
    #expect(scheduler.settle())
    #expect(sink.rows?.count == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a later commit is shown while an earlier one is not visible`() {
    let (sink, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    database.commit([3: row(3)], isHidden: true)
    database.commit([4: row(4)])
    for _ in 0..<20 where !scheduler.step() { scheduler.wait() }
    #expect(sink.rows?.map(\.id) == [1, 2, 4])
    database.reveal()
    #expect(scheduler.settle())
    #expect(sink.rows?.map(\.id) == [1, 2, 3, 4])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a load shows what was committed before it, also while a snapshot is being opened`() {
    let (sink, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    let load = Mutex<LoadWaiter?>(nil)
    let isAnswered = Mutex<Bool?>(nil)
    database.setWhileOpening { [database, row = row(3)] in
      // The next snapshot is the first that shows this commit.
      database.commit([3: row], isUnreported: true)
      load.withLock { $0 = try? subscription.requestLoad() }
      database.setWhileOpening {
        let isDone = load.withLock { $0?.isDone }
        isAnswered.withLock { $0 = isDone }
      }
    }
    database.commit([2: row(2, rank: 5)])
    #expect(scheduler.settle())
    #expect(isAnswered.withLock(\.self) == false)
    #expect(load.withLock { $0?.isDone } == true)
    #expect(sink.rows?.map(\.id) == [1, 2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the engine does not spin while a commit is not visible`() {
    let (_, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    database.commit([3: row(3)], isHidden: true)
    while scheduler.step() {}
    // It waits for a while, and does one thing each time.
    for _ in 0..<5 {
      #expect(scheduler.wait())
      #expect(!scheduler.step())
    }
    database.reveal()
    #expect(scheduler.settle())
    withExtendedLifetime(subscription) {}
  }

  @Test func `an announced commit wakes the thread, which stays awake for it`() {
    let (sink, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    scheduler.setWhileLingering { [database, row = row(3)] in database.commit([3: row]) }
    database.announceCommit()
    database.announceCommit()
    #expect(scheduler.step())
    #expect(scheduler.hasLingered)
    #expect(sink.rows?.map(\.id) == [1, 2, 3])
    #expect(scheduler.settle())
    withExtendedLifetime(subscription) {}
  }

  @Test func `an announced commit wakes no thread that would wait in vain`() {
    let (sink, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    scheduler.setSpins(false)
    database.announceCommit()
    #expect(!scheduler.step())
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    #expect(sink.rows?.map(\.id) == [1, 2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a query of a locked table waits, and is read once the table is free`() {
    let (sink, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    database.setLock(.waits)
    database.commit([3: row(3)])
    while scheduler.step() {}
    for _ in 0..<5 {
      #expect(scheduler.wait())
      #expect(!scheduler.step())
    }
    #expect(sink.rows?.count == 2)
    #expect(sink.error == nil)
    database.setLock(nil)
    #expect(scheduler.settle())
    #expect(sink.rows?.count == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a query of a table that stays locked has an error until the table is free`() {
    let (sink, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    database.setLock(.fails(FakeDatabase.Hiccup()))
    database.commit([3: row(3)])
    while scheduler.step() {}
    #expect(sink.error != nil)
    #expect(sink.rows?.count == 2)
    database.setLock(nil)
    #expect(scheduler.settle())
    #expect(sink.rows?.count == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a commit that touches no query causes no reads`() {
    let (sink, subscription) = watch(FakeQuery(list: 1))
    #expect(scheduler.settle())
    let stepped = engine.statistics.map(\.steppedRowCount)
    database.commit([2: row(2, list: 2, rank: 5)], hasKnownRows: true)
    #expect(scheduler.settle())
    #expect(engine.statistics.map(\.steppedRowCount) == stepped)
    #expect(sink.version == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `equal requests share one query, and a later subscriber gets the result at once`() {
    let (first, one) = watch(FakeQuery(list: 1))
    #expect(scheduler.settle())
    let (second, other) = watch(FakeQuery(list: 1))
    #expect(second.rows == first.rows)
    #expect(engine.statistics.map(\.subscriberCount) == [2])
    #expect(engine.statistics.map(\.runCount) == [1])
    one.cancel()
    other.cancel()
    #expect(engine.statistics.isEmpty)
    #expect(database.feedCount == 0)
  }

  @Test func `closing the database ends all queries`() {
    let (sink, subscription) = watch(FakeQuery())
    #expect(scheduler.settle())
    database.close()
    #expect(sink.hasEnded)
    withExtendedLifetime(subscription) {}
  }

  // MARK: A patch that does not fit

  /// A maintenance that reports a wrong difference for the first commit.
  private struct Liar: ResultMaintenance {
    typealias Value = [FakeRow]
    typealias Snapshot = FakeSnapshot

    var base: RowsMaintenance<FakeRow, FakeSnapshot>
    var hasLied = false

    var analyzed: AnalyzedSelect? { base.analyzed }

    mutating func start(_ db: FakeSnapshot, after old: [FakeRow]?) throws
      -> ResultChange<[FakeRow]>?
    { try base.start(db, after: old) }

    mutating func apply(_ changes: ChangeSet, to value: [FakeRow], _ db: FakeSnapshot) throws
      -> ResultChange<[FakeRow]>
    {
      let change = try base.apply(changes, to: value, db)
      if hasLied { return change }
      hasLied = true
      let other = Difference.between([value[0], value[0], value[0]], [value[0]]) { $0.id }
      return ResultChange(patched: other, isSame: { $0 == $1 })
    }
  }

  private var lyingRequest: LiveRequest<[FakeRow], FakeSnapshot> {
    let honest = FakeQuery().request
    return LiveRequest(
      identity: LiveIdentity("a liar"),
      region: honest.region,
      read: honest.read,
      isSame: honest.isSame,
      difference: honest.difference,
      maintenance: Liar(base: RowsMaintenance(FakeQuery().select)),
      text: { "SELECT" }
    )
  }

  @Test func `a patch that does not fit is logged, and the query runs again`() {
    let sink = FakeSink()
    let subscription = engine.subscribe(lyingRequest, in: database, sink)
    let (other, second) = watch(FakeQuery(list: 1))
    #expect(scheduler.settle())
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    #expect(sink.rows?.map(\.id) == [1, 2, 3])
    #expect(sink.complaints == [])
    #expect(other.rows?.map(\.id) == [1, 3])
    #expect(engine.statistics.map(\.failedPatchCount) == [1, 0])
    #expect(database.reports.count == 1)
    #expect(database.reports.first?.contains("did not fit") == true)
    database.commit([3: nil])
    #expect(scheduler.settle())
    #expect(sink.rows?.map(\.id) == [1, 2])
    #expect(engine.statistics.map(\.failedPatchCount) == [1, 0])
    withExtendedLifetime((subscription, second)) {}
  }

  @Test
  func `a patch that does not fit counts as one fault, even with a subscriber on the main actor`()
    async
  {
    let (now, main) = (FakeSink(), FakeSink(isOnMainActor: true))
    let one = engine.subscribe(lyingRequest, in: database, now)
    let other = engine.subscribe(lyingRequest, in: database, main)
    #expect(scheduler.settle())
    await until { main.version == 1 }
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    await until { main.version == now.version }
    #expect(scheduler.settle())
    #expect(main.rows?.map(\.id) == [1, 2, 3])
    #expect(main.complaints == [])
    #expect(engine.statistics.map(\.failedPatchCount) == [1])
    #expect(database.reports.count == 1)
    withExtendedLifetime((one, other)) {}
  }

  /// Otherwise the next patch would apply to a result that was never shown.
  @Test func `the next patch fits after one that should have been empty did not fit`() {
    let sink = FakeSink()
    let subscription = engine.subscribe(lyingRequest, in: database, sink)
    #expect(scheduler.settle())
    database.commit([1: row(1)])
    #expect(scheduler.settle())
    #expect(sink.rows?.map(\.id) == [1, 2])
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    #expect(sink.rows?.map(\.id) == [1, 2, 3])
    #expect(engine.statistics.map(\.failedPatchCount) == [1])
    #expect(database.reports.count == 1)
    withExtendedLifetime(subscription) {}
  }

  // MARK: Reads of queries

  @Test
  func `a query sees a commit that was hidden when the query started to read its table`() {
    database.commit([3: row(3)], isHidden: true)
    let sink = FakeSink()
    let subscription = engine.subscribe(FakeQuery.requestOfOthers, in: database, sink)
    while scheduler.step() {}
    #expect(sink.rows?.map(\.id) == [1, 2])
    database.reveal()
    #expect(scheduler.settle())
    #expect(sink.rows?.map(\.id) == [1, 2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a query whose file is lost is read again for each table that it has read`() {
    database.setIsLost(true)
    let sink = FakeSink()
    let subscription = engine.subscribe(FakeQuery.requestOfOthers, in: database, sink)
    #expect(scheduler.settle())
    #expect(sink.error is FakeDatabase.Lost)
    database.setIsLost(false)
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    #expect(sink.rows?.map(\.id) == [1, 2, 3])
    #expect(sink.error == nil)
    withExtendedLifetime(subscription) {}
  }
}
