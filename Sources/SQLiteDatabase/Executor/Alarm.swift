import Dispatch

/// Something that is done after some time, unless it is called off before.
///
/// It does not need the cooperative pool, whose threads may all be blocked by those who wait for it.
///
/// `@unchecked Sendable`: 1. the work item is only ever cancelled, which any thread may do.
struct Alarm: @unchecked Sendable {
  private static let queue = DispatchQueue(label: "LiveSQL.alarms", qos: .userInitiated)

  private let item: DispatchWorkItem

  init(after duration: Duration, _ action: @escaping @Sendable () -> Void) {
    item = DispatchWorkItem(block: action)
    Self.queue.asyncAfter(
      deadline: .now() + .milliseconds(duration.clamped.milliseconds),
      execute: item
    )
  }

  func callOff() { item.cancel() }
}
