import LiveSQL
import Testing

/// Tests of migrations that define the schema in Swift.
@Suite struct MigrationDefinitionTests {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  /// Returns the migrations of an application up to one of its versions.
  private func migrator(version: Int) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.eraseDatabaseOnSchemaChange = true
    migrator.registerMigration("createItem") { db in
      try db.create(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("quantity", .integer)
      }
    }
    guard version > 1 else { return migrator }
    migrator.registerMigration("addNotes") { db in
      try db.alter(table: "item") { t in t.add(column: "notes", .text) }
      try db.execute(sql: "UPDATE item SET notes = name")
    }
    guard version > 2 else { return migrator }
    migrator.registerMigration("requireQuantity") { db in
      try db.recreate(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("quantity", .integer).notNull().defaults(to: 1)
        t.column("notes", .text)
        t.copy(column: "quantity", Column("quantity") ?? 1)
      }
      try db.create(table: "order") { t in
        t.autoIncrementedPrimaryKey("id")
        t.belongsTo("item", onDelete: .restrict).notNull()
      }
    }
    return migrator
  }

  private func values(_ sql: String) throws -> [DatabaseValue] {
    try database.read { db in try DatabaseValue.fetchAll(db, sql: sql) }
  }

  @Test func `migrations lead from version to version and keep the rows`() throws {
    try migrator(version: 1).migrate(database)
    try database.write { try $0.execute(sql: "INSERT INTO item (name) VALUES ('Nail')") }
    try migrator(version: 2).migrate(database)
    #expect(try values("SELECT notes FROM item") == ["Nail"])
    try migrator(version: 3).migrate(database)
    #expect(try values("SELECT quantity FROM item") == [1])
    #expect(try values("SELECT name FROM pragma_table_info('order')") == ["id", "itemId"])
    // No migration has changed since, so nothing is erased.
    try migrator(version: 3).migrate(database)
    #expect(try values("SELECT name FROM item") == ["Nail"])
  }

  @Test func `migrating at once gives the same schema as step by step`() throws {
    let other = try DatabaseQueue()
    for version in 1...3 { try migrator(version: version).migrate(database) }
    try migrator(version: 3).migrate(other)
    let sql = "SELECT sql FROM sqlite_master ORDER BY name"
    let schema = try other.read { db in try DatabaseValue.fetchAll(db, sql: sql) }
    #expect(try values(sql) == schema)
  }

  @Test func `a changed definition erases the database if requested`() throws {
    try migrator(version: 1).migrate(database)
    try database.write { try $0.execute(sql: "INSERT INTO item (name) VALUES ('Nail')") }
    var changed = DatabaseMigrator()
    changed.eraseDatabaseOnSchemaChange = true
    changed.registerMigration("createItem") { db in
      try db.create(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull().unique()
      }
    }
    #expect(try database.read { try changed.hasSchemaChanges($0) })
    try changed.migrate(database)
    #expect(try values("SELECT count(*) FROM item") == [0])
  }

  @Test func `a failing migration is rolled back as a whole`() throws {
    try migrator(version: 1).migrate(database)
    try database.write { try $0.execute(sql: "INSERT INTO item (name) VALUES ('Nail')") }
    var failing = migrator(version: 2)
    failing.registerMigration("broken") { db in
      try db.recreate(table: "item") { t in t.primaryKey("id", .integer) }
      try db.create(table: "empty") { _ in }
    }
    let error = #expect(throws: DatabaseError.self) { try failing.migrate(database) }
    #expect(error?.message.hasPrefix("The table “empty” has no columns") == true)
    #expect(try values("SELECT notes FROM item") == ["Nail"])
    #expect(
      try database.read { try failing.completedMigrations($0) } == ["createItem", "addNotes"]
    )
  }

  @Test func `an error names the foreign key that a recreated table breaks`() throws {
    try migrator(version: 3).migrate(database)
    try database.write { db in
      try db.execute(
        sql: "INSERT INTO item (name) VALUES ('Nail'); INSERT INTO 'order' VALUES (1, 1)"
      )
    }
    var breaking = migrator(version: 3)
    breaking.registerMigration("breaking") { db in
      try db.recreate(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text)
        t.copy(column: "id", sql: "id + 1")
      }
    }
    let error = #expect(throws: DatabaseError.self) { try breaking.migrate(database) }
    #expect(error?.code == .foreignKey)
    #expect(error?.message.contains("“breaking”") == true)
    #expect(try values("SELECT id FROM item") == [1])
  }

  @Test func `a merged migration can recreate a table that already exists`() throws {
    try migrator(version: 2).migrate(database)
    try database.write { try $0.execute(sql: "INSERT INTO item (name) VALUES ('Nail')") }
    var merged = DatabaseMigrator()
    merged.registerMigration("v1", merging: ["createItem", "addNotes"]) { db, applied in
      let define: (TableBuilder) -> Void = { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("notes", .text)
      }
      if applied.isEmpty { try db.create(table: "item", define) }
      if !applied.isEmpty { try db.recreate(table: "item") { t in define(t) } }
    }
    try merged.migrate(database)
    #expect(try values("SELECT name FROM item") == ["Nail"])
    #expect(try values("SELECT identifier FROM grdb_migrations") == ["v1"])
    #expect(try database.read { try !merged.hasBeenSuperseded($0) })
  }
}
