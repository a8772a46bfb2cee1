import PostgreSQL

/// A policy for running an access again after a conflict with another transaction.
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
/// **The closure runs again from its start**, including its effects outside of the database. Its
/// effects on the database have been rolled back.
public struct PostgresRetry: Sendable, Hashable {
  /// The maximum number of attempts.
  let attempts: Int

  /// A policy by which the access fails with the first error.
  public static let never = PostgresRetry(attempts: 1)

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
    PostgresRetry(attempts: max(1, attempts))
  }

  /// Returns the delay after a failed attempt; `nil` if there is no further attempt.
  func delay(after attempt: Int, _ error: any Error) -> Duration? {
    guard attempt < attempts, let error = error as? PostgresError,
      error.code == .serializationFailure || error.code == .deadlockDetected
        || error.wantsNewStatement
    else { return nil }
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
