import LiveSQL
import Testing

/// Tests of query plans, which do not run the statements.
struct ExplainingTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `a plan shows the SQL and warns of slow steps`() throws {
    let plan = try database.read { db in
      try Tag.where { $0.title.like("%a%") }.order { $0.title.length() }.explain(db)
    }
    #expect(
      plan.description == """
        SELECT "tags"."id", "tags"."title"
        FROM "tags"
        WHERE (("tags"."title" LIKE ?))
        ORDER BY length("tags"."title")
        SCAN tags  ← full scan: reads every row of tags
        USE TEMP B-TREE FOR ORDER BY  ← temporary sort for ORDER BY
        """
    )
    #expect(plan.warnings == [.fullScan(table: "tags"), .temporarySort(purpose: "ORDER BY")])
  }

  @Test func `a plan that uses keys has no warnings`() throws {
    try database.read { db throws in
      let plan = try Tag.find(1).explain(db)
      #expect(plan.roots.map(\.detail) == ["SEARCH tags USING INTEGER PRIMARY KEY (rowid=?)"])
      #expect(plan.warnings.isEmpty)
      #expect(try Tag.explain(db).warnings == [.fullScan(table: "tags")])
      #expect(try Tag.none.explain(db).roots.isEmpty)
    }
  }

  @Test func `a statement that writes is explained but not run`() throws {
    try database.read { db throws in
      #expect(try !Tag.delete().explain(db).sql.isEmpty)
      let plan = try Tag.where { $0.title.eq("x") }.update { $0.title = "y" }.explain(db)
      #expect(plan.roots.first?.detail.contains("tags") == true)
      _ = try Tag.insert { Tag(id: 100, title: "x") }.explain(db)
      #expect(try Tag.fetchCount(db) == 4)
    }
  }

  @Test func `SQL text and prepared queries can be explained`() throws {
    let query = PreparedQuery { (key: Parameter<Int>) in Tag.find(key) }
    try database.read { db throws in
      #expect(try query.explain(db).warnings.isEmpty)
      let text = #sql("SELECT id FROM tags WHERE id = \(bind: 1)", as: Int.self)
      #expect(try text.explain(db).sql == "SELECT id FROM tags WHERE id = ?")
      #expect(throws: DatabaseError.self) {
        try #sql("SELECT missing FROM tags", as: Int.self).explain(db)
      }
    }
  }
}
