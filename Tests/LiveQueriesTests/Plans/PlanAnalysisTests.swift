import IncrementalQueries
import SQLiteDatabase
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

@Suite struct PlanAnalysisTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: PlanSchema.sql(collation: "NOCASE", isUnique: false))
    }
  }

  private func plan<Element>(_ select: DecodableSelect<Element, Database>) throws -> LivePlan {
    try database.read { db in try PlanAnalysis.plan(select.parts, query: select.query, db).plan }
  }

  @Test func `a condition on the key alone is a point lookup, with another condition it is not`()
    throws
  {
    #expect(try plan(DecodableSelect(Item.find(1))) == .pointLookup)
    #expect(try plan(DecodableSelect(Item.find(1).where(\.isDone))) == .keyedPatch)
  }

  @Test func `the clauses of a query decide its plan`() throws {
    #expect(try plan(DecodableSelect(Item.where(\.isDone))) == .keyedPatch)
    #expect(try plan(DecodableSelect(Item.order(by: \.title))) == .orderedPatch)
    #expect(try plan(DecodableSelect(Item.order(by: \.title).limit(5))) == .orderedWindow)
    #expect(try plan(DecodableSelect(Item.count())) == .aggregate)
    #expect(try plan(DecodableSelect(Item.group(by: \.list).select { $0.id.max() })) == .groups)
  }

  @Test func `a query that cannot be patched says why`() throws {
    #expect(try plan(DecodableSelect(Item.none)) == .rerun(.noRows))
    #expect(try plan(DecodableSelect(Item.all.distinct())) == .rerun(.distinct))
    #expect(try plan(DecodableSelect(Item.select(\.title).distinct())) == .rerun(.distinct))
    let subquery = Item.where { $0.list.in(ItemList.select(\.id)) }
    let membership = try plan(DecodableSelect(subquery))
    #expect(membership == .keyedPatch)
    let otherwise = Item.where { !$0.list.in(ItemList.select(\.id)) }
    #expect(try plan(DecodableSelect(otherwise)) == .keyedPatch)
    let limited = Item.where { $0.list.in(ItemList.select(\.id).limit(2)) }
    #expect(try plan(DecodableSelect(limited)) == .keyedPatch)
    let joined = Item.leftJoin(ItemList.all) { item, list in
      SQLQueryExpression("lists.id = (SELECT max(id) FROM lists)", as: Bool.self)
    }
    #expect(try plan(DecodableSelect(joined)) == .rerun(.subquery))
    let random = Item.order { _ in SQLQueryExpression("random()", as: Int.self) }
    #expect(try plan(DecodableSelect(random)) == .rerun(.volatile("random")))
    let clock = Item.where { _ in SQLQueryExpression("datetime() > 'a'", as: Bool.self) }
    #expect(try plan(DecodableSelect(clock)) == .rerun(.volatile("the time")))
    let numbered = Item.order { _ in SQLQueryExpression("2", as: Int.self) }
    #expect(try plan(DecodableSelect(numbered)) == .rerun(.unknownOrder))
    #expect(LivePlan.rerun(.distinct).description.hasPrefix("run again: "))
  }

  @Test func `a function that is called by its quoted name may be volatile too`() throws {
    let function = DatabaseFunction("Dice", argumentCount: 0) { _ in 1 }
    try database.write { db in db.add(function: function) }
    let quoted = Item.where { row in
      SQLQueryExpression("\(row.list) = \(quote: "Dice")()", as: Bool.self)
    }
    #expect(try plan(DecodableSelect(quoted)) == .rerun(.volatile("dice")))
  }

  @Test func `the order has the collations that SQLite uses`() throws {
    let select = DecodableSelect(
      Item.order { ($0.title.desc(), $0.weight, $0.title.collate(.binary)) }
    )
    let planned = try database.read { db in
      try PlanAnalysis.plan(select.parts, query: select.query, db)
    }
    #expect(planned.rowOrder.terms.map(\.collation) == [.noCase, .binary, .binary])
    #expect(planned.rowOrder.terms.map(\.isDescending) == [true, false, false])
  }
}
