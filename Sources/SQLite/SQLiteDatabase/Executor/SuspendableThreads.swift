import Dispatch

/// The threads on which the closures of transactions that may suspend run.
///
/// Such a closure holds the writer while it is suspended. If it went on on the cooperative pool, it
/// could not go on while synchronous accesses block all threads there, and these would wait for the
/// writer. A job gets a serial queue of its own, since the closure may block. Dispatch runs it on a
/// thread outside of the cooperative pool.
///
/// State: the queues without a job, guarded by a mutex.
final class SuspendableThreads: TaskExecutor {
  static let shared = SuspendableThreads()

  private let idle = UnfairMutex<[DispatchQueue]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let queue =
      idle.withLock { $0.popLast() }
      ?? DispatchQueue(label: "LiveSQL.transaction", qos: .userInitiated)
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      idle.withLock { $0.append(queue) }
    }
  }
}
