import Dispatch
import Synchronization
import Waiting

/// The threads on which the asynchronous accesses of all databases run.
///
/// They may block, unlike the threads of the cooperative pool. Waking a thread takes the kernel
/// several times as long as a short read. So if a thread is awake and about to be free, it takes
/// the next job, and a thread without work waits actively for some microseconds before it sleeps.
/// No job waits for an access: as long as a job waits, at least one thread outside of accesses
/// is awake. So there is at most one thread more than connections in use.
///
/// State: the jobs and the sleeping threads, guarded by a mutex; the counters mirror them for
/// callers that only check. A thread is one that Dispatch provides for a dedicated queue, and it
/// sleeps by returning to Dispatch.
final class AccessThreads: TaskExecutor {
  static let shared = AccessThreads()

  private struct State {
    var jobs = JobQueue()
    var sleeping: [DispatchQueue] = []
    var count = 0
  }

  private let state = UnfairMutex(State())
  /// The number of waiting jobs.
  private let waitingCount = Atomic<Int>(0)
  /// The number of threads that are awake and not in an access.
  private let freeCount = Atomic<Int>(0)
  /// The number of threads that are in an access.
  private let accessCount = Atomic<Int>(0)
  private let idleSpin = AdaptiveSpin(microseconds: 50)
  /// Whether someone actively waits for the current job, and may soon submit the next one.
  private let isAwaited = Atomic<Bool>(false)

  /// Whether no access is running or waiting.
  var isIdle: Bool {
    accessCount.load(ordering: .relaxed) == 0 && waitingCount.load(ordering: .relaxed) == 0
  }

  /// Makes the thread that runs the next job stay awake for a while.
  func keepAwake() { isAwaited.store(true, ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let queue = state.withLock { state in
      state.jobs.append(job)
      waitingCount.add(1, ordering: .sequentiallyConsistent)
      return needed(&state)
    }
    if let queue { wake(queue) }
  }

  /// Runs a part of a job that may block its thread.
  func inAccess<Result>(_ body: () throws -> Result) rethrows -> Result {
    accessCount.add(1, ordering: .relaxed)
    let free = freeCount.subtract(1, ordering: .sequentiallyConsistent).newValue
    defer {
      freeCount.add(1, ordering: .sequentiallyConsistent)
      accessCount.subtract(1, ordering: .relaxed)
    }
    if free <= 0, waitingCount.load(ordering: .sequentiallyConsistent) > 0 {
      if let queue = state.withLock({ needed(&$0) }) { wake(queue) }
    }
    return try body()
  }

  /// Returns a thread to wake if jobs are waiting and no thread would take them.
  private func needed(_ state: inout State) -> DispatchQueue? {
    guard !state.jobs.isEmpty, freeCount.load(ordering: .sequentiallyConsistent) <= 0 else {
      return nil
    }
    freeCount.add(1, ordering: .sequentiallyConsistent)
    if let queue = state.sleeping.popLast() { return queue }
    state.count += 1
    return DispatchQueue(label: "LiveSQL.access.\(state.count)", qos: .userInitiated)
  }

  private func wake(_ queue: DispatchQueue) { queue.async { [self] in work(queue) } }

  /// Runs the waiting jobs, and waits actively for more for a while.
  private func work(_ queue: DispatchQueue) {
    let executor = asUnownedTaskExecutor()
    // Dispatch drains the autorelease pool only when the thread returns.
    for _ in 0..<1_000 {
      guard let job = next(queue) else { return }
      job.runSynchronously(on: executor)
    }
    wake(queue)
  }

  /// Returns the next job, or `nil` if the thread should sleep.
  private func next(_ queue: DispatchQueue) -> UnownedJob? {
    let (job, isAsleep) = take(queue, spins: true)
    if job != nil || isAsleep { return job }
    if isAwaited.exchange(false, ordering: .relaxed) || idleSpin.shouldSpin() {
      idleSpin.spin { waitingCount.load(ordering: .relaxed) > 0 }
    }
    return take(queue, spins: false).job
  }

  private func take(_ queue: DispatchQueue, spins: Bool) -> (job: UnownedJob?, isAsleep: Bool) {
    state.withLock { state in
      if let job = state.jobs.popFirst() {
        waitingCount.subtract(1, ordering: .relaxed)
        return (job, false)
      }
      // One actively waiting thread is enough.
      if spins, freeCount.load(ordering: .relaxed) == 1 { return (nil, false) }
      freeCount.subtract(1, ordering: .sequentiallyConsistent)
      state.sleeping.append(queue)
      return (nil, true)
    }
  }
}

/// A first-in, first-out queue of jobs.
private struct JobQueue {
  private var jobs: [UnownedJob] = []
  private var first = 0

  var isEmpty: Bool { first == jobs.count }

  mutating func append(_ job: UnownedJob) { jobs.append(job) }

  mutating func popFirst() -> UnownedJob? {
    guard first < jobs.count else { return nil }
    defer {
      first += 1
      if first == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        first = 0
      } else if first == 256 {
        jobs.removeFirst(first)
        first = 0
      }
    }
    return jobs[first]
  }
}
