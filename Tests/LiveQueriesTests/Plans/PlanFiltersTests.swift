import DatabaseTypes
import IncrementalQueries
import SQLQueries
import SQLiteDatabase
import SQLiteQueries
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

@Suite struct PlanFiltersTests {
  private func database(collation: String = "BINARY", encoding: String = "UTF-8") throws
    -> DatabaseQueue
  {
    let database = try DatabaseQueue()
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA encoding = '\(encoding)'")
      try db.execute(sql: PlanSchema.sql(collation: collation, isUnique: false))
    }
    return database
  }

  private func filters<Element>(
    _ select: DecodableSelect<Element, Database>,
    _ database: DatabaseQueue? = nil
  )
    throws -> [String: String]
  {
    let filters = try (database ?? self.database()).read { db in
      try PlanAnalysis.plan(select.parts, query: select.query, db).filters
    }
    return Dictionary(
      uniqueKeysWithValues: filters.map { ($0.key.name, $0.value.debugDescription) }
    )
  }

  private func filter(
    _ select: some SelectStatementOf<Item>,
    _ database: DatabaseQueue? = nil
  )
    throws -> String?
  { try filters(DecodableSelect(select), database)["items"] }

  private func column<Value>(_ sql: String, as type: Value.Type = Value.self)
    -> SQLQueryExpression<Value>
  { SQLQueryExpression(QueryFragment(sql), as: type) }

  @Test func `comparisons of a column with a value become filters`() throws {
    #expect(try filter(Item.find(7)) == "id IN (7)")
    #expect(try filter(Item.find([7, 9])) == "id IN (7, 9)")
    #expect(try filter(Item.where { $0.list.eq(2) }) == "list IN (2)")
    #expect(try filter(Item.where { $0.list == 2 }) == "list IN (2)")
    #expect(try filter(Item.where { $0.list.is(2) }) == "list IN (2)")
    #expect(try filter(Item.where { $0.list.in([1, 2, nil]) }) == "list IN (1, 2)")
    #expect(try filter(Item.where { $0.weight < 2 }) == "weight < 2.0")
    #expect(
      try filter(Item.where { $0.weight >= 2 && $0.weight <= 3 }) == "weight >= 2.0 AND <= 3.0"
    )
    #expect(try filter(Item.where { $0.id.between(1, and: 5) }) == "id >= 1 AND <= 5")
    #expect(try filter(Item.where { (1..<5).contains($0.id) }) == "id >= 1 AND < 5")
    #expect(try filter(Item.where { $0.isDone.is(true) }) == "isDone IN (1)")
  }

  @Test func `NULL and truth values become filters`() throws {
    #expect(try filter(Item.where { $0.list.is(nil) }) == "list IN (NULL)")
    #expect(try filter(Item.where { $0.list != nil }) == "list IS NOT NULL")
    #expect(try filter(Item.where { $0.list.eq(Int?.none) }) == "list IN ()")
    #expect(try filter(Item.where { $0.weight > Double?.none }) == "weight IN ()")
    #expect(try filter(Item.where(\.isDone)) == "isDone IS TRUE")
    #expect(try filter(Item.where { !$0.isDone }) == "isDone IS FALSE")
  }

  @Test func `all conditions become filters in every plan`() throws {
    let done = Item.where(\.isDone).where { $0.list.eq(2) && $0.id > 3 }
    let wanted = "isDone IS TRUE, list IN (2), id > 3"
    #expect(try filter(done) == wanted)
    #expect(try filter(done.order(by: \.title)) == wanted)
    #expect(try filter(done.order(by: \.title).limit(3)) == wanted)
    #expect(try filters(DecodableSelect(done.count())) == ["items": wanted])
    let groups = done.group(by: \.list).having { $0.id.count() > 1 }.select { $0.id.max() }
    #expect(try filters(DecodableSelect(groups)) == ["items": wanted])
    #expect(try filters(DecodableSelect(Pair.where { $0.number > 2 })) == ["pairs": "number > 2"])
  }

  @Test func `a condition that does not compare with a value is left out`() throws {
    #expect(try filter(Item.all) == nil)
    #expect(try filter(Item.where { $0.list.neq(2) || $0.isDone }) == nil)
    #expect(try filter(Item.where { $0.list.isNot(2) }) == nil)
    #expect(try filter(Item.where { $0.list.notIn([2]) }) == nil)
    #expect(try filter(Item.where { $0.list.eq($0.id) }) == nil)
    #expect(try filter(Item.where { ($0.list ?? 0) < 3 }) == nil)
    #expect(try filter(Item.where { !($0.list == 2) }) == nil)
    #expect(try filter(Item.where { $0.title.collate(.nocase).eq("a") }) == nil)
    #expect(try filter(Item.where { $0.list.in(ItemList.select(\.id)) }) == nil)
    #expect(try filter(Item.where { ($0.list + 1).eq(2) && $0.id > 1 }) == "id > 1")
  }

  @Test func `names in filters follow the rules of SQL`() throws {
    #expect(
      try filter(Item.where { _ in column(#""ITEMS"."List""#, as: Int.self).eq(2) })
        == "list IN (2)"
    )
    #expect(try filter(Item.where { _ in column(#""items"."rowid""#, as: Int.self).eq(2) }) == nil)
    #expect(
      try filter(Item.where { _ in column(#""items"."doubled""#, as: Int.self).eq(2) }) == nil
    )
    #expect(try filter(Item.where { _ in column(#""list""#, as: Int.self).eq(2) }) == nil)
  }

  @Test func `comparisons with a conversion by SQLite are left out`() throws {
    #expect(try filter(Item.where { _ in Item.mixed.eq(1) }) == "mixed IN (1)")
    #expect(
      try filter(Item.where { _ in column(#""items"."mixed""#, as: String.self).eq("1") })
        == "mixed IN ('1')"
    )
    #expect(
      try filter(Item.where { _ in column(#""items"."list""#, as: String.self).eq("1") }) == nil
    )
    #expect(try filter(Item.where { _ in column(#""items"."title""#, as: Int.self).eq(1) }) == nil)
    #expect(
      try filter(Item.where { _ in column(#""items"."weight""#, as: Int.self).eq(1) })
        == "weight IN (1)"
    )
    let great = Item.where { _ in
      column(#""items"."weight""#, as: Int.self).eq(9_007_199_254_740_993)
    }
    #expect(try filter(great) == nil)
  }

  @Test func `text comparisons become filters only if they compare bytes`() throws {
    let (same, greater) = (Item.where { $0.title.eq("a") }, Item.where { $0.title > "a" })
    #expect(try filter(same) == "title IN ('a')")
    #expect(try filter(greater) == "title > 'a'")
    let noCase = try database(collation: "NOCASE")
    #expect(try filter(same, noCase) == nil)
    #expect(try filter(greater, noCase) == nil)
    #expect(try filter(Item.where { $0.title == nil }, noCase) == "title IN (NULL)")
    let utf16 = try database(encoding: "UTF-16le")
    #expect(try filter(same, utf16) == "title IN ('a')")
    #expect(try filter(greater, utf16) == nil)
  }

  @Test func `a condition with unbalanced text leaves out all filters`() throws {
    for text in ["1) OR (1", "1 -- ", "/* */ 1", "?1 = 1"] {
      #expect(ConditionTree(QueryFragment(text)) == nil)
      let select = Item.where { $0.list.eq(2) && column(text, as: Bool.self) }
      let tree = ConditionTree(select._parts.conditions[0])
      #expect(tree?.columnConditions ?? [] == [])
    }
    let open = Item.where { $0.list.eq(2) }.where { _ in column("1) OR (1", as: Bool.self) }
    #expect(try filter(open) == nil)
    let quoted = Item.where { $0.list.eq(2) && column("')' <> '--'", as: Bool.self) }
    #expect(try filter(quoted) == "list IN (2)")
  }

  @Test func `joined tables have filters, unless rows without a partner count`() throws {
    let joined = Item.join(ItemList.all) { $0.list.eq($1.id) }
      .where { item, list in item.id > 3 && list.name.eq("a") }
    #expect(
      try filters(DecodableSelect(joined)) == ["items": "id > 3", "lists": "name IN ('a')"]
    )
    let kept = ItemList.leftJoin(Item.all) { $0.id.is($1.list) }.where { list, _ in list.id > 3 }
    #expect(try filters(DecodableSelect(kept.select { list, _ in list.id })).isEmpty)
    let twice = Item.join(Item.as(Other.self).all) { $0.list.eq($1.id) }.where { $0.id > $1.id }
      .where { item, _ in item.id > 3 }
    #expect(try filters(DecodableSelect(twice.select { item, _ in item.id })).isEmpty)
  }
}

private enum Other: AliasName {}
