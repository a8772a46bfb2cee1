import Dispatch

/// Something that is done after some time, unless it is called off before.
///
/// It does not need the cooperative pool, whose threads may all be blocked by those who wait for it.
///
/// `@unchecked Sendable`: 1. the work item is only ever cancelled, which any thread may do.
struct Alarm: @unchecked Sendable {
  /// Several at a time, since one of them may ask a server to cancel something.
  private static let queue = DispatchQueue(
    label: "LiveSQL.postgres.alarms",
    qos: .userInitiated,
    attributes: .concurrent
  )

  private let item: DispatchWorkItem

  @discardableResult
  init(after duration: Duration, _ action: @escaping @Sendable () -> Void) {
    item = DispatchWorkItem(block: action)
    let milliseconds = Int(clamping: duration.milliseconds)
    Self.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: item)
  }

  func callOff() { item.cancel() }
}

extension Duration {
  /// The duration in whole milliseconds, rounded up; at least 0, at most a month.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return min(seconds, 30 * 24 * 3_600) * 1_000 + fraction
  }
}
