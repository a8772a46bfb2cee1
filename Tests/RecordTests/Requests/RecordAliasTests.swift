import Foundation
import LiveSQL
import Testing

/// Aliases that know the columns of their record.
@Suite struct RecordAliasTests {
  struct Person: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    var bossID: Int64?
    static let boss = belongsTo(Person.self, key: "boss", using: ForeignKey(["bossID"]))
  }

  struct Note: Codable, FetchableRecord, PersistableRecord {
    var personID: Int64?
    var text: String
    static let person = belongsTo(Person.self, using: ForeignKey(["personID"]))
  }

  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, bossID INTEGER REFERENCES person);
          CREATE TABLE note (personID INTEGER, text TEXT);
          CREATE VIEW names AS SELECT name FROM person;
          INSERT INTO person VALUES (1, 'Ana', NULL), (2, 'Bo', 1), (3, 'Cy', 2);
          INSERT INTO note VALUES (1, 'x'), (NULL, 'y'), (9, 'z');
          """
      )
    }
  }

  private func names(_ request: QueryInterfaceRequest<Person>, _ db: Database) throws -> [String] {
    try request.fetchAll(db).map(\.name)
  }

  @Test func `columns of an alias are distinguished from those of the table`() throws {
    let (boss, me) = (RecordAlias<Person>(), RecordAlias<Person>(name: "me"))
    let request = Person.aliased(me).joining(required: Person.boss.aliased(boss))
    try database.read { db throws in
      #expect(try names(request.filter(boss.name == "Ana"), db) == ["Bo"])
      #expect(try names(request.filter(boss.name < me.name).order(me.id.desc), db) == ["Cy", "Bo"])
      #expect(try names(request.filter(boss[Column("name")] == "Bo"), db) == ["Cy"])
      #expect(try names(request.filter(boss["name"] == "Bo"), db) == ["Cy"])
      #expect(try names(request.filter(boss[{ $0.id + 1 }] == 3), db) == ["Cy"])
      #expect(try names(request.filter(boss[Column("id") * 10] == 10), db) == ["Bo"])
      #expect(try request.sql(db).contains(#"AS "me""#))
    }
  }

  @Test func `aliases can be created by the name used in typed queries`() throws {
    let (plain, named) = (TableAlias(), TableAlias(name: "b"))
    try database.read { db throws in
      for alias in [plain, named] {
        let request = Person.joining(required: Person.boss.aliased(alias))
        #expect(try names(request.filter(alias[Column("name")] == "Ana"), db) == ["Bo"])
      }
      let request = Person.aliased(named).joining(optional: Person.boss.aliased(plain))
      #expect(try names(request.filter(!plain.exists), db) == ["Ana"])
      #expect(try names(request.filter(plain["name"] == "Bo" && named["id"] == 3), db) == ["Cy"])
      #expect(try names(request.filter(plain[Column("id") + 1] == 2), db) == ["Bo"])
      #expect(try Table("person").aliased(plain).filter(plain["id"] == 1).fetchCount(db) == 1)
    }
  }

  @Test func `a condition can check whether the row of an alias exists`() throws {
    let boss = RecordAlias<Person>()
    let request = Person.joining(optional: Person.boss.aliased(boss)).order(Column("id"))
    try database.read { db throws in
      #expect(try names(request.filter(boss.exists), db) == ["Bo", "Cy"])
      #expect(try names(request.filter(!boss.exists), db) == ["Ana"])
      let person = RequestAlias()
      let notes = Note.joining(optional: Note.person.aliased(person))
      #expect(try notes.filter(!person.exists).fetchAll(db).map(\.text) == ["y", "z"])
      let flags = notes.select([person.exists], as: Bool.self)
      #expect(try flags.fetchAll(db) == [true, false, false])
    }
  }

  @Test func `an alias that is unused or has no key is an error`() throws {
    let (alias, view) = (RecordAlias<Person>(), RequestAlias())
    try database.read { db throws in
      #expect(throws: UnknownAliasError.self) {
        try Person.filter(alias.exists).fetchCount(db)
      }
      #expect(throws: UnknownAliasError.self) {
        try Person.filter(alias[{ $0.id + 1 }] > 0).fetchCount(db)
      }
      #expect(throws: RequestError.noPrimaryKey(table: "names")) {
        try Table("names").aliased(view).filter(view.exists).fetchCount(db)
      }
    }
  }

  @Test func `rows can be updated and deleted by an alias`() throws {
    let me = RecordAlias<Person>()
    try database.write { db throws in
      let last = Person.aliased(me).filter(me.exists && me.id == 3)
      #expect(try last.updateAll(db) { $0.name.set(to: "Di") } == 1)
      #expect(try last.deleteAll(db) == 1)
    }
  }
}
