import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct ExprArithmeticTests {
  let r = ExprItem.columns

  @Test func `arithmetic operators are written with parentheses`() {
    assertSQL(expression: r.c + r.c) { #"("items"."c") + ("items"."c")"# }
    assertSQL(expression: r.c - r.c) { #"("items"."c") - ("items"."c")"# }
    assertSQL(expression: r.c * r.c) { #"("items"."c") * ("items"."c")"# }
    assertSQL(expression: r.c / r.c) { #"("items"."c") / ("items"."c")"# }
    assertSQL(expression: r.c % 2) { #"("items"."c") % (2)"# }
    assertSQL(expression: r.c % 2 == 0) { #"(("items"."c") % (2)) IS (0)"# }
    assertSQL(expression: (r.c % 2).eq(0)) { #"(("items"."c") % (2)) = (0)"# }
    assertSQL(expression: -r.c) { #"-("items"."c")"# }
    assertSQL(expression: +r.c) { #"+("items"."c")"# }
    assertSQL(expression: -(r.c + 1)) { #"-(("items"."c") + (1))"# }
    assertSQL(expression: 1 + r.c) { #"(1) + ("items"."c")"# }
    assertSQL(expression: r.price * 1.19) { #"("items"."price") * (1.19)"# }
    assertSQL(expression: r.price / 2) { #"("items"."price") / (2.0)"# }
  }

  @Test func `arithmetic works on optional numbers`() {
    assertSQL(expression: r.a + 1) { #"("items"."a") + (1)"# }
    assertSQL(expression: r.a + r.b) { #"("items"."a") + ("items"."b")"# }
    assertSQL(expression: r.c - r.a) { #"("items"."c") - ("items"."a")"# }
    assertSQL(expression: r.weight * 2.5) { #"("items"."weight") * (2.5)"# }
    assertSQL(expression: -r.a) { #"-("items"."a")"# }
    assertSQL(expression: (r.a ?? 0) + r.c) { #"(coalesce("items"."a", 0)) + ("items"."c")"# }
  }

  @Test func `bitwise operators keep Swift's precedence`() {
    assertSQL(expression: r.c & r.c) { #"("items"."c") & ("items"."c")"# }
    assertSQL(expression: r.c & 2) { #"("items"."c") & (2)"# }
    assertSQL(expression: r.c | r.c) { #"("items"."c") | ("items"."c")"# }
    assertSQL(expression: r.c | 2) { #"("items"."c") | (2)"# }
    assertSQL(expression: r.c << r.c) { #"("items"."c") << ("items"."c")"# }
    assertSQL(expression: r.c << 2) { #"("items"."c") << (2)"# }
    assertSQL(expression: r.c >> r.c) { #"("items"."c") >> ("items"."c")"# }
    assertSQL(expression: r.c >> 2) { #"("items"."c") >> (2)"# }
    assertSQL(expression: ~r.c) { #"~("items"."c")"# }
    assertSQL(expression: r.c & 6 > 2) { #"(("items"."c") & (6)) > (2)"# }
  }

  @Test func `texts are concatenated by +`() {
    assertSQL(expression: r.title + "!") { #"("items"."title") || ('!')"# }
    assertSQL(expression: "<" + r.title + ">") { #"(('<') || ("items"."title")) || ('>')"# }
    assertSQL(expression: r.title + r.notes) { #"("items"."title") || ("items"."notes")"# }
    assertSQL(expression: r.notes + "?") { #"("items"."notes") || ('?')"# }
    assertSQL(expression: r.title.upper() + " " + r.title.lower()) {
      #"((upper("items"."title")) || (' ')) || (lower("items"."title"))"#
    }
  }

  @Test func `SQL text can be an operand`() {
    assertSQL(expression: r.c + #sql("2", as: Int.self)) { #"("items"."c") + (2)"# }
    assertSQL(expression: #sql("2", as: Int.self) * r.c) { #"(2) * ("items"."c")"# }
  }

  @Test func `compound assignments become SET clauses`() {
    assertSQL(ExprItem.update { $0.c += 1 }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") + (1)
      """
    }
    assertSQL(ExprItem.update { $0.c -= 2 }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") - (2)
      """
    }
    assertSQL(ExprItem.update { $0.c *= 3 }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") * (3)
      """
    }
    assertSQL(ExprItem.update { $0.c /= 4 }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") / (4)
      """
    }
    assertSQL(ExprItem.update { $0.price *= 1.5 }) {
      """
      UPDATE "items"
      SET "price" = ("items"."price") * (1.5)
      """
    }
    assertSQL(ExprItem.update { $0.c &= 2 }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") & (2)
      """
    }
    assertSQL(ExprItem.update { $0.c |= 3 }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") | (3)
      """
    }
    assertSQL(ExprItem.update { $0.c <<= 4 }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") << (4)
      """
    }
    assertSQL(ExprItem.update { $0.c >>= 5 }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") >> (5)
      """
    }
    assertSQL(ExprItem.update { $0.isOn.toggle() }) {
      """
      UPDATE "items"
      SET "isOn" = NOT ("items"."isOn")
      """
    }
    assertSQL(ExprItem.update { $0.c.negate() }) {
      """
      UPDATE "items"
      SET "c" = -("items"."c")
      """
    }
    assertSQL(ExprItem.update { $0.title.append("!") }) {
      """
      UPDATE "items"
      SET "title" = ("items"."title") || ('!')
      """
    }
    assertSQL(ExprItem.update { $0.title += "?" }) {
      """
      UPDATE "items"
      SET "title" = ("items"."title") || ('?')
      """
    }
    assertSQL(ExprItem.update { $0.c = -$0.c }) {
      """
      UPDATE "items"
      SET "c" = -("items"."c")
      """
    }
    assertSQL(ExprItem.update { $0.c = ~$0.c }) {
      """
      UPDATE "items"
      SET "c" = ~("items"."c")
      """
    }
    assertSQL(ExprItem.update { $0.a += 1 }) {
      """
      UPDATE "items"
      SET "a" = ("items"."a") + (1)
      """
    }
    assertSQL(ExprItem.update { $0.c += $0.c }) {
      """
      UPDATE "items"
      SET "c" = ("items"."c") + ("items"."c")
      """
    }
  }
}
