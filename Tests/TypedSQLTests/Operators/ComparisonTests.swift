import Foundation
import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct ExprComparisonTests {
  let r = ExprItem.columns

  @Test func `eq and neq compare optional and non-optional columns in all pairs`() {
    assertSQL(expression: r.c.eq(r.c)) { #"("items"."c") = ("items"."c")"# }
    assertSQL(expression: r.c.eq(r.a)) { #"("items"."c") = ("items"."a")"# }
    assertSQL(expression: r.a.eq(r.c)) { #"("items"."a") = ("items"."c")"# }
    assertSQL(expression: r.a.eq(r.b)) { #"("items"."a") = ("items"."b")"# }
    assertSQL(expression: r.c.neq(r.c)) { #"("items"."c") <> ("items"."c")"# }
    assertSQL(expression: r.c.neq(r.a)) { #"("items"."c") <> ("items"."a")"# }
    assertSQL(expression: r.a.neq(r.c)) { #"("items"."a") <> ("items"."c")"# }
    assertSQL(expression: r.a.neq(r.b)) { #"("items"."a") <> ("items"."b")"# }
  }

  @Test func `eq and neq take values and typed nil`() {
    assertSQL(expression: r.c.eq(1)) { #"("items"."c") = (1)"# }
    assertSQL(expression: r.a.eq(1)) { #"("items"."a") = (1)"# }
    assertSQL(expression: r.c.eq(nil as Int?)) { #"("items"."c") = (NULL)"# }
    assertSQL(expression: r.a.eq(nil as Int?)) { #"("items"."a") = (NULL)"# }
    assertSQL(expression: r.a.eq(Int?.none)) { #"("items"."a") = (NULL)"# }
    assertSQL(expression: r.a.neq(nil as Int?)) { #"("items"."a") <> (NULL)"# }
    assertSQL(expression: r.title.eq("x")) { #"("items"."title") = ('x')"# }
    assertSQL(expression: r.title.neq("it's")) { #"("items"."title") <> ('it''s')"# }
    assertSQL(expression: r.isOn.eq(true)) { #"("items"."isOn") = (1)"# }
    assertSQL(expression: r.isKnown.eq(false)) { #"("items"."isKnown") = (0)"# }
    assertSQL(expression: r.price.eq(1.5)) { #"("items"."price") = (1.5)"# }
    assertSQL(expression: r.price.eq(1)) { #"("items"."price") = (1.0)"# }
  }

  @Test func `is and isNot compare with NULL as a value`() {
    assertSQL(expression: r.a.is(r.b)) { #"("items"."a") IS ("items"."b")"# }
    assertSQL(expression: r.c.is(r.a)) { #"("items"."c") IS ("items"."a")"# }
    assertSQL(expression: r.a.is(1)) { #"("items"."a") IS (1)"# }
    assertSQL(expression: r.a.is(nil)) { #"("items"."a") IS (NULL)"# }
    assertSQL(expression: r.a.isNot(r.c)) { #"("items"."a") IS NOT ("items"."c")"# }
    assertSQL(expression: r.a.isNot(1)) { #"("items"."a") IS NOT (1)"# }
    assertSQL(expression: r.a.isNot(nil)) { #"("items"."a") IS NOT (NULL)"# }
    assertSQL(expression: r.due.is(nil)) { #"("items"."due") IS (NULL)"# }
    assertSQL(expression: r.unixDue.isNot(nil)) { #"("items"."unixDue") IS NOT (NULL)"# }
    assertSQL(expression: r.mood.is(nil)) { #"("items"."mood") IS (NULL)"# }
    let nothing: Int? = nil
    assertSQL(expression: r.a.is(nothing)) { #"("items"."a") IS (NULL)"# }
  }

  @Test func `enums are compared by case and by variable`() {
    let level = ExprLevel.high
    let mood: ExprMood? = nil
    assertSQL(expression: r.level.eq(ExprLevel.high)) { #"("items"."level") = (3)"# }
    assertSQL(expression: r.level.eq(.high)) { #"("items"."level") = (3)"# }
    assertSQL(expression: r.level.eq(level)) { #"("items"."level") = (3)"# }
    assertSQL(expression: r.level.gte(.medium)) { #"("items"."level") >= (2)"# }
    assertSQL(expression: r.mood.eq(ExprMood.good)) { #"("items"."mood") = ('good')"# }
    assertSQL(expression: r.mood.eq(.good)) { #"("items"."mood") = ('good')"# }
    assertSQL(expression: r.mood.is(mood)) { #"("items"."mood") IS (NULL)"# }
    assertSQL(expression: r.level == .low) { #"("items"."level") = (1)"# }
    assertSQL(expression: r.level != level) { #"("items"."level") <> (3)"# }
    assertSQL(expression: r.level < .high) { #"("items"."level") < (3)"# }
    assertSQL(expression: r.mood == .bad) { #"("items"."mood") IS ('bad')"# }
    assertSQL(expression: r.mood != mood) { #"("items"."mood") IS NOT (NULL)"# }
  }

  @Test func `== becomes IS where a side may be NULL`() {
    let none: Int? = nil
    assertSQL(expression: r.c == 1) { #"("items"."c") = (1)"# }
    assertSQL(expression: r.c != 1) { #"("items"."c") <> (1)"# }
    assertSQL(expression: r.c == r.c) { #"("items"."c") = ("items"."c")"# }
    assertSQL(expression: r.a == 1) { #"("items"."a") IS (1)"# }
    assertSQL(expression: r.a != r.c) { #"("items"."a") IS NOT ("items"."c")"# }
    assertSQL(expression: r.c == r.a) { #"("items"."c") IS ("items"."a")"# }
    assertSQL(expression: r.a == none) { #"("items"."a") IS (NULL)"# }
    assertSQL(expression: r.a == nil) { #"("items"."a") IS (NULL)"# }
    assertSQL(expression: r.a != nil) { #"("items"."a") IS NOT (NULL)"# }
    assertSQL(expression: r.isOn == true) { #"("items"."isOn") = (1)"# }
    assertSQL(expression: r.isKnown == false) { #"("items"."isKnown") IS (0)"# }
    assertSQL(expression: "x" == r.title) { #"('x') = ("items"."title")"# }
    assertSQL(expression: r.notes == "x") { #"("items"."notes") IS ('x')"# }
    assertSQL(expression: r.c.is(r.c) == true) { #"(("items"."c") IS ("items"."c")) = (1)"# }
  }

  @Test func `columns are ordered by operators and by methods`() {
    assertSQL(expression: r.c < r.a) { #"("items"."c") < ("items"."a")"# }
    assertSQL(expression: r.a > r.c) { #"("items"."a") > ("items"."c")"# }
    assertSQL(expression: r.a <= r.b) { #"("items"."a") <= ("items"."b")"# }
    assertSQL(expression: r.c >= r.c) { #"("items"."c") >= ("items"."c")"# }
    assertSQL(expression: r.c.lt(r.a)) { #"("items"."c") < ("items"."a")"# }
    assertSQL(expression: r.a.gt(r.c)) { #"("items"."a") > ("items"."c")"# }
    assertSQL(expression: r.a.lte(r.b)) { #"("items"."a") <= ("items"."b")"# }
    assertSQL(expression: r.c.gte(r.c)) { #"("items"."c") >= ("items"."c")"# }
    assertSQL(expression: r.isOn < r.isOn) { #"("items"."isOn") < ("items"."isOn")"# }
    assertSQL(expression: r.title > "m") { #"("items"."title") > ('m')"# }
    assertSQL(expression: 3 < r.c) { #"(3) < ("items"."c")"# }
    assertSQL(expression: r.weight > 2) { #"("items"."weight") > (2.0)"# }
    assertSQL(expression: r.c + 1 > r.c * 2) {
      #"(("items"."c") + (1)) > (("items"."c") * (2))"#
    }
  }

  @Test func `dates and UUIDs are bound in the column's representation`() {
    assertSQL(expression: r.date.eq(exprDate)) {
      #"("items"."date") = ('2001-09-09 01:46:40.000')"#
    }
    assertSQL(expression: r.date < exprDate) {
      #"("items"."date") < ('2001-09-09 01:46:40.000')"#
    }
    assertSQL(expression: r.due > exprDate) {
      #"("items"."due") > ('2001-09-09 01:46:40.000')"#
    }
    assertSQL(expression: r.date < r.due) { #"("items"."date") < ("items"."due")"# }
    assertSQL(expression: r.date < #bind(exprDate)) {
      #"("items"."date") < ('2001-09-09 01:46:40.000')"#
    }
    assertSQL(expression: r.unix.lt(#bind(exprDate))) { #"("items"."unix") < (1000000000)"# }
    assertSQL(expression: r.unix > #bind(exprDate)) { #"("items"."unix") > (1000000000)"# }
    assertSQL(expression: r.unix == exprDate) { #"("items"."unix") = (1000000000)"# }
    assertSQL(expression: r.unixDue < exprDate) { #"("items"."unixDue") < (1000000000)"# }
    assertSQL(expression: r.unix.eq(Date.UnixTimeRepresentation(queryOutput: exprDate))) {
      #"("items"."unix") = (1000000000)"#
    }
    assertSQL(expression: r.uuid.eq(exprUUID)) {
      #"("items"."uuid") = ('deadbeef-0000-0000-0000-000000000001')"#
    }
    assertSQL(expression: r.uuid == exprUUID) {
      #"("items"."uuid") = ('deadbeef-0000-0000-0000-000000000001')"#
    }
  }

  @Test func `SQL text beside a column takes its type`() {
    assertSQL(expression: r.c.eq(#sql("1 + 1"))) { #"("items"."c") = (1 + 1)"# }
    assertSQL(expression: r.date < #sql("date('now')")) { #"("items"."date") < (date('now'))"# }
    assertSQL(expression: r.c.eq(#sql("\(bind: 3)", as: Int.self))) { #"("items"."c") = (3)"# }
    assertSQL(expression: r.c.is(SQLQueryExpression("2"))) { #"("items"."c") IS (2)"# }
    assertSQL(expression: r.c.eq(SQLQueryExpression("2", as: Int.self))) {
      #"("items"."c") = (2)"#
    }
  }

  @Test func `a column can be compared with a subquery`() {
    assertSQL(expression: r.c.eq(ExprItem.select { $0.c.max() ?? 0 })) {
      """
      ("items"."c") = ((
        SELECT coalesce(max("items"."c"), 0)
        FROM "items"
      ))
      """
    }
    assertSQL(expression: r.c > ExprItem.count()) {
      """
      ("items"."c") > ((
        SELECT count(*)
        FROM "items"
      ))
      """
    }
  }

  @Test func `whole rows can be compared`() {
    let tag = Tag.columns
    assertSQL(expression: tag.eq(Tag(id: 1, title: "car"))) {
      #"("tags"."id", "tags"."title") = (1, 'car')"#
    }
    assertSQL(expression: tag.neq(Tag(id: 1, title: "car"))) {
      #"("tags"."id", "tags"."title") <> (1, 'car')"#
    }
    assertSQL(expression: tag.is(tag)) {
      #"("tags"."id", "tags"."title") IS ("tags"."id", "tags"."title")"#
    }
    assertSQL(expression: tag.in([Tag(id: 1, title: "a"), Tag(id: 2, title: "b")])) {
      #"("tags"."id", "tags"."title") IN ((1, 'a'), (2, 'b'))"#
    }
  }
}
