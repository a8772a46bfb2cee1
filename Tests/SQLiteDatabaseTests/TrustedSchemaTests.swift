import DatabaseTypes
import Synchronization
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of what the triggers, views and constraints of a foreign file may do.
@Suite struct TrustedSchemaTests {
  private static let schema = """
    CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
    CREATE VIRTUAL TABLE words USING fts5(body);
    """

  /// Returns the triggers that synchronize a full-text table, as in SQLite's documentation.
  private static func triggers(_ kind: String) -> String {
    """
    CREATE \(kind) TRIGGER added AFTER INSERT ON notes
      BEGIN INSERT INTO words (rowid, body) VALUES (new.id, new.body); END;
    CREATE \(kind) TRIGGER removed AFTER DELETE ON notes
      BEGIN DELETE FROM words WHERE rowid = old.id; END;
    CREATE \(kind) TRIGGER changed AFTER UPDATE ON notes
      BEGIN UPDATE words SET body = new.body WHERE rowid = new.id; END;
    """
  }

  @Test(arguments: DatabaseKind.allCases, [false, true])
  func `triggers can update a full-text table`(kind: DatabaseKind, trusts: Bool) throws {
    let db = try TestDatabase(kind, Self.schema + Self.triggers("")) { $0.trustsSchema = trusts }
    try checkWords(db)
  }

  @Test(arguments: DatabaseKind.allCases, [false, true])
  func `temporary triggers can update a full-text table`(kind: DatabaseKind, trusts: Bool) throws {
    let db = try TestDatabase(kind, Self.schema) { $0.trustsSchema = trusts }
    try db.writer.write { try $0.execute(sql: Self.triggers("TEMP")) }
    try checkWords(db)
  }

  private func checkWords(_ db: TestDatabase) throws {
    let count = "SELECT count(*) FROM words WHERE words MATCH "
    try db.execute("INSERT INTO notes (body) VALUES ('one word'), ('two words')")
    #expect(try db.integer(count + "'word'") == 1)
    try db.execute("UPDATE notes SET body = 'changed' WHERE id = 1")
    #expect(try db.integer(count + "'word'") == 0)
    #expect(try db.integer(count + "'changed'") == 1)
    try db.execute("DELETE FROM notes")
    #expect(try db.integer(count + "'changed'") == 0)
  }

  @Test(arguments: ["fts4(body)", "fts5(body)", "rtree(id, low, high)"])
  func `triggers and views can use SQLite's virtual tables`(module: String) throws {
    let db = try TestDatabase(.queue, "CREATE TABLE notes (id INTEGER PRIMARY KEY, body)")
    let columns =
      module.hasPrefix("rtree")
      ? "(id, low, high) VALUES (new.id, 1, 2)" : "(rowid, body) VALUES (new.id, 'x')"
    try db.execute(
      """
      CREATE VIRTUAL TABLE other USING \(module);
      CREATE TRIGGER added AFTER INSERT ON notes BEGIN INSERT INTO other \(columns); END;
      CREATE VIEW seen AS SELECT count(*) AS n FROM other;
      """
    )
    try db.execute("INSERT INTO notes (body) VALUES ('a')")
    #expect(try db.integer("SELECT n FROM seen") == 1)
  }

