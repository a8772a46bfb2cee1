import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for the rows of one table: those that were touched are read again and put in their places.
///
/// SQLite decides which of them are in the result and what they look like; only their order is compared here.
struct KeyedPlan<Key: PlanKey, Element: Sendable, Snapshot: LiveSnapshot>: ResultPlan {
  private let analyzed: AnalyzedSelect
  private let statements: KeyedStatements<Key, Element, Snapshot>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var kept: KeptRows<Key, Element>
  private var cost = PlanCost()
  /// Whether it has read all rows, and not those alone that were touched, when it was asked last.
  private var hasReadAll = true

  init(_ analyzed: AnalyzedSelect, _ select: DecodableSelect<Element, Snapshot>) {
    self.analyzed = analyzed
    isSame = select.isSame
    kept = KeptRows(analyzed, isSame: select.isSame)
    statements = KeyedStatements(analyzed, select)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    let began = ContinuousClock.now
    defer { cost.didRun(since: began) }
    let read = try readAll(db)
    return try kept.take(read)
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: analyzed)
    hasReadAll = false
    switch touched {
    case .none: return .unchanged
    case .any: return try rerun(elements, db)
    case .some(let keys):
      let wanted = wanted(keys)
      if wanted.isEmpty { return .unchanged }
      if cost.prefersRun(forKeys: wanted.count) { return try rerun(elements, db) }
      return try patch(elements, wanted, db) ?? rerun(elements, db)
    }
  }

  /// Of all keys that which is sought, where only one is.
  private func wanted(_ keys: [Key]) -> [Key] {
    guard let sought = analyzed.soughtRowID else { return keys }
    return keys.filter { $0 == Key(.rowID(sought)) }
  }

  private mutating func rerun(_ elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let began = ContinuousClock.now
    defer { cost.didRun(since: began) }
    hasReadAll = true
    let read = try readAll(db, known: kept.known)
    return try kept.takeAgain(read, after: elements)
  }

  private func readAll(_ db: Snapshot, known: OrderedRows<Key>.Walk? = nil) throws
    -> PlanRows<Key, Element>
  {
    try readingReserve(kept.hasWindow, of: Snapshot.self) {
      try statements.readAll(db, limit: kept.readCount, known: known)
    }
  }

  private mutating func patch(_ elements: [Element], _ keys: [Key], _ db: Snapshot) throws
    -> ResultChange<[Element]>?
  {
    let began = ContinuousClock.now
    defer { cost.didPatch(keys: keys.count, since: began) }
    var found: [PlacedRow<Key, Element>] = []
    if keys.count == 1, analyzed.hasIntegerKeys, !kept.hasWindow {
      if let change = try patchInPlace(elements, keys[0], db, else: &found) { return change }
    } else {
      found = try readingReserve(kept.hasWindow, of: Snapshot.self) {
        try statements.read(db, keys: keys)
      }
    }
    let change = try kept.patch(elements, touched: keys, found: found) {
      try db.compare($0, $1, $2)
    }
    _ = kept.dropExcess()
    cost.willShow(change, ofKeys: keys.count)
    return change
  }
}

extension KeyedPlan {
  /// Those that are in the result or in reserve.
  ///
  /// With a window, all rows up to the bound are kept; what comes after it has no part. Those that are let go of after it count as
  /// kept until they are touched. Of very many rows it costs less to be asked of each change.
  func keptKeys(among touched: [RowKey]?) -> KeptKeys? {
    if kept.rows.count > 20_000 { return nil }
    let source = analyzed.sources[0]
    guard let touched, !hasReadAll else {
      let keys = kept.rows.keys(in: 0..<kept.rows.count)
      return .all(Set(keys.map { source.rowKey($0) }))
    }
    return .touched(Set(touched.filter { Key($0).map(kept.rows.contains) ?? true }))
  }

  /// The way that most updates take: one row, which stays where it is.
  ///
  /// - Parameter found: Gets the row where it does not.
  /// - Returns: `nil` where it came, went or moved.
  private func patchInPlace(
    _ elements: [Element],
    _ key: Key,
    _ db: Snapshot,
    else found: inout [PlacedRow<Key, Element>]
  ) throws -> ResultChange<[Element]>? {
    let read = try statements.read(db, key: key)
    var change: ResultChange<[Element]>?
    for place in read.keys.indices {
      let sorts = read.sorts(ofRowAt: place, count: analyzed.order.count)
      let new = read.elements[place]
      guard let index = kept.rows.position(of: read.keys[place], orderedBy: sorts) else {
        found.append(PlacedRow(key: read.keys[place], sorts: sorts, element: new))
        continue
      }
      change =
        isSame(elements[index], new)
        ? .unchanged
        : ResultChange(patched: Difference(of: elements, updatedAt: index, to: new), isSame: isSame)
    }
    return change
  }
}

extension AnalyzedSelect.Source {
  /// A key of its rows in the words of change sets.
  fileprivate func rowKey(_ key: some PlanKey) -> RowKey {
    if hasRowNumbers, case .integer(let number)? = key.arguments.first { return .rowID(number) }
    return .primaryKey(key.arguments)
  }
}

/// Why a plan cannot go on, and its query has to be run in another way.
enum PlanFailure: Error {
  /// Two rows have the same key.
  case repeatedKey
  /// A row cannot be decoded, which may be none that the statement gives.
  case undecodable

  var reason: LivePlan.Reason {
    switch self {
    case .repeatedKey: .repeatedKey
    case .undecodable: .undecodableRow
    }
  }
}

extension OrderedRows {
  /// Takes all rows of a query that has run again, in place of those there are.
  mutating func take(_ keys: [Key], _ sorts: [DatabaseValue]) throws {
    guard load(keys: keys, sorts: sorts) else { throw PlanFailure.repeatedKey }
  }
}
