import DatabaseTypes
import Dispatch
import Waiting

/// A serial queue for the work of an engine.
package protocol LiveScheduler: Sendable {
  /// The time, which tells whether commits come fast.
  var now: ContinuousClock.Instant { get }

  /// Runs work soon.
  func run(_ work: @escaping @Sendable () -> Void)

  /// Runs work after a delay.
  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void)

  /// Returns whether to stay awake for an event this time.
  ///
  /// It does not block, and is called on committing threads.
  func shouldSpin(for event: AwaitedCommit) -> Bool

  /// Stays awake for a short time, within work of the queue, for an event that would wake it again.
  ///
  /// - Returns: Whether the condition became true.
  @discardableResult
  func spin(for event: AwaitedCommit, until condition: () -> Bool) -> Bool
}

extension LiveScheduler {
  /// The system's time; tests have their own.
  package var now: ContinuousClock.Instant { .now }
}

/// The commit for which an engine's thread stays awake.
package enum AwaitedCommit: Sendable {
  /// A commit that has been announced.
  case upcoming
  /// The next one, while commits come fast.
  case next
}

/// A scheduler with a dedicated dispatch queue.
///
/// With tasks, each step of a read would wait for a thread of the cooperative pool, which takes
/// longer than reading a row.
package struct LiveQueue: LiveScheduler {
  /// The time to stay awake: longer commits wake the thread when they end.
  private static let spinLimit = 50

  private let queue = DispatchQueue(label: "LiveSQL.LiveQueries", qos: .userInitiated)
  private let upcoming = AdaptiveSpin(microseconds: spinLimit)
  private let next = AdaptiveSpin(microseconds: spinLimit)

  /// Creates a queue.
  package init() {}

  package func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Returns whether staying awake has paid off recently; false if writers need the only processor.
  package func shouldSpin(for event: AwaitedCommit) -> Bool { spin(of: event).shouldSpin() }

  /// Waits actively, since waking a thread takes longer than reading a row.
  @discardableResult
  package func spin(for event: AwaitedCommit, until condition: () -> Bool) -> Bool {
    spin(of: event).spin(until: condition)
  }

  private func spin(of event: AwaitedCommit) -> AdaptiveSpin {
    switch event {
    case .upcoming: upcoming
    case .next: next
    }
  }

  package func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .microseconds(delay.microseconds), execute: work)
  }
}
