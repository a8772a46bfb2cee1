import DatabaseTypes
import IncrementalQueries
import Testing
import TypedSQL

@testable import LiveEngine

/// The plans with their facts, from which those that applications see are derived.
@Suite struct SelectPlanTests {
  /// Returns the plan that an application sees for a statement.
  private func shown(
    _ plan: SelectPlan,
    tableCount: Int = 1,
    isOrdered: Bool = false,
    hasWindow: Bool = false
  ) -> LivePlan {
    let parts = SelectParts(sources: nil, columns: "*", from: "items")
    var analyzed = AnalyzedSelect(plan, parts, Region())
    let source = AnalyzedSelect.Source(
      table: "items",
      key: .rowID("id"),
      alias: "items",
      keyColumns: ["id"]
    )
    analyzed.sources = Array(repeating: source, count: tableCount)
    if isOrdered { analyzed.order = [term] }
    if hasWindow { analyzed.window = .init(limit: 3, offset: 0) }
    return analyzed.plan
  }

  private var term: AnalyzedSelect.Term {
    AnalyzedSelect.Term(expression: "rank", sort: SortTerm(.binary), written: "rank")
  }

  @Test func `the plan of one table's rows is named after their order`() {
    #expect(shown(.keyed(lookedUp: 7)) == .pointLookup)
    #expect(shown(.keyed(lookedUp: nil)) == .keyedPatch)
    #expect(shown(.keyed(lookedUp: nil), isOrdered: true) == .orderedPatch)
    #expect(shown(.partitions([term], scansTable: true), isOrdered: true) == .partitions)
  }

  @Test func `rows of one table that subqueries select are no join`() {
    #expect(shown(.join([])) == .keyedPatch)
    #expect(shown(.join([]), isOrdered: true) == .orderedPatch)
    #expect(shown(.join([]), tableCount: 2, isOrdered: true) == .join)
    #expect(shown(.fullJoin, tableCount: 2) == .join)
  }

  @Test func `groups of equal rows are named differently, joined or not`() {
    for isDistinct in [false, true] {
      let expected: LivePlan = isDistinct ? .distinctRows : .groups
      #expect(shown(.groups(isDistinct: isDistinct, scansTable: false)) == expected)
      #expect(shown(.joinGroups([], isDistinct: isDistinct), tableCount: 2) == expected)
    }
  }

  @Test func `a window names every plan that keeps several rows`() {
    let plans: [SelectPlan] = [
      .keyed(lookedUp: nil), .groups(isDistinct: true, scansTable: false), .join([]), .fullJoin,
      .partitions([term], scansTable: false), .joinGroups([], isDistinct: false),
      .compound(.init(arms: [], columnNames: [], columnTypes: [])),
    ]
    for plan in plans { #expect(shown(plan, hasWindow: true) == .orderedWindow) }
    #expect(shown(.aggregate(countsRows: true), hasWindow: true) == .aggregate)
    #expect(shown(.prefetched, hasWindow: true) == .prefetched)
    #expect(shown(.rerun(.text), hasWindow: true) == .rerun(.text))
  }
}
