import Foundation

/// The part of the system that active waiting needs, which tests replace.
package struct SpinSystem: Sendable {
  /// Whether another thread can run while one waits actively.
  let hasOtherProcessors: Bool
  let now: @Sendable () -> ContinuousClock.Instant
  /// Lets another thread that waits for the processor run.
  let yield: @Sendable () -> Void

  /// Creates a system.
  package init(
    hasOtherProcessors: Bool,
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    yield: @escaping @Sendable () -> Void
  ) {
    self.hasOtherProcessors = hasOtherProcessors
    self.now = now
    self.yield = yield
  }

  /// The system on which the process runs.
  ///
  /// Processors are counted once: those on which the process may run at that time.
  package static let current = SpinSystem(
    hasOtherProcessors: ProcessInfo.processInfo.activeProcessorCount > 1,
    now: { ContinuousClock.now },
    yield: { Processor.yield() }
  )
}
