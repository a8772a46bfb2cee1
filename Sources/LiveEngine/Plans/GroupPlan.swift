import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for one row of each group: the groups to which touched rows belonged, or belong now, are read again.
struct GroupPlan<Key: PlanKey, Element: Sendable, Snapshot: LiveSnapshot>: OrderedPlan {
  private let analyzed: AnalyzedSelect
  private let statements: KeyedStatements<CompositeKey, Element, Snapshot>
  let isSame: @Sendable (Element, Element) -> Bool
  private var members: GroupMembers<Key, Snapshot>
  private(set) var rows: OrderedRows<CompositeKey>
  private var cost = PlanCost()

  init(_ analyzed: AnalyzedSelect, _ select: DecodableSelect<Element, Snapshot>) {
    self.analyzed = analyzed
    isSame = select.isSame
    statements = KeyedStatements(analyzed, select)
    members = GroupMembers(analyzed)
    rows = OrderedRows(order: analyzed.rowOrder)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    let began = ContinuousClock.now
    try members.load(db)
    let read = try statements.readAll(db)
    cost.didRun(since: began)
    try rows.take(read.keys.map { analyzed.groupKey($0) }, read.sorts)
    return read.elements
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: analyzed)
    switch touched {
    case .none: return .unchanged
    case .some(let keys) where members.areFew(keys):
      let groups = try members.update(db, keys: keys)
      return try patch(elements, Array(groups), db)
    case .some, .any: return try rerun(elements, db)
    }
  }

  private mutating func patch(_ elements: [Element], _ groups: [CompositeKey], _ db: Snapshot)
    throws -> ResultChange<[Element]>
  {
    if groups.isEmpty { return .unchanged }
    if cost.prefersRun(forKeys: groups.count) { return try rerun(elements, db) }
    let began = ContinuousClock.now
    let found = try statements.read(db, keys: groups).map { row in
      PlacedRow(key: analyzed.groupKey(row.key), sorts: row.sorts, element: row.element)
    }
    let difference = try rows.patch(elements, touched: groups, found: found, isSame: isSame) {
      try db.compare($0, $1, $2)
    }
    cost.didRead(keys: groups.count, since: began)
    return ResultChange(patched: difference, isSame: isSame)
  }
}

extension AnalyzedSelect {
  /// The key of a group, whatever row of it the values are of.
  fileprivate func groupKey(_ key: CompositeKey) -> CompositeKey {
    CompositeKey(zip(keys, key.values).map { $0.sort.groupValue($1) })
  }
}
