import Foundation
import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct ExprMembershipTests {
  let r = ExprItem.columns

  @Test func `in and notIn take values, sequences and columns`() {
    assertSQL(expression: r.c.in([1, 2, 3])) { #"("items"."c") IN ((1), (2), (3))"# }
    assertSQL(expression: r.c.notIn([1, 2])) { #"("items"."c") NOT IN ((1), (2))"# }
    assertSQL(expression: r.c.in([])) { #"("items"."c") IN ()"# }
    assertSQL(expression: r.a.in([1, 2])) { #"("items"."a") IN ((1), (2))"# }
    assertSQL(expression: r.a.in([1, nil])) { #"("items"."a") IN ((1), (NULL))"# }
    assertSQL(expression: r.c.in(1...3)) { #"("items"."c") IN ((1), (2), (3))"# }
    assertSQL(expression: r.c.in(Set([7]))) { #"("items"."c") IN ((7))"# }
    assertSQL(expression: r.c.in([r.a, r.b])) {
      #"("items"."c") IN (("items"."a"), ("items"."b"))"#
    }
    assertSQL(expression: r.title.in(["a", "b"])) { #"("items"."title") IN (('a'), ('b'))"# }
    assertSQL(expression: r.level.in([.low, .high])) { #"("items"."level") IN ((1), (3))"# }
    assertSQL(expression: r.mood.in([ExprMood.good])) { #"("items"."mood") IN (('good'))"# }
    assertSQL(expression: r.unix.in([exprDate])) { #"("items"."unix") IN ((1000000000))"# }
    assertSQL(expression: r.uuid.in([exprUUID])) {
      #"("items"."uuid") IN (('deadbeef-0000-0000-0000-000000000001'))"#
    }
    assertSQL(expression: !r.c.in([1])) { #"NOT (("items"."c") IN ((1)))"# }
    let ids: [Int]? = [1]
    assertSQL(expression: r.c.in(ids ?? [])) { #"("items"."c") IN ((1))"# }
    let lazyIDs = [1, 2].lazy.map { $0 * 2 }
    assertSQL(expression: r.c.in(lazyIDs)) { #"("items"."c") IN ((2), (4))"# }
  }

  @Test func `contains of a sequence or a statement becomes IN`() {
    assertSQL(expression: [1, 2, 3].contains(r.c)) { #"("items"."c") IN ((1), (2), (3))"# }
    assertSQL(expression: [1, 2].contains(r.a)) { #"("items"."a") IN ((1), (2))"# }
    assertSQL(expression: ["a"].contains(r.title)) { #"("items"."title") IN (('a'))"# }
    assertSQL(expression: ExprItem.select(\.c).contains(r.c)) {
      """
      ("items"."c") IN (SELECT "items"."c"
      FROM "items")
      """
    }
    #expect([1, 2].contains(2))
    #expect((1...3).contains(2))
  }

  @Test func `ranges become BETWEEN`() {
    assertSQL(expression: (0...10).contains(r.c)) { #""items"."c" BETWEEN 0 AND 10"# }
    assertSQL(expression: (0...10).contains(r.a)) { #""items"."a" BETWEEN 0 AND 10"# }
    assertSQL(expression: r.c.between(0, and: 10)) { #""items"."c" BETWEEN 0 AND 10"# }
    assertSQL(expression: r.a.between(0, and: r.c)) { #""items"."a" BETWEEN 0 AND "items"."c""# }
    assertSQL(expression: r.price.between(0.5, and: 1)) { #""items"."price" BETWEEN 0.5 AND 1.0"# }
    assertSQL(expression: r.title.between("a", and: "m")) {
      #""items"."title" BETWEEN 'a' AND 'm'"#
    }
    assertSQL(expression: r.date.between(exprDate, and: #sql("'now'", as: Date.self))) {
      #""items"."date" BETWEEN '2001-09-09 01:46:40.000' AND 'now'"#
    }
    assertSQL(ExprItem.where { $0.c.between(1, and: 2) }.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE ("items"."c" BETWEEN 1 AND 2)
      """
    }
  }

  @Test func `in and exists take subqueries`() {
    assertSQL(expression: r.c.in(ExprItem.select(\.c))) {
      """
      ("items"."c") IN (SELECT "items"."c"
      FROM "items")
      """
    }
    assertSQL(expression: r.c.notIn(ExprItem.where(\.isOn).select(\.c))) {
      """
      ("items"."c") NOT IN (SELECT "items"."c"
      FROM "items"
      WHERE ("items"."isOn"))
      """
    }
    assertSQL(expression: r.c.in(ExprItem.select(\.a))) {
      """
      ("items"."c") IN (SELECT "items"."a"
      FROM "items")
      """
    }
    assertSQL(expression: r.a.in(#sql("SELECT 1", as: Int.self))) {
      #"("items"."a") IN (SELECT 1)"#
    }
    assertSQL(Values(ExprItem.where { $0.c == 1 }.exists())) {
      """
      SELECT EXISTS (
        SELECT \(columns)
        FROM "items"
        WHERE (("items"."c") = (1))
      )
      """
    }
    assertSQL(expression: !Tag.exists()) {
      """
      NOT (EXISTS (
        SELECT "tags"."id", "tags"."title"
        FROM "tags"
      ))
      """
    }
  }

  var columns: String {
    ExprItem.columns.queryFragment.description(layout: .singleLine)
  }
}
