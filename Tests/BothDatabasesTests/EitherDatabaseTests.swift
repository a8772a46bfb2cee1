import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Code that works on either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct EitherDatabaseTests {
  @Test(arguments: DatabaseKind.available)
  func `typed statements run on either kind of connection`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    defer { fixture.keep() }
    let database = fixture.database
    let ids = try await database.write { db in
      try Note.insert {
        Note.Draft(id: 10, title: "Tea")
        Note.Draft(id: 11, title: "Rice")
      }
      .returning(\.id).fetchAll(db)
    }
    #expect(ids == [10, 11])
    try await database.read { db in
      #expect(try Note.fetchCount(db) == 5)
      #expect(try Note.find(db, key: 10).title == "Tea")
      #expect(throws: NotFound.self) { try Note.find(db, key: 100) }
      #expect(try Note.where(\.isDone).find(db, key: 2).title == "Bread")
      #expect(try Note.where { $0.id > 3 }.fetchCount(db) == 2)
      #expect(try Note.order { $0.id.desc() }.fetchOne(db)?.id == 11)
      #expect(try Note.fetchOne(db) != nil)
      #expect(try Note.fetchAll(db).count == 5)
      let pairs = try Note.order(by: \.id).select { ($0.id, $0.title) }.fetchAll(db)
      #expect(pairs.first?.1 == "Milk")
      #expect(try #sql("SELECT count(*) FROM notes", as: Int.self).fetchOne(db) == 5)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `types are compared with the tables of either database`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    defer { fixture.keep() }
    let database: any SQLDatabase = fixture.database
    try await database.validateSchema([Note.self])
    try await database.write { db in
      try db.execute(sql: "ALTER TABLE notes RENAME COLUMN shelf TO place")
    }
    await #expect {
      try await database.validateSchema([Note.self])
    } throws: { "\($0)".contains("notes.shelf") }
  }

  @Test(arguments: DatabaseKind.available)
  func `a prepared query runs with different values each time`(kind: DatabaseKind) throws {
    let fixture = try NotesFixture(kind)
    defer { fixture.keep() }
    let ofShelf = PreparedQuery { (shelf: Parameter<String?>, least: Parameter<Int>) in
      Note.where { $0.shelf.is(shelf) && $0.id >= least }.order(by: \.id).select(\.title)
    }
    let rename = PreparedQuery { (id: Parameter<Int>, title: Parameter<String>) in
      Note.find(id).update { $0.title = title }
    }
    try fixture.database.write { db in
      #expect(try ofShelf.fetchAll(db, "Dairy", 0) == ["Milk", "Eggs"])
      #expect(try ofShelf.fetchAll(db, "Dairy", 2) == ["Eggs"])
      #expect(try ofShelf.fetchOne(db, nil, 0) == "Bread")
      #expect(try ofShelf.fetchOne(db, "Attic", 0) == nil)
      try rename.execute(db, 2, "Rye bread")
      #expect(try Note.find(db, key: 2).title == "Rye bread")
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an error rolls back, also in the synchronous calls`(kind: DatabaseKind) throws {
    struct Refusal: Error {}
    let fixture = try NotesFixture(kind)
    defer { fixture.keep() }
    let database = fixture.database
    #expect(throws: Refusal.self) {
      try database.write { db in
        try Note.delete().execute(db)
        throw Refusal()
      }
    }
    #expect(try database.read { db in try Note.fetchCount(db) } == 3)
    try database.write { db in try db.execute(sql: "DELETE FROM notes WHERE id = 1") }
    #expect(try database.read { db in try Note.fetchCount(db) } == 2)
  }

  @Test(arguments: DatabaseKind.available)
  func `migrations run once, and each database may have its own version`(
    kind: DatabaseKind
  ) throws {
    let fixture = try NotesFixture(kind)
    defer { fixture.keep() }
    let database = fixture.database
    var migrator = NotesFixture.migrator
    migrator.registerMigration(
      "notes of the place",
      sqlite: { db in try db.execute(sql: "ALTER TABLE notes ADD COLUMN place TEXT") },
      postgres: { db in try db.execute(script: "ALTER TABLE notes ADD COLUMN place text") }
    )
    for _ in 0..<2 { try database.migrate(by: migrator) }
    try database.write { db in try db.execute(sql: "UPDATE notes SET place = 'here'") }
    #expect(try database.read { db in try Note.fetchCount(db) } == 3)
  }

  @Test(.requiresPostgres) func `an error names a migration that exists only for SQLite`() throws {
    let fixture = try NotesFixture(.postgres)
    defer { fixture.keep() }
    let database = fixture.database
    var migrator = NotesFixture.migrator
    migrator.registerMigration("old") { db in try db.execute(sql: "SELECT 1") }
    let error = #expect(throws: PostgresDatabaseError.self) { try database.migrate(by: migrator) }
    #expect(error?.code == .migration)
    #expect(error?.description.contains("'old'") == true)
  }
}
