import SQLite
public import Testing

extension Trait where Self == ConditionTrait {
  /// Runs the test only if SQLite reports the old and new values of each changed row.
  public static var requiresPreupdateHook: Self {
    .enabled(if: Capability.preupdateHook.isAvailable, "\(Capability.preupdateHook.advice)")
  }

  /// Runs the test only if SQLite reports the table column behind each result column.
  public static var requiresColumnMetadata: Self {
    .enabled(if: Capability.columnMetadata.isAvailable, "\(Capability.columnMetadata.advice)")
  }

  /// Runs the test only if SQLite has full-text search.
  public static var requiresFullTextSearch: Self {
    .enabled(if: Capability.fts5.isAvailable, "\(Capability.fts5.advice)")
  }

  /// Runs the test only if SQLite encrypts files.
  public static var requiresEncryption: Self {
    .enabled(if: Capability.encryption.isAvailable, "\(Capability.encryption.advice)")
  }

  /// Runs the test only if SQLite does not encrypt files.
  public static var requiresPlainSQLite: Self {
    .enabled(if: !Capability.encryption.isAvailable, "the loaded SQLite encrypts")
  }

  /// Runs the test only if SQLite records the changes of a session.
  public static var requiresSessions: Self {
    .enabled(if: Capability.session.isAvailable, "\(Capability.session.advice)")
  }
}
