import DatabaseTypes
import Testing

@testable import PostgreSQLLive

/// Names in the places where tables can be named.
struct NamedTablesTests {
  @Test(
    arguments: [
      ("SELECT \"a\".\"b\", c FROM \"a\" WHERE \"b\" IN (1, 2)", ["\"a\""]),
      (
        "SELECT * FROM a, s.B x, ONLY \"C\" JOIN d AS e (f, g) USING (h, i), j",
        ["a", "s.b", "C", "d", "j"]
      ),
      ("SELECT x, (SELECT count(*) FROM b WHERE b.c = a.d), e FROM a ORDER BY f, g", ["b", "a"]),
      (
        "SELECT 1 FROM ((a JOIN b ON (c = d)) JOIN (SELECT e, f FROM g) h ON i) , k",
        ["a", "b", "g", "k"]
      ),
      ("SELECT 1 FROM f(1, x) g, LATERAL (SELECT y, z) h, i", ["f", "i"]),
      ("SELECT ', x FROM y', E'\\' FROM z', $$ FROM v $$, $q$ $$ FROM w $q$, $1 FROM a", ["a"]),
      ("SELECT 1 /* FROM b /* FROM c */ FROM d */ FROM a -- , e\n, f", ["a", "f"]),
      ("SELECT 1 FROM a -- , e\r, f", ["a", "f"]),
      ("WITH a AS (SELECT b, c FROM d) SELECT e, f FROM a UNION ALL TABLE g", ["d", "a", "g"]),
      ("SELECT \"a \"\"b\"\" c\".d, e FROM \"x \"\"y\"\" z\".\"ä\"", ["x \"y\" z.ä"]),
      ("SELECT a FROM b GROUP BY c, d HAVING e, f LIMIT g FOR UPDATE", ["b"]),
      ("SELECT E'a'\n'\\' FROM b', c FROM s . t, U&\"d\"", ["s.t", "d"]),
      ("SELECT extract(year FROM s.t.c) FROM s.t, shop.s.u", ["t.c", "s.t", "s.u"]),
    ] as [(String, [String])]
  )
  func `names are found where tables can be named`(sql: String, names: [String]) {
    let quoted = names.map { name in
      let parts = name.replacing("\"", with: "\"\"").split(separator: ".")
      return parts.map { "\"\($0)\"" }.joined(separator: ".")
    }
    let expected = sql.hasPrefix("SELECT \"a\".\"b\"") ? ["\"a\""] : quoted
    #expect(NamedTables(sql).names == Set(expected.map(ByteText.init)))
  }

  @Test func `words are spelled as the server spells names`() {
    let sql = "SELECT A$b(x), \"x y.Z\"(1), 'text', $1 FROM s.\"T\" -- comment"
    let words = NamedTables(sql).words
    #expect(words == ["select", "a$b", "x", "x y.Z", "from", "s", "T"])
  }

  @Test func `symbols contain all operators`() {
    let sql = "SELECT a->>'b', count(*) FROM t WHERE c <~>-1 AND d IN ($1) -- e\n OR f<@g"
    #expect(NamedTables(sql).symbols == ["->>", "*", "<~>-", "--", "<@"])
  }

  @Test func `a quote with a combining accent remains one within a name`() throws {
    let name = try #require(NamedTables("SELECT 1 FROM \"a\"\"\u{301}b\"").names.first)
    #expect(Array(name.text.utf8) == Array("\"a\"\"\u{301}b\"".utf8))
  }

  @Test func `names that differ only in their spelling of a letter are different`() {
    let names = NamedTables("SELECT 1 FROM \"caf\u{E9}\", \"cafe\u{301}\"").names
    #expect(names == [ByteText("\"caf\u{E9}\""), ByteText("\"cafe\u{301}\"")])
    #expect(names.count == 2)
  }
}
