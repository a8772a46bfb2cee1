import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Runs the whole query again whenever something that it reads changed.
struct RerunPlan<Element: Sendable>: ResultPlan {
  private let planned: PlannedSelect
  private let query: HiddenColumnQuery<Element>
  private let limit: Int
  private let isSame: @Sendable (Element, Element) -> Bool

  init(_ planned: PlannedSelect, _ select: LiveSelect<Element>) {
    self.planned = planned
    limit = select.isOfFirstRow ? 1 : .max
    isSame = select.isSame
    query = HiddenColumnQuery(select.query, hiddenCount: 0, decoding: select.decoding)
  }

  mutating func start(_ db: Database) throws -> [Element] {
    var new: [Element] = []
    if !query.sql.isEmpty {
      try query.forEach(db, limit: limit) { element, _ in new.append(element) }
    }
    return new
  }

  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    guard changes.touches(planned.region) else { return .unchanged }
    return .rerun(.between(elements, try start(db), isSame: isSame))
  }
}
