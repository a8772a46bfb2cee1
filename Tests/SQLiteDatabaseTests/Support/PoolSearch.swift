@testable import SQLiteDatabase

/// An access and the accesses that are started within it.
indirect enum PoolProgram: Hashable, Sendable {
  case read([PoolProgram] = [])
  case write([PoolProgram] = [])
  case readLastCommit([PoolProgram] = [])
  /// A barrier, or closing, which takes the same connections.
  case barrier([PoolProgram] = [])
  /// A transaction that may suspend, with a read that it starts and that ends after it.
  case transaction([PoolProgram], leaving: PoolProgram? = nil)
  /// A read on another thread, which the pool cannot know to be within an access.
  case readOfAnotherThread

  fileprivate var children: [PoolProgram] {
    switch self {
    case .read(let children), .write(let children), .readLastCommit(let children),
      .barrier(let children), .transaction(let children, _):
      children
    case .readOfAnotherThread: []
    }
  }
}

/// A resource that a thread may hold.
private enum Holding: Hashable {
  case writer
  case reader
  case ownReader
  case allReaders
  case allOwnReaders
}

/// An access that a thread is in.
private struct Frame: Hashable {
  let program: PoolProgram
  /// The remaining steps before the access begins; `nil` once it has begun.
  var steps: PoolSteps?
  var step: PoolSteps.Step
  var holdings: [Holding] = []
  var nextChild = 0
  var hasStartedOther = false

  var hasBegun: Bool { step == .begin }
  var isReading: Bool { hasBegun && !Set(holdings).isDisjoint(with: [.reader, .ownReader]) }
}

private struct TestThread: Hashable {
  var rest: [PoolProgram]
  var frames: [Frame] = []
  /// The queue in which it waits.
  var waitsFor: Holding?
  /// The thread in whose transaction it was started.
  var starter: Int?

  var isDone: Bool { rest.isEmpty && frames.isEmpty }

  fileprivate var isWriting: Bool {
    frames.contains { $0.hasBegun && $0.holdings.contains(.writer) }
  }
}

/// The state of the queues and the threads.
private struct PoolMoment: Hashable {
  var shared: LendingQueue<Int, Int>
  var own: LendingQueue<Int, Int>
  var writer: LendingQueue<Int, Int>
  var threads: [TestThread]
}

extension LendingQueue: Equatable where Item: Equatable, Waiter: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    one.idle == other.idle && one.count == other.count && one.isBarrierUp == other.isBarrierUp
      && one.entries == other.entries
  }
}

extension LendingQueue: Hashable where Item: Hashable, Waiter: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(idle)
    hasher.combine(count)
    hasher.combine(isBarrierUp)
    hasher.combine(entries)
  }
}

extension LendingQueue.Entry: Equatable where Waiter: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    one.waiter == other.waiter && one.isBarrier == other.isBarrier && one.isFirst == other.isFirst
  }
}

extension LendingQueue.Entry: Hashable where Waiter: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(waiter)
    hasher.combine(isBarrier)
    hasher.combine(isFirst)
  }
}

/// A search through all states that threads can reach.
struct PoolSearch {
  private let mayGiveUp: Bool
  private var known: Set<PoolMoment> = []
  private var open: [PoolMoment]

  var stateCount: Int { known.count }

  init(_ programs: [PoolProgram], readerCount: Int, mayGiveUp: Bool) {
    self.mayGiveUp = mayGiveUp
    var writer = LendingQueue<Int, Int>(limit: 1)
    _ = writer.liftBarrier([0])
    open = [
      PoolMoment(
        shared: LendingQueue(limit: readerCount),
        own: LendingQueue(limit: 1),
        writer: writer,
        threads: programs.map { TestThread(rest: [$0]) }
      )
    ]
  }

  /// Looks for a state in which no thread can continue.
  ///
  /// - Returns: The state of the threads; `nil` if all can always finish.
  mutating func run() throws -> String? {
    while let moment = open.popLast() {
      guard known.insert(moment).inserted else { continue }
      try moment.check()
      let next = try moment.following()
      if next.isEmpty, !moment.threads.allSatisfy(\.isDone) { return moment.description }
      open += next
      if mayGiveUp { open += moment.givingUp() }
    }
    return nil
  }
}

/// A rule that is violated.
struct BrokenRule: Error {
  let message: String
}