  @Test func `a schema can use the JSON functions`() throws {
    let db = try TestDatabase(
      .queue,
      """
      CREATE TABLE t (
        info TEXT CHECK (json_valid(info)), name TEXT GENERATED ALWAYS AS (json_extract(info, '$.name'))
      );
      CREATE INDEX byName ON t (json_extract(info, '$.name'));
      CREATE VIEW names AS SELECT json_group_array(name) AS all_names FROM t;
      """
    )
    try db.execute(#"INSERT INTO t (info) VALUES ('{"name":"a"}')"#)
    let names = try db.writer.read { try String.fetchOne($0, sql: "SELECT all_names FROM names") }
    #expect(names == #"["a"]"#)
    #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO t (info) VALUES ('{')") }
  }

  // MARK: Forbidden in schemas

  /// Schemas that call the application's function `effect`, each with a statement that triggers it.
  static let calls = [
    ("CREATE TRIGGER bad AFTER INSERT ON t BEGIN SELECT effect(); END", "INSERT INTO t VALUES (1)"),
    (
      "CREATE TRIGGER bad AFTER INSERT ON t WHEN effect() BEGIN SELECT 1; END",
      "INSERT INTO t VALUES (1)"
    ),
    ("CREATE VIEW bad AS SELECT effect() AS x", "SELECT * FROM bad"),
    ("CREATE TABLE bad (x CHECK (effect()))", "INSERT INTO bad VALUES (1)"),
    ("CREATE TABLE bad (x DEFAULT (effect()), y)", "INSERT INTO bad (y) VALUES (1)"),
    ("CREATE TABLE bad (x, y GENERATED ALWAYS AS (effect()))", "SELECT y FROM bad"),
    ("CREATE INDEX bad ON t (effect())", "INSERT INTO t VALUES (1)"),
    ("CREATE INDEX bad ON t (x) WHERE effect()", "INSERT INTO t VALUES (1)"),
    ("CREATE VIEW bad AS SELECT effects(x) FROM t", "SELECT * FROM bad"),
  ]

  /// A counter of calls.
  private final class Calls: Sendable {
    let count = Mutex(0)
  }

  private struct Effects: DatabaseAggregate {
    init() {}
    mutating func step(_ arguments: [DatabaseValue]) {}
    mutating func finalize() -> (any DatabaseValueConvertible)? { 1 }
  }

  private func functions(_ calls: Calls, isInnocuous: Bool) -> [DatabaseFunction] {
    [
      DatabaseFunction("effect", argumentCount: 0, pure: true, isInnocuous: isInnocuous) { _ in
        calls.count.withLock { $0 += 1 }
        return 1
      },
      DatabaseFunction(
        "effects",
        argumentCount: 1,
        isInnocuous: isInnocuous,
        aggregate: Effects.self
      ),
    ]
  }

  /// Creates a schema with a function that anything may call, as someone else might, and reopens
  /// the file.
  private func open(
    _ index: Int,
    _ calls: Calls,
    isInnocuous: Bool = false,
    trusts: Bool = false
  ) throws -> (TestDatabase, DatabaseQueue) {
    let made = try TestDatabase(.queue) { configuration in
      configuration.prepareDatabase { db in
        for function in functions(Calls(), isInnocuous: true) { db.add(function: function) }
      }
    }
    try made.execute("CREATE TABLE t (x)")
    try made.execute(Self.calls[index].0)
    let opened = try made.another { configuration in
      configuration.trustsSchema = trusts
      configuration.prepareDatabase { db in
        for function in functions(calls, isInnocuous: isInnocuous) {
          db.add(function: function)
        }
      }
    }
    return (made, opened)
  }

  private func run(_ index: Int, _ database: DatabaseQueue) throws {
    try database.write { _ = try Row.fetchAll($0, sql: Self.calls[index].1) }
  }

  @Test(arguments: calls.indices)
  func `a schema cannot call a function that is not innocuous`(index: Int) throws {
    let calls = Calls()
    let error = #expect(throws: DatabaseError.self) {
      // Some schemas are already refused when the file is opened.
      let (made, opened) = try open(index, calls)
      try run(index, opened)
      _ = made
    }
    #expect(error?.message.contains("unsafe use of effect") == true)
    #expect(error?.explanation.contains("Configuration.trustsSchema") == true)
    #expect(error?.explanation.contains("isInnocuous") == true)
    #expect(calls.count.withLock { $0 } == 0)
  }

  @Test(arguments: calls.indices, [false, true])
  func `a schema calls innocuous functions, or any if trusted`(index: Int, trusts: Bool) throws {
    let (made, opened) = try open(index, Calls(), isInnocuous: !trusts, trusts: trusts)
    try run(index, opened)
    _ = made
  }

  @Test(arguments: [
    "CREATE TEMP TRIGGER own AFTER INSERT ON t BEGIN SELECT effect(); END",
    "CREATE TEMP VIEW own AS SELECT effect() AS x",
  ])
  func `temporary triggers and views can call any function`(sql: String) throws {
    let calls = Calls()
    let (made, opened) = try open(2, calls)
    try opened.write { db throws in
      try db.execute(sql: sql)
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      if sql.contains("VIEW") { try db.execute(sql: "SELECT * FROM own") }
    }
    #expect(calls.count.withLock { $0 } > 0)
    _ = made
  }

  @Test func `statements can call any function`() throws {
    let (made, opened) = try open(2, Calls())
    #expect(try opened.read { try Int.fetchOne($0, sql: "SELECT effect() + effects(1)") } == 2)
    _ = made
  }

  @Test(arguments: [
    "CREATE VIEW bad AS SELECT load_extension('x') AS x", "CREATE VIEW bad AS SELECT * FROM dbstat",
  ])
  func `functions that reach outside the database are refused in any schema`(sql: String) throws {
    let db = try TestDatabase(.queue, sql)
    #expect(throws: DatabaseError.self) {
      try db.writer.read { _ = try Row.fetchAll($0, sql: "SELECT * FROM bad") }
    }
  }

  @Test func `statements and triggers cannot write the tables of a full-text index`() throws {
    let db = try TestDatabase(.queue, Self.schema)
    #expect(throws: DatabaseError.self) { try db.execute("DELETE FROM words_data") }
    #expect(throws: DatabaseError.self) {
      try db.execute(
        "CREATE TRIGGER bad AFTER INSERT ON notes BEGIN DELETE FROM words_data; END"
      )
    }
  }

  @Test func `a program can distrust all virtual tables`() throws {
    let db = try TestDatabase(.queue, Self.schema + Self.triggers("")) { configuration in
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
    }
    // Later versions of SQLite consider full-text tables innocuous.
    do { try db.execute("INSERT INTO notes (body) VALUES ('one')") } catch let error
      as DatabaseError
    {
      #expect(error.message.hasPrefix("unsafe use of virtual table"))
    }
    #expect(try db.integer("PRAGMA trusted_schema") == 0)
  }
}
