import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

private typealias TestQueue = LendingQueue<Int, Waiter<Grant<Int>>>

/// Tests of the state machine that all waiting uses.
@Suite struct LendingQueueTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `lends each item to one waiter at a time, first come, first served`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = QueueModel(limit: Int.random(in: 1...4, using: &random))
    for _ in 0..<300 { try model.doSomething(using: &random) }
  }

  @Test func `a newcomer gets nothing while someone waits`() throws {
    var queue = TestQueue(limit: 1)
    guard case .permission = try queue.take() else {
      Issue.record("The first waiter may create an item")
      return
    }
    #expect(try queue.take() == nil)
    #expect(queue.wait(.thread(BlockedThread()), id: 1).isEmpty)
    #expect(queue.returnLease(7).count == 1)
    #expect(try queue.take() == nil)
    #expect(queue.leasedCount == 1)
  }

  @Test func `the waiters behind a barrier continue when the barrier gives up`() throws {
    var queue = TestQueue(limit: 2)
    _ = queue.liftBarrier([1, 2])
    _ = try queue.take()
    #expect(queue.wait(.thread(BlockedThread()), id: 1, isBarrier: true).isEmpty)
    #expect(queue.wait(.thread(BlockedThread()), id: 2).isEmpty)
    let left = queue.leave(id: 1)
    #expect(left?.others.count == 1)
    #expect(queue.leave(id: 1) == nil)
    #expect(queue.waitingCount == 0)
  }

  @Test func `waiters that gave their turn back go before the others`() throws {
    var queue = LendingQueue<Int, String>(limit: 1)
    _ = try queue.take()
    for (id, name) in ["a", "b"].enumerated() { _ = queue.wait(name, id: id) }
    for (id, name) in ["c", "d"].enumerated() { _ = queue.wait(name, id: id + 2, isFirst: true) }
    var served: [String] = []
    for _ in 0..<4 { served += queue.returnLease(1).map(\.0) }
    #expect(served == ["c", "d", "a", "b"])
  }

  @Test func `a barrier takes the idle items, and succeeds at once if none is lent`() throws {
    var queue = TestQueue(limit: 3)
    guard case .barrier(let none) = try queue.take(isBarrier: true) else {
      Issue.record("No item is lent")
      return
    }
    #expect(none.isEmpty)
    #expect(try queue.take() == nil)
    #expect(queue.liftBarrier([5]).isEmpty)
    #expect(queue.count == 1)
  }

  @Test func `a closed queue refuses everyone with its error`() throws {
    var queue = TestQueue(limit: 1)
    _ = try queue.take()
    _ = queue.wait(.thread(BlockedThread()), id: 1)
    #expect(queue.close(TestError(name: "closed")).count == 1)
    #expect(throws: TestError(name: "closed")) { try queue.take() }
    #expect(queue.returnLease(1).isEmpty)
    #expect(queue.waitingCount == 0)
  }
}

/// A model of a queue: the waiters in order, and the place of each item.
private struct QueueModel {
  private struct Entry {
    let id: Int
    let isBarrier: Bool
    let thread: BlockedThread<Grant<Int>>
  }

  private var queue: TestQueue
  private let limit: Int
  private var idle: Set<Int> = []
  private var lent: Set<Int> = []
  /// The permissions that were given and neither used nor dropped.
  private var permissions = 0
  private var barrier: Set<Int>?
  private var waiting: [Entry] = []
  private var lastID = 0
  private var lastItem = 0

  init(limit: Int) {
    self.limit = limit
    queue = LendingQueue(limit: limit)
  }

  mutating func doSomething(using random: inout SeededGenerator) throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: try take(isBarrier: Int.random(in: 0..<5, using: &random) == 0)
    case 2, 3: try wait(isBarrier: Int.random(in: 0..<4, using: &random) == 0)
    case 4: try leave(using: &random)
    case 5: try drop()
    case 6: try makeItem()
    case 7: try liftBarrier(using: &random)
    default: try returnLease(using: &random)
    }
    #expect(queue.waitingCount == waiting.count)
    #expect(queue.leasedCount == lent.count + permissions + (barrier?.count ?? 0))
    #expect(queue.count <= limit)
    if let first = waiting.first { #expect(!canServe(isBarrier: first.isBarrier)) }
  }

  private func canServe(isBarrier: Bool) -> Bool {
    if barrier != nil { return false }
    if isBarrier { return lent.isEmpty && permissions == 0 }
    return !idle.isEmpty || lent.count + permissions + idle.count < limit
  }

  private mutating func take(isBarrier: Bool) throws {
    let expected = waiting.isEmpty && canServe(isBarrier: isBarrier)
    let grant = try queue.take(isBarrier: isBarrier)
    #expect((grant != nil) == expected)
    if let grant { try accept(grant, isBarrier: isBarrier) }
  }

  private mutating func wait(isBarrier: Bool) throws {
    lastID += 1
    let entry = Entry(id: lastID, isBarrier: isBarrier, thread: BlockedThread())
    waiting.append(entry)
    try serve(queue.wait(.thread(entry.thread), id: entry.id, isBarrier: isBarrier))
  }

  private mutating func leave(using random: inout SeededGenerator) throws {
    guard let index = waiting.indices.randomElement(using: &random) else {
      #expect(queue.leave(id: lastID + 1) == nil)
      return
    }
    let entry = waiting.remove(at: index)
    let found = queue.leave(id: entry.id)
    let left = try #require(found)
    #expect(isSame(left.waiter, entry))
    try serve(left.others)
  }

  private mutating func returnLease(using random: inout SeededGenerator) throws {
    guard let item = lent.sorted().randomElement(using: &random) else { return }
    lent.remove(item)
    idle.insert(item)
    try serve(queue.returnLease(item))
  }

  private mutating func makeItem() throws {
    guard permissions > 0 else { return }
    permissions -= 1
    lastItem += 1
    lent.insert(lastItem)
  }

  private mutating func drop() throws {
    guard permissions > 0 else { return }
    permissions -= 1
    try serve(queue.drop())
  }

  private mutating func liftBarrier(using random: inout SeededGenerator) throws {
    guard let items = barrier else { return }
    let kept = items.sorted().filter { _ in Bool.random(using: &random) }
    barrier = nil
    idle = Set(kept)
    try serve(queue.liftBarrier(kept))
  }

  /// Checks that the first waiters in the queue are woken, in their order.
  private mutating func serve(_ wakeups: TestQueue.Wakeups) throws {
    for (waiter, grant) in wakeups {
      let first = try #require(waiting.first)
      #expect(isSame(waiter, first))
      #expect(canServe(isBarrier: first.isBarrier))
      waiting.removeFirst()
      try accept(grant, isBarrier: first.isBarrier)
    }
  }

  private mutating func accept(_ grant: Grant<Int>, isBarrier: Bool) throws {
    switch grant {
    case .item(let item):
      #expect(!isBarrier)
      try #require(idle.remove(item) != nil, "An item was lent twice")
      lent.insert(item)
    case .permission:
      #expect(!isBarrier && idle.isEmpty)
      permissions += 1
    case .barrier(let items):
      #expect(isBarrier && lent.isEmpty && permissions == 0)
      #expect(Set(items) == idle)
      barrier = idle
      idle = []
    }
  }

  private func isSame(_ waiter: Waiter<Grant<Int>>, _ entry: Entry) -> Bool {
    if case .thread(let thread) = waiter { thread === entry.thread } else { false }
  }
}
