import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct ExprCaseTests {
  let r = ExprItem.columns

  @Test func `Case compares a base expression with values`() {
    assertSQL(
      Values(Case(5).when(5, then: "five").when(4, then: "four").else("a lot"))
    ) {
      """
      SELECT CASE 5 WHEN 5 THEN 'five' WHEN 4 THEN 'four' ELSE 'a lot' END
      """
    }
    assertSQL(expression: Case(r.level).when(ExprLevel.low, then: 1).when(ExprLevel.high, then: 3))
    {
      #"CASE "items"."level" WHEN 1 THEN 1 WHEN 3 THEN 3 END"#
    }
    assertSQL(expression: Case(r.level).when(ExprLevel.low, then: r.a).else(r.b)) {
      #"CASE "items"."level" WHEN 1 THEN "items"."a" ELSE "items"."b" END"#
    }
    assertSQL(expression: Case(r.a).when(1, then: "x").when(r.b, then: r.title).else("")) {
      #"CASE "items"."a" WHEN 1 THEN 'x' WHEN "items"."b" THEN "items"."title" ELSE '' END"#
    }
  }

  @Test func `values are bound in the types of the base and of the result`() {
    assertSQL(
      expression: Case(r.level).when(#bind(.low), then: 1).when(#bind(.high), then: 3).else(0)
    ) {
      #"CASE "items"."level" WHEN 1 THEN 1 WHEN 3 THEN 3 ELSE 0 END"#
    }
    let turned: some QueryExpression<ExprLevel> = Case(r.level).when(
      #bind(.low),
      then: #bind(.high)
    )
    .when(#bind(.high), then: #bind(.low)).else(#bind(.low))
    assertSQL(expression: turned) {
      #"CASE "items"."level" WHEN 1 THEN 3 WHEN 3 THEN 1 ELSE 1 END"#
    }
    let chosen: some QueryExpression<ExprLevel> = Case().when(r.isOn, then: #bind(.high))
      .when(r.isKnown, then: #bind(.low)).else(#bind(.low))
    assertSQL(expression: chosen) {
      #"CASE WHEN "items"."isOn" THEN 3 WHEN "items"."isKnown" THEN 1 ELSE 1 END"#
    }
  }

  @Test func `Case without a base tests conditions`() {
    assertSQL(expression: Case().when(r.isOn, then: r.c)) {
      #"CASE WHEN "items"."isOn" THEN "items"."c" END"#
    }
    assertSQL(
      expression: Case().when(r.c > 1, then: "many").when(r.c == 1, then: "one").else("none")
    ) {
      """
      CASE WHEN ("items"."c") > (1) THEN 'many' WHEN ("items"."c") = (1) THEN 'one' ELSE 'none' END
      """
    }
    assertSQL(expression: Case().when(r.isKnown, then: 1).else(0) + 1) {
      #"(CASE WHEN "items"."isKnown" THEN 1 ELSE 0 END) + (1)"#
    }
    assertSQL(expression: Case().when(r.isOn, then: r.a).else(Int?.none)) {
      #"CASE WHEN "items"."isOn" THEN "items"."a" ELSE NULL END"#
    }
  }

  @Test func `the result is optional unless there is an ELSE`() {
    let open: some QueryExpression<String?> = Case().when(r.isOn, then: "a")
    let closed: some QueryExpression<String> = Case().when(r.isOn, then: "a").else("b")
    let empty: some QueryExpression<Int?> = Case().when(r.isOn, then: r.a).else(r.b)
    assertSQL(ExprItem.select { _ in (open, closed, empty) }) {
      """
      SELECT CASE WHEN "items"."isOn" THEN 'a' END, CASE WHEN "items"."isOn" THEN 'a' ELSE 'b' END, \
      CASE WHEN "items"."isOn" THEN "items"."a" ELSE "items"."b" END
      FROM "items"
      """
    }
  }

  @Test func `the assignment tells the type of values in SQL text`() {
    assertSQL(
      ExprItem.update { item in
        item.title = Case().when(item.isOn, then: #sql("'on'")).else(#sql("'off'"))
        item.notes = Case().when(item.isOn, then: #sql("'on'"))
        item.a = Case(item.id).when(1, then: #sql("2")).when(item.c, then: 3)
        item.c = Case().when(item.isOn, then: #sql("4")).when(item.isKnown, then: 5).else(item.c)
      }
    ) {
      """
      UPDATE "items"
      SET "title" = CASE WHEN "items"."isOn" THEN 'on' ELSE 'off' END, \
      "notes" = CASE WHEN "items"."isOn" THEN 'on' END, \
      "a" = CASE "items"."id" WHEN 1 THEN 2 WHEN "items"."c" THEN 3 END, \
      "c" = CASE WHEN "items"."isOn" THEN 4 WHEN "items"."isKnown" THEN 5 ELSE "items"."c" END
      """
    }
  }

  @Test func `a CASE can be built in a loop`() {
    let ids = [3, 1, 2].enumerated().map { ($0.offset, $0.element) }
    assertSQL(
      ExprItem.where { $0.id.in(ids.map(\.1)) }.update { item in
        item.c = ids.dropFirst().reduce(Case(item.id).when(ids[0].1, then: ids[0].0)) { cases, id in
          cases.when(id.1, then: id.0)
        }
        .else(item.c)
      }
    ) {
      """
      UPDATE "items"
      SET "c" = CASE "items"."id" WHEN 3 THEN 0 WHEN 1 THEN 1 WHEN 2 THEN 2 ELSE "items"."c" END
      WHERE (("items"."id") IN ((3), (1), (2)))
      """
    }
  }
}
