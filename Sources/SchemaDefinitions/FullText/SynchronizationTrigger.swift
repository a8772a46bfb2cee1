/// The names of the triggers that keep a full-text table in step with a table.
///
/// Those for insertions, deletions and updates are called as GRDB calls them.
enum SynchronizationTrigger: String, CaseIterable {
  case afterInsert = "ai"
  case afterDelete = "ad"
  case afterUpdate = "au"
  case beforeInsert = "bi"
  case beforeUpdate = "bu"

  /// The name of the trigger for a full-text table: `__item_ft_ai`.
  func name(for searchTable: String) -> String { "__\(searchTable)_\(rawValue)" }

  /// The full-text table whose trigger for insertions has a name.
  static func searchTable(ofInsertTrigger name: String) -> String? {
    let suffix = "_\(afterInsert.rawValue)"
    guard name.hasPrefix("__"), name.hasSuffix(suffix) else { return nil }
    return String(name.dropFirst(2).dropLast(suffix.count))
  }
}
