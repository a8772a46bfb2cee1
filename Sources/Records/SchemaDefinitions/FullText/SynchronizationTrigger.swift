/// The triggers that synchronize a full-text table with a table.
///
/// Those for insertions, deletions and updates have the names that GRDB gives them.
enum SynchronizationTrigger: String, CaseIterable {
  case afterInsert = "ai"
  case afterDelete = "ad"
  case afterUpdate = "au"
  case beforeInsert = "bi"
  case beforeUpdate = "bu"

  /// Returns the name of the trigger for a full-text table: `__item_ft_ai`.
  func name(for searchTable: String) -> String { "__\(searchTable)_\(rawValue)" }

  /// Returns the full-text table whose insert trigger has a name.
  static func searchTable(ofInsertTrigger name: String) -> String? {
    let suffix = "_\(afterInsert.rawValue)"
    guard name.hasPrefix("__"), name.hasSuffix(suffix) else { return nil }
    return String(name.dropFirst(2).dropLast(suffix.count))
  }
}
