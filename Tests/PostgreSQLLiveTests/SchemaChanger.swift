import Foundation
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import Synchronization

@testable import LiveEngine
@testable import PostgreSQLLive

/// A thread that changes the schema of a test's database while others write, between the reads of
/// its live queries.
final class SchemaChanger: Sendable {
  private let isStopped = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter changes: Statements that run in random order.
  init(
    _ configuration: PostgresConfiguration,
    _ changes: [String],
    _ source: CheckedSource,
    seed: UInt64
  ) {
    Thread { [self] in
      var random = SeededGenerator(seed: seed)
      while !isStopped.load(ordering: .sequentiallyConsistent) {
        let change = random.pick(changes)
        guard let connection = try? PostgresConnection(configuration) else { continue }
        // Writers may hold a table for a long time.
        try? source.betweenReads {
          try connection.execute(script: "SET lock_timeout = '2s'; " + change)
        }
        _ = try? connection.execute("SELECT pg_sleep(0.15)")
      }
      ended.signal()
    }.start()
  }

  /// Stops the thread, and waits for its end.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    ended.wait(for: "The end of the schema's changes")
  }
}

/// A thread for all followers, because the threads of tasks may be waiting for them.
private final class FollowerThread: TaskExecutor {
  static let shared = FollowerThread()
  private let queue = DispatchQueue(label: "followers")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A follower of a live query that only uses its differences, and compares the outcome with each
/// result.
///
/// State: the findings, guarded by a mutex.
final class Follower: Sendable {
  private let complaint = Mutex<String?>(nil)
  private let mailbox: LiveMailbox<[TestQuery.Row]>
  private let subscription: LiveSubscription
  private let ended = DispatchSemaphore(value: 0)

  init(
    _ request: LiveRequest<[TestQuery.Row], PostgresSnapshotReader>,
    _ engine: LiveQueryEngine<CheckedSource>,
    _ source: CheckedSource
  ) {
    mailbox = LiveMailbox(endsOnFailure: false, isSame: request.isSame)
    subscription = engine.subscribe(request, in: source, mailbox)
    let text = request.text()
    Task(executorPreference: FollowerThread.shared) { [self] in
      var rows: [TestQuery.Row] = []
      while let item = try? await mailbox.next() {
        do { try follow(item, &rows) } catch {
          complaint.withLock { $0 = $0 ?? "\(text): \(error)" }
        }
        if rows != item.new.value {
          complaint.withLock { $0 = $0 ?? "\(text): followed \(rows), shown \(item.new.value)" }
          rows = item.new.value
        }
      }
      ended.signal()
    }
  }

  private func follow(_ item: LiveMailbox<[TestQuery.Row]>.Item, _ rows: inout [TestQuery.Row])
    throws
  {
    let known = item.difference as? ResultDifference<TestQuery.Row>
    let difference = known ?? .between(rows, item.new.value, isSame: { $0 == $1 })
    try rows.apply(difference.difference)
  }

  /// Stops following.
  ///
  /// - Returns: The first mismatch; `nil` if there was none.
  func end() -> String? {
    subscription.cancel()
    mailbox.finish()
    ended.wait(for: "The end of a follower")
    return complaint.withLock { $0 }
  }
}
