import DatabaseTypes
import Foundation
import Synchronization

/// A running access, as seen by the code that it calls.
///
/// State: whether it is still running.
final class CurrentAccess: Sendable {
  /// The enclosing accesses, on this thread or in this task or the tasks that started it.
  @TaskLocal private static var all: [CurrentAccess] = []

  private let pool: ObjectIdentifier
  /// The thread that runs a closure that cannot suspend; `nil` for a transaction that can suspend.
  private let thread: ObjectIdentifier?
  private let isActive = Atomic<Bool>(true)

  private init(_ pool: ConnectionPool, thread: ObjectIdentifier?) {
    self.pool = ObjectIdentifier(pool)
    self.thread = thread
  }

  /// Returns whether an access to a pool would be nested in another one.
  ///
  /// A task that a closure started and that outlives the closure does not count as nested.
  static func isWithin(_ pool: ConnectionPool) -> Bool {
    let accesses = all
    if accesses.isEmpty { return false }
    let (pool, thread) = (ObjectIdentifier(pool), ObjectIdentifier(Thread.current))
    return accesses.contains { access in
      access.pool == pool && access.thread ?? thread == thread
        && access.isActive.load(ordering: .relaxed)
    }
  }

  /// Throws if an access to a pool would be nested in another one.
  ///
  /// - Throws: ``PostgresDatabaseError``.
  static func check(_ pool: ConnectionPool) throws {
    if isWithin(pool) { throw PostgresDatabaseError.nestedAccess }
  }

  /// Runs a closure that cannot suspend as an access.
  static func run<Result>(_ pool: ConnectionPool, _ body: () throws -> Result) rethrows -> Result {
    let access = CurrentAccess(pool, thread: ObjectIdentifier(Thread.current))
    defer { access.isActive.store(false, ordering: .relaxed) }
    return try $all.withValue(all + [access], operation: body)
  }

  /// Runs a closure that may suspend as an access, on the caller's actor.
  static func run<Result>(_ pool: ConnectionPool, _ body: () async throws -> Result) async rethrows
    -> Result
  {
    let access = CurrentAccess(pool, thread: nil)
    defer { access.isActive.store(false, ordering: .relaxed) }
    return try await $all.withValue(
      all + [access],
      keepingIsolation: #isolation,
      operation: body
    )
  }
}
