import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The filters for the rows of its tables that a statement can see, derived from its conditions.
///
/// A row that is part of the result satisfies each condition of the `WHERE` clause, so a change
/// matters only if the row satisfies them before or after it. A condition is left out if the
/// database may not report the row's values, or may not compare them as the filter does.
///
/// A table that is joined to itself has no filter, and a statement with a `LEFT JOIN` has none at
/// all.
struct PlanFilters<Snapshot: LiveSnapshot> {
  private let analyzed: AnalyzedSelect
  private let db: Snapshot

  /// Returns the filters of a patched statement, by table.
  static func filters(of analyzed: AnalyzedSelect, _ db: Snapshot) throws -> [TableName: RowFilter]
  {
    guard !analyzed.isRerun, !analyzed.sources.contains(where: \.isOptional),
      ConditionTree(analyzed.parts.from) != nil
    else { return [:] }
    return try PlanFilters(analyzed: analyzed, db: db).filters()
  }

  private func filters() throws -> [TableName: RowFilter] {
    var conditions: [ColumnCondition] = []
    var written = analyzed.parts.conditions
    // A row that does not satisfy the conditions on first rows may be the first one instead.
    if case .firstRows(let firstRows) = analyzed.selectPlan { written = firstRows.rows.conditions }
    for condition in written {
      // An unreadable condition might change the meaning of the others.
      guard let tree = ConditionTree(condition) else { return [:] }
      conditions += tree.columnConditions
    }
    var filters: [TableName: RowFilter] = [:]
    for condition in conditions {
      guard let table = table(calledBy: condition.table) else { continue }
      let constraint = condition.constraint
      if let column = try db.filteredColumn(condition.column, of: table, by: constraint) {
        filters[table, default: RowFilter()].require(column, constraint)
      }
    }
    return filters
  }

  private func table(calledBy name: String) -> TableName? {
    guard let sources = analyzed.parts.sources else { return nil }
    let found = zip(sources, analyzed.sources).filter { isSameIdentifier($0.0.alias, name) }
    guard found.count == 1, let table = found.first?.1.table,
      (analyzed.sources + analyzed.subqueries.flatMap(\.sources))
        .count(where: { $0.table == table }) == 1,
      !analyzed.watched.contains(where: { $0.region.tables[table] != nil })
    else { return nil }
    return table
  }
}
