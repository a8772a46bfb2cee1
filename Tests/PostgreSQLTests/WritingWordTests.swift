import Testing

@testable import PostgreSQL

/// The statements that write, by their words.
@Suite struct WritingWordTests {
  @Test(arguments: [
    ("SELECT 1", false), ("/* insert */ (SELECT 1)", false), ("-- a\nTABLE t", false),
    ("/* /* a */ b */ VALUES (1)", false), ("SELECT \"update\", t.merge FROM t", false),
    ("SELECT 'a'", false), ("INSERT INTO t VALUES (1)", true), ("SELECT 1 INTO t", true),
    ("WITH a AS (/* b */DELETE FROM t RETURNING 1) TABLE a", true), ("CALL f()", true),
    ("EXPLAIN ANALYZE UPDATE t SET a = 1", true), ("SELECT f('DELETE FROM t')", true),
    ("SELECT f($$insert into t values ('a')$$)", true), ("SELECT f(E'\\x64elete')", true),
    ("/* SELECT 1", true), ("\"select\"", true),
  ])
  func `a statement may write unless all of its words read`(sql: String, mayWrite: Bool) {
    #expect(SQLText.mayWrite(sql) == mayWrite)
  }

  @Test(arguments: [
    ("COPY t FROM STDIN", true), ("-- rows\n copy t FROM STDIN", true), ("SELECT $1", true),
    ("SELECT 1", false), ("copying", false),
  ])
  func `a statement with parameters or followed by rows may have values`(sql: String, may: Bool) {
    #expect(PostgresError.mayHaveValues(sql) == may)
  }
}
