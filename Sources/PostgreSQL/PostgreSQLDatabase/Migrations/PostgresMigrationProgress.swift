/// The progress of a migrator.
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
  /// One of the migrations of this run.
  public struct Step: Sendable, Hashable {
    /// The index of the migration in this run, from 0.
    public let index: Int
    /// The number of migrations in this run.
    public let count: Int
    /// The identifier of the migration.
    public let identifier: String
  }

  /// Another process is migrating the database; this one continues when it has finished.
  case waiting
  /// A migration is about to run.
  case began(Step)
  /// A migration was committed, with the time that it took.
  case finished(Step, Duration)
  /// A migration was rolled back, with the time that it took; its error is thrown next.
  case failed(Step, Duration)
}
