import LiveSQLTestSupport
import Testing

@testable import LiveQueries

/// Tests of what the loads of a property do, in all orders in which they can take their steps.
@Suite(.mayBlock, .timeLimit(.hang)) struct FetchWatchTests {
  @Test(arguments: [
    LoadWorld(loadCount: 2), LoadWorld(loadCount: 3), LoadWorld(loadCount: 3, cancellationCount: 1),
    LoadWorld(loadCount: 2, stopCount: 1), LoadWorld(loadCount: 2, pauseCount: 1),
  ])
  func `a load ends with the newest result, or an error that somebody caused`(
    first: LoadWorld
  ) {
    var search = LoadSearch()
    search.visit(from: first)
    #expect(search.complaints.isEmpty)
    // At least, each load can be the last one to begin.
    #expect(search.endCount >= first.loads.count)
  }

  @Test func `a load waits while the subscription of a newer one is being made`() throws {
    var watch = FetchWatch<String, String>()
    let first = watch.begin()
    #expect(watch.subscribed("first", as: first.number).isRetained)
    let second = watch.begin()
    #expect(second.replaced == "first")
    let attempt = FetchWatch<String, String>.Attempt(
      number: first.number,
      error: CancellationError()
    )
    guard case .wait = watch.next(after: attempt, "load") else {
      Issue.record("It does not wait.")
      return
    }
    let (isKept, woken) = watch.subscribed("second", as: second.number)
    #expect(isKept)
    #expect(woken == ["load"])
    guard case .read("second", number: second.number) = watch.next(after: attempt, "load") else {
      Issue.record("It does not read the newer query.")
      return
    }
  }

  @Test func `a load fails with the error of a newer start`() throws {
    var watch = FetchWatch<String, String>()
    let first = watch.begin()
    #expect(watch.subscribed("first", as: first.number).isRetained)
    let attempt = FetchWatch<String, String>.Attempt(
      number: first.number,
      error: CancellationError()
    )
    let second = watch.begin()
    #expect(watch.failed(StartError(number: second.number), as: second.number).isEmpty)
    guard case .fail(let error) = watch.next(after: attempt, "load") else {
      Issue.record("It does not fail.")
      return
    }
    #expect(error as? StartError == StartError(number: second.number))
  }
}

/// An error of a start.
private struct StartError: Error, Equatable {
  let number: Int
}

/// A search through all states that can be reached.
private struct LoadSearch {
  private(set) var complaints: Set<String> = []
  private(set) var endCount = 0

  mutating func visit(from first: LoadWorld) {
    var seen: Set<[Int]> = []
    var open = [first]
    while let world = open.popLast() {
      guard seen.insert(world.key).inserted else { continue }
      complaints.formUnion(world.complaints)
      let next = world.successors
      if world.hasEnded {
        endCount += 1
      } else if next.isEmpty {
        complaints.insert("a load waits forever")
      }
      open += next
    }
  }
}

/// A property and the loads that use it, at one moment.
struct LoadWorld: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    case new
    /// It has begun, and its subscription is not yet made.
    case starting(number: Int, replaced: Int?)
    /// The subscription that it replaced has not yet been cancelled.
    case replacing(Int?, failure: Int?)
    case asking
    case waiting
    case reading(Int)
    case ended
  }

  struct Load: Sendable {
    var step = Step.new
    var number = 0
    var last: FetchWatch<Int, Int>.Attempt?
    var isCancelled = false
  }

  private(set) var loads: [Load]
  private var watch = FetchWatch<Int, Int>()
  /// The subscriptions that are not cancelled; each has the number of its start.
  private var live: Set<Int> = []
  private var failed: Set<Int> = []
  /// Whether the newest start failed, and nothing was stopped since.
  private var hasFailed = false
  /// Whether somebody stopped or paused the property.
  private var wasEnded = false
  private var cancellationCount: Int
  private var stopCount: Int
  private var pauseCount: Int
  private var complaint: String?

  init(loadCount: Int, cancellationCount: Int = 0, stopCount: Int = 0, pauseCount: Int = 0) {
    loads = Array(repeating: Load(), count: loadCount)
    self.cancellationCount = cancellationCount
    self.stopCount = stopCount
    self.pauseCount = pauseCount
  }

  var testDescription: String {
    "\(loads.count) loads, \(cancellationCount) cancelled, \(stopCount) stops, \(pauseCount) pauses"
  }

  var hasEnded: Bool {
    loads.allSatisfy { load in if case .ended = load.step { true } else { false } }
  }
}

// MARK: Judging

extension LoadWorld {
  fileprivate var complaints: [String] {
    var found = [complaint].compactMap(\.self)
    let kept = Set([watch.subscription].compactMap(\.self))
    if !kept.isSubset(of: live) { found.append("a cancelled subscription is kept") }
    if hasEnded, live != kept { found.append("a subscription is left") }
    return found
  }

