import Foundation

/// A mutex around a value that many threads use, each for a very short time.
///
/// If there are more threads than processors, the thread that holds a mutex may be preempted.
/// `Synchronization.Mutex` is then handed over to the thread that has waited longest, which the
/// kernel first has to wake, while all others queue behind it: as long as there is contention, each
/// turn costs a thread switch. This mutex goes to whichever thread comes first.
///
/// `@unchecked Sendable`: 1. `value` is only used while holding the lock.
final class UnfairMutex<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
