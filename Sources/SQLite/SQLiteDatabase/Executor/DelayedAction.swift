import DatabaseTypes
import Dispatch

/// An action that runs after a delay, unless it is cancelled.
///
/// It does not need the cooperative pool, all of whose threads may be blocked waiting for it.
///
/// `@unchecked Sendable`: 1. The only use of the work item is to cancel it, which any thread may
/// do.
struct DelayedAction: @unchecked Sendable {
  private static let queue = DispatchQueue(label: "LiveSQL.alarms", qos: .userInitiated)

  private let item: DispatchWorkItem

  init(after duration: Duration, _ action: @escaping @Sendable () -> Void) {
    item = DispatchWorkItem(block: action)
    Self.queue.asyncAfter(
      deadline: .now() + .milliseconds(duration.wholeMilliseconds),
      execute: item
    )
  }

  func cancel() { item.cancel() }
}
