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
}
