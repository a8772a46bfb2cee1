import Synchronization

/// A flag that any thread or task may raise and lower, and look at.
///
/// State: whether it is raised, in an atomic.
package final class Flag: Sendable {
  private let state = Atomic(false)

  /// Creates a flag that is not raised.
  package init() {}

  package var isRaised: Bool { state.load(ordering: .sequentiallyConsistent) }

  package func raise() { state.store(true, ordering: .sequentiallyConsistent) }

  package func lower() { state.store(false, ordering: .sequentiallyConsistent) }
}
