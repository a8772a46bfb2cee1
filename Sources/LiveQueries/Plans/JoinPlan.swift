import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps the rows of inner and left joins.
///
/// A touched row of any table leads to the rows of the first table that it has to do with, before and after; all rows of
/// the join with those are read again. So rows without a partner come and go as they should.
struct JoinPlan<Element: Sendable>: ResultPlan {
  private let planned: PlannedSelect
  private let statements: KeyedStatements<CompositeKey, Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var links: JoinLinks
  private var rows: OrderedRows<CompositeKey>
  private var cost = PlanCost()

  init(_ planned: PlannedSelect, _ select: LiveSelect<Element>) {
    self.planned = planned
    isSame = select.isSame
    statements = KeyedStatements(
      planned,
      select.decoding,
      keyColumns: planned.sources[0].keyColumns
    )
    links = JoinLinks(planned)
    rows = OrderedRows(order: planned.rowOrder)
  }

  mutating func start(_ db: Database) throws -> [Element] {
    let began = ContinuousClock.now
    try links.load(db)
    let read = try statements.readAll(db)
    cost.didRun(since: began)
    try rows.take(read.keys, read.sorts)
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
    var roots: Set<CompositeKey> = []
    for (index, source) in planned.sources.enumerated() {
      let touched: TouchedKeys<CompositeKey> = changes.touchedKeys(
        of: source.table,
        in: planned.region
      )
      switch touched {
      case .none: continue
      case .some(let keys) where !cost.prefersRun(forKeys: keys.count + roots.count):
        for key in keys { roots.formUnion(try links.roots(db, of: key, inSource: index)) }
      case .some, .any: return try rerun(elements, db)
      }
    }
    return try patch(elements, roots, db)
  }

  private mutating func patch(_ elements: [Element], _ roots: Set<CompositeKey>, _ db: Database)
    throws -> MaintainedChange<Element>
  {
    if roots.isEmpty { return .unchanged }
    if cost.prefersRun(forKeys: roots.count) { return try rerun(elements, db) }
    let began = ContinuousClock.now
    let found = try statements.read(db, keys: Array(roots))
    let touched = try links.update(db, roots: roots)
    let difference = try rows.patch(elements, touched: touched, found: found, isSame: isSame) {
      try db.compare($0, $1, $2)
    }
    cost.didRead(keys: roots.count, since: began)
    return MaintainedChange(patched: difference)
  }
}
