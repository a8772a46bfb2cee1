import DatabaseTypes
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine

/// The things that may happen while results become visible, none of which waits for that.
@Suite struct PublishingTests {
  private let database = FakeDatabase()
  private let scheduler = FakeScheduler()
  private let engine: LiveQueryEngine<FakeDatabase>

  init() {
    engine = LiveQueryEngine(scheduler)
    database.commit([1: FakeRow(id: 1, list: 1, rank: 1), 2: FakeRow(id: 2, list: 2, rank: 2)])
  }

  private func row(_ id: Int64, list: Int64 = 1) -> FakeRow { FakeRow(id: id, list: list, rank: 1) }

  /// Work that is done once, when it is asked for.
  ///
  /// State: the work, guarded by the mutex.
  private final class Errand: Sendable {
    private let work = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0 = work } }

    func run() {
      let work = work.withLock { $0.take() }
      work?()
    }

    var isDone: Bool { work.withLock { $0 == nil } }
  }

  // MARK: Commits

  @Test func `a commit does not wait while results become visible`() {
    let errand = Errand()
    let sink = FakeSink { errand.run() }
    let subscription = engine.subscribe(FakeQuery().request, in: database, sink)
    #expect(scheduler.settle())
    // It runs on this very thread: if it waited, it would wait for ever.
    errand.set { [database] in database.commit([4: FakeRow(id: 4, list: 1, rank: 1)]) }
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    #expect(errand.isDone)
    #expect(sink.rows?.map(\.id) == [1, 2, 3, 4])
    #expect(sink.complaints == [])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a commit is read by the thread that stays awake for it`() {
    let sink = FakeSink()
    let subscription = engine.subscribe(FakeQuery().request, in: database, sink)
    #expect(scheduler.settle())
    scheduler.setWhileLingering { [database] in
      database.commit([9: FakeRow(id: 999, list: 1, rank: 1)])
    }
    // Commits follow each other so fast that the thread stays awake.
    for id in 3...200 as ClosedRange<Int64> where !scheduler.hasLingered {
      database.commit([id: row(id)])
      // The single step also reads the commit that arrives in the meantime.
      scheduler.step()
    }
    #expect(scheduler.hasLingered)
    #expect(sink.rows?.contains { $0.id == 999 } == true)
    #expect(scheduler.settle())
    #expect(sink.complaints == [])
    withExtendedLifetime(subscription) {}
  }

  // MARK: Subscribers

  @Test func `a subscriber that is added while results become visible is notified afterwards`() {
    let errand = Errand()
    let (first, second) = (FakeSink { errand.run() }, FakeSink())
    let late = Mutex<LiveSubscription?>(nil)
    let subscription = engine.subscribe(FakeQuery().request, in: database, first)
    #expect(scheduler.settle())
    errand.set { [engine, database] in
      let subscription = engine.subscribe(FakeQuery().request, in: database, second)
      late.withLock { $0 = subscription }
    }
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    #expect(second.rows?.map(\.id) == [1, 2, 3])
    #expect(second.wakeCount == 1)
    #expect(second.complaints == [])
    #expect(engine.statistics.map(\.subscriberCount) == [2])
    withExtendedLifetime((subscription, late.withLock { $0 })) {}
  }

  @Test
  func `a subscriber added on the main actor while results become visible is notified`()
    async
  {
    let errand = Errand()
    let (first, second) = (FakeSink { errand.run() }, FakeSink(isOnMainActor: true))
    let late = Mutex<LiveSubscription?>(nil)
    let subscription = engine.subscribe(FakeQuery().request, in: database, first)
    #expect(scheduler.settle())
    errand.set { [engine, database] in
      let subscription = engine.subscribe(FakeQuery().request, in: database, second)
      late.withLock { $0 = subscription }
    }
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    await until { second.version == 2 }
    database.commit([4: row(4)])
    #expect(scheduler.settle())
    await until { second.version == 3 }
    #expect(second.rows?.map(\.id) == [1, 2, 3, 4])
    #expect(second.complaints == [])
    withExtendedLifetime((subscription, late.withLock { $0 })) {}
  }

  @Test func `a subscription can end while results become visible`() {
    let errand = Errand()
    let (first, second) = (FakeSink { errand.run() }, FakeSink())
    let subscription = engine.subscribe(FakeQuery().request, in: database, first)
    let other = engine.subscribe(FakeQuery(list: 1).request, in: database, second)
    #expect(scheduler.settle())
    errand.set { other.cancel() }
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    #expect(first.rows?.map(\.id) == [1, 2, 3])
    #expect(engine.statistics.map(\.subscriberCount) == [1])
    withExtendedLifetime(subscription) {}
  }

  // MARK: Released results

  /// A result that runs a closure when it is released.
  private final class Farewell: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    deinit { work() }
  }

  private final class FarewellSink: LiveSink {
    let delivery: LiveDelivery
    private let state = Mutex<(count: Int, cell: LiveCell<Farewell>?)>((0, nil))

    init(isOnMainActor: Bool) { delivery = LiveDelivery(isOnMainActor: isOnMainActor) }

    var count: Int { state.withLock { $0.count } }
    func attach(_ cell: LiveCell<Farewell>) { state.withLock { $0.cell = cell } }

    func detach() {
      let cell = state.withLock { $0.cell.take() }
      withExtendedLifetime(cell) {}
    }

    func store(_ event: LiveEvent) -> AnyObject? {
      state.withLock { $0.count += 1 }
      return nil
    }

    func wake() {}
  }

  /// A query whose results, when released, do something that needs the engine.
  private func request(_ gone: @escaping @Sendable () -> Void)
    -> LiveRequest<Farewell, FakeSnapshot>
  {
    LiveRequest(
      identity: nil,
      region: { _ in Region(table: FakeDatabase.table) },
      read: { _ in LiveReading(value: Farewell(gone)) },
      isSame: { _, _ in false }
    )
  }

  @Test(arguments: [false, true])
  func `a result is released where nobody waits for it`(isOnMainActor: Bool) async {
    let goneCount = Mutex(0)
    let sink = FarewellSink(isOnMainActor: isOnMainActor)
    // Under a lock of the engine or of the gate, this would wait for ever.
    let request = request { [engine, database] in
      engine.publicationLock.pass { goneCount.withLock { $0 += 1 } }
      _ = engine.statistics
      _ = engine.subscribe(FakeQuery().request, in: database, FakeSink())
    }
    let subscription = engine.subscribe(request, in: database, sink)
    #expect(scheduler.settle())
    await until { sink.count == 1 }
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    await until { sink.count == 2 }
    await until { goneCount.withLock { $0 } > 0 }
    subscription.cancel()
    sink.detach()
    await until { goneCount.withLock { $0 } == 2 }
    #expect(scheduler.settle())
    #expect(engine.statistics.isEmpty)
  }

  @Test func `a new subscriber on the main actor sees the newest result`() async {
    let now = FakeSink()
    let subscription = engine.subscribe(FakeQuery().request, in: database, now)
    #expect(scheduler.settle())
    for id in Int64(3)...5 {
      let main = FakeSink(isOnMainActor: true)
      let shown = engine.subscribe(FakeQuery().request, in: database, main)
      await until { main.version == now.version }
      database.commit([id: row(id)])
      #expect(scheduler.settle())
      await until { main.version == now.version }
      #expect(main.rows == now.rows)
      #expect(main.complaints == [])
      shown.cancel()
      database.commit([id: row(id, list: 2)])
      #expect(scheduler.settle())
    }
    #expect(now.rows?.count == 5)
    withExtendedLifetime(subscription) {}
  }

  @Test func `subscribers of both kinds are notified once of each result`() async {
    let (now, main) = (FakeSink(), FakeSink(isOnMainActor: true))
    let first = engine.subscribe(FakeQuery().request, in: database, now)
    let second = engine.subscribe(FakeQuery().request, in: database, main)
    #expect(scheduler.settle())
    await until { main.wakeCount > 0 }
    database.commit([3: row(3)])
    #expect(scheduler.settle())
    await until { main.wakeCount > 1 }
    #expect(now.wakeCount == 2)
    #expect(main.wakeCount == 2)
    #expect(now.rows?.map(\.id) == [1, 2, 3])
    #expect(main.rows == now.rows)
    #expect(now.complaints + main.complaints == [])
    withExtendedLifetime((first, second)) {}
  }
}
