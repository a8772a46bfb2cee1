import DatabaseTypes
import Dispatch

/// An action that runs after a delay, unless it is cancelled before.
///
/// It does not need the cooperative pool, all of whose threads may be blocked by accesses that wait
/// for it.
///
/// `@unchecked Sendable`: 1. the work item is only ever cancelled, which any thread may do.
struct DelayedAction: @unchecked Sendable {
  private let item: DispatchWorkItem

  @discardableResult
  init(after duration: Duration, _ action: @escaping @Sendable () -> Void) {
    item = DispatchWorkItem(block: action)
    // Each action has a serial queue, so that none waits for another. On a queue that they shared,
    // a deadline, or a limit of waiting, could come seconds late, since actions block while they
    // ask a server to cancel something.
    DispatchQueue(label: "LiveSQL.postgres.alarm", qos: .userInitiated)
      .asyncAfter(deadline: .now() + .milliseconds(duration.wholeMilliseconds), execute: item)
  }

  func cancel() { item.cancel() }
}
