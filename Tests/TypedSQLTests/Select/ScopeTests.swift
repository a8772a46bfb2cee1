import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct ScopeTests {
  @Table struct Item {
    static let all = Self.where { !$0.isDeleted }
    static let titled = Self.where { $0.title.eq("A") }
    let id: Int
    var title = ""
    var isDeleted = false
  }

  @Table struct Ordered {
    static let all = Self.where { !$0.isDeleted }.order { $0.id.desc() }
    let id: Int
    var isDeleted = false
  }

  @Table struct Child {
    let id: Int
    var itemID: Int
  }

  @Test func `a default scope applies to each query`() {
    assertSQL(Item.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (NOT ("items"."isDeleted"))
      """
    }
    assertSQL(Item.all.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (NOT ("items"."isDeleted"))
      """
    }
    assertSQL(Item.find(1).limit(1).select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (NOT ("items"."isDeleted")) AND (("items"."id") IN ((1)))
      LIMIT 1
      """
    }
    assertSQL(Ordered.where { $0.id > 3 }.order(by: \.isDeleted)) {
      """
      SELECT "ordereds"."id", "ordereds"."isDeleted"
      FROM "ordereds"
      WHERE (NOT ("ordereds"."isDeleted")) AND (("ordereds"."id") > (3))
      ORDER BY "ordereds"."id" DESC, "ordereds"."isDeleted"
      """
    }
    assertSQL(Ordered.all.select(\.id)) {
      """
      SELECT "ordereds"."id"
      FROM "ordereds"
      WHERE (NOT ("ordereds"."isDeleted"))
      ORDER BY "ordereds"."id" DESC
      """
    }
  }

  @Test func `a default scope can be removed and restored`() {
    assertSQL(Item.unscoped.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      """
    }
    assertSQL(Item.unscoped.titled.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (("items"."title") = ('A'))
      """
    }
    assertSQL(Item.unscoped.all.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (NOT ("items"."isDeleted"))
      """
    }
    assertSQL(Ordered.unscoped.all.select(\.id)) {
      """
      SELECT "ordereds"."id"
      FROM "ordereds"
      WHERE (NOT ("ordereds"."isDeleted"))
      ORDER BY "ordereds"."id" DESC
      """
    }
  }

  @Test func `a default scope applies to joined tables, drafts and aliases`() {
    assertSQL(Child.join(Item.all) { $0.itemID.eq($1.id) }.select { $1.title }) {
      """
      SELECT "items"."title"
      FROM "childs"
      JOIN "items" ON ("childs"."itemID") = ("items"."id")
      WHERE (NOT ("items"."isDeleted"))
      """
    }
    assertSQL(Item.join(Child.all) { $0.id.eq($1.itemID) }.select { $1.id }) {
      """
      SELECT "childs"."id"
      FROM "items"
      JOIN "childs" ON ("items"."id") = ("childs"."itemID")
      WHERE (NOT ("items"."isDeleted"))
      """
    }
    assertSQL(Item.Draft.select(\.title)) {
      """
      SELECT "items"."title"
      FROM "items"
      WHERE (NOT ("items"."isDeleted"))
      """
    }
    assertSQL(Item.as(I.self).find(1).select(\.title)) {
      """
      SELECT "is"."title"
      FROM "items" AS "is"
      WHERE (NOT ("is"."isDeleted")) AND (("is"."id") IN ((1)))
      """
    }
    assertSQL(Item.as(I.self).unscoped.titled.select(\.title)) {
      """
      SELECT "is"."title"
      FROM "items" AS "is"
      WHERE (("is"."title") = ('A'))
      """
    }
  }

  @Test func `none renders no SQL`() {
    #expect(Item.none.query.isEmpty)
    #expect(Item.none.where(\.isDeleted).order(by: \.id).query.isEmpty)
    #expect(Item.limit(1).none.query.isEmpty)
    #expect(Child.join(Item.none) { $0.itemID.eq($1.id) }.query.isEmpty)
    #expect(Item.none.and(Where<Item>.titled).query.isEmpty)
    assertSQL(Item.unscoped.none.or(Item.titled).select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (NOT ("items"."isDeleted")) AND (("items"."title") = ('A'))
      """
    }
  }

  enum I: AliasName {}
}
