import IncrementalQueries

extension Difference {
  /// Returns the difference between two results whose rows have keys.
  ///
  /// - Parameters:
  ///   - oldRows: The keys of the old rows.
  ///   - old: The old rows, or those from `start` on.
  ///   - newRows: The keys of the new rows.
  ///   - new: The new rows, or those from `start` on.
  ///   - start: The index of the first row that matters.
  static func between<Key: ResultRowKey>(
    _ oldRows: OrderedRows<Key>,
    _ old: [Element],
    _ newRows: OrderedRows<Key>,
    _ new: [Element],
    from start: Int = 0,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) -> Difference {
    let places = oldRows.positions(
      in: start..<start + old.count,
      of: newRows.keys(in: start..<start + new.count)
    )
    return between(old, new, places: places, isSame: isSame)
  }

  /// Returns the difference between two results whose elements may have identities.
  ///
  /// - Parameter identity: Returns the identity of an element; if it is `nil`, rows are paired by
  ///   their places.
  static func between(
    _ old: [Element],
    _ new: [Element],
    identifiedBy identity: ((Element) -> AnyHashable)?,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) -> Difference {
    guard let identity else { return between(old, new, isSame: isSame) }
    return between(
      old,
      keyedBy: old.map(identity),
      new,
      keyedBy: new.map(identity),
      isSame: isSame
    )
  }
}
