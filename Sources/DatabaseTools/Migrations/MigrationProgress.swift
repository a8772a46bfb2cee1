import SQLiteDatabase

/// How far a migrator is.
///
/// ```swift
/// try migrator.migrate(database) { progress in
///   if progress.phase == .began { print("\(progress.index + 1) of \(progress.count): \(progress.identifier)") }
/// }
/// ```
public struct MigrationProgress: Sendable, Hashable {
  /// What happens to a migration.
  public enum Phase: Sendable, Hashable {
    /// It is about to run.
    case began
    /// It is committed.
    case finished
    /// It was rolled back; the error is thrown next.
    case failed
  }

  /// The place of the migration among those that run now, from 0.
  public let index: Int
  /// How many run now.
  public let count: Int
  /// The migration.
  public let identifier: String
  /// What happens to it.
  public let phase: Phase
  /// How long it took; zero when it begins.
  public let duration: Duration

  /// How many of those that run now are committed.
  public var completedCount: Int { phase == .finished ? index + 1 : index }
}
