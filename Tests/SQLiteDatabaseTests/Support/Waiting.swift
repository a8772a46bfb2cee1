import Foundation
import Synchronization

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Runs a closure on another thread, which it may block.
func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
  }
}

extension Duration {
  /// A deadline that passes on no machine, however many tests share its threads.
  static var unhurried: Duration { .seconds(3600) }
}

extension DatabaseWriter {
  /// The number of accesses that wait for the writer.
  var waitingWriteCount: Int {
    switch self {
    case let queue as DatabaseQueue: queue.writer.waitingCount
    case let pool as DatabasePool: pool.writer.waitingCount
    default: 0
    }
  }

  /// The number of threads that were started to watch for other commits.
  var watchingThreadCount: Int {
    switch self {
    case let queue as DatabaseQueue: queue.monitor.threadCount
    case let pool as DatabasePool: pool.monitor.threadCount
    default: 0
    }
  }
}

/// A list to which threads and tasks can append.
final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}
