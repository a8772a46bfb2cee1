import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps one row for each group: the groups to which touched rows belonged, or belong now, are read again.
struct GroupPlan<Key: PlanKey, Element: Sendable>: MaintainedResult {
  private let planned: PlannedSelect
  private let statements: KeyedStatements<CompositeKey, Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var members: GroupMembers<Key>
  private var result: OrderedResult<CompositeKey, Element>
  private var cost = PlanCost()

  init(_ planned: PlannedSelect, _ select: LiveSelect<Element>) {
    self.planned = planned
    isSame = select.isSame
    statements = KeyedStatements(planned, select.decoding)
    members = GroupMembers(planned)
    result = OrderedResult(order: planned.rowOrder, isSame: select.isSame)
  }

  var elements: [Element] { result.elements }

  mutating func start(_ db: Database) throws -> Difference<Element> {
    let began = ContinuousClock.now
    try members.load(db)
    let rows = try statements.readAll(db)
    cost.didRun(since: began)
    let old = result
    let keys = rows.keys.map { planned.groupKey($0) }
    try result.take(keys, rows.sorts, rows.elements)
    return .between(old, result, isSame: isSame)
  }

  mutating func apply(_ changes: ChangeSet, _ db: Database) throws -> MaintainedChange<Element> {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: planned)
    switch touched {
    case .none: return .unchanged
    case .some(let keys) where members.areFew(keys):
      let groups = try members.update(db, keys: keys)
      return try patch(Array(groups), db)
    case .some, .any: return MaintainedChange(rerun: try start(db))
    }
  }

  private mutating func patch(_ groups: [CompositeKey], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    if groups.isEmpty { return .unchanged }
    if cost.prefersRun(forKeys: groups.count) { return MaintainedChange(rerun: try start(db)) }
    let began = ContinuousClock.now
    let found = try statements.read(db, keys: groups).map { row in
      PlacedRow(key: planned.groupKey(row.key), sorts: row.sorts, element: row.element)
    }
    let difference = try result.patch(touched: groups, found: found) { try db.compare($0, $1, $2) }
    cost.didRead(keys: groups.count, since: began)
    return MaintainedChange(patched: difference)
  }
}

extension PlannedSelect {
  /// The key of a group, whatever row of it the values are of.
  fileprivate func groupKey(_ key: CompositeKey) -> CompositeKey {
    CompositeKey(zip(keys, key.values).map { $0.sort.groupValue($1) })
  }
}
