import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase

/// Names with two spellings of a letter: for SQLite they are different, for Swift's `==` the same.
@Suite struct SpelledNameTests {
  private let one = "caf\u{E9}"
  private let other = "cafe\u{301}"

  @Test func `both tables are read that a statement only counts`() throws {
    let database = try TestDatabase(
      .queueInMemory,
      "CREATE TABLE \"\(one)\" (a); CREATE TABLE \"\(other)\" (a)"
    )
    let sql = "SELECT (SELECT count(*) FROM \"\(one)\"), (SELECT count(*) FROM \"\(other)\")"
    let reads = try database.writer.read { try $0.makeStatement(sql: sql).access.reads }
    #expect(reads.columns(of: TableName(one)) != nil)
    #expect(reads.columns(of: TableName(other)) != nil)
  }

  @Test func `each added column has its own default`() throws {
    let database = try TestDatabase(
      .queueInMemory,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY);
      ALTER TABLE t ADD COLUMN "\(one)" INTEGER DEFAULT 1;
      ALTER TABLE t ADD COLUMN "\(other)" INTEGER DEFAULT 2;
      """
    )
    let values = try database.writer.read { try $0.shape(of: "t")?.addedValues }
    #expect(values == [1: .integer(1), 2: .integer(2)])
  }

  @Test func `only a literal is the value of a column that was added later`() throws {
    let database = try TestDatabase(
      .queueInMemory,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY);
      ALTER TABLE t ADD COLUMN a INTEGER DEFAULT - 5;
      ALTER TABLE t ADD COLUMN b TEXT DEFAULT 'x' /* 'y' */;
      ALTER TABLE t ADD COLUMN c INTEGER DEFAULT (1 + 1);
      ALTER TABLE t ADD COLUMN d TEXT DEFAULT ('a' || 'b');
      """
    )
    let values = try database.writer.read { try $0.shape(of: "t")?.addedValues }
    #expect(values == [1: .integer(-5), 2: .text("x")])
  }

  @Test func `the views of both attached databases are known`() throws {
    let database = try TestDatabase(.queueInMemory)
    try database.writer.writeWithoutTransaction { db throws in
      for (schema, view) in [(one, "early"), (other, "late")] {
        try db.execute(
          sql: """
            ATTACH ':memory:' AS "\(schema)";
            CREATE TABLE "\(schema)".t (id);
            CREATE VIEW "\(schema)".\(view) AS SELECT 1 FROM t NATURAL JOIN t AS u;
            """
        )
      }
      let objects = try db.namedObjects()
      #expect(objects.joinByColumnNames(SQLNames("SELECT * FROM early")))
      #expect(objects.joinByColumnNames(SQLNames("SELECT * FROM late")))
    }
  }

  @Test func `a name is found in a text by its bytes`() {
    #expect(SQLNames("SELECT \"\(one)\"").contains(one))
    #expect(!SQLNames("SELECT \"\(one)\", \(one)").contains(other))
  }

  @Test func `a database is detached though another one is attached`() {
    var files = FollowedFiles()
    _ = files.note(schemas: ["main", one])
    let (detached, attached) = files.note(schemas: ["main", other])
    #expect(detached.map { Array($0.utf8) } == [Array(one.utf8)])
    #expect(attached.map { Array($0.utf8) } == [Array(other.utf8)])
  }
}
