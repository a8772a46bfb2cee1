import LiveSQLTestSupport
import Testing

@testable import PostgreSQLDatabase

/// The pool's decisions, without connections, threads and clocks.
@Suite struct PoolStateTests {
  typealias State = PoolState<Item, Int>

  final class Item: PoolItem, CustomStringConvertible {
    let number: Int
    let expires: ContinuousClock.Instant?
    init(_ number: Int, expires: ContinuousClock.Instant? = nil) {
      (self.number, self.expires) = (number, expires)
    }
    var description: String { "c\(number)" }
  }

  struct Failure: Error {}

  private let start = ContinuousClock.now

  @Test func `counters are subtracted`() {
    var earlier = PostgresStatistics.Counters()
    (earlier.opened, earlier.served) = (1, 4)
    var later = earlier
    (later.served, later.waited, later.refused) = (10, 2, 1)
    let between = later - earlier
    #expect(between.served == 6 && between.waited == 2 && between.refused == 1)
    #expect(between.opened == 0 && between.failed == 0 && between.timedOut == 0)
  }

  /// Returns the actions as short texts.
  private func words(_ actions: [State.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .lend(let item, let waiter): "\(item) to \(waiter)"
      case .refuse(let waiter, let refusal):
        switch refusal {
        case .timedOut(let error): "\(waiter) timed out\(error == nil ? "" : " after a failure")"
        case .failed: "\(waiter) failed"
        default: "\(waiter) \(refusal)"
        }
      case .open: "open"
      case .close(let item): "close \(item)"
      case .check(let idle): "check \(idle.item)"
      case .wake(let time): "wake \((time - start) / .milliseconds(1))"
      case .drained: "drained"
      }
    }
  }

  private func limits(_ change: (inout PoolLimits) -> Void = { _ in }) -> PoolLimits {
    var limits = PoolLimits()
    limits.maximum = 2
    change(&limits)
    return limits
  }

  @Test func `each waiter opens a connection, up to the maximum, and connections are lent in turn`()
  {
    var state = State(limits())
    #expect(state.take() == nil)
    #expect(words(state.wait(1, id: 1, isFirst: false, at: start)) == ["open"])
    #expect(words(state.wait(2, id: 2, isFirst: false, at: start)) == ["open"])
    #expect(words(state.wait(3, id: 3, isFirst: false, at: start)) == [])
    let (a, b) = (Item(1), Item(2))
    #expect(words(state.opened(a, at: start)) == ["c1 to 1"])
    #expect(state.take() == nil)
    #expect(words(state.opened(b, at: start)) == ["c2 to 2"])
    // A waiter that had its turn before goes first.
    #expect(words(state.wait(4, id: 4, isFirst: true, at: start)) == [])
    #expect(words(state.returnLease(a, at: start)) == ["c1 to 4"])
    #expect(words(state.returnLease(a, at: start)) == ["c1 to 3"])
    #expect(words(state.returnLease(a, at: start)) == [])
    #expect(state.take() === a)
    #expect(state.statistics.inUseCount == 2)
  }

  @Test func `a lost connection is replaced if a waiter or the minimum needs it`() {
    var state = State(limits { $0.minimum = 1 })
    #expect(words(state.maintain(at: start)) == ["open"])
    #expect(words(state.maintain(at: start)) == [])
    _ = state.opened(Item(1), at: start)
    let item = state.take()
    #expect(words(state.drop(item ?? Item(0), isLost: true, at: start)) == ["close c1", "open"])
    #expect(state.statistics.lostCount == 1)
  }

  @Test func `before the first connection, a failure refuses all waiters, and new ones try again`()
  {
    var state = State(limits())
    _ = state.wait(1, id: 1, isFirst: false, at: start)
    _ = state.wait(2, id: 2, isFirst: false, at: start)
    #expect(
      words(state.openingFailed(Failure(), chance: 1, at: start)) == ["1 failed", "2 failed"]
    )
    #expect(words(state.wait(3, id: 3, isFirst: false, at: start)) == [])
    #expect(words(state.openingFailed(Failure(), chance: 1, at: start)) == ["3 failed"])
    #expect(words(state.wait(4, id: 4, isFirst: false, at: start)) == ["open"])
    #expect(words(state.opened(Item(1), at: start)) == ["c1 to 4"])
  }

  @Test func `later failures are retried one at a time, after longer and longer pauses`() {
    var state = State(
      limits {
        $0.retryDelay = .milliseconds(100) ... .milliseconds(300)
        $0.waitTime = .seconds(1)
      }
    )
    _ = state.wait(0, id: 0, isFirst: false, at: start)
    let item = Item(1)
    _ = state.opened(item, at: start)
    _ = state.drop(item, isLost: true, at: start)
    #expect(words(state.wait(1, id: 1, isFirst: false, at: start)) == ["open"])
    #expect(words(state.wait(2, id: 2, isFirst: false, at: start)) == ["open"])
    // The timeout of the first waiter was scheduled at the start.
    #expect(words(state.openingFailed(Failure(), chance: 1, at: start)) == [])
    #expect(words(state.openingFailed(Failure(), chance: 1, at: start)) == ["wake 200.0"])
    let later = start + .milliseconds(200)
    #expect(words(state.timerFired(at: later)) == ["open", "wake 1000.0"])
    #expect(words(state.openingFailed(Failure(), chance: 1, at: later)) == ["wake 500.0"])
    let last = start + .milliseconds(500)
    #expect(words(state.timerFired(at: last)) == ["open", "wake 1000.0"])
    let end = start + .seconds(1)
    #expect(
      words(state.timerFired(at: end)) == [
        "1 timed out after a failure", "2 timed out after a failure",
      ]
    )
    // No one waits for it any longer.
    #expect(words(state.openingFailed(Failure(), chance: 1, at: end)) == [])
    #expect(words(state.wait(3, id: 3, isFirst: false, at: end)) == ["wake 1300.0"])
    #expect(words(state.timerFired(at: end + .milliseconds(300))) == ["open", "wake 2000.0"])
    #expect(words(state.opened(Item(2), at: end + .milliseconds(301))) == ["c2 to 3"])
  }

  @Test func `a waiter is refused if it waits too long, leaves, or is one too many`() {
    var state = State(
      limits {
        $0.maximum = 1
        $0.waiting = 2
        $0.waitTime = .milliseconds(10)
      }
    )
    _ = state.wait(0, id: 0, isFirst: false, at: start)
    _ = state.opened(Item(1), at: start)
    _ = state.wait(1, id: 1, isFirst: false, at: start)
    _ = state.wait(2, id: 2, isFirst: false, at: start + .milliseconds(5))
    #expect(words(state.wait(3, id: 3, isFirst: false, at: start)) == ["3 tooManyWaiting"])
    #expect(
      words(state.timerFired(at: start + .milliseconds(10))) == ["1 timed out", "wake 15.0"]
    )
    #expect(words(state.leave(id: 2, at: start)) == ["2 cancelled"])
    #expect(words(state.leave(id: 2, at: start)) == [])
    #expect(state.statistics.waitingCount == 0)
  }

  @Test func `an excess waiter is refused while nothing can be opened`() {
    var state = State(
      limits {
        $0.maximum = 10
        $0.waiting = 2
      }
    )
    _ = state.wait(0, id: 0, isFirst: false, at: start)
    _ = state.opened(Item(1), at: start)
    #expect(words(state.drop(Item(1), isLost: true, at: start)).contains("close c1"))
    _ = state.wait(1, id: 1, isFirst: false, at: start)
    _ = state.openingFailed(Failure(), chance: 1, at: start)
    _ = state.wait(2, id: 2, isFirst: false, at: start)
    #expect(words(state.wait(3, id: 3, isFirst: false, at: start)) == ["3 tooManyWaiting"])
    #expect(state.statistics.waitingCount == 2)
  }

  @Test func `old and unused connections are closed, unchecked ones checked, the newest used`() {
    var state = State(
      limits {
        $0.maximum = 4
        $0.minimum = 1
        $0.idleTime = .seconds(10)
        $0.checkInterval = .seconds(4)
      }
    )
    let items = [Item(1), Item(2), Item(3, expires: start + .seconds(3)), Item(4)]
    for id in 0..<4 { _ = state.wait(id, id: id, isFirst: false, at: start) }
    for item in items { _ = state.opened(item, at: start) }
    for (index, item) in items.enumerated() {
      _ = state.returnLease(item, at: start + .seconds(index == 2 ? 0 : index))
    }
    #expect(words(state.maintain(at: start + .seconds(3))) == ["close c3"])
    #expect(words(state.maintain(at: start + .seconds(4))) == ["check c1"])
    // It has been idle since it was used last, however often it was checked.
    #expect(words(state.returnLease(items[0], idleSince: start, at: start + .seconds(4))) == [])
    #expect(
      words(state.maintain(at: start + .seconds(10)))
        == ["close c1", "check c2", "check c4"]
    )
    _ = state.returnLease(items[3], idleSince: start + .seconds(3), at: start + .seconds(10))
    #expect(words(state.drop(items[1], isLost: true, at: start + .seconds(10))) == ["close c2"])
    #expect(state.statistics.openCount == 1)
    // The minimum is kept.
    #expect(words(state.maintain(at: start + .seconds(13))) == [])
    #expect(state.take() === items[3])
  }

  @Test func `closing refuses all waiters, and ends when the last connection is returned`() {
    var state = State(limits { $0.maximum = 3 })
    for id in 0..<3 { _ = state.wait(id, id: id, isFirst: false, at: start) }
    let items = [Item(1), Item(2)]
    for item in items { _ = state.opened(item, at: start) }
    _ = state.returnLease(items[0], at: start)
    // It went to the waiter; the third is still being opened.
    #expect(words(state.wait(3, id: 3, isFirst: false, at: start)) == [])
    #expect(words(state.close()) == ["3 closed"])
    #expect(words(state.wait(4, id: 4, isFirst: false, at: start)) == ["4 closed"])
    #expect(words(state.returnLease(items[0], at: start)) == ["close c1"])
    #expect(words(state.opened(Item(3), at: start)) == ["close c3"])
    #expect(words(state.drop(items[1], isLost: true, at: start)) == ["close c2", "drained"])
    #expect(state.statistics.openCount == 0)
  }

  /// After any events, there are never more connections than the maximum, no one waits while a
  /// connection is idle, and waiters are served in order.
  @Test(arguments: PropertySeeds.of(40))
  func `the invariants hold after any events`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let most = Int.random(in: 1...4, using: &random)
    var state = State(
      limits {
        $0.maximum = most
        $0.minimum = Int.random(in: 0...most, using: &random)
        $0.waitTime = .seconds(5)
        $0.idleTime = .seconds(3)
        $0.checkInterval = .seconds(2)
        $0.waitsForFirst = true
      }
    )
    var (lent, checked): ([Item], [State.Idle]) = ([], [])
    var (opening, wake, last, next, number) = (0, start + .seconds(1_000), -1, 0, 0)
    var waiting: Set<Int> = []
    var now = start
    for _ in 0..<300 {
      now += .milliseconds(Int.random(in: 0...400, using: &random))
      var actions: [State.Action] = []
      if wake <= now { (actions, wake) = (state.timerFired(at: now), start + .seconds(100_000)) }
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        waiting.insert(next)
        actions += state.wait(next, id: next, isFirst: false, at: now)
        next += 1
      case 2 where !lent.isEmpty:
        let item = lent.remove(at: Int.random(in: lent.indices, using: &random))
        let isLost = Bool.random(using: &random)
        actions +=
          isLost ? state.drop(item, isLost: true, at: now) : state.returnLease(item, at: now)
      case 3 where opening > 0:
        opening -= 1
        number += 1
        actions += state.opened(Item(number, expires: now + .seconds(4)), at: now)
      case 4 where opening > 0:
        opening -= 1
        actions += state.openingFailed(Failure(), chance: 0.5, at: now)
      case 5: actions += state.maintain(at: now)
      case 6 where !checked.isEmpty:
        let one = checked.removeLast()
        actions += state.returnLease(one.item, idleSince: one.since, at: now)
      default:
        if let item = state.take() { lent.append(item) }
      }
      for action in actions {
        switch action {
        case .lend(let item, let waiter):
          #expect(waiter > last && waiting.remove(waiter) != nil)
          last = waiter
          lent.append(item)
        case .refuse(let waiter, _): #expect(waiting.remove(waiter) != nil)
        case .open: opening += 1
        case .check(let idle): checked.append(idle)
        case .wake(let time): wake = time
        case .close, .drained: break
        }
      }
      let statistics = state.statistics
      #expect(statistics.openCount + opening <= most)
      #expect(statistics.openingCount == opening)
      #expect(statistics.inUseCount == lent.count + checked.count)
      #expect(statistics.waitingCount == waiting.count)
      #expect(statistics.idleCount == 0 || statistics.waitingCount == 0)
      // No one waits in vain: a connection is in use or being opened, or a wake-up is scheduled.
      #expect(
        waiting.isEmpty || lent.count + checked.count + opening > 0
          || wake < start + .seconds(100_000)
      )
    }
  }
}
