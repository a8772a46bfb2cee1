import Testing
import TypedSQL

@Suite struct ExprTextOperatorTests {
  let r = ExprItem.columns

  @Test func `like, glob and match take literals, variables and columns`() {
    let prefix = "a"
    let substring = "abc".dropLast()
    assertSQL(expression: r.title.like("a%")) { #"("items"."title" LIKE 'a%')"# }
    assertSQL(expression: r.title.like("\(prefix)%")) { #"("items"."title" LIKE 'a%')"# }
    assertSQL(expression: r.title.like(substring)) { #"("items"."title" LIKE 'ab')"# }
    assertSQL(expression: r.notes.like("a%")) { #"("items"."notes" LIKE 'a%')"# }
    assertSQL(expression: r.title.like("5\\%", escape: "\\")) {
      #"("items"."title" LIKE '5\%' ESCAPE '\')"#
    }
    assertSQL(expression: r.title.like(r.notes)) { #"("items"."title" LIKE "items"."notes")"# }
    assertSQL(expression: r.title.glob("a*")) { #"("items"."title" GLOB 'a*')"# }
    assertSQL(expression: r.notes.glob("a*")) { #"("items"."notes" GLOB 'a*')"# }
    assertSQL(expression: r.title.upper().like("A%") && r.isOn) {
      #"((upper("items"."title") LIKE 'A%')) AND ("items"."isOn")"#
    }
    assertSQL(expression: !r.title.like("a%")) { #"NOT (("items"."title" LIKE 'a%'))"# }
  }

  @Test func `hasPrefix, hasSuffix and contains escape the pattern`() {
    assertSQL(expression: r.title.hasPrefix("a")) { #"("items"."title" LIKE 'a%')"# }
    assertSQL(expression: r.title.hasSuffix("a")) { #"("items"."title" LIKE '%a')"# }
    assertSQL(expression: r.title.contains("a")) { #"("items"."title" LIKE '%a%')"# }
    assertSQL(expression: r.notes.contains("a")) { #"("items"."notes" LIKE '%a%')"# }
    assertSQL(expression: r.title.contains("50%")) {
      #"("items"."title" LIKE '%50\%%' ESCAPE '\')"#
    }
    #expect("abc".contains("b") && "abc".hasPrefix("a") && "abc".hasSuffix("c"))
    #expect("abc".count == 3)
  }

  @Test func `a collation applies to an expression and an order`() {
    assertSQL(expression: r.title.collate(.nocase)) { #""items"."title" COLLATE "NOCASE""# }
    assertSQL(expression: r.title.collate(.binary)) { #""items"."title" COLLATE "BINARY""# }
    assertSQL(expression: r.notes.collate(.rtrim)) { #""items"."notes" COLLATE "RTRIM""# }
    assertSQL(expression: r.title.collate(Collation(rawValue: "de"))) {
      #""items"."title" COLLATE "de""#
    }
    assertSQL(expression: r.title.collate(.nocase).eq("a")) {
      #"("items"."title" COLLATE "NOCASE") = ('a')"#
    }
    assertSQL(ExprItem.order { $0.title.collate(.nocase).desc(nulls: .last) }.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      ORDER BY "items"."title" COLLATE "NOCASE" DESC NULLS LAST
      """
    }
  }

  @Test func `an order takes columns, directions and expressions`() {
    assertSQL(ExprItem.order(by: \.title).select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      ORDER BY "items"."title"
      """
    }
    assertSQL(
      ExprItem.order { ($0.a.asc(nulls: .first), $0.c.desc(), $0.title.length(), $0.price + 1) }
        .select(\.id)
    ) {
      """
      SELECT "items"."id"
      FROM "items"
      ORDER BY "items"."a" ASC NULLS FIRST, "items"."c" DESC, length("items"."title"), \
      ("items"."price") + (1.0)
      """
    }
    assertSQL(
      ExprItem.order {
        if true { $0.a.desc() } else { $0.b }
        $0.id
      }
      .select(\.id)
    ) {
      """
      SELECT "items"."id"
      FROM "items"
      ORDER BY "items"."a" DESC, "items"."id"
      """
    }
  }
}
