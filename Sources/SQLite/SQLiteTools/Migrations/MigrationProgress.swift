import SQLiteDatabase

/// The progress of a migrator.
///
/// ```swift
/// try migrator.migrate(database) { progress in
///   guard progress.phase == .began else { return }
///   print("\(progress.index + 1) of \(progress.count): \(progress.identifier)")
/// }
/// ```
public struct MigrationProgress: Sendable, Hashable {
  /// A phase of a migration.
  public enum Phase: Sendable, Hashable {
    /// The migration is about to run.
    case began
    /// The migration is committed.
    case finished
    /// The migration was rolled back; its error is thrown next.
    case failed
  }

  /// The position of the migration among those of this run, from 0.
  public let index: Int
  /// The number of migrations of this run.
  public let count: Int
  /// The identifier of the migration.
  public let identifier: String
  /// The phase of the migration.
  public let phase: Phase
  /// The duration of the migration so far; zero when it begins.
  public let duration: Duration

  /// The number of migrations of this run that are committed.
  public var completedCount: Int { phase == .finished ? index + 1 : index }
}
