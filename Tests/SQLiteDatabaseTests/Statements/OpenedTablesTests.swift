import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase

/// What statements read that join by the names of columns, or only seem to.
@Suite(.timeLimit(.hang)) struct OpenedTablesTests {
  private let database: TestDatabase

  init() throws {
    database = try TestDatabase(
      .pool,
      """
      CREATE TABLE estate (id INTEGER PRIMARY KEY, name TEXT, housing TEXT, "using" TEXT);
      CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
      CREATE TABLE unread (id INTEGER PRIMARY KEY, name TEXT);
      CREATE VIEW d AS SELECT name FROM estate NATURAL JOIN owners;
      CREATE VIEW `a "b"` AS SELECT name FROM d;
      CREATE VIRTUAL TABLE words USING fts5(name);
      CREATE VIRTUAL TABLE summaries USING fts5(name, content='estate', content_rowid='id');
      CREATE VIEW found AS SELECT age FROM owners NATURAL JOIN words;
      """
    )
  }

  private func region(of sql: String) throws -> Region {
    try database.writer.read { try $0.makeStatement(sql: sql).region }
  }

  @Test(
    arguments: [
      ("SELECT housing FROM estate", "housing"),
      ("SELECT name AS and_d FROM estate AS ed /* d NATURAL JOIN using (id) */", "name"),
      ("SELECT name FROM estate -- natural\n", "name"),
      ("SELECT name FROM estate WHERE name <> 'NATURAL or USING'", "name"),
      ("SELECT \"using\" FROM estate", "using"),
    ]
  )
  func `a part of a word, a comment, a text and a quoted name do not join`(
    sql: String,
    column: String
  ) throws {
    #expect(try region(of: sql) == Region(table: "estate", columns: [column]))
  }

  @Test(
    arguments: [
      "SELECT estate.id FROM estate NATURAL JOIN owners",
      "SELECT estate.name FROM estate join owners\nUsing(id)",
      "SELECT 1 FROM d", "SELECT 1 FROM \"D\"", "SELECT 1 FROM [d]", "SELECT 1 FROM `d`",
      "SELECT 1 FROM 'd'", "SELECT 1 FROM main.d", #"SELECT 1 FROM "a ""b""" AS x"#,
    ]
  )
  func `a join by names reads all columns, also in a view`(sql: String) throws {
    let region = try region(of: sql)
    #expect(region.columns(of: "estate") == .all)
    #expect(region.columns(of: "owners") == .all)
    #expect(region.columns(of: "unread") == nil)
  }

  @Test(
    arguments: [
      ("SELECT count(*) FROM owners NATURAL JOIN words", "words"),
      ("SELECT count(*) FROM owners NATURAL JOIN words, json_each('[1]')", "words"),
      ("SELECT count(*) FROM json_each('[1]'), found", "words"),
      ("SELECT count(*) FROM owners JOIN summaries USING (name)", "summaries"),
      ("SELECT count(*) FROM owners JOIN summaries USING (name)", "estate"),
      ("SELECT value FROM (SELECT 1 AS id) NATURAL JOIN owners, json_each('[1]')", "owners"),
    ]
  )
  func `a virtual table beside such a join is read, and nothing else`(sql: String, table: String)
    throws
  {
    let region = try region(of: sql)
    #expect(!region.isFullDatabase)
    #expect(region.columns(of: TableName(table)) == .all)
    #expect(region.columns(of: "unread") == nil)
  }

  @Test func `a table of a module that reads unknown things reads everything`() throws {
    let sql = "SELECT count(*) FROM owners NATURAL JOIN pragma_table_list"
    #expect(try region(of: sql).isFullDatabase)
  }

  @Test func `views are found again after another connection changed the schema`() throws {
    let before = try region(of: "SELECT age FROM owners")
    #expect(before == Region(table: "owners", columns: ["age"]))
    let other = try database.another()
    try other.write { db in
      try db.execute(
        sql: """
          CREATE VIEW late AS SELECT name FROM unread NATURAL JOIN owners;
          DROP VIEW d;
          CREATE VIEW d AS SELECT name FROM estate;
          """
      )
    }
    #expect(try region(of: "SELECT 1 FROM late").columns(of: "unread") == .all)
    #expect(try region(of: "SELECT name FROM d").columns(of: "estate") == .some(["name"]))
  }

  @Test func `views are found again after this connection changed temporary ones`() throws {
    try database.writer.writeWithoutTransaction { (db) throws in
      #expect(try db.makeStatement(sql: "SELECT id FROM owners").region.tables.count == 1)
      try db.execute(sql: "CREATE TEMP VIEW late AS SELECT name FROM unread NATURAL JOIN owners")
      let region = try db.makeStatement(sql: "SELECT 1 FROM late").region
      #expect(region.columns(of: "unread") == .all)
    }
  }
}

/// The names in SQL texts.
@Suite struct SQLNamesTests {
  @Test(
    arguments: [
      "SELECT a.Title", "\"title\"", "[title]", "`TITLE`", "'title'", "x\"y\"[title]`z`",
      "/* * / */title", "--\ntitle",
    ]
  )
  func `a name is found with any quotes`(sql: String) {
    #expect(SQLNames(sql).contains("title"))
  }

  @Test(
    arguments: [
      "subtitle", "title_", "title2", "/* title", "-- title", "\"a\"\"title\"", "\"my title\"",
      "'it''s title'",
    ]
  )
  func `a part of a name or of a comment is no name`(sql: String) {
    #expect(!SQLNames(sql).contains("title"))
  }

  @Test func `doubled quotes are read as one`() {
    #expect(SQLNames("FROM \"a \"\"b\"\"\"").contains("a \"b\""))
    #expect(SQLNames("FROM `a``b`").contains("a`b"))
    #expect(SQLNames("FROM [a]").contains("a"))
  }

  @Test func `only words without quotes join by the names of columns`() {
    #expect(SQLNames("a Natural JOIN b").joinsByColumnNames)
    #expect(SQLNames("a JOIN b\tUSING(c)").joinsByColumnNames)
    #expect(!SQLNames("SELECT \"using\", 'natural', housing /* using */").joinsByColumnNames)
  }
}
