import Dispatch
import Foundation

/// A queue of the work of an engine: one thing after the other, in their order.
package protocol LiveScheduler: Sendable {
  /// Does something soon.
  func run(_ work: @escaping @Sendable () -> Void)

  /// Does something after some time.
  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void)

  /// Stays awake for a moment, within work of the queue, for what would wake it again.
  ///
  /// - Returns: Whether that has come.
  func lingers(until condition: () -> Bool) -> Bool
}

/// A thread of an engine's own.
///
/// With tasks, each step of a read would wait for a thread of the cooperative pool, which takes longer than the read of a row.
package struct LiveQueue: LiveScheduler {
  private let queue = DispatchQueue(label: "LiveSQL.LiveQueries", qos: .userInitiated)

  /// Makes one.
  package init() {}

  package func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// A thread takes longer to be woken than a row to be read; but a lone processor is needed by who writes.
  package func lingers(until condition: () -> Bool) -> Bool {
    Self.hasOtherProcessors && spin(until: condition)
  }

  private static let hasOtherProcessors = ProcessInfo.processInfo.activeProcessorCount > 1

  package func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .microseconds(delay.microseconds), execute: work)
  }
}

extension Duration {
  /// In whole microseconds.
  package var microseconds: Int {
    Int(clamping: components.seconds) * 1_000_000
      + Int(components.attoseconds / 1_000_000_000_000)
  }
}

/// Waits for what a commit does, for a moment: longer ones tell when they have ended.
///
/// - Returns: Whether it has come.
@discardableResult
package func spin(until condition: () -> Bool) -> Bool {
  let limit = ContinuousClock.now + .microseconds(200)
  while !condition() { if ContinuousClock.now >= limit { return false } }
  return true
}
