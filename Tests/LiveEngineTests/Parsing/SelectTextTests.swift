import DatabaseTypes
import Testing
import TypedSQL

@testable import LiveEngine

/// SQL text that is split into its clauses.
@Suite struct SelectTextTests {
  private func read(_ sql: String) -> SelectParts? { SelectParts.reading(QueryFragment(sql)) }

  private func text(_ fragments: [QueryFragment]) -> [String] { fragments.map { $0.render().sql } }

  @Test func `each clause is found by its keyword`() throws {
    let parts = try #require(
      read(
        """
        SELECT list, count(*) AS n FROM items WHERE isDone AND title <> 'from where'
        GROUP BY list HAVING n > 1 ORDER BY n DESC, list LIMIT 3 OFFSET 1
        """
      )
    )
    #expect(parts.columns.render().sql == "list, count(*) AS n")
    #expect(text(parts.expressions) == ["list", "count(*)"])
    #expect(parts.from.render().sql == "items")
    #expect(text(parts.conditions) == ["(isDone AND title <> 'from where')"])
    #expect(text(parts.groups) == ["list"])
    #expect(text(parts.having) == ["(n > 1)"])
    #expect(text(parts.order) == ["n DESC", "list"])
    #expect(parts.limit?.render().sql == "3")
    #expect(parts.offset?.render().sql == "1")
  }

  @Test(
    arguments: [
      ("items", ["items:items"]), ("main.items AS i", ["items:i"]),
      ("\"my items\" m, lists", ["my items:m", "lists:lists"]),
      ("a JOIN b ON a.x = b.y LEFT OUTER JOIN c USING (z)", ["a:a", "b:b", "c:c"]),
      ("a CROSS JOIN b NATURAL JOIN c", ["a:a", "b:b", "c:c"]),
      ("a JOIN b ON a.left = b.right AND (SELECT 1) LEFT JOIN d e ON 1", ["a:a", "b:b", "d:e"]),
    ]
  )
  func `the names and aliases of tables are found`(from: String, names: [String]) throws {
    let sources = try #require(read("SELECT 1 FROM \(from)")?.sources)
    #expect(sources.map { "\($0.table):\($0.alias)" } == names)
  }

  @Test(
    arguments: [
      "a", "a AS b", "a b", "\"a\" b", "a.b c", "count(*) n", "'a' b", "1 b",
      "CASE a WHEN 1 THEN 2 END b",
      "a COLLATE nocase", "a IS NULL", "a NOTNULL", "-a", "a IS b", "a -> b", "x'00'",
    ]
  )
  func `the name of a column is not part of its expression`(column: String) throws {
    let parts = try #require(read("SELECT \(column), 2 FROM t"))
    let named = ["a AS b", "a b", "\"a\" b", "a.b c", "count(*) n", "'a' b", "1 b"]
    let isNamed = named.contains(column) || column.hasSuffix("END b")
    #expect(parts.names.count == (isNamed ? 1 : 0))
    #expect(parts.expressions.count == 2)
  }

  @Test func `two spellings of a character are two names of columns`() throws {
    let parts = try #require(
      read("SELECT x AS \"\u{e9}\", y AS \"e\u{301}\" FROM t ORDER BY \"\u{e9}\"")
    )
    #expect(parts.names.count == 2)
    #expect(parts.names[ByteText("\u{e9}")]?.render().sql.contains("x") == true)
    #expect(parts.names[ByteText("e\u{301}")]?.render().sql.contains("y") == true)
  }

  @Test func `parameters have their values in every spelling`() throws {
    let sql = "SELECT ?2, ?, :a, @a FROM t WHERE x = ?1 LIMIT $b"
    let values = ParameterValues([1, 2, 3], named: ["a": "A", "b": 5])
    let parts = try #require(SelectParts.reading(QueryFragment(sql), values))
    #expect(parts.columns.bindings == [.int(2), .int(3), .text("A"), .text("A")])
    #expect(parts.conditions.first?.bindings == [.int(1)])
    #expect(parts.limit?.bindings == [.int(5)])
    #expect(SelectParts.reading(QueryFragment(sql)) == nil)
  }

  @Test(
    arguments: [
      "", "UPDATE t SET a = 1", "SELECT 1", "SELECT a FROM t LIMIT 1 UNION SELECT b FROM u",
      "WITH t AS (SELECT 1) SELECT * FROM t", "VALUES (1)", "SELECT a FROM t; SELECT b FROM t",
      "SELECT a FROM t WHERE (b", "SELECT a FROM t WINDOW w AS (ORDER BY a)",
      "SELECT a FROM t ORDER BY a WHERE b", "SELECT FROM t", "SELECT a, FROM t", "SELECT 'a FROM t",
    ]
  )
  func `text that is not a plain query is left alone`(sql: String) { #expect(read(sql) == nil) }

  @Test(
    arguments: [
      "SELECT a FROM (SELECT 1)", "SELECT a FROM json_each(1)", "SELECT a FROM t INDEXED BY i",
    ]
  )
  func `a source that is not a table makes the sources unknown`(sql: String) throws {
    #expect(try #require(read(sql)).sources == nil)
  }

  @Test func `a compound statement has its arms and the order of the whole`() throws {
    let parts = try #require(
      read(
        "SELECT a FROM t UNION ALL SELECT b FROM u EXCEPT SELECT c FROM v ORDER BY 1 DESC LIMIT 2"
      )
    )
    #expect(parts.arms.map(\.operator) == [nil, .unionAll, .except])
    #expect(text(parts.arms.map(\.parts.from)) == ["t", "u", "v"])
    #expect(parts.arms.allSatisfy { $0.parts.order.isEmpty && $0.parts.limit == nil })
    #expect(text(parts.order) == ["1 DESC"])
    #expect(parts.limit?.render().sql == "2")
    #expect(
      parts.statement.render().sql
        == "SELECT a FROM t UNION ALL SELECT b FROM u EXCEPT SELECT c FROM v ORDER BY 1 DESC LIMIT 2"
    )
  }

  @Test func `the statements of a WITH have their names`() throws {
    let sql = """
      WITH "a"("x", "y") AS (SELECT b, c FROM t), "d" AS (SELECT x FROM a UNION SELECT e FROM u) \
      SELECT x FROM d
      """
    let parts = try #require(read(sql))
    #expect(parts.commonTables.map(\.name) == ["a", "d"])
    #expect(parts.commonTables.map(\.columnNames) == [["x", "y"], []])
    #expect(parts.commonTables[1].parts.arms.count == 2)
    #expect(parts.statement.render().sql == sql)
  }
}
