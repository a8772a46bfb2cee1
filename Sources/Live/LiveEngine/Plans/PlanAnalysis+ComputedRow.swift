import DatabaseTypes
import IncrementalQueries
import TypedSQL

extension PlanAnalysis {
  /// Returns how the rows of groups are computed.
  ///
  /// - Returns: `nil` if a row depends on anything but the grouping values and on aggregates that
  ///   can be updated. Equal grouping values must be identical, so that it does not matter which
  ///   row shows them.
  func computedGroups(of analyzed: AnalyzedSelect) throws -> SelectPlan.ComputedRow? {
    guard analyzed.keys.allSatisfy(\.sort.collation.isBytewise) else { return nil }
    return try computedRow(groupedBy: analyzed.keys, hidden: analyzed.hidden)
  }

  /// Returns the statement of a result row with parameters in place of what changes in it.
  ///
  /// - Parameters:
  ///   - keys: The grouping values; without any, it is the only row.
  ///   - hidden: Columns that the row has after those of the statement.
  /// - Returns: `nil` if the row depends on anything but `keys` and aggregates that can be updated
  ///   from inserted and removed rows.
  func computedRow(groupedBy keys: [AnalyzedSelect.Term] = [], hidden: [QueryFragment] = [])
    throws -> SelectPlan.ComputedRow?
  {
    let names = try db.columnNames(of: query)
    guard Snapshot.sumsMatchSwift, let selected = try parts.selected(db),
      selected.count == names.count
    else { return nil }
    var calls = AggregateCalls(afterParameters: keys.count, allowsExtremes: !keys.isEmpty)
    guard let columns = keys.computed(selected + hidden, &calls),
      let conditions = keys.computed(parts.having, &calls)
    else { return nil }
    let named = zip(columns, names).map { "\($0) AS \(quote: $1)" as QueryFragment }
    let shown = (named + columns.dropFirst(names.count)).joined(separator: ", ")
    var query: QueryFragment = "SELECT \(shown)"
    query.append(conditions: conditions, after: "WHERE ")
    guard db.canCompile(query), try !db.isAggregated(query) else { return nil }
    return SelectPlan.ComputedRow(
      values: calls.values,
      aggregates: calls.aggregates,
      query: query,
      parameterCount: keys.count + calls.aggregates.count
    )
  }
}

extension [AnalyzedSelect.Term] {
  /// Returns expressions with parameters in place of the grouping values and of aggregates.
  ///
  /// - Returns: `nil` if one of them depends on anything else.
  fileprivate func computed(_ expressions: [QueryFragment], _ calls: inout AggregateCalls)
    -> [QueryFragment]?
  {
    var computed: [QueryFragment] = []
    for expression in expressions {
      if let place = firstIndex(where: { $0.expression == expression }) {
        computed.append("\(QueryBinding.parameter(place + 1))")
      } else if let expression = calls.reading(expression) {
        computed.append(expression)
      } else {
        return nil
      }
    }
    return computed
  }
}
