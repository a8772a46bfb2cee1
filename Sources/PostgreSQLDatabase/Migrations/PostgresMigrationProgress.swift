/// How far a migrator is.
///
/// ```swift
/// try await migrator.migrate(database) { progress in
///   switch progress {
///   case .waiting: print("Another process migrates the database …")
///   case .began(let step): print("\(step.index + 1) of \(step.count): \(step.identifier)")
///   case .finished, .failed: break
///   }
/// }
/// ```
public enum PostgresMigrationProgress: Sendable, Hashable {
  /// One of the migrations that run now.
  public struct Step: Sendable, Hashable {
    /// The place of the migration among those that run now, from 0.
    public let index: Int
    /// How many run now.
    public let count: Int
    /// The migration.
    public let identifier: String
  }

  /// Another process migrates the database; this one goes on when it has ended.
  case waiting
  /// A migration is about to run.
  case began(Step)
  /// A migration is committed; it took so long.
  case finished(Step, Duration)
  /// A migration was rolled back after so long; the error is thrown next.
  case failed(Step, Duration)
}
