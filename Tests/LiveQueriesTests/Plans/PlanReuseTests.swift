import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteQueries
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// Statements that only differ in their values, which are analysed once.
@Suite struct PlanReuseTests {
  private static let schema = """
    CREATE TABLE items (
      id INTEGER PRIMARY KEY, title TEXT, list INTEGER, weight REAL,
      isDone BOOLEAN NOT NULL DEFAULT 0
    );
    """

  private func analyzed(_ query: some SelectStatementOf<Item>, _ db: Database) throws
    -> AnalyzedSelect
  {
    let select = DecodableSelect(query)
    return try PlanAnalysis.plan(select.parts, query: select.query, db)
  }

  @Test func `each statement has its own filter, as if it had been analysed alone`() throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: Self.schema) }
    try database.read { db in
      for id in [7, 8, 9] {
        let kept = try analyzed(Item.where { $0.title == "\(id)" }.order(by: \.id), db)
        #expect(db.schemaFacts.count == 1)
        db.forgetSchema()
        #expect(db.schemaFacts.isEmpty)
        let alone = try analyzed(Item.where { $0.title == "\(id)" }.order(by: \.id), db)
        #expect(kept.filters == alone.filters && !kept.filters.isEmpty)
        #expect(kept.plan == alone.plan)
        #expect(kept.parts == alone.parts)
      }
    }
  }

  @Test func `each lookup looks for its own row`() throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: Self.schema) }
    try database.read { db in
      for id in [7, 8, 9] {
        let kept = try analyzed(Item.where { $0.id.eq(id) }, db)
        #expect(kept.plan == .pointLookup)
        guard case .keyed(lookedUp: Int64(id)) = kept.selectPlan else {
          Issue.record("Another row is looked up")
          continue
        }
      }
      #expect(db.schemaFacts.count == 1)
    }
  }

  @Test func `cached analyses are dropped when a function is added`() throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: Self.schema) }
    try database.read { db in
      _ = try analyzed(Item.where { $0.id.eq(7) }, db)
      #expect(!db.schemaFacts.isEmpty)
      db.add(function: DatabaseFunction("twice", argumentCount: 1) { _ in nil })
      #expect(db.schemaFacts.isEmpty)
    }
  }
}
