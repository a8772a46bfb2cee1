import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for the first rows of the groups of one table.
///
/// Of each group that commits touched, the first row is looked up, read, and patched into the
/// result.
struct FirstRowsPlan<Key: PlanKey, Element: Sendable, Snapshot: LiveSnapshot>: WholeReadingPlan {
  private let analyzed: AnalyzedSelect
  /// Reads the whole result.
  private let all: KeyedStatements<Key, Element, Snapshot>
  /// Reads rows that are known to be the first ones.
  private let touched: KeyedStatements<Key, Element, Snapshot>
  private var members: FirstRowMembers<Key, Snapshot>
  var materialized: MaterializedRows<Key, Element>
  var cost = PlanCost()

  init(
    _ analyzed: AnalyzedSelect,
    _ first: SelectPlan.FirstRows,
    _ select: DecodableSelect<Element, Snapshot>
  ) {
    var known = analyzed
    known.parts = analyzed.parts.with(conditions: first.conditions)
    self.analyzed = analyzed
    all = KeyedStatements(analyzed, select)
    touched = KeyedStatements(known, select)
    members = FirstRowMembers(analyzed, first)
    materialized = MaterializedRows(analyzed, isSame: select.isSame)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] { try readResult(db) }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: analyzed)
    switch touched {
    case .none: return .unchanged
    case .any: return try rerun(elements, db)
    case .some(let keys):
      if cost.prefersRerun(forKeys: keys.count) { return try rerun(elements, db) }
      return try patch(elements, keys, db) ?? rerun(elements, db)
    }
  }

  /// Reads all rows of the result, and the members, which do not include the commit yet when a run
  /// is preferred.
  mutating func readAll(_ db: Snapshot, known: OrderedRows<Key>.Walk?) throws
    -> PlanRows<Key, Element>
  {
    try members.load(db)
    return try readingReserve(materialized.hasWindow, of: Snapshot.self) {
      try all.readAll(db, limit: materialized.readCount, known: known)
    }
  }

  /// Patches the first rows of touched groups into the result.
  ///
  /// - Returns: The change; `nil` if too few rows are left.
  private mutating func patch(_ elements: [Element], _ keys: [Key], _ db: Snapshot) throws
    -> ResultChange<[Element]>?
  {
    let began = ContinuousClock.now
    defer { cost.didPatch(keys: keys.count, since: began) }
    let first = try members.change(by: keys, db)
    if first.keys.isEmpty { return .unchanged }
    let found = try readingReserve(materialized.hasWindow, of: Snapshot.self) {
      try touched.read(db, keys: first.current)
    }
    let change = try materialized.patch(elements, touched: first.keys, found: found) {
      try db.compare($0, $1, $2)
    }
    _ = materialized.dropExcess()
    cost.willShow(change, ofKeys: keys.count)
    return change
  }
}
