import DatabaseTypes
import IncrementalQueries
import TypedSQL

extension PlanAnalysis {
  /// Returns the statement of totals, with a statement of the aggregated rows.
  ///
  /// - Returns: `nil` if there is one table, and an aggregate cannot be updated from inserted and
  ///   removed rows.
  func totals() throws -> AnalyzedSelect? {
    let calls = try additiveCalls()
    if calls == nil, !hasManyTables { return nil }
    let values = calls?.values ?? []
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
    let totals = SelectPlan.Totals(
      aggregates: calls?.aggregates ?? [],
      row: calls?.row ?? "",
      select: select,
      values: values
    )
    var analyzed = AnalyzedSelect(.totals(totals), parts, region)
    (analyzed.filters, analyzed.watched) = (select.filters, select.watched)
    return analyzed
  }

  private struct Calls {
    let values: [QueryFragment]
    let aggregates: [(aggregate: RunningAggregate, value: Int)]
    let row: QueryFragment
  }

  /// Returns the aggregates, if all can be updated from inserted and removed rows.
  private func additiveCalls() throws -> Calls? {
    guard Snapshot.sumsMatchSwift else { return nil }
    var calls = AggregateCalls()
    let names = try db.columnNames(of: query)
    guard let selected = try parts.selected(db), selected.count == names.count else { return nil }
    var columns: [QueryFragment] = []
    for (expression, name) in zip(selected, names) {
      guard let column = calls.reading(expression) else { return nil }
      columns.append("\(column) AS \(quote: name)")
    }
    var row: QueryFragment = "SELECT \(columns.joined(separator: ", "))"
    var conditions: [QueryFragment] = []
    for condition in parts.having {
      guard let condition = calls.reading(condition) else { return nil }
      conditions.append(condition)
    }
    row.append(conditions: conditions, after: "WHERE ")
    guard !calls.aggregates.isEmpty, db.canCompile(row), try !db.isAggregated(row) else {
      return nil
    }
    return Calls(values: calls.values, aggregates: calls.aggregates, row: row)
  }
}
