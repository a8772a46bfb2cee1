import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for the rows of inner and left joins.
///
/// A touched row of any table leads to the rows of the first table that it has to do with, before and after; all rows of
/// the join with those are read again. So rows without a partner come and go as they should.
struct JoinPlan<Element: Sendable, Snapshot: LiveSnapshot>: OrderedPlan {
  private let analyzed: AnalyzedSelect
  private let statements: KeyedStatements<CompositeKey, Element, Snapshot>
  let isSame: @Sendable (Element, Element) -> Bool
  private var links: JoinLinks<Snapshot>
  private(set) var rows: OrderedRows<CompositeKey>
  private var cost = PlanCost()

  init(_ analyzed: AnalyzedSelect, _ select: DecodableSelect<Element, Snapshot>) {
    self.analyzed = analyzed
    isSame = select.isSame
    statements = KeyedStatements(
      analyzed,
      select,
      keyColumns: analyzed.sources[0].keyColumns
    )
    links = JoinLinks(analyzed)
    rows = OrderedRows(order: analyzed.rowOrder)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    let began = ContinuousClock.now
    try links.load(db)
    let read = try statements.readAll(db)
    cost.didRun(since: began)
    try rows.take(read.keys, read.sorts)
    return read.elements
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    var roots: Set<CompositeKey> = []
    for (index, source) in analyzed.sources.enumerated() {
      let touched: TouchedKeys<CompositeKey> = changes.touchedKeys(
        of: source.table,
        in: analyzed.region
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

  private mutating func patch(_ elements: [Element], _ roots: Set<CompositeKey>, _ db: Snapshot)
    throws -> ResultChange<[Element]>
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
    return ResultChange(patched: difference, isSame: isSame)
  }
}
