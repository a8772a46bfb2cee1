import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

@Suite struct NameCompletionTests {
  private static let names = SchemaNames(
    tables: [
      .init(name: "orders", columns: ["id", "customerID", "order", "shipCity"]),
      .init(name: "customers", columns: ["id", "name", "e mail"]),
      .init(name: "Order lines", columns: ["id", "price"]),
    ],
    schemas: ["main", "archive"],
    functions: ["count", "coalesce", "json_each"],
    pragmas: ["table_info", "table_list", "user_version"],
    keywords: ["AS", "FROM", "GROUP", "ORDER", "SELECT", "UPDATE", "WHERE"]
  )

  /// Returns the candidates at the bar in a text.
  private func candidates(_ text: String) -> [String] {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let completer = ShellCompleter(names: Self.names)
    var edited = EditedText(parts.joined())
    edited.move(to: parts[0].count)
    return completer.completion(of: edited).candidates
  }

  @Test(arguments: [
    ("SEL|", ["SELECT"]), ("sel|", ["select"]), ("SELECT * FROM cus|", ["customers"]),
    ("SELECT * FROM o|", ["orders", "\"Order lines\""]), ("DELETE FROM arch|", ["archive."]),
    ("SELECT * FROM \"Order |", []), ("INSERT INTO ord|", ["orders", "\"Order lines\""]),
    ("SELECT orders.s|", ["shipCity"]),
    ("SELECT orders.|", ["id", "customerID", "\"order\"", "shipCity"]),
    ("SELECT o.cu| FROM orders AS o", ["customerID"]),
    ("SELECT c.n| FROM orders o, customers c", ["name"]),
    ("SELECT main.cust|", ["customers"]), ("SELECT nothing.x|", []),
    ("SELECT shi| FROM orders", ["shipCity"]), ("SELECT pri| FROM orders", []),
    ("SELECT cou|", ["count("]), ("PRAGMA ta|", ["table_info", "table_list"]),
    ("SELECT 'sel|", []), ("-- sel|", []), ("/* sel|", []), ("/* a */ sel|", ["select"]),
    ("SELECT price FROM customers; UPDATE ord|", ["orders", "\"Order lines\""]),
    ("SELECT e| FROM customers", ["\"e mail\""]), ("SELECT * FROM orders, cus|", ["customers"]),
    ("SELECT \"e m|", []), ("|", ["AS", "FROM", "GROUP", "ORDER", "SELECT", "UPDATE", "WHERE"]),
    (".mo|", [".mode"]), (".mode js|", ["json", "jsonl"]), (".schema cus|", ["customers"]),
    (".live SELECT n| FROM customers", ["name"]), (".live o|", ["off", "order"]),
    (".help x|", []), (".nothing x|", []), (".timer o|", ["on", "off"]),
    (".dump ord|", ["orders", "Order lines"]),
    (".import a.csv cus|", ["customers"]), (".im|", [".import"]),
  ])
  func `candidates fit the text before the cursor`(text: String, expected: [String]) {
    #expect(candidates(text).sorted() == expected.sorted(), "\(text)")
  }

  @Test func `the common prefix is that of all candidates`() {
    func prefix(_ candidates: String...) -> String {
      NameCompletion(start: 0, candidates: candidates).commonPrefix
    }
    #expect(prefix("table_info", "table_list") == "table_")
    #expect(prefix("abc", "ABD") == "ab")
    #expect(prefix("abc") == "abc")
    #expect(prefix("a", "b") == "")
    #expect(NameCompletion(start: 0, candidates: []).commonPrefix == "")
  }

  @Test func `names come from the database, even if it has a broken view`() throws {
    let database = try DatabaseQueue()
    let names = try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE t (a, b); CREATE TABLE gone (c); CREATE VIEW broken AS SELECT c FROM gone;
          DROP TABLE gone; CREATE TEMP TABLE own (d);
          """
      )
      return try SchemaNames(db)
    }
    #expect(names.table("T")?.columns == ["a", "b"])
    #expect(names.table("broken")?.columns == [])
    #expect(names.table("own")?.columns == ["d"])
    #expect(names.functions.contains("coalesce"))
    #expect(names.pragmas.contains("table_info"))
    #expect(names.keywords.contains("SELECT"))
  }

  @Test func `paths are completed, and folders end with a slash`() throws {
    let scratch = try ScratchDirectory()
    for name in ["data.csv", "data.json", ".hidden"] {
      try Data().write(to: scratch.url.appending(path: name))
    }
    let folder = scratch.url.appending(path: "dates")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let start = scratch.path(of: "")
    #expect(
      ShellCompleter.paths(beginning: start + "dat")
        == ["data.csv", "data.json", "dates/"].map { start + $0 }
    )
    #expect(ShellCompleter.paths(beginning: start + ".h") == [start + ".hidden"])
    #expect(ShellCompleter.paths(beginning: start).count == 3)
    #expect(ShellCompleter.paths(beginning: "/no/such/folder/x") == [])
  }

  @Test(arguments: [
    ("", true), ("  \n", true), ("-- only a comment", true), ("/* closed */", true),
    ("/* open", false),
    ("SELECT 1", false), ("SELECT 1;", true), ("SELECT ';", false), (".mode csv", true),
    ("SELECT 1; -- comment", true), ("SELECT 1; SELECT", false),
    ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;", false),
  ])
  func `Enter runs only complete text`(text: String, isWhole: Bool) {
    #expect(InteractiveShell.isWhole(text) == isWhole)
  }

  @Test func `the parameters of a text are found as in SQL`() {
    let sql = "SELECT :a, @b, $c, ':d', \"@e\" -- :f\n, ?, x FROM t"
    #expect(namedParameters(of: sql) == ["a", "b", "c"])
  }

  @Test func `completions are arranged in columns, and those left out are counted`() {
    let names = (1...100).map { "name\($0)" }
    let lines = ShellScreen.offers(names, width: 30)
    #expect(lines.count == 7)
    #expect(lines.allSatisfy { $0.width <= 30 })
    #expect(lines.last?.text == "… 82 more")
    #expect(ShellScreen.offers(["a"], width: 0).count == 1)
    #expect(ShellScreen.offers([], width: 30).isEmpty)
  }
}
