import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// Windows over the first rows of a long table, with changes to the rows in reserve.
@Suite(.mayBlock) struct WindowPlanTests {
  private static let schema = """
    CREATE TABLE items (
      id INTEGER PRIMARY KEY, title TEXT, list INTEGER, weight REAL,
      isDone BOOLEAN NOT NULL DEFAULT 0
    );
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    INSERT INTO items (id, weight) SELECT i * 10, i * 10 FROM n;
    """

  /// Returns a window of three rows with sixteen more in reserve.
  private func window() throws -> WatchedPlan {
    try WatchedPlan(
      Self.schema,
      [PlanJudge("first", DecodableSelect(Item.order(by: \.id).limit(3)))]
    )
  }

  @Test func `a reserve is refilled only when it is used up`() throws {
    var window = try window()
    for id in 1...90 { try window.run("DELETE FROM items WHERE id = \(id * 10)") }
    // When one row more than the reserve is deleted, the first rows are read again; this happens
    // five times.
    #expect(window.patchCount == 90 - 5)
  }

  @Test func `all rows can be deleted and others inserted`() throws {
    var window = try window()
    for id in 1...100 { try window.run("DELETE FROM items WHERE id = \(id * 10)") }
    for id in [7, 3, 5, 1] { try window.run("INSERT INTO items (id) VALUES (\(id))") }
  }

  @Test func `the last row in reserve stays there when it changes`() throws {
    var window = try window()
    for id in 1...16 { try window.run("DELETE FROM items WHERE id = \(id * 10)") }
    let before = window.patchCount
    // By now, it is also the last row of the window.
    try window.run("UPDATE items SET title = 'last' WHERE id = 190")
    #expect(window.patchCount == before + 1)
  }

  @Test func `a row right after the reserve does not belong to it`() throws {
    var window = try window()
    try window.run("INSERT INTO items (id) VALUES (191)")
    try window.run("DELETE FROM items WHERE id = 190")
    for id in 1...18 { try window.run("DELETE FROM items WHERE id = \(id * 10)") }
  }

  @Test func `very many new first rows push out the others`() throws {
    var window = try window()
    for id in 0..<60 { try window.run("INSERT INTO items (id) VALUES (\(-id))") }
    // In the places of the rows that were pushed out.
    for id in stride(from: 5, to: 200, by: 10) {
      try window.run("INSERT INTO items (id) VALUES (\(id))")
    }
    for id in 0..<60 { try window.run("DELETE FROM items WHERE id = \(-id)") }
    for id in 1...30 { try window.run("DELETE FROM items WHERE id = \(id * 5)") }
  }

  private static var windows: [any JudgedResult] {
    [
      PlanJudge("by weight", DecodableSelect(Item.order(by: \.weight).limit(3))),
      PlanJudge("last", DecodableSelect(Item.order { $0.weight.desc() }.limit(20))),
      PlanJudge("far", DecodableSelect(Item.order(by: \.weight).limit(2, offset: 30))),
      PlanJudge("done", DecodableSelect(Item.where(\.isDone).order(by: \.weight).limit(5))),
      PlanJudge("lists", DecodableSelect(Item.order { ($0.list, $0.id.desc()) }.limit(4))),
      PlanJudge("rest", DecodableSelect(Item.order(by: \.weight).offset(30))),
    ]
  }

  /// Rows are deleted within the window more often than by chance, and many are inserted at once.
  @Test(arguments: PropertySeeds.of(2))
  func `windows over a long table follow all insertions and deletions`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var window = try WatchedPlan(Self.schema, Self.windows)
    for _ in 0..<250 {
      let end = random.pick(["", "DESC"])
      let place = "(SELECT id FROM items ORDER BY weight \(end), id LIMIT 1 OFFSET \(offset()))"
      func offset() -> Int { random.pick([0, 0, 1, 3, 15, 18, 19, 20, 30, 45, 48, 49, 70]) }
      func weight() -> Int { Int.random(in: -20...1020, using: &random) }
      let sql = random.pick([
        "DELETE FROM items WHERE id = \(place)", "DELETE FROM items WHERE id = \(place)",
        "UPDATE items SET weight = \(weight()) WHERE id = \(place)",
        "UPDATE items SET isDone = NOT isDone, list = \(weight() / 200) WHERE id = \(place)",
        "UPDATE items SET title = coalesce(title, '') || 'x' WHERE id = \(place)",
        "INSERT INTO items (weight, isDone) SELECT weight, 1 FROM items WHERE id = \(place)",
        "INSERT INTO items (weight) VALUES (\(weight())), (\(weight())), (\(weight()))",
      ])
      try window.run(sql, "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    }
  }
}
