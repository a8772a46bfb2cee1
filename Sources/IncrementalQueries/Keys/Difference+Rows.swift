public import DatabaseTypes

extension Difference where Element == Row {
  /// Returns the difference between two results of a query.
  ///
  /// If whole rows are keys and both results have at most one row, as for `SELECT count(*) …`, a
  /// changed row is an update in place and not a removal and an insertion.
  ///
  /// - Complexity: As for any two results; comparing rows that share their values is O(1).
  public static func between(_ old: [Row], _ new: [Row], key: ResultKey) -> Difference {
    switch key {
    case .wholeRow where old.count <= 1 && new.count <= 1: between(old, new) { _ in true }
    case .wholeRow: between(old, new, keyedBy: \.values)
    case .columns: between(old, new, keyedBy: key.key(of:))
    }
  }
}
