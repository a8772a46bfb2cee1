/// The rows that belong to a row: those of joined tables, and those that were fetched for it.
package final class RelatedRows: Sendable, Equatable {
  /// The row of each joined table, by the key of its association; `nil` where a row has no partner.
  package let scopes: [String: Row?]
  /// The rows that were fetched besides, by the key of their association.
  package let prefetched: [String: [Row]]

  /// Makes them.
  package init(scopes: [String: Row?] = [:], prefetched: [String: [Row]] = [:]) {
    self.scopes = scopes
    self.prefetched = prefetched
  }

  package static func == (left: RelatedRows, right: RelatedRows) -> Bool {
    left === right || (left.scopes == right.scopes && left.prefetched == right.prefetched)
  }
}

extension Row {
  /// The names of the joined tables whose rows belong to this one.
  public var scopeNames: Set<String> { related.map { Set($0.scopes.keys) } ?? [] }

  /// The row of a joined table, by the key of its association; `nil` where there is none.
  public func scope(_ name: String) -> Row? { related?.scopes[name] ?? nil }

  /// The names of the associations whose rows were fetched for this one.
  public var prefetchedNames: Set<String> { related.map { Set($0.prefetched.keys) } ?? [] }

  /// The rows that were fetched for this one, by the key of their association; `nil` where none were asked for.
  public func prefetchedRows(_ name: String) -> [Row]? { related?.prefetched[name] }
}
