import SQLiteDatabase
import SQLiteTools
import Terminal
import Testing

@testable import LiveSQLCommand

@Suite struct QueryPlanTests {
  private let plan = QueryPlan([
    (3, 0, "MATERIALIZE totals"), (8, 3, "SCAN orderLines"),
    (20, 3, "USE TEMP B-TREE FOR GROUP BY"),
    (40, 0, "SCAN totals"), (44, 0, "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)"),
    (60, 0, "USE TEMP B-TREE FOR ORDER BY"),
  ])

  @Test func `steps form a tree in which the slow ones are marked`() {
    #expect(
      plan.lines(width: nil).map(\.text) == [
        "MATERIALIZE totals",
        "├─ SCAN orderLines  ← full scan: reads every row of orderLines",
        "└─ USE TEMP B-TREE FOR GROUP BY  ← temporary sort for GROUP BY",
        "SCAN totals",
        "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)",
        "USE TEMP B-TREE FOR ORDER BY  ← temporary sort for ORDER BY", "",
        "3 steps that cost more with more rows.",
      ]
    )
  }

  @Test func `the JSON contains the tree and the warnings`() {
    let text = QueryPlan([(1, 0, "SCAN o")]).json.text
    #expect(
      text == #"{"plan":[{"detail":"SCAN o","warning":"fullScan","children":[]}],"#
        + #""warnings":[{"kind":"fullScan","explanation":"full scan: reads every row of o"}]}"#
    )
  }

  @Test(
    arguments: [
      ("SCAN o", .fullScan(table: "o")),
      ("SCAN TABLE orders AS o", .fullScan(table: "orders AS o")),
      ("SCAN Order Details", .fullScan(table: "Order Details")),
      ("SCAN o USING INDEX byDate", .fullIndexScan(table: "o")),
      ("SCAN o USING COVERING INDEX byDate", .fullIndexScan(table: "o")),
      ("SEARCH o USING AUTOMATIC COVERING INDEX (customerID=?)", .automaticIndex(table: "o")),
      ("USE TEMP B-TREE FOR DISTINCT", .temporarySort(purpose: "DISTINCT")),
      ("SEARCH o USING INDEX byDate (placedAt>?)", nil), ("SCAN CONSTANT ROW", nil),
      ("SCAN notes VIRTUAL TABLE INDEX 0:M2", nil), ("SCAN (subquery-2)", nil),
      ("COMPOUND QUERY", nil), ("CORRELATED SCALAR SUBQUERY 1", nil),
    ] as [(String, QueryPlan.Warning?)]
  )
  func `SQLite's descriptions identify slow steps`(detail: String, warning: QueryPlan.Warning?) {
    #expect(QueryPlan.Warning(detail, parts: []) == warning)
  }

  @Test func `a plan without steps, or with unexpected parents, is still shown`() {
    #expect(QueryPlan([]).lines(width: nil).count == 1)
    let strange = QueryPlan([(1, 1, "A"), (2, 9, "B"), (3, 2, "C")])
    #expect(strange.roots.map(\.detail) == ["A", "B"])
    #expect(strange.roots[1].children.map(\.detail) == ["C"])
  }
}
