import Foundation
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// The reasons why statements run again: each names its part, and says what to write instead.
@Suite struct RerunReasonTests {
  /// A statement, the kind of its reason, and texts that the part and the advice contain.
  struct Case: CustomTestStringConvertible, Sendable {
    let sql: String
    let reason: LivePlan.Reason
    let part: String
    let advice: String?
    var testDescription: String { sql }

    init(_ sql: String, _ reason: LivePlan.Reason, _ part: String, instead advice: String?) {
      (self.sql, self.reason, self.part, self.advice) = (sql, reason, part, advice)
    }
  }

  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      db.add(
        collation: DatabaseCollation("backwards") { left, right in
          if left == right { return .orderedSame }
          return left < right ? .orderedDescending : .orderedAscending
        }
      )
      try db.execute(sql: PlanSchema.sql(collation: "NOCASE", isUnique: false))
      try db.execute(
        sql: "CREATE TABLE one (n INTEGER); CREATE VIRTUAL TABLE words USING fts5(body)"
      )
    }
  }

  private func expect(_ example: Case) throws {
    let query = QueryFragment(example.sql)
    let parts = try #require(SelectParts.reading(query))
    let plan = try database.read { db in
      try PlanAnalysis.plan(parts, query: query, readFrom: query, db).plan
    }
    guard case .rerun(let reason) = plan else {
      Issue.record("\(plan)")
      return
    }
    #expect(reason == example.reason)
    #expect(reason.part?.contains(example.part) == true, "\(reason)")
    #expect(reason.description.contains(example.part))
    let own = ["live_key_", "live_order_", "live_table_"]
    #expect(!own.contains { reason.description.contains($0) }, "\(reason)")
    if let advice = example.advice {
      #expect(reason.advice?.contains(advice) == true, "\(reason)")
      #expect(reason.description.contains(advice))
    } else {
      #expect(reason.advice == nil)
    }
  }

  static let tables = [
    Case(
      "SELECT value FROM json_each('[1]')",
      .subquery,
      "json_each",
      instead: "name tables in FROM"
    ),
    Case("SELECT id FROM items NOT INDEXED", .subquery, "NOT INDEXED", instead: "in FROM"),
    Case(
      """
      SELECT l.id FROM lists l
      JOIN items i ON i.id = (SELECT max(id) FROM items j WHERE j.list = l.id)
      """,
      .subquery,
      "SELECT max(id) FROM items j WHERE j.list = l.id",
      instead: "into WHERE"
    ),
    Case("SELECT list FROM counted", .subquery, "“counted”, which has a GROUP BY", instead: "FROM"),
    Case(
      "SELECT a.list FROM (SELECT DISTINCT list FROM items) a",
      .subquery,
      "“a”, which has a DISTINCT",
      instead: "into FROM"
    ),
    Case(
      "WITH x AS (SELECT id FROM items UNION SELECT id FROM lists) SELECT id FROM x",
      .subquery,
      "“x”, which has a UNION",
      instead: "into FROM"
    ),
    Case(
      "SELECT a.id FROM (SELECT id FROM items ORDER BY id LIMIT 2) a",
      .subquery,
      "a LIMIT",
      instead: "into FROM"
    ),
    Case(
      "SELECT a.n FROM (SELECT count(*) AS n FROM items) a",
      .subquery,
      "“a”, which has an aggregate",
      instead: "into FROM"
    ),
    Case(
      "SELECT listed.number FROM main.listed",
      .subquery,
      "“listed” with its schema",
      instead: "AS"
    ),
    Case(
      "SELECT l.id FROM lists l NATURAL JOIN openItems",
      .subquery,
      "“openItems” in a NATURAL JOIN",
      instead: "JOIN … ON"
    ),
    Case(
      "SELECT * FROM lists JOIN (SELECT id, title FROM items) a USING (id)",
      .subquery,
      "* beside USING",
      instead: "name the columns"
    ),
    Case(
      "SELECT a.live_x FROM (SELECT id AS live_x FROM items) a",
      .subquery,
      "“live_x” of “a”",
      instead: "live_"
    ),
    // To subtract one from the least integer would trap.
    Case(
      "SELECT * FROM (SELECT id FROM items ORDER BY -9223372036854775808) a",
      .subquery,
      "ORDER BY -9223372036854775808",
      instead: "order by the column itself"
    ),
    Case(
      "SELECT * FROM (SELECT id FROM items LIMIT 3)",
      .subquery,
      "“SELECT id FROM items LIMIT 3”, which has a LIMIT",
      instead: "into FROM"
    ),
    Case(
      "SELECT * FROM (SELECT id AS live_x FROM items)",
      .subquery,
      "“live_x” of “SELECT id AS live_x FROM items”",
      instead: "live_"
    ),
    Case(
      "SELECT lists.id FROM lists NATURAL JOIN (SELECT id FROM items)",
      .subquery,
      "“SELECT id FROM items” in a NATURAL JOIN",
      instead: "JOIN … ON"
    ),
    Case(
      "WITH x AS (SELECT 1 FROM items NATURAL LEFT JOIN lists) SELECT count(*) FROM x",
      .subquery,
      "“count(*)”, an aggregate of several tables",
      instead: "into FROM"
    ),
    Case("SELECT id FROM items WHERE list IN one", .subquery, "behind IN", instead: "IN (SELECT"),
    Case(
      "SELECT id FROM items WHERE list IN (VALUES (1), (2))",
      .subquery,
      "VALUES",
      instead: "list"
    ),
  ]

  static let subqueries = [
    Case(
      """
      SELECT l.id, (
        SELECT count(*) FROM items i WHERE i.list = l.id AND i.id IN (SELECT number FROM pairs)
      ) FROM lists l
      """,
      .subquery,
      "SELECT count(*) FROM items i",
      instead: "one SELECT"
    ),
    Case(
      "SELECT l.id, (SELECT i.id FROM items i WHERE i.list = l.id UNION SELECT 1) FROM lists l",
      .subquery,
      "UNION SELECT 1",
      instead: "one SELECT"
    ),
    Case(
      """
      SELECT l.id, (
        SELECT count(*) FROM items i LEFT JOIN pairs p ON p.number = i.id WHERE i.list = l.id
      ) FROM lists l
      """,
      .subquery,
      "LEFT JOIN pairs p ON p.number = i.id WHERE i.list = l.id”, which has an outer join",
      instead: "inner join"
    ),
    Case(
      "SELECT l.id, (SELECT count(*) FROM openItems o WHERE o.list = l.id) FROM lists l",
      .subquery,
      "which reads the view “openItems”",
      instead: "the view's tables"
    ),
    Case(
      """
      SELECT l.id, (SELECT count(*) FROM lists k JOIN pairs p USING (name) WHERE k.owner = l.id)
      FROM lists l
      """,
      .subquery,
      "which joins by USING",
      instead: "JOIN … ON"
    ),
    Case(
      """
      SELECT i.id, (SELECT count(*) FROM pairs i WHERE i.number = l.id)
      FROM items i JOIN lists l ON l.id = i.list
      """,
      .subquery,
      "“i” is also the name of an outer table",
      instead: "AS"
    ),
    Case(
      "SELECT id FROM lists WHERE id > (SELECT max(\"id\") FROM items)",
      .subquery,
      "quoted names without a table",
      instead: "names of tables"
    ),
    Case(
      "SELECT id FROM lists WHERE EXISTS (SELECT 1 FROM items WHERE list = owner)",
      .subquery,
      "SELECT 1 FROM items WHERE list = owner",
      instead: "names of tables"
    ),
    Case(
      """
      WITH x AS (SELECT id FROM lists)
      SELECT id, (SELECT count(*) FROM items i WHERE i.list = x.id) FROM x
      """,
      .subquery,
      "beside a WITH",
      instead: "into FROM"
    ),
    Case(
      "SELECT l.id, (SELECT count(*) FROM items WHERE list = l.id AND id > 1) FROM lists l",
      .unknownText,
      "SELECT count(*) FROM items",
      instead: "names of tables"
    ),
  ]

  static let clauses = [
    Case("SELECT [id] FROM items", .unknownText, "[id]", instead: nil),
    Case(
      "SELECT l.id FROM lists l JOIN items i ON i.list = l.id LIMIT 3",
      .unorderedLimit,
      "LIMIT 3",
      instead: "ORDER BY"
    ),
    Case(
      "SELECT count(*) FROM items LIMIT 1",
      .unknownLimit,
      "of an aggregate",
      instead: "leave it out"
    ),
    Case(
      "SELECT id FROM items ORDER BY id LIMIT 1 + 1",
      .unknownLimit,
      "1 + 1",
      instead: "an integer"
    ),
    Case(
      "SELECT id, row_number() OVER (ORDER BY id) FROM items",
      .window,
      "row_number()",
      instead: "PARTITION BY"
    ),
    Case(
      "SELECT l.id, count(*) OVER (PARTITION BY l.id) FROM lists l JOIN items i ON i.list = l.id",
      .window,
      "on a join",
      instead: "on one table"
    ),
    Case(
      "SELECT id FROM items ORDER BY row_number() OVER (PARTITION BY list ORDER BY id)",
      .window,
      "which has a window function",
      instead: "in Swift"
    ),
    Case(
      "SELECT DISTINCT title FROM items ORDER BY weight",
      .distinct,
      "“weight”, in ORDER BY",
      instead: "select it"
    ),
    Case(
      "SELECT DISTINCT list, abs(weight) AS a FROM items ORDER BY 2 DESC",
      .unknownOrder,
      "“abs(weight)”, whose number is in ORDER BY",
      instead: "column itself"
    ),
    Case("SELECT DISTINCT * FROM lists ORDER BY 1", .unknownOrder, "“1”", instead: "column itself"),
    Case("SELECT DISTINCT title FROM items", .distinct, "“title”", instead: "COLLATE BINARY"),
    Case("SELECT id, title FROM items ORDER BY 2", .unknownOrder, "“2”", instead: "column itself"),
    Case(
      "SELECT title, count(*) FROM items GROUP BY title COLLATE backwards",
      .groupCollation("backwards"),
      "title COLLATE backwards",
      instead: "BINARY"
    ),
    Case(
      "SELECT id FROM items UNION ALL SELECT id FROM lists LIMIT 3",
      .unorderedLimit,
      "LIMIT 3",
      instead: "ORDER BY"
    ),
    Case(
      "SELECT title FROM items UNION SELECT name FROM lists",
      .distinct,
      "title",
      instead: "COLLATE BINARY"
    ),
    Case(
      "SELECT title FROM items UNION SELECT note FROM pairs",
      .unknownOrder,
      "different collations",
      instead: "the same COLLATE"
    ),
  ]

  @Test(arguments: tables + subqueries + clauses)
  func `a reason names its part, and what to write instead`(example: Case) throws {
    try expect(example)
  }

  @Test(.requiresSQLite(3, 39))
  func `a FULL JOIN that cannot be patched is named`() throws {
    let join = "FROM lists l FULL JOIN items i ON i.list = l.id"
    try expect(
      Case(
        "SELECT l.id \(join) JOIN pairs p ON p.number = i.id",
        .outerJoin,
        "of “i”",
        instead: "UNION ALL"
      )
    )
    try expect(
      Case(
        "SELECT l.id, count(*) \(join) GROUP BY l.id",
        .outerJoin,
        "groups",
        instead: "UNION ALL"
      )
    )
  }

  @Test func `the reason names a function that changes by itself, and a table without a key`()
    throws
  {
    let reasons = try ["SELECT id, random() FROM items", "SELECT body FROM words"].map { sql in
      let query = QueryFragment(sql)
      let parts = try #require(SelectParts.reading(query))
      let plan = try database.read { db in
        try PlanAnalysis.plan(parts, query: query, readFrom: query, db).plan
      }
      return plan.description
    }
    #expect(
      reasons == [
        "run again: random changes without a write; bind a value from Swift",
        "run again: the rows of words have no key that identifies them",
      ]
    )
  }

  @Test func `a long part is shortened, and has no values`() {
    let values = (Int64(1)...100).map { number -> QueryFragment in "\(QueryBinding.int(number))" }
    let shown = ("a IN (" + values.joined(separator: ",\n  ") + ")").shown
    #expect(shown.hasPrefix("“a IN (?, ?, ?") && shown.hasSuffix("…”"))
    #expect(shown.count == 162)
  }
}
