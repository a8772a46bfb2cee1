import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Testing

@testable import SQLiteTools

@Suite(.timeLimit(.hang)) struct DumpTests {
  /// Returns a description of a database: each object of the schema, and each row bit by bit.
  private func content(of database: any DatabaseReader) throws -> [String] {
    try database.read { db in
      let objects = try db.objects()
      var lines = objects.map { "\($0.kind) \($0.name) \($0.table) \($0.sql ?? "")" }.sorted()
      for object in objects where object.kind == .table {
        let info = try db.tables().first { $0.name == object.name }
        guard info?.kind != .virtual else { continue }
        lines += try rows(of: object.name, db)
      }
      for pragma in ["user_version", "application_id", "encoding"] {
        lines.append(
          "\(pragma) \(try DatabaseValue.fetchOne(db, sql: "PRAGMA \(pragma)") ?? .null)"
        )
      }
      return lines
    }
  }

  private func rows(of table: TableName, _ db: Database) throws -> [String] {
    let columns = try db.columns(in: table).map { quotedIdentifier($0.name) }
    let rowID = try db.primaryKey(table).hasRowID ? ["rowid"] : []
    // The text of a real number has as many digits as any number needs, so it is exact.
    let parts = (rowID + columns).map {
      "typeof(\($0)) || ':' || CASE typeof(\($0)) WHEN 'real' THEN printf('%!.26g', \($0)) ELSE hex(\($0)) END"
    }
    let sql =
      "SELECT \(parts.joined(separator: " || ' ' || ")) FROM \(quotedIdentifier(table.name))"
    return try String?.fetchAll(db, sql: sql).map { "\(table.name): \($0 ?? "NULL")" }
  }

  private func restored(_ script: String) throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.importSQL(from: .text(script))
    return database
  }

  private func script(of database: any DatabaseReader, _ options: SQLDumpOptions = .init()) throws
    -> String
  {
    var bytes: [UInt8] = []
    try database.dumpSQL(options) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func expectRestored(_ schema: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let source = try DatabaseQueue()
    try source.writeWithoutTransaction { try $0.execute(sql: schema) }
    let copy = try restored(try script(of: source))
    let (left, right) = (try content(of: source), try content(of: copy))
    #expect(left == right, sourceLocation: sourceLocation)
    // The quick check is wrong about some WITHOUT ROWID tables in SQLite 3.40.
    let check = try copy.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    #expect(check == ["ok"], sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      "",
      "CREATE TABLE empty (a, b)",
      "CREATE TABLE t (a); INSERT INTO t (rowid, a) VALUES (-5, 1), (3, 2), (9223372036854775807, 3)",
      "CREATE TABLE t (rowid, a); INSERT INTO t (_rowid_, rowid, a) VALUES (7, 'x', 2)",
      "CREATE TABLE t (rowid, oid, _rowid_); INSERT INTO t VALUES (3, 2, 1), (1, 2, 3)",
      "CREATE TABLE t (id INTEGER PRIMARY KEY DESC, a); INSERT INTO t VALUES (3, 2), (1, 2)",
      "CREATE TABLE t (a, b, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO t VALUES (1, 2), (0, 3)",
      "CREATE TABLE t (a, b AS (a * 2) STORED, c AS (a + 1), d); INSERT INTO t (a, d) VALUES (1, 2)",
      "CREATE TABLE t (a INT, b ANY) STRICT; INSERT INTO t VALUES (1, 'x'), (NULL, x'00'), (2, '1')",
      "CREATE TABLE \"odd \"\"name\" (\"a b\", \"c'd\"); INSERT INTO \"odd \"\"name\" VALUES ('it''s', '')",
      "PRAGMA user_version = 7; PRAGMA application_id = -3",
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a); INSERT INTO t VALUES ('é' || char(0) || '😀')",
      """
      CREATE TABLE parents (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO parents VALUES (9);
      DELETE FROM parents; CREATE TABLE children (parent REFERENCES parents DEFERRABLE, a AUTOINCREMENT_);
      """,
      "CREATE TABLE t (a, b); CREATE INDEX i ON t (a) WHERE b > 0; INSERT INTO t VALUES (1, 2); ANALYZE",
      """
      CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t;
      CREATE TRIGGER onView INSTEAD OF INSERT ON v BEGIN
        INSERT INTO t VALUES (CASE new.a WHEN 1 THEN 'one; END;' END); SELECT 1;
      END;
      CREATE TRIGGER onTable AFTER INSERT ON t BEGIN DELETE FROM t; END;
      """,
    ]
  )
  func `a script recreates the same database`(schema: String) throws {
    try expectRestored(schema)
  }

  @Test func `each kind of value is restored bit by bit`() throws {
    let reals = [
      0.1, -0.0, 1e300, -1e-300, Double.leastNonzeroMagnitude, 1.7976931348623157e308,
      Double.leastNormalMagnitude.nextDown, 3.0,
      123456789.123456789, .infinity, -.infinity, 9007199254740993.0, 0.1 + 0.2,
    ]
    let source = try DatabaseQueue()
    try source.write { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      let insert = try db.makeStatement(sql: "INSERT INTO t VALUES (?)")
      var random = SeededGenerator(seed: 12)
      for real in reals { try insert.execute(arguments: [real]) }
      for _ in 0..<2000 {
        let real = Double(bitPattern: random.next())
        if real.isFinite { try insert.execute(arguments: [real]) }
      }
      try insert.execute(arguments: [Int64.min])
      try insert.execute(arguments: [Int64.max])
      try insert.execute(arguments: [nil])
      for text in ["", "'", "a\nb\r\n", "\0", "a\0'b\u{1}\0", "\u{1}\0\u{2}", "👩‍👩‍👧", "--", "x'00'"] {
        try insert.execute(arguments: [text])
      }
      try insert.execute(arguments: [[UInt8]()])
      try insert.execute(arguments: [Array(UInt8.min...UInt8.max)])
      try db.execute(sql: "INSERT INTO t VALUES (CAST(x'ff00fe' AS TEXT))")
    }
    let copy = try restored(try script(of: source))
    #expect(try content(of: source) == content(of: copy))
    let bits = { (db: Database) in
      try Double.fetchAll(db, sql: "SELECT a FROM t WHERE typeof(a) = 'real' ORDER BY rowid")
        .map(\.bitPattern)
    }
    #expect(try source.read(bits) == copy.read(bits))
  }

  @Test func `a real number is computed exactly from integers`() throws {
    let database = try DatabaseQueue()
    var random = SeededGenerator(seed: 3)
    let numbers =
      [
        Double.leastNonzeroMagnitude, Double.leastNormalMagnitude.nextDown, 1.7976931348623157e308,
        -1.0, 0.1,
      ]
      + (0..<500).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    for number in numbers {
      let read = try database.read { db in
        try Double.fetchOne(db, sql: "SELECT \(exactExpression(of: number))")
      }
      #expect(read?.bitPattern == number.bitPattern)
    }
  }

  @Test func `full-text and R*Tree tables are restored with their content`() throws {
    let schema = """
      CREATE VIRTUAL TABLE notes USING fts5(title, body, prefix='2');
      INSERT INTO notes VALUES ('one', 'a quick fox'), ('two', 'it''s lazy');
      CREATE VIRTUAL TABLE contentless USING fts5(body, content='');
      INSERT INTO contentless (rowid, body) VALUES (7, 'hidden words');
      CREATE TABLE plain (a); INSERT INTO plain VALUES (1);
      CREATE VIRTUAL TABLE places USING rtree(id, x1, x2, y1, y2);
      INSERT INTO places VALUES (1, 0.5, 1, 2, 3), (2, -4, 4, -4, 4);
      CREATE TRIGGER t AFTER INSERT ON plain BEGIN INSERT INTO notes VALUES (new.a, ''); END;
      """
    try expectRestored(schema)
    let source = try DatabaseQueue()
    try source.write { try $0.execute(sql: schema) }
    let copy = try restored(try script(of: source))
    try copy.write { db in
      func found(_ table: String, _ word: String) throws -> [Int] {
        try Int.fetchAll(db, sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH '\(word)'")
      }
      #expect(try found("notes", "lazy") == [2])
      #expect(try found("contentless", "words") == [7])
      #expect(try Int.fetchAll(db, sql: "SELECT id FROM places WHERE x1 < 0") == [2])
      try db.execute(sql: "INSERT INTO plain VALUES (5)")
      #expect(try found("notes", "5") == [3])
    }
  }

  @Test func `a dump of a table contains only what belongs to it`() throws {
    let source = try DatabaseQueue()
    try source.write { db in
      try db.execute(
        sql: """
          CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO a VALUES (4);
          CREATE TABLE b (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO b VALUES (8);
          CREATE INDEX onA ON a (id); CREATE INDEX onB ON b (id); CREATE VIEW v AS SELECT 1;
          PRAGMA user_version = 3;
          """
      )
    }
    let script = try script(of: source, SQLDumpOptions(tables: ["A"]))
    let destination = try DatabaseQueue()
    try destination.write { db in
      try db.execute(
        sql: "CREATE TABLE b (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO b VALUES (30)"
      )
    }
    try destination.importSQL(from: .text(script))
    try destination.read { db throws in
      #expect(try db.objects().filter { !$0.isInternal }.map(\.name.name) == ["b", "a", "onA"])
      let numbers = "SELECT name || seq FROM sqlite_sequence ORDER BY name"
      #expect(try String.fetchAll(db, sql: numbers) == ["a4", "b30"])
      #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == 0)
    }
  }

  @Test func `a dump of the schema contains no rows`() throws {
    let source = try DatabaseQueue()
    try source.write { db in
      try db.execute(
        sql: "CREATE TABLE a (b); INSERT INTO a VALUES (1); CREATE VIRTUAL TABLE f USING fts5(c)"
      )
    }
    let script = try script(of: source, SQLDumpOptions(includesRows: false))
    #expect(!script.contains("INSERT"))
    let copy = try restored(script)
    #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM a") } == 0)
    try copy.write { try $0.execute(sql: "INSERT INTO f VALUES ('x')") }
  }

  @Test(
    arguments: [
      #"CREATE TABLE "t--" ("a--"); INSERT INTO "t--" VALUES (1)"#,
      #"CREATE TABLE x (a); CREATE INDEX "i--" ON x (a)"#,
      "CREATE TABLE x (a); CREATE INDEX i ON x (a) WHERE a <> '--'",
      "CREATE TABLE x (a); CREATE INDEX i ON x (a /* -- */)",
      "CREATE TABLE x (a); CREATE VIEW [v--] AS SELECT 1 -- one",
      "CREATE TABLE x (a); CREATE TRIGGER `r--` AFTER INSERT ON x BEGIN SELECT '--'; END",
      """
      CREATE TABLE t (a CHECK (a > 0), b INT CHECK (b <> 'x')); PRAGMA ignore_check_constraints = ON;
      INSERT INTO t VALUES (-1, 'x'), (1, 1); PRAGMA ignore_check_constraints = OFF;
      """,
    ]
  )
  func `a definition with dashes, or a row that breaks a constraint, is restored`(schema: String)
    throws
  {
    let source = try DatabaseQueue()
    try source.writeWithoutTransaction { try $0.execute(sql: schema) }
    let copy = try restored(try script(of: source))
    let (left, right) = (try content(of: source), try content(of: copy))
    #expect(left == right)
  }

  @Test func `constraints are ignored only while a script runs that says so`() throws {
    let source = try DatabaseQueue()
    try source.write { db in
      try db.execute(sql: "CREATE TABLE t (a CHECK (a > 0)); INSERT INTO t VALUES (1)")
    }
    let script = try script(of: source)
    #expect(script.contains("-- Rows are inserted as they are"))
    #expect(try !self.script(of: source, SQLDumpOptions(includesRows: false)).contains("PRAGMA i"))
    let copy = try restored(script)
    #expect(throws: DatabaseError.self) {
      try copy.write { try $0.execute(sql: "INSERT INTO t VALUES (-1)") }
    }
    // Also after a script that ends early.
    #expect(throws: ImportError.self) {
      try copy.importSQL(from: .text("PRAGMA ignore_check_constraints=ON; SELECT wrong;"))
    }
    #expect(throws: DatabaseError.self) {
      try copy.write { try $0.execute(sql: "INSERT INTO t VALUES (-1)") }
    }
  }

  @Test func `a view that ends within a comment does not swallow the rest of the script`() throws {
    let source = try DatabaseQueue()
    try source.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE x (a); CREATE VIEW w AS SELECT 2; PRAGMA user_version = 7")
      try db.execute(sql: "CREATE VIEW v AS SELECT 1 /* one")
    }
    let copy = try restored(try script(of: source))
    #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT * FROM v") } == 1)
    #expect(try copy.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 7)
  }

  @Test func `a missing table is an error`() throws {
    let source = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) {
      try source.dumpSQL(SQLDumpOptions(tables: ["none"])) { _ in }
    }
    #expect(error?.code == .notFound)
  }

  @Test func `a dump reads one snapshot, whatever is written meanwhile`() throws {
    let test = try TestDatabase(.pool, "CREATE TABLE t (a); CREATE TABLE u (a)")
    try test.writer.write { db in
      for number in 0..<5000 {
        try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: ["\(number) and more text"])
      }
    }
    var bytes: [UInt8] = []
    var hasWritten = false
    try test.writer.dumpSQL { piece in
      bytes += piece
      guard !hasWritten else { return }
      hasWritten = true
      try test.another().write { try $0.execute(sql: "DELETE FROM t; INSERT INTO u VALUES (1)") }
    }
    #expect(hasWritten)
    let copy = try restored(String(decoding: bytes, as: UTF8.self))
    let counts = "SELECT (SELECT count(*) FROM t) || ' ' || (SELECT count(*) FROM u)"
    #expect(try copy.read { try String.fetchOne($0, sql: counts) } == "5000 0")
  }

  @Test func `pieces are small, and the progress ends with all rows`() throws {
    let source = try DatabaseQueue()
    try source.write { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      for _ in 0..<3500 { try db.execute(sql: "INSERT INTO t VALUES (hex(zeroblob(100)))") }
    }
    var (largest, seen) = (0, [DumpProgress]())
    try source.dumpSQL(progress: { seen.append($0) }) { largest = max(largest, $0.count) }
    #expect(largest < 1 << 17)
    #expect(seen.map(\.completedRowCount) == [1000, 2000, 3000, 3500])
    #expect(seen.allSatisfy { $0.totalRowCount == 3500 && $0.table == "t" })
  }

  @Test func `an error of the receiver ends the dump`() throws {
    let source = try DatabaseQueue()
    #expect(throws: TestError.self) { try source.dumpSQL { _ in throw TestError() } }
    try source.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    #expect(throws: TestError.self) {
      try source.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
      try source.dumpSQL(progress: { _ in throw TestError() }) { _ in }
    }
  }

  @Test func `cancellation ends the dump`() async throws {
    let source = try DatabaseQueue()
    try await source.write { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      for _ in 0..<5000 { try db.execute(sql: "INSERT INTO t VALUES (hex(zeroblob(100)))") }
    }
    let pieces = Mutex(0)
    let task = Task {
      try await source.dumpSQL { _ in
        pieces.withLock { $0 += 1 }
        withUnsafeCurrentTask { $0?.cancel() }
        // Another thread notifies the access of the cancellation.
        while true { try Task.checkCancellation() }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(pieces.withLock { $0 } < 2)
  }

  @Test func `a closed database refuses a dump`() throws {
    let source = try DatabaseQueue()
    try source.close()
    let error = #expect(throws: DatabaseError.self) { try source.dumpSQL { _ in } }
    #expect(error?.code == .closed)
  }
}
