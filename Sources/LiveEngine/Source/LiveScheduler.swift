import DatabaseTypes
import Dispatch
import Foundation

/// A serial queue for the work of an engine.
package protocol LiveScheduler: Sendable {
  /// Runs work soon.
  func run(_ work: @escaping @Sendable () -> Void)

  /// Runs work after a delay.
  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void)

  /// Stays awake for a short time, within work of the queue, for something that would wake it
  /// again.
  ///
  /// - Returns: Whether the condition became true.
  func spin(until condition: () -> Bool) -> Bool
}

/// A scheduler with a dedicated dispatch queue.
///
/// With tasks, each step of a read would wait for a thread of the cooperative pool, which takes
/// longer than reading a row.
package struct LiveQueue: LiveScheduler {
  private let queue = DispatchQueue(label: "LiveSQL.LiveQueries", qos: .userInitiated)

  /// Creates a queue.
  package init() {}

  package func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Spins, unless writers need the only processor.
  ///
  /// Waking a thread takes longer than reading a row.
  package func spin(until condition: () -> Bool) -> Bool {
    Self.hasOtherProcessors && spinBriefly(until: condition)
  }

  private static let hasOtherProcessors = ProcessInfo.processInfo.activeProcessorCount > 1

  package func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .microseconds(delay.microseconds), execute: work)
  }
}

/// Spins for a short time until a commit makes a condition true; longer commits wake us when they
/// end.
///
/// - Returns: Whether the condition became true.
@discardableResult
package func spinBriefly(until condition: () -> Bool) -> Bool {
  let limit = ContinuousClock.now + .microseconds(200)
  while !condition() { if ContinuousClock.now >= limit { return false } }
  return true
}
