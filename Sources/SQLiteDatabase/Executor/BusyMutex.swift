import Foundation

/// A value that many threads use in turn, each for a moment.
///
/// Where threads outnumber processors, whoever has a mutex may lose its processor. `Synchronization.Mutex` is handed to the one
/// who has waited longest then, whom the kernel has to wake first, and all others queue up behind: for as long as there is
/// something to do, each turn takes a switch of threads. This one is for whoever comes first.
///
/// `@unchecked Sendable`: 1. `value` is used by whoever has the lock.
final class BusyMutex<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
