import DatabaseTypes
import IncrementalQueries
import TypedSQL

extension PlanAnalysis {
  /// Returns the statement of totals, with a statement of the aggregated rows.
  ///
  /// - Returns: `nil` if there is one table, and an aggregate cannot be updated from inserted and
  ///   removed rows.
  func totals() throws -> AnalyzedSelect? {
    let row = try computedRow().flatMap { $0.aggregates.isEmpty ? nil : $0 }
    if row == nil, !hasManyTables { return nil }
    let values = row?.values ?? []
    let rows = SelectParts(
      sources: parts.sources,
      columns: values.isEmpty ? "1" : values.joined(separator: ", "),
      expressions: values.isEmpty ? ["1"] : values,
      from: parts.from,
      conditions: parts.conditions
    )
    let statement = rows.statement
    let select = try PlanAnalysis.plan(rows, query: statement, readFrom: statement, db)
    if case .rerun(let reason) = select.selectPlan {
      if hasManyTables { throw PlanRejection(reason: reason) }
      return nil
    }
    let totals = SelectPlan.Totals(row: row, select: select)
    var analyzed = AnalyzedSelect(.totals(totals), parts, region)
    (analyzed.filters, analyzed.watched) = (select.filters, select.watched)
    return analyzed
  }
}
