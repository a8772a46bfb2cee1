import Dispatch
import Synchronization

/// The threads on which asynchronous accesses run, of all databases: they may block, as those of the cooperative pool must not.
///
/// Waking a thread takes the kernel several times what a short read takes. So a job goes to a thread that is awake, where one
/// is about to be free, and a thread that has nothing to do looks out for the next job for some microseconds before it sleeps.
/// No job waits for an access: while one waits, at least one thread is awake that is not in an access. So there are at most as many
/// threads as connections in use, and one.
///
/// State: the jobs and the threads that sleep, guarded by a mutex; the two counters say the same to who only looks. A thread is
/// what Dispatch lends a queue of one's own, and it sleeps by going back to Dispatch.
final class AccessThreads: TaskExecutor {
  static let shared = AccessThreads()

  private struct State {
    var jobs = JobLine()
    var sleeping: [DispatchQueue] = []
    var count = 0
  }

  private let state = BusyMutex(State())
  /// How many jobs wait.
  private let waitingCount = Atomic<Int>(0)
  /// How many threads are awake and in no access.
  private let freeCount = Atomic<Int>(0)
  /// How many threads are in an access.
  private let accessCount = Atomic<Int>(0)
  private let lookout = Patience(microseconds: 50)
  /// Whether somebody stays awake for the job that runs, and may soon have the next.
  private let isAwaited = Atomic<Bool>(false)

  /// Whether no access is going on, nor about to.
  var isCalm: Bool {
    accessCount.load(ordering: .relaxed) == 0 && waitingCount.load(ordering: .relaxed) == 0
  }

  /// Has the thread that does the next job stay awake for a while.
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

  /// A thread to be woken, where jobs wait and none would come for them.
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

  /// Does what there is to do, and goes on looking for a while.
  private func work(_ queue: DispatchQueue) {
    let executor = asUnownedTaskExecutor()
    // Dispatch frees what Objective-C keeps for the end of a job only when the thread comes back.
    for _ in 0..<1_000 {
      guard let job = next(queue) else { return }
      job.runSynchronously(on: executor)
    }
    wake(queue)
  }

  /// The next job, or `nil` where the thread is to sleep.
  private func next(_ queue: DispatchQueue) -> UnownedJob? {
    let (job, isAsleep) = take(queue, looksOut: true)
    if job != nil || isAsleep { return job }
    if isAwaited.exchange(false, ordering: .relaxed) || lookout.isWorthIt() {
      lookout.look { waitingCount.load(ordering: .relaxed) > 0 }
    }
    return take(queue, looksOut: false).job
  }

  private func take(_ queue: DispatchQueue, looksOut: Bool) -> (job: UnownedJob?, isAsleep: Bool) {
    state.withLock { state in
      if let job = state.jobs.popFirst() {
        waitingCount.subtract(1, ordering: .relaxed)
        return (job, false)
      }
      // One that looks out is enough.
      if looksOut, freeCount.load(ordering: .relaxed) == 1 { return (nil, false) }
      freeCount.subtract(1, ordering: .sequentiallyConsistent)
      state.sleeping.append(queue)
      return (nil, true)
    }
  }
}

/// Jobs, first come, first served.
private struct JobLine {
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
