import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps one row for each group: the groups to which touched rows belonged, or belong now, are read again.
struct GroupPlan<Key: PlanKey, Element: Sendable>: ResultPlan {
  private let planned: PlannedSelect
  private let statements: KeyedStatements<CompositeKey, Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var members: GroupMembers<Key>
  private var rows: OrderedRows<CompositeKey>
  private var cost = PlanCost()

  init(_ planned: PlannedSelect, _ select: LiveSelect<Element>) {
    self.planned = planned
    isSame = select.isSame
    statements = KeyedStatements(planned, select.decoding)
    members = GroupMembers(planned)
    rows = OrderedRows(order: planned.rowOrder)
  }

  mutating func start(_ db: Database) throws -> [Element] {
    let began = ContinuousClock.now
    try members.load(db)
    let read = try statements.readAll(db)
    cost.didRun(since: began)
    try rows.take(read.keys.map { planned.groupKey($0) }, read.sorts)
    return read.elements
  }

  private mutating func rerun(_ elements: [Element], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    let old = rows
    let new = try start(db)
    return .rerun(.between(old, elements, rows, new, isSame: isSame))
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: planned)
    switch touched {
    case .none: return .unchanged
    case .some(let keys) where members.areFew(keys):
      let groups = try members.update(db, keys: keys)
      return try patch(elements, Array(groups), db)
    case .some, .any: return try rerun(elements, db)
    }
  }

  private mutating func patch(_ elements: [Element], _ groups: [CompositeKey], _ db: Database)
    throws -> MaintainedChange<Element>
  {
    if groups.isEmpty { return .unchanged }
    if cost.prefersRun(forKeys: groups.count) { return try rerun(elements, db) }
    let began = ContinuousClock.now
    let found = try statements.read(db, keys: groups).map { row in
      PlacedRow(key: planned.groupKey(row.key), sorts: row.sorts, element: row.element)
    }
    let difference = try rows.patch(elements, touched: groups, found: found, isSame: isSame) {
      try db.compare($0, $1, $2)
    }
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
