import Testing
import TypedSQL

extension ExprItem.TableColumns {
  fileprivate var isDear: some QueryExpression<Bool> { price > 100.0 }
  fileprivate var isHeavy: some QueryExpression<Bool?> { weight.map { $0 > 10.0 } }
}

@Suite struct ExprLogicTests {
  let r = ExprItem.columns

  @Test func `and, or and not are written as operators and as methods`() {
    assertSQL(expression: r.isOn && r.isOn) { #"("items"."isOn") AND ("items"."isOn")"# }
    assertSQL(expression: r.isOn || r.isOn) { #"("items"."isOn") OR ("items"."isOn")"# }
    assertSQL(expression: !r.isOn) { #"NOT ("items"."isOn")"# }
    assertSQL(expression: r.isOn.and(r.isOn)) { #"("items"."isOn") AND ("items"."isOn")"# }
    assertSQL(expression: r.isOn.or(r.isOn)) { #"("items"."isOn") OR ("items"."isOn")"# }
    assertSQL(expression: r.isOn.not()) { #"NOT ("items"."isOn")"# }
    assertSQL(expression: r.isOn && true) { #"("items"."isOn") AND (1)"# }
    assertSQL(expression: false || r.isOn) { #"(0) OR ("items"."isOn")"# }
  }

  @Test func `optional conditions are combined like others`() {
    assertSQL(expression: r.isKnown && r.isOn) { #"("items"."isKnown") AND ("items"."isOn")"# }
    assertSQL(expression: r.isOn || r.isKnown) { #"("items"."isOn") OR ("items"."isKnown")"# }
    assertSQL(expression: !r.isKnown) { #"NOT ("items"."isKnown")"# }
    assertSQL(expression: !(r.isKnown ?? false)) { #"NOT (coalesce("items"."isKnown", 0))"# }
  }

  @Test func `conditions of an opaque type are combined like others`() {
    assertSQL(expression: r.isDear && r.isDear) {
      #"(("items"."price") > (100.0)) AND (("items"."price") > (100.0))"#
    }
    assertSQL(expression: !r.isDear || r.isOn) {
      #"(NOT (("items"."price") > (100.0))) OR ("items"."isOn")"#
    }
    assertSQL(expression: r.isDear.and(r.isOn).or(r.isDear.not())) {
      """
      ((("items"."price") > (100.0)) AND ("items"."isOn")) OR (NOT (("items"."price") > (100.0)))
      """
    }
    assertSQL(ExprItem.where(\.isDear).select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (("items"."price") > (100.0))
      """
    }
    assertSQL(ExprItem.where { $0.isHeavy }.select(\.isDear)) {
      """
      SELECT ("items"."price") > (100.0)
      FROM "items"
      WHERE (CASE ("items"."weight") IS (NULL) WHEN 1 THEN NULL ELSE ("items"."weight") > (10.0) END)
      """
    }
  }

  @Test func `operators keep Swift's precedence`() {
    assertSQL(expression: r.c == 1 || r.c == 2 && r.isOn) {
      #"(("items"."c") = (1)) OR ((("items"."c") = (2)) AND ("items"."isOn"))"#
    }
    assertSQL(expression: (r.c == 1 || r.c == 2) && !r.isOn) {
      #"((("items"."c") = (1)) OR (("items"."c") = (2))) AND (NOT ("items"."isOn"))"#
    }
    assertSQL(expression: r.c + 2 * r.c - 1 == 5) {
      #"((("items"."c") + ((2) * ("items"."c"))) - (1)) = (5)"#
    }
  }
}