extension PoolMoment: CustomStringConvertible {
  var description: String {
    threads.enumerated().map { index, thread in
      let programs = thread.frames.map { "\($0.program) has \($0.holdings), \($0.step)" }
      let wait = thread.waitsFor.map { "waits for \($0)" } ?? ""
      return "thread \(index): \(programs) \(wait)"
    }.joined(separator: "\n")
  }

  /// Checks that each connection is lent once, and that no one else reads or writes during a
  /// barrier.
  func check() throws {
    let frames = threads.flatMap(\.frames)
    let holdings = frames.flatMap(\.holdings)
    for alone in [Holding.writer, .ownReader, .allReaders, .allOwnReaders]
    where holdings.filter({ $0 == alone }).count > 1 {
      throw BrokenRule(message: "Two have \(alone)\n\(self)")
    }
    let barrier = frames.first { $0.hasBegun && $0.holdings.contains(.allOwnReaders) }
    if barrier != nil, holdings.contains(.reader) || holdings.contains(.ownReader) {
      throw BrokenRule(message: "Somebody reads during a barrier\n\(self)")
    }
    if threads.allSatisfy(\.isDone), writer.leasedCount + shared.leasedCount + own.leasedCount > 0 {
      throw BrokenRule(message: "Something was not given back\n\(self)")
    }
  }

  /// Returns the states that can follow this one.
  func following() throws -> [PoolMoment] {
    try threads.indices.compactMap { index in
      guard threads[index].waitsFor == nil, !threads[index].isDone else { return nil }
      var moment = self
      try moment.advance(index)
      return moment
    }
  }

  /// Returns the states after a thread gives up waiting.
  func givingUp() -> [PoolMoment] {
    threads.indices.compactMap { index in
      guard let wanted = threads[index].waitsFor, var frame = threads[index].frames.last else {
        return nil
      }
      var moment = self
      moment.leave(wanted, index)
      moment.threads[index].waitsFor = nil
      moment.threads[index].frames.removeLast()
      while let holding = frame.holdings.popLast() { moment.returnLease(holding) }
      return moment
    }
  }
}

// MARK: - Threads

extension PoolMoment {
  /// Returns what the library knows of a thread.
  private func held(of index: Int) -> PoolSteps.HeldConnections {
    let thread = threads[index]
    let running = thread.frames.filter(\.hasBegun)
    return PoolSteps.HeldConnections(
      isReading: running.contains(where: \.isReading),
      isWriting: thread.isWriting || thread.starter.map { threads[$0].isWriting } ?? false,
      isInBarrier: running.contains { $0.holdings.contains(.allOwnReaders) }
    )
  }

  /// Lets one thread take its next step.
  fileprivate mutating func advance(_ index: Int) throws {
    guard var frame = threads[index].frames.last else {
      return begin(threads[index].rest.removeFirst(), index)
    }
    if !frame.hasBegun { return try take(&frame, index) }
    if frame.program.givesWriterBack, let place = frame.holdings.firstIndex(of: .writer) {
      frame.holdings.remove(at: place)
      threads[index].replaceLast(frame)
      return returnLease(.writer)
    }
    if case .transaction(_, let other?) = frame.program, !frame.hasStartedOther {
      frame.hasStartedOther = true
      threads[index].replaceLast(frame)
      return threads.append(TestThread(rest: [other], starter: index))
    }
    if frame.nextChild < frame.program.children.count {
      frame.nextChild += 1
      threads[index].replaceLast(frame)
      return begin(frame.program.children[frame.nextChild - 1], index)
    }
    end(frame, index)
  }

  /// Returns one resource after the other, and ends the access.
  private mutating func end(_ frame: Frame, _ index: Int) {
    var frame = frame
    if let holding = frame.holdings.popLast() {
      threads[index].replaceLast(frame)
      return returnLease(holding)
    }
    threads[index].frames.removeLast()
  }

