import Dispatch

/// The thread on which the blocking calls of a connection run, one after another.
///
/// libpq blocks its thread while the server works; a thread of Swift's cooperative pool must
/// not be blocked. Dispatch provides the thread while there is work.
final class BlockingThread: SerialExecutor {
  private let queue = DispatchQueue(label: "LiveSQL.studio", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
