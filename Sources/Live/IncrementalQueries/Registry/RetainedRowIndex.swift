import DatabaseTypes

/// An index of the rows that queries keep, by the rows' keys.
///
/// Not every source reports what a row was like before a change. A query that keeps a row is found
/// by the row's key, so a row that no query keeps and that now passes no filter touches no query.
///
/// - Invariant: `keepers` lists each query under exactly its keys.
struct RetainedRowIndex<ID: Hashable & Sendable>: Sendable {
  /// The queries that keep a row, usually one.
  private enum Keepers: Sendable {
    case one(ID)
    case several(Set<ID>)
  }

  private var keys: [ID: Set<RowKey>] = [:]
  private var keepers: [RowKey: Keepers] = [:]

  /// Whether no query has registered its rows.
  var isEmpty: Bool { keys.isEmpty }

  /// Returns whether the rows that a query keeps are known.
  func contains(_ id: ID) -> Bool { keys[id] != nil }

  /// Returns the number of rows that a query keeps.
  func count(of id: ID) -> Int { keys[id]?.count ?? 0 }

  /// Sets the rows that a query keeps.
  mutating func set(_ id: ID, _ new: Set<RowKey>) {
    let old = keys.updateValue(new, forKey: id) ?? []
    for key in old where !new.contains(key) { removeHolder(id, of: key) }
    for key in new where !old.contains(key) { addQuery(id, of: key) }
  }

  /// Forgets the rows that a query keeps.
  mutating func remove(_ id: ID) {
    for key in keys.removeValue(forKey: id) ?? [] { removeHolder(id, of: key) }
  }

  /// Forgets the rows of all queries.
  mutating func removeAll() { (keys, keepers) = ([:], [:]) }

  /// Adds a row to a query whose rows are known.
  mutating func add(_ key: RowKey, to id: ID) {
    guard keys[id]?.insert(key).inserted == true else { return }
    addQuery(id, of: key)
  }

  /// Removes a row from a query.
  mutating func remove(_ key: RowKey, from id: ID) {
    if keys[id]?.remove(key) != nil { removeHolder(id, of: key) }
  }

  /// Calls a closure with each query that keeps a row.
  func forEachKeeper(of key: RowKey, _ body: (ID) -> Void) {
    switch keepers[key] {
    case nil: break
    case .one(let id): body(id)
    case .several(let ids): ids.forEach(body)
    }
  }

  private mutating func addQuery(_ id: ID, of key: RowKey) {
    // Remove the value from the dictionary, so that its set is changed in place.
    switch keepers.removeValue(forKey: key) {
    case nil: keepers[key] = .one(id)
    case .one(let other): keepers[key] = .several([other, id])
    case .several(var ids):
      ids.insert(id)
      keepers[key] = .several(ids)
    }
  }

  private mutating func removeHolder(_ id: ID, of key: RowKey) {
    guard case .several(var ids) = keepers.removeValue(forKey: key) else { return }
    ids.remove(id)
    keepers[key] = .several(ids)
    if ids.count == 1, let last = ids.first { keepers[key] = .one(last) }
  }
}