  /// Starts an access or refuses it.
  private mutating func begin(_ program: PoolProgram, _ index: Int) {
    let held = program == .readOfAnotherThread ? PoolSteps.HeldConnections() : held(of: index)
    var frame: Frame
    switch program {
    case .read, .readOfAnotherThread:
      frame = Frame(program: program, steps: PoolSteps(.read, held), step: .readers)
    case .readLastCommit:
      frame = Frame(program: program, steps: PoolSteps(.readLastCommit, held), step: .readers)
    case .barrier:
      frame = Frame(program: program, steps: PoolSteps(.barrier, held), step: .readers)
    case .write, .transaction:
      frame = Frame(program: program, step: .writer(isFirst: false))
    }
    if var steps = frame.steps {
      frame.step = steps.next()
      frame.steps = steps
    }
    if case .refuse = frame.step { return }
    threads[index].frames.append(frame)
  }

  /// Takes the next step of an access.
  private mutating func take(_ frame: inout Frame, _ index: Int) throws {
    switch frame.step {
    case .readersImmediately:
      let wanted = frame.program.readers
      let isFound = try takeImmediately(wanted)
      if isFound { frame.holdings.append(wanted) }
      frame.goOn(wasFound: isFound)
    case .returnWriter:
      frame.holdings.removeAll { $0 == .writer }
      returnLease(.writer)
      frame.goOn()
    case .readers: return try wait(for: frame.program.readers, index)
    case .ownReader: return try wait(for: frame.program.ownReaders, index)
    case .writer(let isFirst):
      // An access within a write, or within a read that belongs to one, is refused if it would
      // wait.
      let hasWriter = held(of: index).isWriting
      let readsForWrite = threads[index].frames.contains { $0.holdings.contains(.ownReader) }
      if hasWriter || readsForWrite, writer.idle.isEmpty {
        threads[index].frames.removeLast()
        for holding in frame.holdings.reversed() { returnLease(holding) }
        return
      }
      return try wait(for: .writer, index, isFirst: isFirst)
    case .begin, .refuse: throw BrokenRule(message: "An access that has begun takes something")
    }
    threads[index].replaceLast(frame)
  }

  private mutating func takeImmediately(_ wanted: Holding) throws -> Bool {
    try shared.take(isBarrier: wanted == .allReaders) != nil
  }

  /// Waits in a queue, and continues at once if it is this thread's turn.
  private mutating func wait(for wanted: Holding, _ index: Int, isFirst: Bool = false) throws {
    threads[index].waitsFor = wanted
    switch wanted {
    case .writer: wake(writer.wait(index, id: index, isFirst: isFirst))
    case .reader, .allReaders:
      wake(shared.wait(index, id: index, isBarrier: wanted == .allReaders))
    case .ownReader, .allOwnReaders:
      wake(own.wait(index, id: index, isBarrier: wanted == .allOwnReaders))
    }
  }

  private mutating func leave(_ wanted: Holding, _ index: Int) {
    switch wanted {
    case .writer: wake(writer.leave(id: index)?.others ?? [])
    case .reader, .allReaders: wake(shared.leave(id: index)?.others ?? [])
    case .ownReader, .allOwnReaders: wake(own.leave(id: index)?.others ?? [])
    }
  }

  private mutating func returnLease(_ holding: Holding) {
    switch holding {
    case .writer: wake(writer.returnLease(0))
    case .reader: wake(shared.returnLease(0))
    case .ownReader: wake(own.returnLease(0))
    case .allReaders: wake(shared.liftBarrier([]))
    case .allOwnReaders: wake(own.liftBarrier([]))
    }
  }

  private mutating func wake(_ wakeups: LendingQueue<Int, Int>.Wakeups) {
    for (index, _) in wakeups {
      guard let holding = threads[index].waitsFor, var frame = threads[index].frames.last else {
        continue
      }
      threads[index].waitsFor = nil
      frame.holdings.append(holding)
      frame.goOn()
      threads[index].replaceLast(frame)
    }
  }
}

extension TestThread {
  fileprivate mutating func replaceLast(_ frame: Frame) { frames[frames.count - 1] = frame }
}

extension Frame {
  /// Goes to the next step.
  fileprivate mutating func goOn(wasFound: Bool = true) {
    step = steps?.next(wasFound: wasFound) ?? .begin
  }
}

extension PoolProgram {
  fileprivate var readers: Holding { if case .barrier = self { .allReaders } else { .reader } }
  fileprivate var ownReaders: Holding {
    if case .barrier = self { .allOwnReaders } else { .ownReader }
  }
  fileprivate var givesWriterBack: Bool {
    if case .readLastCommit = self { true } else { false }
  }
}
