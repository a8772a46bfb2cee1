import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of foreign keys before, during and after migrations.
@Suite struct MigrationForeignKeyTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE books (id INTEGER PRIMARY KEY, author REFERENCES authors ON DELETE CASCADE);
          CREATE TABLE shops (id INTEGER PRIMARY KEY);
          CREATE TABLE sales (id INTEGER PRIMARY KEY, shop REFERENCES shops, book REFERENCES books);
          INSERT INTO authors VALUES (1, 'a'), (2, 'b');
          INSERT INTO books VALUES (10, 1), (20, 2);
          INSERT INTO shops VALUES (5);
          INSERT INTO sales VALUES (100, 5, 10)
          """
      )
    }
  }

  private func migrate(
    _ sql: String,
    _ checks: DatabaseMigrator.ForeignKeyChecks = .deferred,
    on database: DatabaseQueue? = nil
  ) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("change", foreignKeyChecks: checks) { try $0.execute(sql: sql) }
    try migrator.migrate(database ?? self.database)
  }

  private func isEnforced() throws -> Bool {
    try database.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") == 1 }
  }

  /// Makes a sale reference a missing shop, with foreign keys switched off.
  private func breakSales() throws {
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql:
          "PRAGMA foreign_keys = 0; INSERT INTO sales VALUES (101, 6, 10); PRAGMA foreign_keys = 1"
      )
    }
  }

  @Test func `recreates a table without losing rows that reference it`() throws {
    try migrate(
      """
      CREATE TABLE new_authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '');
      INSERT INTO new_authors SELECT id, name FROM authors;
      DROP TABLE authors;
      ALTER TABLE new_authors RENAME TO authors
      """
    )
    try database.read { (db) throws in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM books") == 2)
      #expect(try db.foreignKeys(on: "books").map(\.destinationTable) == ["authors"])
      try db.checkForeignKeys()
    }
    #expect(try isEnforced())
  }

  @Test(
    arguments: [
      // A row of a changed table, of a recreated one, of a renamed one, of a new one.
      ("INSERT INTO books VALUES (30, 3)", "books", 30),
      ("UPDATE books SET author = 3 WHERE id = 20", "books", 20),
      (
        """
        CREATE TABLE new_books (id INTEGER PRIMARY KEY, author REFERENCES authors);
        INSERT INTO new_books SELECT id, author + 1 FROM books;
        DROP TABLE books; ALTER TABLE new_books RENAME TO books
        """, "books", 20
      ),
      ("INSERT INTO books VALUES (30, 3); ALTER TABLE books RENAME TO tomes", "tomes", 30),
      (
        """
        CREATE TABLE notes (id INTEGER PRIMARY KEY, author REFERENCES authors);
        INSERT INTO notes VALUES (1, 9)
        """, "notes", 1
      ),
      ("ALTER TABLE authors ADD COLUMN mentor DEFAULT 7 REFERENCES authors", "authors", 1),
      // A row that references a row of a changed table, of a recreated one, of a dropped one.
      ("DELETE FROM authors WHERE id = 2", "books", 20),
      ("UPDATE authors SET id = 9 WHERE id = 1", "books", 10),
      ("DELETE FROM authors", "books", 10),
      (
        """
        CREATE TABLE new_authors (id INTEGER PRIMARY KEY);
        INSERT INTO new_authors SELECT id FROM authors WHERE id < 2;
        DROP TABLE authors; ALTER TABLE new_authors RENAME TO authors
        """, "books", 20
      ),
      ("DROP TABLE authors", "books", 10),
      ("DELETE FROM shops; ALTER TABLE shops RENAME TO stores", "sales", 100),
      // A change by a trigger.
      (
        """
        CREATE TRIGGER t AFTER UPDATE ON shops BEGIN DELETE FROM authors WHERE id = 2; END;
        UPDATE shops SET id = id
        """, "books", 20
      ),
      ("REPLACE INTO Authors (ID) VALUES (1); DELETE FROM MAIN.AUTHORS WHERE id = 2", "books", 20),
    ] as [(String, String, Int)]
  )
  func `rolls back a migration that breaks foreign keys, and names the row`(
    sql: String,
    table: String,
    row: Int
  ) throws {
    let before = try database.read { try $0.objects() }
    let error = #expect(throws: DatabaseError.self) { try migrate(sql) }
    #expect(error?.code == .foreignKey)
    let start = "The migration “change” violates a foreign key and was rolled back. "
    #expect(error?.message.hasPrefix(start + "The row \(row) of the table “\(table)”") == true)
    try database.read { (db) throws in
      try db.checkForeignKeys()
      #expect(try db.objects().map(\.sql) == before.map(\.sql))
      #expect(try DatabaseMigrator().appliedIdentifiers(db).isEmpty)
    }
    #expect(try isEnforced())
  }

  @Test(
    arguments: [
      "CREATE TABLE other (a)", "INSERT INTO authors (name) VALUES ('c')",
      "INSERT INTO books VALUES (30, 2)", "CREATE INDEX i ON sales (shop)",
      "CREATE TABLE reviews (id INTEGER PRIMARY KEY, book REFERENCES books)",
    ])
  func `ignores foreign keys that were broken before and are not affected`(sql: String) throws {
    try breakSales()
    // `sales` references `books`, which may be changed, but the broken key references `shops`.
    #expect(throws: Never.self) { try migrate(sql) }
    #expect(try database.read { try $0.foreignKeyViolations() }.map(\.originRowID) == [101])
  }

  @Test(arguments: ["UPDATE sales SET book = 20", "UPDATE shops SET id = id"])
  func `reports keys that were broken before in the tables that it changes`(sql: String) throws {
    try breakSales()
    let error = #expect(throws: DatabaseError.self) { try migrate(sql) }
    #expect(error?.message.contains("The row 101 of the table “sales”") == true)
  }

  @Test func `keeps earlier migrations when a later one breaks foreign keys`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("good") { try $0.execute(sql: "CREATE TABLE good (a)") }
    migrator.registerMigration("bad") { try $0.execute(sql: "DELETE FROM authors") }
    #expect(throws: DatabaseError.self) { try migrator.migrate(database) }
    #expect(try database.read { try migrator.appliedMigrations($0) } == ["good"])
  }

  @Test func `does not cascade while checks are deferred`() throws {
    #expect(throws: DatabaseError.self) { try migrate("DELETE FROM authors WHERE id = 2") }
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM books") } == 2)
  }

  @Test func `enforces foreign keys immediately if requested`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try migrate("INSERT INTO books VALUES (30, 3)", .immediate)
    }
    #expect(error?.code == .constraint)
    #expect(throws: Never.self) { try migrate("DELETE FROM authors WHERE id = 2", .immediate) }
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM books") } == 1)
  }

  @Test func `disabling checks does not affect migrations that were registered before`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("checked") {
      try $0.execute(sql: "INSERT INTO books VALUES (30, 3)")
    }
    migrator = migrator.disablingDeferredForeignKeyChecks()
    migrator.registerMigration("unchecked") { db in
      try db.execute(sql: "INSERT INTO books VALUES (30, 3)")
    }
    #expect(throws: DatabaseError.self) { try migrator.migrate(database) }
    try database.write { db in
      try db.execute(
        sql: "INSERT INTO authors (id) VALUES (3)"
      )
    }
    try migrator.migrate(database, upTo: "checked")
    try database.write { try $0.execute(sql: "DELETE FROM authors WHERE id = 3") }
    try migrator.migrate(database)
    #expect(try database.read { try $0.foreignKeyViolations(in: "books") }.count == 1)
    #expect(try isEnforced())
  }

  @Test func `checks nothing if foreign keys are not enforced`() throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let loose = try DatabaseQueue(configuration: configuration)
    try migrate(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (p REFERENCES p);
      INSERT INTO c VALUES (1)
      """,
      on: loose
    )
    #expect(try loose.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 0)
  }

  @Test func `checks attached databases`() throws {
    let attached = try DatabaseQueue()
    try attached.writeWithoutTransaction { try $0.execute(sql: "ATTACH ':memory:' AS aux") }
    try migrate(
      "CREATE TABLE aux.p (id INTEGER PRIMARY KEY); CREATE TABLE aux.c (p REFERENCES p)",
      on: attached
    )
    var migrator = DatabaseMigrator()
    migrator.registerMigration("more") { try $0.execute(sql: "INSERT INTO aux.c VALUES (1)") }
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(attached) }
    #expect(error?.message.contains("“aux.c”") == true)
  }

  @Test func `enforces foreign keys again after a failure`() throws {
    #expect(throws: DatabaseError.self) { try migrate("SELECT nonsense") }
    #expect(try isEnforced())
    let error = #expect(throws: DatabaseError.self) {
      try database.write { try $0.execute(sql: "INSERT INTO books VALUES (30, 3)") }
    }
    #expect(error?.code == .constraint)
  }
}
