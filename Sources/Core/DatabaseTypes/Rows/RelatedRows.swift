/// The rows attached to a row: those of joined tables, and those that were prefetched for it.
package final class RelatedRows: Sendable, Equatable {
  /// The row of each joined table, by association key; `nil` for a joined table without a matching
  /// row.
  package let scopes: [String: Row?]
  /// The prefetched rows, by association key.
  package let prefetched: [String: [Row]]
  /// The association keys whose rows would belong to a joined row that is missing.
  package let missing: Set<String>
  /// Whether a scope whose values are all NULL counts as missing.
  ///
  /// This is so for scopes made from columns of the row, which may come from an outer join.
  private let treatsNullsAsMissing: Bool

  /// Creates the rows related to a row.
  package init(
    scopes: [String: Row?] = [:],
    prefetched: [String: [Row]] = [:],
    missing: Set<String> = [],
    treatsNullsAsMissing: Bool = false
  ) {
    self.scopes = scopes
    self.prefetched = prefetched
    self.missing = missing
    self.treatsNullsAsMissing = treatsNullsAsMissing
  }

  /// Returns the row with a name for an optional property.
  ///
  /// The result is `.some(nil)` if the row is missing or all its values are NULL.
  fileprivate func optionalScope(_ key: String) -> Row?? {
    guard let scope = scopes[key] else { return nil }
    guard treatsNullsAsMissing, scope?.containsNonNullValue != true else { return scope }
    return .some(nil)
  }

  package static func == (left: RelatedRows, right: RelatedRows) -> Bool {
    left === right || (left.scopes == right.scopes && left.prefetched == right.prefetched)
  }
}

extension Row {
  /// Returns the row of an association of this row or of its related rows.
  ///
  /// The nearest row is returned; of several at the same distance, the one with the first name. The
  /// inner optional is `nil` if the joined table has no matching row.
  package func scopeInTree(_ key: String) -> Row?? { firstInTree { $0.scopes[key] } }

  /// Returns the row of an association as `scopeInTree(_:)` does, for an optional property.
  ///
  /// The inner optional is also `nil` if all values of an adapter's row are NULL.
  package func optionalScopeInTree(_ key: String) -> Row?? { firstInTree { $0.optionalScope(key) } }

  /// Returns the rows prefetched for this row or its related rows; empty for a row that is missing.
  package func prefetchedRowsInTree(_ key: String) -> [Row]? {
    firstInTree { $0.prefetched[key] ?? ($0.missing.contains(key) ? [] : nil) }
  }

  private func firstInTree<Found>(_ find: (RelatedRows) -> Found?) -> Found? {
    var level = [self]
    while !level.isEmpty {
      let related = level.compactMap(\.related)
      for rows in related { if let found = find(rows) { return found } }
      level = related.flatMap { rows in rows.scopes.sorted { $0.key < $1.key }.compactMap(\.value) }
    }
    return nil
  }

  /// The names of the joined tables whose rows are attached to this row.
  public var scopeNames: Set<String> { related.map { Set($0.scopes.keys) } ?? [] }

  /// Returns the row of a joined table by association key, or `nil` if it does not exist.
  public func scope(_ name: String) -> Row? { related?.scopes[name] ?? nil }

  /// The association keys whose rows were prefetched for this row.
  public var prefetchedNames: Set<String> { related.map { Set($0.prefetched.keys) } ?? [] }

  /// Returns the prefetched rows of an association, or `nil` if they were not requested.
  public func prefetchedRows(_ name: String) -> [Row]? { related?.prefetched[name] }
}
