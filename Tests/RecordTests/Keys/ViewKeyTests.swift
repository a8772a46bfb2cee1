import Foundation
import LiveSQL
import Testing

/// Keys of views, defined by a schema source.
@Suite struct ViewKeyTests {
  struct Summary: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    static let databaseTableName = "summary"
    static let notes = hasMany(Note.self, using: ForeignKey(["playerID"]))
  }

  struct Note: Codable, Hashable, FetchableRecord, PersistableRecord {
    var playerID: Int64
    var text: String
  }

  struct Keys: DatabaseSchemaSource {
    var column = "ID"

    func columnsForPrimaryKey(_ db: Database, inView view: DatabaseObjectID) throws -> [String]? {
      view.name == "summary" && view.schema == "main" ? [column] : nil
    }
  }

  private func database(_ source: (any DatabaseSchemaSource)?) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.schemaSource = source
    let database = try DatabaseQueue(configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE note (playerID INTEGER, text TEXT);
          CREATE VIEW summary AS SELECT id, upper(name) AS name FROM player;
          CREATE VIEW other AS SELECT name FROM player;
          CREATE TRIGGER deletion INSTEAD OF DELETE ON summary
            BEGIN DELETE FROM player WHERE id = old.id; END;
          CREATE TRIGGER change INSTEAD OF UPDATE ON summary
            BEGIN UPDATE player SET name = new.name WHERE id = old.id; END;
          INSERT INTO player VALUES (1, 'Ana'), (2, 'Bo');
          INSERT INTO note VALUES (1, 'x'), (1, 'y');
          """
      )
    }
    return database
  }

  @Test func `records of a view are found by its key`() throws {
    try database(Keys()).write { db throws in
      #expect(try db.primaryKey("summary").columns == ["id"])
      #expect(try db.primaryKey("other").columns == [])
      #expect(try Summary.find(db, key: 2).name == "BO")
      #expect(try Summary.fetchOne(db, id: 1)?.name == "ANA")
      #expect(try Summary.fetchAll(db, ids: [1, 2, 3]).count == 2)
      #expect(try Summary.filter(id: 1).fetchCount(db) == 1)
      #expect(try Summary.all().orderByPrimaryKey().reversed().fetchAll(db).map(\.id) == [2, 1])
      #expect(try Summary.exists(db, key: ["id": 1]))
      #expect(throws: RecordError.self) { try Summary.find(db, key: 9) }
    }
  }

  @Test func `records of a view are changed by its key`() throws {
    try database(Keys()).write { db throws in
      var summary = try Summary.find(db, key: 1)
      summary.name = "Anna"
      try summary.update(db)
      #expect(try String.fetchOne(db, sql: "SELECT name FROM player WHERE id = 1") == "Anna")
      #expect(try Summary.deleteOne(db, key: 2))
      #expect(try summary.delete(db))
      #expect(try !summary.delete(db))
      #expect(try Summary.fetchCount(db) == 0)
    }
  }

  @Test func `associations lead to a view by its key`() throws {
    try database(Keys()).read { db throws in
      let summary = try Summary.find(db, key: 1)
      #expect(try summary.request(for: Summary.notes).fetchCount(db) == 2)
      let rows = try Summary.including(all: Summary.notes).asRequest(of: Row.self).fetchAll(db)
      #expect(rows.map { $0.prefetchedRows["notes"]?.count } == [2, 0])
    }
  }

  @Test func `without a source, a view has no key`() throws {
    for source in [nil, Silent()] as [(any DatabaseSchemaSource)?] {
      try database(source).read { db throws in
        #expect(try db.primaryKey("summary").columns == [])
        #expect(throws: RequestError.noPrimaryKey(table: "summary")) {
          try Summary.filter(id: 1).fetchOne(db)
        }
      }
    }
  }

  @Test func `a source that names a missing column of the view is an error`() throws {
    try database(Keys(column: "missing")).read { db throws in
      let error = #expect(throws: DatabaseError.self) { try db.primaryKey("summary") }
      #expect(error?.message.contains("missing") == true)
    }
  }

  @Test func `migrations do not ask the source`() throws {
    let database = try database(Keys())
    #expect(try database.read { try $0.primaryKey("summary").columns } == ["id"])
    var migrator = DatabaseMigrator()
    migrator.registerMigration("keys") { db throws in
      #expect(try db.primaryKey("summary").columns == [])
    }
    try migrator.migrate(database)
    #expect(try database.read { try $0.primaryKey("summary").columns } == ["id"])
  }

  struct Silent: DatabaseSchemaSource {}
}
