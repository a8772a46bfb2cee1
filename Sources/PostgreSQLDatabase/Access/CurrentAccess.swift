import Foundation
import Synchronization

/// An access that is going on, as seen by what it calls.
///
/// State: whether it is still going on.
final class CurrentAccess: Sendable {
  /// The accesses further up on this thread, or of this task, or of one that started it.
  @TaskLocal private static var all: [CurrentAccess] = []

  private let pool: ObjectIdentifier
  /// The thread on which a closure runs that cannot suspend; `nil` for a transaction that can.
  private let thread: ObjectIdentifier?
  private let isActive = Atomic<Bool>(true)

  private init(_ pool: ConnectionPool, thread: ObjectIdentifier?) {
    self.pool = ObjectIdentifier(pool)
    self.thread = thread
  }

  /// Whether an access to a pool would be one within another.
  ///
  /// A task that was started by a closure, and outlives it, is none of its.
  static func isWithin(_ pool: ConnectionPool) -> Bool {
    let accesses = all
    if accesses.isEmpty { return false }
    let (pool, thread) = (ObjectIdentifier(pool), ObjectIdentifier(Thread.current))
    return accesses.contains { access in
      access.pool == pool && access.thread ?? thread == thread
        && access.isActive.load(ordering: .relaxed)
    }
  }

  /// - Throws: ``PostgresDatabaseError`` where an access to a pool would be one within another.
  static func check(_ pool: ConnectionPool) throws {
    if isWithin(pool) { throw PostgresDatabaseError.nestedAccess }
  }

  /// Runs a closure that cannot suspend as an access.
  static func run<Result>(_ pool: ConnectionPool, _ body: () throws -> Result) rethrows -> Result {
    let access = CurrentAccess(pool, thread: ObjectIdentifier(Thread.current))
    defer { access.isActive.store(false, ordering: .relaxed) }
    return try $all.withValue(all + [access], operation: body)
  }

  /// Runs a closure that may suspend as an access.
  static func run<Result>(_ pool: ConnectionPool, _ body: () async throws -> Result) async rethrows
    -> Result
  {
    let access = CurrentAccess(pool, thread: nil)
    defer { access.isActive.store(false, ordering: .relaxed) }
    return try await $all.withValue(all + [access], operation: body)
  }
}
