import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

@Suite struct DiffCommandTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func database(_ name: String, _ sql: String) throws -> String {
    let path = scratch.path(of: name)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    try database.close()
    return path
  }

  private func diff(_ left: String, _ right: String, _ options: String...) async throws
    -> ProgramRun
  {
    let a = try database("a.db", left)
    let b = try database("b.db", right)
    return await ProgramRun(list: ["diff", a, b] + options)
  }

  @Test func `changed rows are identified by their keys`() async throws {
    let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, name, size);"
    let run = try await diff(
      table + "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3);",
      table + "INSERT INTO t VALUES (2, 'B', 2), (3, 'c', 3), (4, 'd', NULL);"
    )
    #expect(run.code.rawValue == 1)
    #expect(
      run.output == """
        t
          - id 1: name 'a', size 1
          ~ id 2: name 'b' → 'B'
          + id 4: name 'd', size NULL
        (0 differences of definitions; 1 row added, 1 changed, 1 removed)

        """
    )
  }

  @Test func `the order of rows does not make a difference`() async throws {
    let table = "CREATE TABLE t (a TEXT COLLATE NOCASE PRIMARY KEY, b); CREATE TABLE empty (a);"
    let run = try await diff(
      table + "INSERT INTO t VALUES ('b', 1), ('A', 2), ('é', 3);",
      table + "INSERT INTO t VALUES ('é', 3), ('A', 2), ('b', 1);"
    )
    #expect(run.code == .success)
    #expect(run.output == "There is no difference.\n")
    let sql = await ProgramRun("diff", scratch.path(of: "a.db"), scratch.path(of: "b.db"), "--sql")
    #expect(sql.code == .success)
    #expect(sql.output == "")
  }

  @Test func `differences of definitions are shown`() async throws {
    let run = try await diff(
      "CREATE TABLE old (a); INSERT INTO old VALUES (1); CREATE TABLE t (a, b); CREATE INDEX i ON t (a);",
      "CREATE TABLE new (a); CREATE TABLE t (a, c); CREATE INDEX i ON t (c); PRAGMA user_version = 3;"
    )
    #expect(
      run.output == """
        ~ user_version: 0 → 3
        - table old (1 row)
        + table new (0 rows)
        ~ table t
            - CREATE TABLE t (a, b)
            + CREATE TABLE t (a, c)
        ~ index i
            - CREATE INDEX i ON t (a)
            + CREATE INDEX i ON t (c)
        (5 differences of definitions; 0 rows added, 0 changed, 0 removed)

        """
    )
  }

  @Test func `a failure has its own exit code`() async throws {
    let a = try database("a.db", "CREATE TABLE t (a)")
    let missing = await ProgramRun("diff", a, scratch.path(of: "none.db"))
    #expect(missing.code.rawValue == 2)
    #expect(missing.errors.contains("none.db"))
    let table = await ProgramRun("diff", a, a, "none")
    #expect(table.code.rawValue == 2)
    #expect(table.errors.contains("Neither database has a table or view named none."))
    #expect(await ProgramRun("diff", a).code == .usage)
  }

  @Test func `only the named tables are compared`() async throws {
    let run = try await diff(
      "CREATE TABLE t (a); CREATE TABLE u (a); INSERT INTO u VALUES (1)",
      "CREATE TABLE t (a); CREATE TABLE u (a); INSERT INTO t VALUES (5); CREATE TABLE v (a)",
      "T"
    )
    #expect(run.output.hasPrefix("t\n  + rowid 1: a 5\n(0 differences"))
  }

  /// Pairs of databases; the SQL must turn the first one into the second.
  static let pairs: [(String, String)] = [
    ("", "CREATE TABLE t (a); INSERT INTO t VALUES (1), (NULL)"),
    ("CREATE TABLE t (a); INSERT INTO t VALUES (1)", ""),
    // Unique values are swapped.
    (
      "CREATE TABLE t (id INTEGER PRIMARY KEY, u UNIQUE, v); INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 2), (3, 'z', 3)",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, u UNIQUE, v); INSERT INTO t VALUES (1, 'y', 1), (2, 'x', 5), (4, 'z', 3)"
    ),
    (
      "CREATE TABLE t (a, b); CREATE UNIQUE INDEX i ON t (lower(a)); INSERT INTO t VALUES ('a', 1), ('b', 2)",
      "CREATE TABLE t (a, b); CREATE UNIQUE INDEX i ON t (lower(a)); INSERT INTO t VALUES ('b', 1), ('a', 2)"
    ),
    // Keys of several columns, some of them NULL, and keys of text in another order.
    (
      "CREATE TABLE t (a, b, c, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, NULL, 1), (1, NULL, 2), (2, 3, 4)",
      "CREATE TABLE t (a, b, c, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, NULL, 1), (1, NULL, 3), (2, 4, 4)"
    ),
    (
      "CREATE TABLE t (a, b, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO t VALUES ('é', 1.5), ('z', x'00')",
      "CREATE TABLE t (a, b, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO t VALUES ('é', 1.5), ('Z', x'00'), ('it''s', 9e999)"
    ),
    (
      "CREATE TABLE t (a COLLATE NOCASE PRIMARY KEY, b); INSERT INTO t VALUES ('a', 1), ('B', 2)",
      "CREATE TABLE t (a COLLATE NOCASE PRIMARY KEY, b); INSERT INTO t VALUES ('A', 1), ('B', 3)"
    ),
    // Triggers do not run, generated columns are not written, and references are broken
    // temporarily.
    (
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p, d AS (p * 2)); CREATE TABLE log (a);
      CREATE TRIGGER t AFTER INSERT ON c BEGIN INSERT INTO log VALUES (new.p); END; INSERT INTO p VALUES (1);
      """,
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p, d AS (p * 2)); CREATE TABLE log (a);
      CREATE TRIGGER t AFTER INSERT ON c BEGIN INSERT INTO log VALUES (new.p); END; INSERT INTO p VALUES (2);
      INSERT INTO c VALUES (2); DELETE FROM log;
      """
    ),
    // Tables, views, indexes and triggers with other definitions.
    (
      """
      CREATE TABLE t (a); CREATE INDEX i ON t (a); CREATE VIEW v AS SELECT a FROM t; INSERT INTO t VALUES (1);
      CREATE TRIGGER onV INSTEAD OF INSERT ON v BEGIN SELECT 1; END; CREATE TRIGGER onT AFTER DELETE ON t BEGIN SELECT 1; END;
      """,
      """
      CREATE TABLE t (a, b DEFAULT 'x;'); CREATE INDEX i ON t (a); CREATE VIEW v AS SELECT a, b FROM t;
      INSERT INTO t VALUES (1, 2), (3, 4); CREATE INDEX j ON t (b); CREATE TRIGGER onT AFTER DELETE ON t BEGIN SELECT 1; END;
      CREATE TRIGGER onV INSTEAD OF INSERT ON v BEGIN SELECT 1; END; PRAGMA application_id = 5;
      """
    ),
    (
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO t VALUES (1, 1), (9, 2); DELETE FROM t WHERE id = 9",
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO t VALUES (1, 1), (3, 2); CREATE TABLE u (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO u VALUES (70); DELETE FROM u"
    ),
    (
      "CREATE VIRTUAL TABLE f USING fts5(a, b); INSERT INTO f VALUES ('one', 'x'), ('two', 'y');",
      "CREATE VIRTUAL TABLE f USING fts5(a, b); INSERT INTO f VALUES ('one', 'x'), ('three', 'y'), ('four', 'z');"
    ),
    (
      "CREATE VIRTUAL TABLE r USING rtree(id, x1, x2); INSERT INTO r VALUES (1, 0.1, 2), (2, 1, 2);",
      "CREATE VIRTUAL TABLE r USING rtree(id, x1, x2); INSERT INTO r VALUES (1, 0.1, 3), (7, 1, 2);"
    ),
    (
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a TEXT PRIMARY KEY, b); INSERT INTO t VALUES ('é', 1), ('z', 2), ('😀', 3)",
      "CREATE TABLE t (a TEXT PRIMARY KEY, b); INSERT INTO t VALUES ('é', 1), ('z', 5), ('Ā', 2), ('😀', 3)"
    ),
  ]

  @Test(arguments: 0..<pairs.count)
  func `the SQL turns the first database into the second, in both directions`(index: Int)
    async throws
  {
    let pair = Self.pairs[index]
    for (left, right) in [pair, (pair.1, pair.0)] {
      let a = try database("a\(UUID()).db", left)
      let b = try database("b\(UUID()).db", right)
      let script = await ProgramRun("diff", a, b, "--sql")
      #expect(script.code.rawValue == 1, "\(script.errors)")
      let run = await ProgramRun("import", a, "--format", "sql", input: script.output)
      #expect(run.code == .success, "\(run.errors)\n\(script.output)")
      let again = await ProgramRun("diff", a, b)
      #expect(again.code == .success, "\(again.output)\n\(script.output)")
      #expect(
        await ProgramRun("query", a, "PRAGMA integrity_check", "--format=csv").output.contains("ok")
      )
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the SQL turns random rows into others`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let table = "CREATE TABLE t (a, b, c UNIQUE, PRIMARY KEY (a, b)); CREATE INDEX i ON t (b);"
    var sides: [String] = []
    for _ in 0..<2 {
      var rows: [String] = []
      for _ in 0..<60 {
        let values = (0..<3).map { _ in
          ["NULL", "1", "2", "3", "1.5", "'a'", "'B'", "'b'", "x'61'", "x''"].randomElement(
            using: &random
          ) ?? "0"
        }
        let unique = Int.random(in: 0..<80, using: &random)
        rows.append("INSERT OR IGNORE INTO t VALUES (\(values[0]), \(values[1]), \(unique));")
      }
      sides.append(table + rows.joined())
    }
    let a = try database("a.db", sides[0])
    let b = try database("b.db", sides[1])
    let script = await ProgramRun("diff", a, b, "--sql")
    let run = await ProgramRun("import", a, "--format", "sql", input: script.output)
    #expect(run.code == .success, "\(run.errors)")
    #expect(await ProgramRun("diff", a, b).code == .success)
  }

  @Test func `rows of tables without a common key are not compared, which is reported`()
    async throws
  {
    let run = try await diff(
      "CREATE TABLE t (a PRIMARY KEY, b); INSERT INTO t VALUES (1, 2)",
      "CREATE TABLE t (a, b PRIMARY KEY); INSERT INTO t VALUES (1, 2)"
    )
    #expect(run.output.contains("t: its rows are not compared"))
  }
}
