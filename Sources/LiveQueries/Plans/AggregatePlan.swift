import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps the one row of aggregates over a whole table.
///
/// Which rows count is kept. A change of rows that neither counted nor count now is none of its business; the number of
/// rows is known without reading it; other aggregates are read again.
struct AggregatePlan<Key: PlanKey, Element: Sendable>: ResultPlan {
  private let planned: PlannedSelect
  private let query: HiddenColumnQuery<Element>
  /// Makes an element of a number of rows.
  private let counted: HiddenColumnQuery<Element>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var members: GroupMembers<Key>

  init(_ planned: PlannedSelect, _ select: LiveSelect<Element>) {
    self.planned = planned
    isSame = select.isSame
    query = HiddenColumnQuery(select.query, hiddenCount: 0, decoding: select.decoding)
    counted = HiddenColumnQuery(
      "SELECT \(QueryBinding.parameter(1))",
      hiddenCount: 0,
      parameterCount: 1,
      decoding: select.decoding
    )
    members = GroupMembers(planned)
  }

  mutating func start(_ db: Database) throws -> [Element] {
    try members.load(db)
    return try read(db, isCounted: false)
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: planned)
    switch touched {
    case .none: return .unchanged
    case .some(let keys) where members.areFew(keys):
      let count = members.count
      if try members.update(db, keys: keys).isEmpty { return .unchanged }
      if planned.countsRows, members.count == count { return .unchanged }
      let new = try read(db, isCounted: planned.countsRows)
      return MaintainedChange(patched: .between(elements, new, isSame: isSame))
    case .some, .any:
      return .rerun(.between(elements, try start(db), isSame: isSame))
    }
  }

  private func read(_ db: Database, isCounted: Bool) throws -> [Element] {
    var new: [Element] = []
    let arguments = isCounted ? [DatabaseValue.integer(Int64(members.count))] : []
    try (isCounted ? counted : query).forEach(db, arguments) { element, _ in new.append(element) }
    return new
  }
}
