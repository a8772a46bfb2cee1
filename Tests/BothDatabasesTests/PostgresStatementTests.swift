import DatabaseTypes
import Foundation
import LiveSQL
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLQueries
import PostgreSQLTestSupport
import Testing

/// Typed statements on a PostgreSQL connection, for which SQLite has no counterpart.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresStatementTests {
  let scratch: PostgresScratchDatabase
  let db: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    db = try scratch.connect()
    try Entry.createTable().execute(db)
    try Part.createTable().execute(db)
    try Part.insert { Part.samples }.execute(db)
  }

  @Test func `rows are found by key, counted, and read one by one`() throws {
    #expect(try Part.find(db, key: 3) == Part.samples[2])
    #expect(throws: NotFound.self) { try Part.find(db, key: 300) }
    #expect(try Part.where { $0.title == "Peel" }.find(db, key: 3).share == 30)
    #expect(try Part.fetchCount(db) == 6)
    #expect(try Part.where { $0.share > 5 }.fetchCount(db) == 3)
    #expect(try Part.where { $0.share > 5 }.count().fetchCount(db) == 1)
    #expect(try Part.select(\.title).distinct().fetchCount(db) == 5)
    #expect(try Part.order(by: \.id).limit(2).fetchCount(db) == 2)
    #expect(try Part.order(by: \.id).fetchOne(db) == Part.samples[0])
    #expect(try Part.fetchAll(db).count == 6)
    let cursor = try Part.order(by: \.id).fetchCursor(db)
    #expect(try cursor.next() == Part.samples[0])
    #expect(try cursor.next() == Part.samples[1])
    #expect(throws: PostgresError.self) { try Part.fetchCount(db) }
  }

  @Test func `a statement is prepared once, whatever its values`() throws {
    for share in 0..<20 { _ = try Part.where { $0.share == share }.fetchAll(db) }
    let count = try db.execute(
      "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT \"parts\"%'"
    ).values()
    #expect(count == [[1]])
  }

  @Test func `the database generates keys, for one row and for many that are copied`() throws {
    // Keys that a program has chosen do not advance the server's sequence.
    try db.execute(script: "ALTER TABLE parts ALTER id RESTART WITH 1000")
    let keys = try Part.insert { [Part.Draft(title: "a"), Part.Draft(title: "b")] }.returning(\.id)
      .fetchAll(db)
    #expect(keys.count == 2)
    try Part.delete().execute(db)
    try Part.insert { (0..<10_000).map { Part.Draft(title: "\($0)") } }.execute(db)
    #expect(try Part.select { $0.id.count(distinct: true) }.fetchOne(db) == 10_000)
    #expect(try Part.where { $0.title == "9999" }.fetchCount(db) == 1)
  }

  @Table struct Host: Equatable {
    let id: Int
    var address: String
  }

  @Test(arguments: [
    "CREATE TABLE hosts (id bigint PRIMARY KEY, address inet)",
    "CREATE TABLE hosts (id bigint PRIMARY KEY, address tsvector)",
    "CREATE TABLE hosts (id bigint PRIMARY KEY, address int4range)",
    "CREATE TABLE hosts (id bigint PRIMARY KEY, address timestamptz)",
    "CREATE TABLE hosts (id bigint PRIMARY KEY, address bit varying)",
    "CREATE TABLE base (id bigint PRIMARY KEY, address text); CREATE VIEW hosts AS SELECT * FROM base",
    "CREATE TABLE other (LIKE parts); CREATE TABLE hosts (id bigint PRIMARY KEY, address text); "
      + "CREATE RULE more AS ON INSERT TO hosts DO ALSO INSERT INTO other SELECT * FROM parts LIMIT 1",
  ])
  func `many rows can be inserted in all the places where one can`(schema: String) throws {
    try db.execute(script: schema)
    let text =
      schema.contains("inet")
      ? "10.0.0.1"
      : schema.contains("range")
        ? "[1,5)"
        : schema.contains("stamp") ? "2026-11-23 10:00:00" : schema.contains("bit") ? "101" : "'a'"
    try Host.insert { Host(id: 0, address: text) }.execute(db)
    try Host.insert { (1...100).map { Host(id: $0, address: text) } }.execute(db)
    #expect(try Host.fetchCount(db) == 101)
    if schema.contains("RULE") {
      #expect(try db.execute("SELECT count(*) FROM other").values() == [[101]])
    }
  }

  @Test func `a key that the server always generates is refused for one row and for many`() throws {
    try db.execute(
      script: "CREATE TABLE hosts (id bigint GENERATED ALWAYS AS IDENTITY, address text)"
    )
    for count in [1, 100] {
      #expect(throws: PostgresError.self) {
        try Host.insert { (1...count).map { Host(id: $0, address: "") } }.execute(db)
      }
    }
  }

  @Test func `row security applies to many rows as to one`() throws {
    try db.execute(
      script: """
        CREATE TABLE hosts (id bigint PRIMARY KEY, address text);
        ALTER TABLE hosts ENABLE ROW LEVEL SECURITY; ALTER TABLE hosts FORCE ROW LEVEL SECURITY;
        CREATE POLICY few ON hosts USING (true) WITH CHECK (id < 1000);
        CREATE ROLE \"\(scratch.name)\"; GRANT ALL ON hosts TO \"\(scratch.name)\"; SET ROLE \"\(scratch.name)\"
        """
    )
    try Host.insert { (1...100).map { Host(id: $0, address: "") } }.execute(db)
    #expect(throws: PostgresError.self) {
      try Host.insert { (901...1_000).map { Host(id: $0, address: "") } }.execute(db)
    }
    #expect(try Host.fetchCount(db) == 100)
    try db.execute(
      script: "RESET ROLE; DROP OWNED BY \"\(scratch.name)\"; DROP ROLE \"\(scratch.name)\""
    )
  }

  @Test func `a date that is not a number is refused`() throws {
    let at = #sql(
      "SELECT CAST(\(Date(timeIntervalSince1970: .nan)) AS timestamptz)",
      as: Date.self
    )
    #expect(throws: PostgresError.self) { try at.fetchAll(db) }
  }

  @Test(arguments: [1, 2, 31, 32, 5_000])
  func `either all rows are inserted or none`(count: Int) throws {
    let rows = (1...count).map { Part(id: $0 + 100, title: "n\($0)") }
    try Part.insert { rows }.execute(db)
    #expect(try Part.fetchCount(db) == 6 + count)
    // The last key already exists.
    let others = (1..<count).map { Part(id: $0 + 10_000) } + [Part(id: 1)]
    let error = #expect(throws: PostgresError.self) { try Part.insert { others }.execute(db) }
    #expect(error?.code == .uniqueViolation)
    #expect(try Part.fetchCount(db) == 6 + count)
    #expect(db.transactionStatus == .idle)
  }

  @Test func `an unsupported feature fails before the server sees it`() throws {
    try db.execute(script: "BEGIN")
    let error = #expect(throws: PostgresError.self) { try Part.select(\.rowid).fetchAll(db) }
    #expect(error?.code == .featureNotSupported)
    #expect(error?.message.contains("Give the table a primary key") == true)
    #expect(throws: PostgresError.self) { try Part.where { $0.title.glob("a*") }.fetchAll(db) }
    // The transaction continues.
    #expect(try Part.fetchCount(db) == 6)
    try db.execute(script: "COMMIT")
  }

  @Test func `columns of any server type are decoded`() throws {
    try db.execute(
      script: """
        CREATE TYPE sort AS ENUM ('fruit', 'bread', 'drink');
        CREATE TABLE others (
          id int PRIMARY KEY, name varchar(20) NOT NULL, note text, quantity numeric NOT NULL,
          price numeric(10, 2) NOT NULL, "isDone" int NOT NULL, kind sort NOT NULL, level smallint,
          at timestamp NOT NULL, until date, unix bigint NOT NULL, julian double precision NOT NULL,
          uid text NOT NULL, "bytesID" bytea NOT NULL, tags json NOT NULL, details text NOT NULL,
          data bytea
        );
        """
    )
    let entry = Entry(
      id: 1,
      name: "a",
      quantity: 12,
      price: 2.25,
      isDone: true,
      kind: .bread,
      level: .high,
      at: Entry.moment,
      until: Date(timeIntervalSince1970: 86_400 * 365),
      unix: Entry.moment,
      julian: Entry.moment,
      uid: UUID(),
      bytesID: UUID(),
      tags: ["a", "b"],
      details: Details(color: "red", weight: 1, count: 2, isFresh: false),
      data: [1, 2]
    )
    try db.execute(script: "DROP TABLE entries; ALTER TABLE others RENAME TO entries")
    try Entry.insert { entry }.execute(db)
    #expect(try Entry.fetchAll(db) == [entry])
    #expect(
      try Entry.where { $0.uid == entry.uid && $0.unix.eq(.init(queryOutput: entry.unix)) }
        .fetchCount(db) == 1
    )
    #expect(try Entry.where { $0.kind == .bread && $0.price == 2.25 }.fetchCount(db) == 1)
  }

  @Test func `a decoding error names the column, but not the value`() throws {
    try db.execute(
      script: "ALTER TABLE parts ALTER share TYPE numeric; UPDATE parts SET share = 1.5"
    )
    let error = #expect(throws: DecodingFailure.self) { try Part.fetchAll(db) }
    #expect(error?.column == "share")
    #expect("\(String(describing: error))".contains("1.5") == false)
    let text = #sql("SELECT id, title FROM parts", as: Part.self)
    #expect(throws: PostgresError.self) { try text.fetchAll(db) }
  }
}
