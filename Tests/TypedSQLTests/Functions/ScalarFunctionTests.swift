import Foundation
import Testing
import TypedSQL

@Suite struct ExprScalarFunctionTests {
  let r = ExprItem.columns

  @Test func `text functions become SQL functions`() {
    assertSQL(expression: r.title.length()) { #"length("items"."title")"# }
    assertSQL(expression: r.notes.length()) { #"length("items"."notes")"# }
    assertSQL(expression: r.title.octetLength()) { #"octet_length("items"."title")"# }
    assertSQL(expression: r.title.lower()) { #"lower("items"."title")"# }
    assertSQL(expression: r.notes.upper()) { #"upper("items"."notes")"# }
    assertSQL(expression: r.title.trim()) { #"trim("items"."title")"# }
    assertSQL(expression: r.title.trim("x")) { #"trim("items"."title", 'x')"# }
    assertSQL(expression: r.title.ltrim()) { #"ltrim("items"."title")"# }
    assertSQL(expression: r.title.ltrim("x")) { #"ltrim("items"."title", 'x')"# }
    assertSQL(expression: r.notes.rtrim()) { #"rtrim("items"."notes")"# }
    assertSQL(expression: r.title.rtrim("x")) { #"rtrim("items"."title", 'x')"# }
    assertSQL(expression: r.title.substr(2)) { #"substr("items"."title", 2)"# }
    assertSQL(expression: r.title.substr(2, 3)) { #"substr("items"."title", 2, 3)"# }
    assertSQL(expression: r.notes.substr(0, r.c)) { #"substr("items"."notes", 0, "items"."c")"# }
    assertSQL(expression: r.title.replace("a", "b")) { #"replace("items"."title", 'a', 'b')"# }
    assertSQL(expression: r.title.instr("a")) { #"instr("items"."title", 'a')"# }
    assertSQL(expression: r.title.instr(r.title)) { #"instr("items"."title", "items"."title")"# }
    assertSQL(expression: r.notes.instr("a")) { #"instr("items"."notes", 'a')"# }
    assertSQL(expression: r.title.quote()) { #"quote("items"."title")"# }
    assertSQL(expression: r.title.unicode()) { #"unicode("items"."title")"# }
    assertSQL(expression: r.title.hex()) { #"hex("items"."title")"# }
    assertSQL(expression: r.title.unhex()) { #"unhex("items"."title")"# }
    assertSQL(expression: r.title.unhex("-")) { #"unhex("items"."title", '-')"# }
    assertSQL(expression: r.title.trim().lower().length() > 3) {
      #"(length(lower(trim("items"."title")))) > (3)"#
    }
    assertSQL(expression: (r.title + "!").upper()) { #"upper(("items"."title") || ('!'))"# }
    assertSQL(Values("Blob".lower())) { "SELECT lower('Blob')" }
    assertSQL(ExprItem.select { ($0.title.length(), $0.notes.lower()) }) {
      """
      SELECT length("items"."title"), lower("items"."notes")
      FROM "items"
      """
    }
    assertSQL(ExprItem.where { $0.title.length() < 10 }.select(\.title)) {
      """
      SELECT "items"."title"
      FROM "items"
      WHERE ((length("items"."title")) < (10))
      """
    }
  }

  @Test func `format and concatenation take several values`() {
    assertSQL(expression: r.price.printf("%.2f")) { #"printf('%.2f', "items"."price")"# }
    assertSQL(expression: r.c.format("%d of %d", r.a)) {
      #"format('%d of %d', "items"."c", "items"."a")"#
    }
    assertSQL(expression: r.title.concat("-", r.c)) {
      #"(coalesce("items"."title", '') || coalesce('-', '') || coalesce("items"."c", ''))"#
    }
    assertSQL(expression: r.title.concatWS(", ", r.notes)) {
      """
      substr(coalesce(', ' || ("items"."title"), '') || coalesce(', ' || ("items"."notes"), ''), \
      length(', ') + 1)
      """
    }
  }

  @Test func `numeric functions become SQL functions`() {
    assertSQL(expression: r.c.abs()) { #"abs("items"."c")"# }
    assertSQL(expression: r.a.abs()) { #"abs("items"."a")"# }
    assertSQL(expression: (-r.c).abs()) { #"abs(-("items"."c"))"# }
    assertSQL(expression: r.c.sign()) { #"sign("items"."c")"# }
    assertSQL(expression: (-r.c).sign()) { #"sign(-("items"."c"))"# }
    assertSQL(expression: r.price.round()) { #"round("items"."price")"# }
    assertSQL(expression: r.price.round(2)) { #"round("items"."price", 2)"# }
    assertSQL(expression: r.weight.round(r.c)) { #"round("items"."weight", "items"."c")"# }
    assertSQL(expression: (r.price * 2).round(1)) { #"round(("items"."price") * (2.0), 1)"# }
    assertSQL(expression: r.price.ceil()) { #"ceil("items"."price")"# }
    assertSQL(expression: r.weight.floor()) { #"floor("items"."weight")"# }
    assertSQL(expression: r.price.trunc()) { #"trunc("items"."price")"# }
    assertSQL(expression: r.c.randomblob()) { #"randomblob("items"."c")"# }
    assertSQL(expression: r.c.zeroblob()) { #"zeroblob("items"."c")"# }
    assertSQL(Values(16.randomblob().hex())) { "SELECT hex(randomblob(16))" }
    assertSQL(expression: r.bytes.hex()) { #"hex("items"."bytes")"# }
    assertSQL(expression: r.bytes.length()) { #"length("items"."bytes")"# }
    assertSQL(expression: r.bytes.octetLength()) { #"octet_length("items"."bytes")"# }
  }

  @Test func `mathematical functions become SQL functions`() {
    assertSQL(expression: r.price.sqrt()) { #"sqrt("items"."price")"# }
    assertSQL(expression: r.c.sqrt()) { #"sqrt("items"."c")"# }
    assertSQL(expression: r.price.pow(2)) { #"pow("items"."price", 2)"# }
    assertSQL(expression: r.weight.pow(r.price)) { #"pow("items"."weight", "items"."price")"# }
    assertSQL(expression: r.price.mod(0.5)) { #"mod("items"."price", 0.5)"# }
    assertSQL(expression: r.price.log(base: 2)) { #"log(2, "items"."price")"# }
    assertSQL(expression: r.price.ln().exp()) { #"exp(ln("items"."price"))"# }
    assertSQL(expression: r.price.log10()) { #"log10("items"."price")"# }
    assertSQL(expression: r.price.log2()) { #"log2("items"."price")"# }
    assertSQL(expression: r.price.sin()) { #"sin("items"."price")"# }
    assertSQL(expression: r.price.cos()) { #"cos("items"."price")"# }
    assertSQL(expression: r.price.tan()) { #"tan("items"."price")"# }
    assertSQL(expression: r.price.asin()) { #"asin("items"."price")"# }
    assertSQL(expression: r.price.acos()) { #"acos("items"."price")"# }
    assertSQL(expression: r.price.atan()) { #"atan("items"."price")"# }
    assertSQL(expression: r.price.atan2(r.weight)) { #"atan2("items"."price", "items"."weight")"# }
    assertSQL(expression: r.price.radians().sinh()) { #"sinh(radians("items"."price"))"# }
    assertSQL(expression: r.price.degrees()) { #"degrees("items"."price")"# }
    assertSQL(expression: SQLQueryExpression.pi * 2) { "(pi()) * (2.0)" }
  }

  @Test func `iif, max, min and likelihood work on values of a row`() {
    assertSQL(expression: r.isOn.iif("yes", "no")) { #"iif("items"."isOn", 'yes', 'no')"# }
    assertSQL(expression: (r.c > 1).iif(r.c, 0)) { #"iif(("items"."c") > (1), "items"."c", 0)"# }
    assertSQL(expression: r.c.max(0)) { #"max("items"."c", 0)"# }
    assertSQL(expression: r.c.min(r.a)) { #"min("items"."c", "items"."a")"# }
    assertSQL(expression: r.c.max(1, 2, 3)) { #"max("items"."c", 1, 2, 3)"# }
    assertSQL(expression: r.isOn.likely()) { #"likely("items"."isOn")"# }
    assertSQL(expression: r.isOn.unlikely()) { #"unlikely("items"."isOn")"# }
    assertSQL(expression: r.isOn.likelihood(0.75)) { #"likelihood("items"."isOn", 0.75)"# }
    assertSQL(expression: (r.c == 1).likelihood(0.5) && r.isOn.unlikely()) {
      #"(likelihood(("items"."c") = (1), 0.5)) AND (unlikely("items"."isOn"))"#
    }
    #expect(max(1, 2) == 2)
    #expect(abs(-1) == 1)
  }
}
