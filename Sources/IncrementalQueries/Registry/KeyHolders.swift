import DatabaseTypes

/// Which queries keep which rows of a table, found by the rows' keys.
///
/// What a row was like before a change is not told everywhere. Who keeps a row knows it by its key, so that a row which no
/// query keeps, and which passes no filter now, is none of any query's business.
///
/// - Invariant: `holders` has each query under exactly its keys.
struct KeyHolders<ID: Hashable & Sendable>: Sendable {
  /// Queries, of which there mostly is one.
  private enum Holders: Sendable {
    case one(ID)
    case several(Set<ID>)
  }

  private var keys: [ID: Set<RowKey>] = [:]
  private var holders: [RowKey: Holders] = [:]

  /// Whether no query's rows are known.
  var isEmpty: Bool { keys.isEmpty }

  /// Whether the rows are known that a query keeps.
  func contains(_ id: ID) -> Bool { keys[id] != nil }

  /// How many rows a query keeps.
  func count(of id: ID) -> Int { keys[id]?.count ?? 0 }

  /// From now on these are the rows that a query keeps.
  mutating func set(_ id: ID, _ new: Set<RowKey>) {
    let old = keys.updateValue(new, forKey: id) ?? []
    for key in old where !new.contains(key) { removeHolder(id, of: key) }
    for key in new where !old.contains(key) { addHolder(id, of: key) }
  }

  /// The rows that a query keeps are not known any more.
  mutating func remove(_ id: ID) {
    for key in keys.removeValue(forKey: id) ?? [] { removeHolder(id, of: key) }
  }

  /// Those of no query are known any more.
  mutating func removeAll() { (keys, holders) = ([:], [:]) }

  /// A query keeps a row besides, where those are known that it keeps.
  mutating func add(_ key: RowKey, to id: ID) {
    guard keys[id]?.insert(key).inserted == true else { return }
    addHolder(id, of: key)
  }

  /// A query does not keep a row any more.
  mutating func remove(_ key: RowKey, from id: ID) {
    if keys[id]?.remove(key) != nil { removeHolder(id, of: key) }
  }

  /// Calls a closure with each query that keeps a row.
  func forEachHolder(of key: RowKey, _ body: (ID) -> Void) {
    switch holders[key] {
    case nil: break
    case .one(let id): body(id)
    case .several(let ids): ids.forEach(body)
    }
  }

  private mutating func addHolder(_ id: ID, of key: RowKey) {
    // So that there is one reference to what is changed.
    switch holders.removeValue(forKey: key) {
    case nil: holders[key] = .one(id)
    case .one(let other): holders[key] = .several([other, id])
    case .several(var ids):
      ids.insert(id)
      holders[key] = .several(ids)
    }
  }

  private mutating func removeHolder(_ id: ID, of key: RowKey) {
    guard case .several(var ids) = holders.removeValue(forKey: key) else { return }
    ids.remove(id)
    holders[key] = .several(ids)
    if ids.count == 1, let last = ids.first { holders[key] = .one(last) }
  }
}
