import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Table("items", schema: "main") private struct MainItem {
  let id: Int
  var title = ""
}

@Table("items", schema: "other") private struct OtherItem {
  let id: Int
  var title = ""
}

/// Tables in SQLite's main schema, which PostgreSQL does not have.
@Suite struct SchemaNameTests {
  private func sql(_ query: some Statement) -> String { query.query.render(for: .postgres).sql }

  /// The items of the main schema that also are in the other one.
  private var shared: Where<MainItem> {
    MainItem.where { item in OtherItem.where { $0.id.eq(item.id) }.exists() }
  }

  @Test func `the main schema is left out`() {
    #expect(sql(MainItem.select(\.id)) == #"SELECT "items"."id" FROM "items""#)
    #expect(
      sql(OtherItem.select(\.id)) == #"SELECT "other"."items"."id" FROM "other"."items""#
    )
  }

  @Test func `a table of the same name in a subquery does not hide it`() {
    let text = sql(shared.select(\.title))
    #expect(text.hasPrefix(#"SELECT "main.items"."title" FROM "items" AS "main.items" WHERE "#))
    #expect(text.contains(#"FROM "other"."items" WHERE"#))
    #expect(text.contains(#"("other"."items"."id") = ("main.items"."id")"#))
  }

  @Test func `a table of the same name can be joined`() {
    let text = sql(OtherItem.join(MainItem.all) { $0.id.eq($1.id) }.select { ($0.id, $1.title) })
    #expect(
      text.hasPrefix(#"SELECT "other"."items"."id", "main.items"."title" FROM "other"."items" "#)
    )
    #expect(text.contains(#"JOIN "items" AS "main.items" ON "#))
  }

  @Test func `a table that is written keeps its name`() {
    let update = sql(shared.update { $0.title = "x" }.returning { $0.title + "?" })
    #expect(update.hasPrefix(#"UPDATE "items" SET "title" = "#))
    #expect(update.contains(#"FROM "other"."items" AS "other.items" WHERE"#))
    #expect(update.contains(#"("other.items"."id") = ("items"."id")"#))
    #expect(!update.contains("main"))
    let deletion = sql(shared.delete())
    #expect(deletion.hasPrefix(#"DELETE FROM "items" WHERE "#))
    #expect(deletion.contains(#"("other.items"."id") = ("items"."id")"#))
  }
}
