import Foundation
import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Suite struct ExprValueTests {
  @Test func `plain values are bound`() {
    assertSQL(Values(1, "Hello", true)) { "SELECT 1, 'Hello', 1" }
    assertSQL(Values(1)) { "SELECT 1" }
    assertSQL(Values(1.5, 2 as Float, -3)) { "SELECT 1.5, 2.0, -3" }
    assertSQL(Values(Int?.none, "it's")) { "SELECT NULL, 'it''s'" }
    assertSQL(Values(Int8(1), UInt16(2), Int64(3), UInt64(4))) { "SELECT 1, 2, 3, 4" }
    assertSQL(Values(exprDate, exprUUID)) {
      "SELECT '2001-09-09 01:46:40.000', 'deadbeef-0000-0000-0000-000000000001'"
    }
    assertSQL(Values(ExprLevel.high, ExprMood.bad)) { "SELECT 3, 'bad'" }
    assertSQL(Values(URL(string: "https://example.com"))) { "SELECT 'https://example.com'" }
    #expect(Values(1, "a").query.bindings == [.int(1), .text("a")])
    #expect([UInt8]([1, 2]).queryBinding == .blob([1, 2]))
    #expect(Data([1, 2]).queryBinding == .blob([1, 2]))
    #expect(UInt64.max.queryBinding == .uint(.max))
    #expect(true.queryBinding == .bool(true))
    #expect(Int?.none.queryBinding == .null)
    #expect(Int?.some(1).queryBinding == .int(1))
  }

  @Test func `#bind takes the representation of its type`() {
    assertSQL(expression: #bind(exprDate, as: Date.UnixTimeRepresentation.self)) { "1000000000" }
    assertSQL(expression: #bind(exprDate, as: Date?.UnixTimeRepresentation.self)) { "1000000000" }
    assertSQL(expression: #bind(nil, as: Date?.UnixTimeRepresentation.self)) { "NULL" }
    assertSQL(expression: #bind(exprDate, as: Date.JulianDayRepresentation.self)) {
      "2452161.574074074"
    }
    assertSQL(expression: #bind(exprUUID, as: UUID.UppercasedRepresentation.self)) {
      "'DEADBEEF-0000-0000-0000-000000000001'"
    }
    assertSQL(expression: #bind(ExprLevel.low, as: ExprLevel.RawRepresentation.self)) { "1" }
    #expect(
      UUID.BytesRepresentation(queryOutput: exprUUID).queryBinding
        == .blob([0xde, 0xad, 0xbe, 0xef, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    )
    #expect(
      [String].JSONRepresentation(queryOutput: ["a"]).queryFragment.bindings.count == 1
    )
  }

  @Test func `updates bind values as their columns store them`() {
    assertSQL(
      ExprItem.find(1).update {
        $0.unix = #bind(exprDate)
        $0.unixDue = #bind(nil)
        $0.due = #bind(exprDate)
        $0.uuid = #bind(exprUUID)
        $0.level = .high
        $0.mood = #bind(.good)
        $0.a = #bind(3)
        $0.notes = #bind(nil)
      }
    ) {
      """
      UPDATE "items"
      SET "unix" = 1000000000, "unixDue" = NULL, "due" = '2001-09-09 01:46:40.000', \
      "uuid" = 'deadbeef-0000-0000-0000-000000000001', "level" = 3, "mood" = 'good', "a" = 3, \
      "notes" = NULL
      WHERE (("items"."id") IN ((1)))
      """
    }
  }

  @Test func `#sql takes columns, values, tables, names and statements`() {
    let name = "it's"
    assertSQL(expression: #sql("\(ExprItem.c) + 1", as: Int.self)) { #""items"."c" + 1"# }
    assertSQL(expression: #sql("\(bind: name)", as: String.self)) { "'it''s'" }
    assertSQL(expression: #sql("\(raw: 1 + 2)", as: Int.self)) { "3" }
    assertSQL(expression: #sql("\(quote: "a\"b")", as: Int.self)) { #""a""b""# }
    assertSQL(expression: #sql("\(quote: name, delimiter: .text)", as: String.self)) { "'it''s'" }
    assertSQL(expression: #sql("\(exprDate, as: Date.UnixTimeRepresentation.self)", as: Int.self)) {
      "1000000000"
    }
    assertSQL(#sql("SELECT \(Tag.columns) FROM \(Tag.self)", as: Tag.self)) {
      #"SELECT "tags"."id", "tags"."title" FROM "tags""#
    }
    assertSQL(#sql("SELECT count(*) FROM (\(Tag.all))", as: Int.self)) {
      """
      SELECT count(*) FROM (SELECT "tags"."id", "tags"."title"
      FROM "tags")
      """
    }
    assertSQL(ExprItem.where { #sql("\($0.c) IS DISTINCT FROM \(bind: 3)") }.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE ("items"."c" IS DISTINCT FROM 3)
      """
    }
    assertSQL(ExprItem.where { !$0.isOn && #sql("\($0.c) IS 3") }.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE ((NOT ("items"."isOn")) AND ("items"."c" IS 3))
      """
    }
    assertSQL(ExprItem.where { $0.isOn.or(#sql("\($0.c) IS 3")) }.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (("items"."isOn") OR ("items"."c" IS 3))
      """
    }
    assertSQL(ExprItem.select { #sql("\($0.c) || \(bind: name)", as: String.self) }) {
      """
      SELECT "items"."c" || 'it''s'
      FROM "items"
      """
    }
    assertSQL(
      ExprItem.order {
        #sql("random()", as: Int.self).asc(); $0.id
      }.select(\.id)
    ) {
      """
      SELECT "items"."id"
      FROM "items"
      ORDER BY random() ASC, "items"."id"
      """
    }
  }
}
