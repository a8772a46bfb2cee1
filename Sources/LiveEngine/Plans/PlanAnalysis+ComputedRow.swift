import DatabaseTypes
import IncrementalQueries
import TypedSQL

extension PlanAnalysis {
  /// Returns how the rows of groups are computed.
  ///
  /// - Returns: `nil` if a row depends on anything but the grouping values and on aggregates that
  ///   can be updated. Equal grouping values must be identical, so that it does not matter which
  ///   row shows them.
  func groupTotals(of analyzed: AnalyzedSelect) throws -> SelectPlan.GroupTotals? {
    guard Snapshot.sumsMatchSwift,
      analyzed.keys.allSatisfy(\.sort.collation.isBytewise),
      let selected = try parts.selected(db)
    else { return nil }
    let names = try db.columnNames(of: query)
    guard selected.count == names.count else { return nil }
    var calls = AggregateCalls(afterParameters: analyzed.keys.count, allowsExtremes: true)
    var columns: [QueryFragment] = []
    for (expression, name) in zip(selected, names) {
      guard let column = analyzed.computed(expression, &calls) else { return nil }
      columns.append("\(column) AS \(quote: name)")
    }
    for expression in analyzed.hidden {
      guard let column = analyzed.computed(expression, &calls) else { return nil }
      columns.append(column)
    }
    var row: QueryFragment = "SELECT \(columns.joined(separator: ", "))"
    var conditions: [QueryFragment] = []
    for condition in parts.having {
      guard let condition = calls.reading(condition) else { return nil }
      conditions.append(condition)
    }
    row.append(conditions: conditions, after: "WHERE ")
    guard db.canCompile(row), try !db.isAggregated(row) else { return nil }
    return SelectPlan.GroupTotals(
      values: calls.values,
      aggregates: calls.aggregates,
      row: row,
      parameterCount: analyzed.keys.count + calls.aggregates.count
    )
  }
}

extension AnalyzedSelect {
  /// Returns an expression with parameters in place of a grouping value and of aggregates.
  fileprivate func computed(_ expression: QueryFragment, _ calls: inout AggregateCalls)
    -> QueryFragment?
  {
    guard let place = keys.firstIndex(where: { $0.expression == expression }) else {
      return calls.reading(expression)
    }
    return "\(QueryBinding.parameter(place + 1))"
  }
}
