import Synchronization

/// Whether the task of an access was cancelled.
package final class CancellationFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}
