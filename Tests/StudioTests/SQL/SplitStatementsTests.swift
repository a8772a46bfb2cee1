import SQLiteTools
import Testing

/// The statements of a text, as the page counts them and the console runs them.
@Suite struct SplitStatementsTests {
  @Test(arguments: [
    ("", []), (" ; -- a; b", []), ("SELECT 1", ["SELECT 1"]), ("SELECT ';' ; ", ["SELECT ';'"]),
    ("SELECT 1;;SELECT 2;", ["SELECT 1", "SELECT 2"]),
    (
      "SELECT \"a;b\", [c;d], `e;f` /* ; */ -- ;\n; SELECT 2",
      ["SELECT \"a;b\", [c;d], `e;f` /* ; */ -- ;", "SELECT 2"]
    ),
    (
      "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END; SELECT 3",
      ["CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END", "SELECT 3"]
    ),
    ("BEGIN; SELECT 1; END", ["BEGIN", "SELECT 1", "END"]),
    ("SELECT 'not closed; SELECT 2", ["SELECT 'not closed; SELECT 2"]),
  ])
  func `a text is split where its statements end`(text: String, statements: [String]) {
    #expect(SplitStatements(text).parts.map(\.sql) == statements)
  }

  @Test func `a statement has the position of its beginning`() {
    let parts = SplitStatements("\u{e9};\n  SELECT 1;;\tSELECT 2").parts
    #expect(parts.map(\.offset) == [0, 6, 17])
  }
}
