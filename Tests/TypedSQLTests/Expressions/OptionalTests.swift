import Foundation
import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct ExprOptionalTests {
  let r = ExprItem.columns

  @Test func `the operator ?? becomes coalesce with any number of arguments`() {
    assertSQL(expression: r.a ?? r.b ?? r.c) { #"coalesce("items"."a", "items"."b", "items"."c")"# }
    assertSQL(expression: r.a ?? 0) { #"coalesce("items"."a", 0)"# }
    assertSQL(expression: r.a ?? r.b) { #"coalesce("items"."a", "items"."b")"# }
    assertSQL(expression: r.notes ?? "") { #"coalesce("items"."notes", '')"# }
    assertSQL(expression: r.notes ?? r.title.upper()) {
      #"coalesce("items"."notes", upper("items"."title"))"#
    }
    assertSQL(expression: r.due ?? exprDate) {
      #"coalesce("items"."due", '2001-09-09 01:46:40.000')"#
    }
    assertSQL(expression: r.due ?? r.date) { #"coalesce("items"."due", "items"."date")"# }
    assertSQL(expression: r.unixDue ?? r.unix) { #"coalesce("items"."unixDue", "items"."unix")"# }
    assertSQL(expression: r.mood ?? .good) { #"coalesce("items"."mood", 'good')"# }
    assertSQL(expression: r.isKnown ?? false) { #"coalesce("items"."isKnown", 0)"# }
    assertSQL(expression: r.a.coalesce(1)) { #"coalesce("items"."a", 1)"# }
    assertSQL(expression: (r.a.max() ?? 0) + 1) { #"(coalesce(max("items"."a"), 0)) + (1)"# }
    assertSQL(expression: (r.a ?? 0) > 1) { #"(coalesce("items"."a", 0)) > (1)"# }
    assertSQL(expression: r.a ?? #sql("1", as: Int.self)) { #"coalesce("items"."a", 1)"# }
    assertSQL(expression: r.a ?? ExprItem.count()) {
      """
      coalesce("items"."a", (
        SELECT count(*)
        FROM "items"
      ))
      """
    }
    let nothing: Int? = nil
    #expect((nothing ?? 3) == 3)
  }

  @Test func `ifnull and nullif become the SQL functions`() {
    assertSQL(expression: r.a.ifnull(0)) { #"ifnull("items"."a", 0)"# }
    assertSQL(expression: r.a.ifnull(r.c)) { #"ifnull("items"."a", "items"."c")"# }
    assertSQL(expression: r.a.ifnull(r.b)) { #"ifnull("items"."a", "items"."b")"# }
    assertSQL(expression: r.c.nullif(0)) { #"nullif("items"."c", 0)"# }
    assertSQL(expression: r.a.nullif(r.c)) { #"nullif("items"."a", "items"."c")"# }
    assertSQL(expression: r.title.nullif("") ?? "none") {
      #"coalesce(nullif("items"."title", ''), 'none')"#
    }
  }

  @Test func `map and flatMap keep NULL and transform other values`() {
    assertSQL(expression: r.a.map { $0 < 3 }) {
      #"CASE ("items"."a") IS (NULL) WHEN 1 THEN NULL ELSE ("items"."a") < (3) END"#
    }
    assertSQL(expression: r.notes.map { $0.length() }) {
      #"CASE ("items"."notes") IS (NULL) WHEN 1 THEN NULL ELSE length("items"."notes") END"#
    }
    assertSQL(expression: r.a.flatMap { r.b + $0 }) { #"("items"."b") + ("items"."a")"# }
    assertSQL(expression: r.a.flatMap { $0.sum() }) { #"sum("items"."a")"# }
    assertSQL(expression: r.notes.map { $0 + "!" } ?? "?") {
      """
      coalesce(CASE ("items"."notes") IS (NULL) WHEN 1 THEN NULL \
      ELSE ("items"."notes") || ('!') END, '?')
      """
    }
    #expect(Int?.some(1).map { $0 + 1 } == 2)
  }

  @Test func `cast becomes CAST with the type's affinity`() {
    assertSQL(expression: r.isOn.cast(as: Int.self)) { #"CAST("items"."isOn" AS INTEGER)"# }
    assertSQL(expression: r.c.cast(as: String.self)) { #"CAST("items"."c" AS TEXT)"# }
    assertSQL(expression: r.c.cast(as: Double.self)) { #"CAST("items"."c" AS REAL)"# }
    assertSQL(expression: r.title.cast(as: [UInt8].self)) { #"CAST("items"."title" AS BLOB)"# }
    assertSQL(expression: r.title.cast(as: Data.self)) { #"CAST("items"."title" AS BLOB)"# }
    assertSQL(expression: r.a.cast(as: String.self)) { #"CAST("items"."a" AS TEXT)"# }
    assertSQL(expression: r.a.cast(as: Int64?.self)) { #"CAST("items"."a" AS INTEGER)"# }
    assertSQL(expression: r.date.cast(as: String.self)) { #"CAST("items"."date" AS TEXT)"# }
    let text: some QueryExpression<String> = r.c.cast()
    let maybe: some QueryExpression<String?> = r.a.cast(as: String.self)
    assertSQL(ExprItem.select { _ in (text, maybe) }) {
      """
      SELECT CAST("items"."c" AS TEXT), CAST("items"."a" AS TEXT)
      FROM "items"
      """
    }
    assertSQL(expression: (r.c.cast(as: Double.self) / 2).round()) {
      #"round((CAST("items"."c" AS REAL)) / (2.0))"#
    }
  }
}
