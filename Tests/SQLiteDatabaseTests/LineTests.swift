import LiveSQLTestSupport
import Testing

@testable import DatabaseTools
@testable import SQLiteDatabase

private typealias TestLine = Line<Int, Waiter<Grant<Int>>>

/// The state machine behind all waiting.
@Suite struct LineTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `lends each item to one at a time, first come, first served`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = LineModel(limit: Int.random(in: 1...4, using: &random))
    for _ in 0..<300 { try model.doSomething(using: &random) }
  }

  @Test func `gives nothing to who comes later while somebody waits`() throws {
    var line = TestLine(limit: 1)
    guard case .permission = try line.take() else {
      Issue.record("The first may make an item")
      return
    }
    #expect(try line.take() == nil)
    #expect(line.wait(.thread(BlockedThread()), id: 1).isEmpty)
    #expect(line.giveBack(7).count == 1)
    #expect(try line.take() == nil)
    #expect(line.lentCount == 1)
  }

  @Test func `lets those behind a barrier go on when the barrier gives up`() throws {
    var line = TestLine(limit: 2)
    _ = line.liftBarrier([1, 2])
    _ = try line.take()
    #expect(line.wait(.thread(BlockedThread()), id: 1, isBarrier: true).isEmpty)
    #expect(line.wait(.thread(BlockedThread()), id: 2).isEmpty)
    let left = line.leave(id: 1)
    #expect(left?.others.count == 1)
    #expect(line.leave(id: 1) == nil)
    #expect(line.waitingCount == 0)
  }

  @Test func `who has had his turn and gave it up goes before those who have not`() throws {
    var line = Line<Int, String>(limit: 1)
    _ = try line.take()
    for (id, name) in ["a", "b"].enumerated() { _ = line.wait(name, id: id) }
    for (id, name) in ["c", "d"].enumerated() { _ = line.wait(name, id: id + 2, isFirst: true) }
    var served: [String] = []
    for _ in 0..<4 { served += line.giveBack(1).map(\.0) }
    #expect(served == ["c", "d", "a", "b"])
  }

  @Test func `a barrier takes what there is, and is at once where nothing is lent`() throws {
    var line = TestLine(limit: 3)
    guard case .barrier(let none) = try line.take(isBarrier: true) else {
      Issue.record("Nothing is lent")
      return
    }
    #expect(none.isEmpty)
    #expect(try line.take() == nil)
    #expect(line.liftBarrier([5]).isEmpty)
    #expect(line.count == 1)
  }

  @Test func `a line that is closed refuses all with its error`() throws {
    var line = TestLine(limit: 1)
    _ = try line.take()
    _ = line.wait(.thread(BlockedThread()), id: 1)
    #expect(line.close(TestError(name: "closed")).count == 1)
    #expect(throws: TestError(name: "closed")) { try line.take() }
    #expect(line.giveBack(1).isEmpty)
    #expect(line.waitingCount == 0)
  }
}

/// A line, and what it ought to do: who waits in which order, and where each item is.
private struct LineModel {
  private struct Entry {
    let id: Int
    let isBarrier: Bool
    let thread: BlockedThread<Grant<Int>>
  }

  private var line: TestLine
  private let limit: Int
  private var idle: Set<Int> = []
  private var lent: Set<Int> = []
  /// Permissions that were given and neither used nor dropped.
  private var permissions = 0
  private var barrier: Set<Int>?
  private var waiting: [Entry] = []
  private var lastID = 0
  private var lastItem = 0

  init(limit: Int) {
    self.limit = limit
    line = Line(limit: limit)
  }

  mutating func doSomething(using random: inout SeededGenerator) throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: try take(isBarrier: Int.random(in: 0..<5, using: &random) == 0)
    case 2, 3: try wait(isBarrier: Int.random(in: 0..<4, using: &random) == 0)
    case 4: try leave(using: &random)
    case 5: try drop()
    case 6: try makeItem()
    case 7: try liftBarrier(using: &random)
    default: try giveBack(using: &random)
    }
    #expect(line.waitingCount == waiting.count)
    #expect(line.lentCount == lent.count + permissions + (barrier?.count ?? 0))
    #expect(line.count <= limit)
    if let first = waiting.first { #expect(!canServe(isBarrier: first.isBarrier)) }
  }

  private func canServe(isBarrier: Bool) -> Bool {
    if barrier != nil { return false }
    if isBarrier { return lent.isEmpty && permissions == 0 }
    return !idle.isEmpty || lent.count + permissions + idle.count < limit
  }

  private mutating func take(isBarrier: Bool) throws {
    let expected = waiting.isEmpty && canServe(isBarrier: isBarrier)
    let grant = try line.take(isBarrier: isBarrier)
    #expect((grant != nil) == expected)
    if let grant { try accept(grant, isBarrier: isBarrier) }
  }

  private mutating func wait(isBarrier: Bool) throws {
    lastID += 1
    let entry = Entry(id: lastID, isBarrier: isBarrier, thread: BlockedThread())
    waiting.append(entry)
    try serve(line.wait(.thread(entry.thread), id: entry.id, isBarrier: isBarrier))
  }

  private mutating func leave(using random: inout SeededGenerator) throws {
    guard let index = waiting.indices.randomElement(using: &random) else {
      #expect(line.leave(id: lastID + 1) == nil)
      return
    }
    let entry = waiting.remove(at: index)
    let found = line.leave(id: entry.id)
    let left = try #require(found)
    #expect(isSame(left.waiter, entry))
    try serve(left.others)
  }

  private mutating func giveBack(using random: inout SeededGenerator) throws {
    guard let item = lent.sorted().randomElement(using: &random) else { return }
    lent.remove(item)
    idle.insert(item)
    try serve(line.giveBack(item))
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
    try serve(line.drop())
  }

  private mutating func liftBarrier(using random: inout SeededGenerator) throws {
    guard let items = barrier else { return }
    let kept = items.sorted().filter { _ in Bool.random(using: &random) }
    barrier = nil
    idle = Set(kept)
    try serve(line.liftBarrier(kept))
  }

  /// Those who are woken are the first ones that wait, in their order.
  private mutating func serve(_ wakeups: TestLine.Wakeups) throws {
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
