import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import LiveEngine

/// Typical compound statements, typed and as text: the order of their rows, and the reasons why
/// they cannot be patched.
@Suite(.timeLimit(.hang)) struct CompoundPlanTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, number);
          CREATE TABLE b (id INTEGER PRIMARY KEY, name TEXT, number);
          CREATE TABLE c (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE);
          INSERT INTO a VALUES (1, 'one', 1), (2, 'two', 2), (3, 'three', 3);
          INSERT INTO b VALUES (1, 'two', 2), (2, 'four', 4), (3, 'two', 2);
          INSERT INTO c VALUES (1, 'ONE'), (2, 'two');
          """
      )
    }
  }

  private var steppedRowCount: Int {
    database.liveQueryStatistics.reduce(0) { $0 + $1.steppedRowCount }
  }

  /// Follows a statement through commits.
  ///
  /// - Returns: Its plan at the start.
  private func follow(_ sql: String, _ changes: [String]) async throws -> LivePlan? {
    try await follow(#sql("\(raw: sql)", as: String?.self), changes)
  }

  private func follow<Row: Hashable & Sendable>(
    _ statement: some TypedRowQuery<Row>,
    _ changes: [String]
  ) async throws -> LivePlan? {
    @FetchAll(statement, database: database) var live
    try await $live.load()
    let plan = $live.plan
    for change in changes {
      try await database.write(publishing: .beforeReturning) { db in try db.execute(sql: change) }
      let fresh = try await database.read { try statement.fetchAll($0) }
      #expect(await $live.value { $0 == fresh } == fresh, "after \(change)")
    }
    return plan
  }

  private static let changes = [
    "INSERT INTO a VALUES (4, 'four', 4)", "DELETE FROM b WHERE id = 1",
    "UPDATE b SET name = 'zero' WHERE id = 3", "UPDATE a SET name = name || '!' WHERE id < 3",
    "DELETE FROM a", "INSERT INTO a SELECT id + 10, name, number FROM b",
  ]

  @Test(
    arguments: [
      "SELECT name FROM a UNION SELECT name FROM b ORDER BY name",
      "SELECT name AS n FROM a UNION ALL SELECT name FROM b ORDER BY n DESC",
      "SELECT name FROM a EXCEPT SELECT name FROM b ORDER BY 1",
      "SELECT name FROM a INTERSECT SELECT name FROM b ORDER BY 1 DESC",
      "SELECT name FROM a UNION ALL SELECT name FROM b ORDER BY name COLLATE NOCASE",
      "SELECT name FROM a UNION ALL SELECT name FROM b UNION SELECT 'x' || id FROM a ORDER BY 1",
    ]
  )
  func `rows are in the order of the statement`(sql: String) async throws {
    #expect(try await follow(sql, Self.changes) == .compound)
  }

  @Test(
    arguments: [
      "SELECT name FROM b UNION ALL SELECT name FROM a",
      "SELECT name FROM c UNION ALL SELECT name FROM c WHERE id < 2",
      "SELECT name FROM a WHERE number > 1 UNION ALL SELECT name FROM a UNION ALL SELECT max(name) FROM b",
    ]
  )
  func `without an order, the rows of each statement come in turn`(sql: String)
    async throws
  {
    let ofThird = ["INSERT INTO c VALUES (0, 'three')", "UPDATE c SET name = 'two!' WHERE id = 1"]
    #expect(try await follow(sql, Self.changes + ofThird) == .compound)
  }

  @Test(
    arguments: [
      ("SELECT name FROM ordered", LivePlan.orderedPatch),
      ("SELECT name FROM ordered WHERE id > 1 LIMIT 2", .orderedWindow),
      ("SELECT name FROM (SELECT name, number AS n FROM a ORDER BY n DESC, 1)", .orderedPatch),
    ]
  )
  func `rows of a view are in its order if the statement has no order`(
    sql: String,
    plan: LivePlan
  ) async throws {
    try await database.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE VIEW ordered AS SELECT * FROM a ORDER BY name DESC, id")
    }
    #expect(try await follow(sql, Self.changes) == plan)
  }

  @Test func `a window over a compound keeps some rows in reserve`() async throws {
    let sql = "SELECT name FROM a UNION ALL SELECT name FROM b ORDER BY name LIMIT 2 OFFSET 1"
    #expect(try await follow(sql, Self.changes) == .orderedWindow)
  }

  @Test(
    arguments: [
      ("SELECT name FROM a UNION SELECT name FROM c ORDER BY 1", LivePlan.Reason.unknownOrder),
      ("SELECT name FROM c UNION SELECT name FROM c", .distinct),
      ("SELECT name FROM a UNION SELECT name FROM b LIMIT 2", .unorderedLimit),
      ("SELECT name FROM a UNION ALL SELECT datetime('now')", .text),
      ("SELECT name FROM a UNION ALL SELECT hex(random()) FROM b", .volatile("random")),
    ]
  )
  func `a compound that is not understood runs again`(sql: String, reason: LivePlan.Reason)
    async throws
  {
    @FetchAll(#sql("\(raw: sql)", as: String?.self), database: database) var live
    try await $live.load()
    #expect($live.plan == .rerun(reason))
  }

  @Test func `SQLite chooses which of the equal numbers 1 and 1.0 is shown`() async throws {
    let statement = #sql(
      "SELECT number FROM a UNION SELECT number FROM b ORDER BY 1",
      as: Double?.self
    )
    let changes = [
      "UPDATE b SET number = 1.0 WHERE id = 2", "DELETE FROM b WHERE id = 2",
      "INSERT INTO a VALUES (9, '', 7)",
    ]
    #expect(try await follow(statement, changes) == .compound)
  }

  @Test func `a change of a column outside the result reads nothing`() async throws {
    @FetchAll(
      #sql("SELECT name FROM a UNION SELECT name FROM b", as: String?.self),
      database: database
    )
    var live
    try await $live.load()
    let before = steppedRowCount
    try await database.write(publishing: .beforeReturning) { db in
      try db.execute(sql: "UPDATE a SET number = 9 WHERE id = 1")
    }
    #expect(steppedRowCount == before)
    try await database.write(publishing: .beforeReturning) { db in
      try db.execute(sql: "UPDATE a SET name = 'nine' WHERE id = 1")
    }
    #expect(live.contains("nine") && !live.contains("one"))
    // The row of the table, and the new row of the result; if each patch is verified, everything is
    // also read.
    if !PatchVerification.isOn { #expect(steppedRowCount <= before + 2) }
  }

  @Test func `typed compound statements are patched`() async throws {
    let statement = FirstTable.select(\.name).union(SecondTable.select(\.name))
    @FetchAll(statement, database: database) var live
    try await $live.load()
    #expect($live.plan == .compound)
    try await database.write(publishing: .beforeReturning) { db in
      try db.execute(sql: "INSERT INTO b VALUES (7, 'seven', 7)")
    }
    #expect(live == (try await database.read { try statement.fetchAll($0) }))
    #expect(live.contains("seven"))
  }
}

@Table("a") struct FirstTable: Hashable, Sendable {
  let id: Int
  var name: String?
}

@Table("b") struct SecondTable: Hashable, Sendable {
  let id: Int
  var name: String?
}
