import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps the rows of inner and left joins.
///
/// A touched row of any table leads to the rows of the first table that it has to do with, before and after; all rows of
/// the join with those are read again. So rows without a partner come and go as they should.
struct JoinPlan<Element: Sendable>: MaintainedResult {
  private let planned: PlannedSelect
  private let statements: KeyedStatements<CompositeKey, Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var links: JoinLinks
  private var result: OrderedResult<CompositeKey, Element>
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
    result = OrderedResult(order: planned.rowOrder, isSame: select.isSame)
  }

  var elements: [Element] { result.elements }

  mutating func start(_ db: Database) throws -> Difference<Element> {
    let began = ContinuousClock.now
    try links.load(db)
    let rows = try statements.readAll(db)
    cost.didRun(since: began)
    let old = result
    try result.take(rows.keys, rows.sorts, rows.elements)
    return .between(old, result, isSame: isSame)
  }

  mutating func apply(_ changes: ChangeSet, _ db: Database) throws -> MaintainedChange<Element> {
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
      case .some, .any: return MaintainedChange(rerun: try start(db))
      }
    }
    return try patch(roots, db)
  }

  private mutating func patch(_ roots: Set<CompositeKey>, _ db: Database) throws
    -> MaintainedChange<Element>
  {
    if roots.isEmpty { return .unchanged }
    if cost.prefersRun(forKeys: roots.count) { return MaintainedChange(rerun: try start(db)) }
    let began = ContinuousClock.now
    let found = try statements.read(db, keys: Array(roots))
    let touched = try links.update(db, roots: roots)
    let difference = try result.patch(touched: touched, found: found) {
      try db.compare($0, $1, $2)
    }
    cost.didRead(keys: roots.count, since: began)
    return MaintainedChange(patched: difference)
  }
}
