/// The rows that belong to a row: those of joined tables, and those that were fetched for it.
package final class RelatedRows: Sendable, Equatable {
  /// The row of each joined table, by the key of its association; `nil` where a row has no partner.
  package let scopes: [String: Row?]
  /// The rows that were fetched besides, by the key of their association.
  package let prefetched: [String: [Row]]
  /// The keys of rows that would be those of a joined row which is missing.
  package let missing: Set<String>
  /// Whether a row that holds nothing but NULL stands for none, as where it is made of the columns of an outer join.
  private let areNullsAbsent: Bool

  /// Makes them.
  package init(
    scopes: [String: Row?] = [:],
    prefetched: [String: [Row]] = [:],
    missing: Set<String> = [],
    areNullsAbsent: Bool = false
  ) {
    self.scopes = scopes
    self.prefetched = prefetched
    self.missing = missing
    self.areNullsAbsent = areNullsAbsent
  }

  /// The row with a name as whoever may do without it sees it; `.some(nil)` where there is none, or nothing but NULL.
  fileprivate func optionalScope(_ key: String) -> Row?? {
    guard let scope = scopes[key] else { return nil }
    guard areNullsAbsent, scope?.containsNonNullValue != true else { return scope }
    return .some(nil)
  }

  package static func == (left: RelatedRows, right: RelatedRows) -> Bool {
    left === right || (left.scopes == right.scopes && left.prefetched == right.prefetched)
  }
}

extension Row {
  /// The row of an association, of this row or of those that belong to it; `nil` in it where there is no partner.
  ///
  /// The nearest is taken; of several equally near, that of the first name.
  package func scopeInTree(_ key: String) -> Row?? { firstInTree { $0.scopes[key] } }

  /// The same for what may be missing: `nil` in it too where an adapter's row holds nothing but NULL.
  package func optionalScopeInTree(_ key: String) -> Row?? { firstInTree { $0.optionalScope(key) } }

  /// The rows that were fetched for this row or for one of those that belong to it; none for one that is missing.
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

  /// The names of the joined tables whose rows belong to this one.
  public var scopeNames: Set<String> { related.map { Set($0.scopes.keys) } ?? [] }

  /// The row of a joined table, by the key of its association; `nil` where there is none.
  public func scope(_ name: String) -> Row? { related?.scopes[name] ?? nil }

  /// The names of the associations whose rows were fetched for this one.
  public var prefetchedNames: Set<String> { related.map { Set($0.prefetched.keys) } ?? [] }

  /// The rows that were fetched for this one, by the key of their association; `nil` where none were asked for.
  public func prefetchedRows(_ name: String) -> [Row]? { related?.prefetched[name] }
}
