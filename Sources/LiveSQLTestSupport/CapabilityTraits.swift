import SQLite
public import Testing

extension Trait where Self == ConditionTrait {
  /// The test runs where SQLite tells old and new values of each changed row.
  public static var requiresPreupdateHook: Self {
    .enabled(if: Capability.preupdateHook.isAvailable, "\(Capability.preupdateHook.advice)")
  }

  /// The test runs where SQLite tells which table's column a result's column is.
  public static var requiresColumnMetadata: Self {
    .enabled(if: Capability.columnMetadata.isAvailable, "\(Capability.columnMetadata.advice)")
  }
}
