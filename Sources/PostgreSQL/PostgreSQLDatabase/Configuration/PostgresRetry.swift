import PostgreSQL

/// A policy for running an access again, after a conflict with another transaction or after the
/// connection was lost.
///
/// ```swift
/// let retry = PostgresRetry.serializationFailures(attempts: 5)
/// try await database.write(isolation: .serializable, retrying: retry) { db in
///   let stock = try db.execute("SELECT amount FROM stock WHERE id = 1")
///     .first { row in try row.decode(Int.self, at: 0) }
///   …
/// }
/// ```
///
/// Policies can be combined: `.serializationFailures().or(.lostConnections())`.
///
/// **The closure runs again from its start**, including its effects outside of the database. Its
/// effects on the database have been rolled back.
public struct PostgresRetry: Sendable, Hashable {
  /// The maximum number of attempts if there are conflicts.
  private var conflictAttempts = 1
  /// The maximum number of attempts if connections are lost before the commit.
  private var lossAttempts = 1
  /// The maximum number of attempts if connections are lost during the commit.
  private var unknownCommitAttempts = 1

  private init() {}

  /// A policy by which the access fails with the first error.
  public static let never = PostgresRetry()

  /// A policy that retries after a serialization failure (`40001`) or a deadlock (`40P01`).
  ///
  /// It also does so if a prepared statement has different columns because the schema has changed,
  /// which PostgreSQL reports once on each connection.
  ///
  /// Each further attempt is preceded by a pause of some milliseconds, which grows each time and is
  /// random, so that conflicting transactions do not meet again. Meanwhile the connection is free.
  ///
  /// - Parameter attempts: The maximum number of attempts, including the first one; at least one.
  public static func serializationFailures(attempts: Int = 5) -> PostgresRetry {
    var retry = PostgresRetry()
    retry.conflictAttempts = max(1, attempts)
    return retry
  }

  /// A policy that retries if the connection was lost, or if the server ended the session.
  ///
  /// ```swift
  /// try await database.write(retrying: .lostConnections(attempts: 3)) { db in
  ///   try Visit.insert { Visit(id: id, page: page) }.execute(db)
  /// }
  /// ```
  ///
  /// Before the commit was sent, the server rolls back what the transaction did, so nothing happens
  /// twice in the database. During the commit nobody can tell whether it took place: then the
  /// access fails with ``PostgresDatabaseError/Code/commitUnknown``, unless the closure may run
  /// again even after a commit.
  ///
  /// Pauses are those of ``serializationFailures(attempts:)``. The time to wait for a new
  /// connection is limited by ``PostgresDatabaseConfiguration/waitLimit`` in each attempt.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of attempts, including the first one; at least one.
  ///   - afterUnknownCommit: Whether the closure **may run again after it was committed**, such as
  ///     one that sets fixed values, or inserts with keys of its own and `or: .ignore`.
  public static func lostConnections(
    attempts: Int = 3,
    afterUnknownCommit: Bool = false
  ) -> PostgresRetry {
    var retry = PostgresRetry()
    retry.lossAttempts = max(1, attempts)
    if afterUnknownCommit { retry.unknownCommitAttempts = retry.lossAttempts }
    return retry
  }

  /// Returns a policy that retries when one of two policies does.
  ///
  /// ```swift
  /// let retry = PostgresRetry.serializationFailures(attempts: 5).or(.lostConnections(attempts: 2))
  /// ```
  ///
  /// All attempts are counted together: in this example a connection that is lost in the third one
  /// is an error. The larger of two numbers of attempts for the same cause applies.
  ///
  /// - Parameter other: The other policy.
  public func or(_ other: PostgresRetry) -> PostgresRetry {
    var retry = PostgresRetry()
    retry.conflictAttempts = max(conflictAttempts, other.conflictAttempts)
    retry.lossAttempts = max(lossAttempts, other.lossAttempts)
    retry.unknownCommitAttempts = max(unknownCommitAttempts, other.unknownCommitAttempts)
    return retry
  }

  /// Returns the maximum number of attempts if one of them fails with an error.
  private func attempts(with error: any Error) -> Int {
    switch error {
    case let error as PostgresError where error.endsSession: lossAttempts
    case let error as PostgresError where error.isConflict: conflictAttempts
    case let error as PostgresDatabaseError where error.code == .connectionLost: lossAttempts
    case let error as PostgresDatabaseError where error.code == .commitUnknown:
      unknownCommitAttempts
    default: 1
    }
  }

  /// Returns the delay after a failed attempt; `nil` if there is no further attempt.
  func delay(after attempt: Int, _ error: any Error) -> Duration? {
    guard attempt < attempts(with: error) else { return nil }
    // The limit is 2, 4, 8 … 256 ms; the delay is between half the limit and the limit.
    let limit = 2_000 << min(attempt - 1, 7)
    return .microseconds(Int.random(in: limit / 2...limit))
  }

  /// Runs attempts until one succeeds or none is left, with a pause before each further one.
  ///
  /// - Throws: The error of the last attempt, or `CancellationError` if the task is cancelled
  ///   during a pause.
  func run<Result>(_ attempt: () async throws -> Result) async throws -> Result {
    var number = 1
    while true {
      do { return try await attempt() } catch { try await pause(after: number, error) }
      number += 1
    }
  }

  /// Pauses between a failed attempt and the next one.
  ///
  /// - Throws: The error of the attempt if there is no further one, or `CancellationError` if the
  ///   task is cancelled during the pause.
  func pause(after attempt: Int, _ error: any Error) async throws {
    guard let delay = delay(after: attempt, error) else { throw error }
    try await Task.sleep(for: delay)
  }
}

extension PostgresError {
  /// Whether the connection was lost, or the server ended the session.
  var endsSession: Bool {
    switch code {
    case .connectionException, .connectionFailure, .connectionDoesNotExist, .adminShutdown,
      .crashShutdown, .idleSessionTimeout:
      true
    default: false
    }
  }

  /// Whether another transaction, or a change of the schema, prevented a statement.
  fileprivate var isConflict: Bool {
    code == .serializationFailure || code == .deadlockDetected || wantsNewStatement
  }
}
