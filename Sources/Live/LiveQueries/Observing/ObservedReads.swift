import Synchronization

/// An object that counts how often a change has been reported to its observers.
protocol ChangeCounting: AnyObject, Sendable {
  var changeCount: Int { get }
}

/// The fetched values that a closure reads, and how often each had changed by then.
///
/// Tracking begins only when the closure has returned. A change made on another thread before that
/// would not be reported, so it is checked for afterwards.
///
/// State: the reads, guarded by one mutex.
final class ObservedReads: Sendable {
  private struct Read {
    let value: any ChangeCounting
    let changeCount: Int
  }

  @TaskLocal static var current: ObservedReads?

  private let reads = Mutex<[Read]>([])

  /// Records that a value is about to be read.
  func note(_ value: some ChangeCounting) {
    let read = Read(value: value, changeCount: value.changeCount)
    reads.withLock { $0.append(read) }
  }

  /// Whether a value has changed since it was read.
  var areOutdated: Bool {
    reads.withLock { reads in reads.contains { $0.value.changeCount != $0.changeCount } }
  }
}
