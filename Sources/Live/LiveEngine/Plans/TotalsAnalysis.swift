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
    let values = try row?.values ?? subqueryColumns()
    // The rows would be refused for the names of the keys that expanding has added.
    if isRewritten {
      guard hasManyTables else { return nil }
      throw PlanRejection(
        .subquery,
        at: parts.columns,
        "an aggregate of several tables, one of them in a view, a WITH or a subquery in FROM",
        instead: "write its tables into FROM"
      )
    }
    let rows = SelectParts(
      sources: parts.sources,
      columns: values.isEmpty ? "1" : values.joined(separator: ", "),
      expressions: values.isEmpty ? ["1"] : values,
      from: parts.from,
      conditions: parts.conditions
    )
    let statement = rows.statement
    var select = try PlanAnalysis.plan(rows, query: statement, readFrom: statement, db)
    // The row is read again if anything changes that it shows of rows that count.
    if row == nil { select.region = region }
    if case .rerun(let reason) = select.selectPlan {
      if hasManyTables { throw PlanRejection(reason: reason) }
      return nil
    }
    let totals = SelectPlan.Totals(row: row, select: select)
    var analyzed = AnalyzedSelect(.totals(totals), parts, region)
    (analyzed.filters, analyzed.watched) = (select.filters, select.watched)
    return analyzed
  }

  /// Returns the subqueries outside of conditions as columns of the aggregated rows, whose plan
  /// then finds the rows that depend on a change.
  private func subqueryColumns() throws -> [QueryFragment] {
    try parts.with(conditions: []).subqueries(Snapshot.syntax).map { subquery in
      switch subquery.use {
      case .exists: "EXISTS (\(subquery.text))"
      case .value: "(\(subquery.text))"
      case .member, .nonMember, .other:
        throw PlanRejection(
          .subquery,
          at: subquery.text,
          "whose rows are looked for in an aggregate",
          instead: "write EXISTS"
        )
      }
    }
  }
}
