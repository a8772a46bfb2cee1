import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan for a single row of aggregates over a whole table.
///
/// It keeps track of the rows that count. A change of rows that neither counted before nor count
/// now is ignored; the number of rows is known without reading it; other aggregates are read again.
struct AggregatePlan<Key: PlanKey, Element: Sendable, Snapshot: LiveSnapshot>: ResultPlan {
  private let analyzed: AnalyzedSelect
  /// Whether the row is the number of rows, which is known without reading it.
  private let countsRows: Bool
  private let query: any RowStatement<Element, Snapshot>
  /// Creates an element from a number of rows.
  private let counted: any RowStatement<Element, Snapshot>
  private let isSame: @Sendable (Element, Element) -> Bool
  private var members: GroupMembers<Key, Snapshot>

  init(
    _ analyzed: AnalyzedSelect,
    _ countsRows: Bool,
    _ select: DecodableSelect<Element, Snapshot>
  ) {
    self.analyzed = analyzed
    self.countsRows = countsRows
    isSame = select.isSame
    query = select.statement(PlanQuery(.statement, select.query))
    counted = select.statement(
      PlanQuery(.countedRow, "SELECT \(QueryBinding.parameter(1))", parameterCount: 1)
    )
    members = GroupMembers(analyzed, false, false)
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    try members.load(db)
    return try read(db, isCounted: false)
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let touched: TouchedKeys<Key> = changes.touchedKeys(of: analyzed)
    switch touched {
    case .none: return .unchanged
    case .some(let keys) where members.isWorthPatching(keys):
      let count = members.count
      if try members.update(db, keys: keys).isEmpty { return .unchanged }
      if countsRows, members.count == count { return .unchanged }
      let new = try read(db, isCounted: countsRows)
      return ResultChange(patched: .between(elements, new, isSame: isSame), isSame: isSame)
    case .some, .any:
      let new = try start(db)
      return ResultChange(run: new, .between(elements, new, isSame: isSame), isSame: isSame)
    }
  }

  private func read(_ db: Snapshot, isCounted: Bool) throws -> [Element] {
    let arguments = isCounted ? [DatabaseValue.integer(Int64(members.count))] : []
    return try (isCounted ? counted : query).elements(db, arguments)
  }
}
