import PostgreSQL

/// Whether an access runs again whose transaction came into another's way.
///
/// ```swift
/// try await database.write(isolation: .serializable, retrying: .serializationFailures(attempts: 5)) { db in
///   let stock = try db.execute("SELECT amount FROM stock WHERE id = 1").first { try $0.decode(Int.self, at: 0) }
///   …
/// }
/// ```
///
/// **The closure runs again, from its start**: what it does beside the database happens again, too. What it did to the
/// database has been rolled back.
public struct PostgresRetry: Sendable, Hashable {
  /// How often the closure runs at most.
  let attempts: Int

  /// The access fails with the first error.
  public static let never = PostgresRetry(attempts: 1)

  /// The closure runs again after a serialization failure (`40001`) or a deadlock (`40P01`).
  ///
  /// So it does where a kept statement has other columns since somebody changed the schema, which PostgreSQL reports once
  /// on each connection.
  ///
  /// Before the next attempt some milliseconds pass, more each time, and not the same for all, so that two that met do
  /// not meet again. The connection is free meanwhile.
  ///
  /// - Parameter attempts: How often the closure runs at most, the first time included; at least once.
  public static func serializationFailures(attempts: Int = 5) -> PostgresRetry {
    PostgresRetry(attempts: max(1, attempts))
  }

  /// How long to wait after an attempt that failed; `nil` where there is none after it.
  func delay(after attempt: Int, _ error: any Error) -> Duration? {
    guard attempt < attempts, let error = error as? PostgresError,
      error.code == .serializationFailure || error.code == .deadlockDetected
        || error.wantsNewStatement
    else { return nil }
    // 2, 4, 8 … 256 ms at most, of which at least a half.
    let limit = 2_000 << min(attempt - 1, 7)
    return .microseconds(Int.random(in: limit / 2...limit))
  }

  /// Runs attempts until one succeeds or there is none left, each after its pause.
  ///
  /// - Throws: The error of the last attempt, or `CancellationError` where the task is cancelled in a pause.
  func run<Result>(_ attempt: () async throws -> Result) async throws -> Result {
    var number = 1
    while true {
      do { return try await attempt() } catch {
        guard let delay = delay(after: number, error) else { throw error }
        try await Task.sleep(for: delay)
      }
      number += 1
    }
  }
}