  /// What tells states apart.
  fileprivate var key: [Int] {
    let flags = [watch.isActive, watch.isPaused, hasFailed, wasEnded, complaint != nil]
    var key = flags.map { $0 ? 1 : 0 }
    key += [watch.number, watch.subscription ?? 0, cancellationCount, stopCount, pauseCount]
    key += [live, failed].map { numbers in numbers.reduce(0) { $0 | 1 << $1 } }
    for load in loads {
      key += [load.number, load.isCancelled ? 1 : 0, load.last?.number ?? 0]
      key += [load.last?.error == nil ? 0 : 1]
      switch load.step {
      case .new: key += [0, 0, 0]
      case .starting(let number, let replaced): key += [1, number, replaced ?? 0]
      case .replacing(let replaced, let failure): key += [2, replaced ?? 0, failure ?? 0]
      case .asking: key += [3, 0, 0]
      case .waiting: key += [4, 0, 0]
      case .reading(let subscription): key += [5, subscription, 0]
      case .ended: key += [6, 0, 0]
      }
    }
    return key
  }

  /// Ends a load, and judges how it ends.
  private mutating func end(_ index: Int, _ error: (any Error)? = nil) {
    let load = loads[index]
    loads[index].step = .ended
    switch error {
    case nil:
      if !wasEnded, load.last?.number != watch.number { complaint = "a load has an old result" }
    case let error as StartError:
      let isOwnOrNewest = [load.number, watch.number].contains(error.number)
      if !failed.contains(error.number) || !isOwnOrNewest { complaint = "an error is another's" }
    default:
      // As the property does it: the query of a cancelled load ends with it.
      if load.isCancelled, load.number == watch.number { stop() }
      if !load.isCancelled, !wasEnded { complaint = "a load throws though nobody cancelled it" }
    }
  }
}

// MARK: Steps

extension LoadWorld {
  /// The states after each step that can come next.
  fileprivate var successors: [LoadWorld] {
    var next = loads.indices.flatMap(successors(of:))
    if stopCount > 0 {
      next.append(
        changed { world in
          world.stopCount -= 1
          world.stop()
        }
      )
    }
    if pauseCount > 0 {
      next.append(
        changed { world in
          world.pauseCount -= 1
          guard let end = world.watch.pause() else { return }
          world.finish(end)
        }
      )
    }
    return next
  }

  private func changed(_ change: (inout LoadWorld) -> Void) -> LoadWorld {
    var copy = self
    change(&copy)
    return copy
  }

  private func successors(of index: Int) -> [LoadWorld] {
    var next: [LoadWorld] = []
    switch loads[index].step {
    case .new: next.append(changed { $0.begin(index) })
    case .starting(let number, let replaced):
      next.append(changed { $0.subscribe(index, number, replaced) })
      next.append(changed { $0.fail(index, number, replaced) })
    case .replacing(let replaced, let failure):
      next.append(changed { $0.replace(index, replaced, failure) })
    case .asking: next.append(changed { $0.ask(index) })
    case .waiting: break
    case .reading(let subscription):
      // Also after its end it may have been read already.
      next.append(changed { $0.loads[index].step = .asking })
      if !live.contains(subscription) {
        next.append(
          changed { world in
            world.loads[index].step = .asking
            world.loads[index].last?.error = CancellationError()
          }
        )
      }
    case .ended: return []
    }
    return next + cancellations(of: index)
  }

  /// The states after the load's task was cancelled, or notices that.
  private func cancellations(of index: Int) -> [LoadWorld] {
    if loads[index].isCancelled {
      switch loads[index].step {
      case .waiting, .reading: return [changed { $0.end(index, CancellationError()) }]
      case .new, .starting, .replacing, .asking, .ended: return []
      }
    }
    guard cancellationCount > 0 else { return [] }
    return [
      changed { world in
        world.cancellationCount -= 1
        world.loads[index].isCancelled = true
      }
    ]
  }

  private mutating func begin(_ index: Int) {
    let (number, replaced) = watch.begin()
    hasFailed = false
    loads[index].number = number
    loads[index].step = .starting(number: number, replaced: replaced)
  }

  private mutating func subscribe(_ index: Int, _ number: Int, _ replaced: Int?) {
    live.insert(number)
    let (isKept, woken) = watch.subscribed(number, as: number)
    if !isKept { live.remove(number) }
    wake(woken)
    loads[index].step = .replacing(replaced, failure: nil)
  }

  private mutating func fail(_ index: Int, _ number: Int, _ replaced: Int?) {
    failed.insert(number)
    if number == watch.number, watch.isActive { hasFailed = true }
    wake(watch.failed(StartError(number: number), as: number))
    loads[index].step = .replacing(replaced, failure: number)
  }

  private mutating func replace(_ index: Int, _ replaced: Int?, _ failure: Int?) {
    if let replaced { live.remove(replaced) }
    loads[index].step = .asking
    if let failure { end(index, StartError(number: failure)) }
  }

  private mutating func ask(_ index: Int) {
    switch watch.next(after: loads[index].last, index) {
    case .wait: loads[index].step = .waiting
    case .read(let subscription, let number):
      loads[index].last = .init(number: number)
      loads[index].step = .reading(subscription)
    case .finish: end(index)
    case .fail(let error): end(index, error)
    }
  }

  private mutating func stop() {
    hasFailed = false
    finish(watch.stop())
  }

  private mutating func finish(_ end: FetchWatch<Int, Int>.End) {
    wasEnded = true
    if let subscription = end.subscription { live.remove(subscription) }
    wake(end.woken)
  }

  private mutating func wake(_ woken: [Int]) {
    for index in woken {
      if case .waiting = loads[index].step { loads[index].step = .asking }
    }
  }
}
