import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The plan that runs the whole query again whenever something that it reads changes.
struct RerunPlan<Element: Sendable, Snapshot: LiveSnapshot>: ResultPlan {
  private let analyzed: AnalyzedSelect
  private let query: any RowStatement<Element, Snapshot>
  private let limit: Int
  private let isSame: @Sendable (Element, Element) -> Bool

  init(_ analyzed: AnalyzedSelect, _ select: DecodableSelect<Element, Snapshot>) {
    self.analyzed = analyzed
    limit = select.isOfFirstRow ? 1 : .max
    isSame = select.isSame
    query = select.statement(PlanQuery(.statement, select.query))
  }

  mutating func start(_ db: Snapshot) throws -> [Element] {
    try query.elements(db, limit: limit)
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    guard changes.touches(analyzed.region) else { return .unchanged }
    let new = try start(db)
    return ResultChange(run: new, .between(elements, new, isSame: isSame), isSame: isSame)
  }
}
