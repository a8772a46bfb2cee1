import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

private enum First {
  @Table("firstThings") struct Thing: Equatable {
    let id: Int
    var title = ""
  }
}

private enum Second {
  @Table("secondThings") struct Thing: Equatable {
    let id: Int
    var title = ""
  }
}

@Table("notes") private struct KeptNote: Equatable {
  let id: Int
  var title: String
  var text: String?
  var rating: Double = 0
  @Column(generated: .virtual) let shout: String
}

@Table("marks") private struct KeptMark: Equatable {
  @Selection struct ID: Equatable {
    let row: Int
    let column: Int
  }

  let value: String
  let id: ID
}

@Table("scopedNotes") private struct KeptScoped: Equatable {
  @TaskLocal static var isHidden = false

  let id: Int
  var title = ""

  static var all: Where<KeptScoped> {
    isHidden ? Where().where { $0.title.neq("hidden") } : Where()
  }
}

@Table("lazyNotes") private struct KeptLazy: Equatable {
  @Column(lazyInitializable: true) let id: Int
  var title = ""
}

/// Tests of rows that are written one after the other by cached statements: what the first rows
/// taught must not be wrong for the next ones.
@Suite(.mayBlock, .timeLimit(.hang)) struct KeptRowTests {
  private static let schema = """
    CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, text TEXT, rating REAL NOT NULL,
      shout TEXT GENERATED ALWAYS AS (upper(title)) VIRTUAL);
    CREATE TABLE marks ("value" TEXT NOT NULL, "row" INTEGER, "column" INTEGER, PRIMARY KEY ("row", "column"));
    CREATE TABLE firstThings (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE secondThings (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE scopedNotes (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE lazyNotes (id INT PRIMARY KEY DEFAULT 7, title TEXT NOT NULL);
    """

  private func write(
    _ configuration: Configuration = Configuration(),
    _ body: (Database) throws -> Void
  ) throws {
    try DatabaseQueue(configuration: configuration).write { db throws in
      try db.execute(sql: Self.schema)
      try body(db)
    }
  }

  /// Runs a closure on both databases, with empty tables.
  private func both(_ body: (BothConnections) throws -> Void) throws {
    try DatabaseQueue().both { db throws in
      try KeptNote.createTable(generated: ["shout": "upper(title)"]).execute(db)
      try KeptMark.createTable().execute(db)
      try KeptScoped.createTable().execute(db)
      try First.Thing.createTable().execute(db)
      try Second.Thing.createTable().execute(db)
      try body(db)
    }
  }

  private func note(_ id: Int, _ title: String, _ text: String? = nil) -> KeptNote {
    KeptNote(id: id, title: title, text: text, rating: Double(id) / 2, shout: "")
  }

  private func notes(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: "SELECT id || title || coalesce(text, '-') || rating || shout FROM notes ORDER BY id"
    )
  }

  @Test func `rows are updated by key, and generated columns are left alone`() throws {
    try both { db throws in
      try KeptNote.insert { [note(1, "a"), note(2, "b"), note(3, "c")] }.execute(db)
      for id in 1...3 { try KeptNote.update(note(id, "x\(id)", id == 2 ? "t" : nil)).execute(db) }
      #expect(try notes(db.sqlite) == ["1x1-0.5X1", "2x2t1.0X2", "3x3-1.5X3"])
      try KeptNote.update(note(4, "none")).execute(db)
      #expect(db.sqlite.changesCount == 0)
      #expect(try KeptNote.fetchAll(db).count == 3)
    }
  }

  @Test func `a composite key finds its row`() throws {
    try both { db throws in
      for column in 1...3 {
        try KeptMark.insert { KeptMark(value: "a", id: .init(row: 1, column: column)) }.execute(db)
      }
      for column in [2, 3] {
        try KeptMark.update(KeptMark(value: "\(column)", id: .init(row: 1, column: column)))
          .execute(db)
      }
      let values = try KeptMark.order { $0.id.column }.select(\.value).fetchAll(db)
      #expect(values == ["a", "2", "3"])
    }
  }

  @Test func `types with the same name have separate tables`() throws {
    try both { db throws in
      for number in 1...3 {
        try First.Thing.insert { First.Thing(id: number) }.execute(db)
        try Second.Thing.insert { Second.Thing(id: number) }.execute(db)
        try First.Thing.update(First.Thing(id: number, title: "first")).execute(db)
        try Second.Thing.update(Second.Thing(id: number, title: "second")).execute(db)
        try First.Thing.upsert { First.Thing(id: number, title: "f\(number)") }.execute(db)
        try Second.Thing.upsert { Second.Thing(id: number, title: "s\(number)") }.execute(db)
      }
      #expect(try First.Thing.select(\.title).fetchAll(db) == ["f1", "f2", "f3"])
      #expect(try Second.Thing.select(\.title).fetchAll(db) == ["s1", "s2", "s3"])
    }
  }

  @Test func `different clauses make different statements`() throws {
    try write { db throws in
      try KeptNote.insert { [note(1, "a"), note(2, "b")] }.execute(db)
      try KeptNote.update(note(1, "c")).execute(db)
      try KeptNote.update(note(1, "d")).where { $0.title.eq("other") }.execute(db)
      #expect(db.changesCount == 0)
      try KeptNote.update(note(1, "d")).where { $0.title.eq("c") }.execute(db)
      #expect(db.changesCount == 1)
      let titles = try KeptNote.update(note(1, "e")).returning(\.shout).fetchAll(db)
      #expect(titles == ["E"])
      try KeptNote.update(or: .ignore, note(1, "b")).execute(db)
      #expect(try notes(db).first == "1e-0.5E")
      try KeptNote.update(or: .replace, note(1, "b")).execute(db)
      #expect(try notes(db) == ["1b-0.5B"])
      try KeptNote.update(note(1, "f")).execute(db)
      #expect(try notes(db) == ["1f-0.5F"])
    }
  }

  @Test func `a default scope applies to the updates that are made within it`() throws {
    try both { db throws in
      try KeptScoped.insert { [KeptScoped(id: 1, title: "hidden"), KeptScoped(id: 2)] }.execute(db)
      for isHidden in [false, true, false] {
        try KeptScoped.$isHidden.withValue(isHidden) { () throws in
          for id in [1, 2] {
            try KeptScoped.update(KeptScoped(id: id, title: id == 1 ? "hidden" : "seen")).execute(
              db
            )
            #expect(db.sqlite.changesCount == (isHidden && id == 1 ? 0 : 1))
          }
        }
      }
    }
  }

  @Test func `a schema change between two rows is noticed`() throws {
    try write { db throws in
      for round in 1...3 {
        try First.Thing.insert { First.Thing(id: round, title: "a") }.execute(db)
        try First.Thing.update(First.Thing(id: round, title: "b")).execute(db)
        try First.Thing.upsert { First.Thing(id: round, title: "c") }.execute(db)
        if round == 1 { try db.execute(sql: "ALTER TABLE firstThings ADD COLUMN more DEFAULT 1") }
        if round == 2 {
          try db.execute(
            sql:
              "DROP TABLE firstThings; CREATE TABLE firstThings (title TEXT, id INTEGER PRIMARY KEY)"
          )
        }
      }
      #expect(try First.Thing.fetchAll(db) == [First.Thing(id: 3, title: "c")])
      try db.execute(sql: "DROP TABLE firstThings")
      #expect(throws: DatabaseError.self) {
        try First.Thing.update(First.Thing(id: 3, title: "d")).execute(db)
      }
      #expect(throws: DatabaseError.self) {
        try First.Thing.insert { First.Thing(id: 3, title: "d") }.execute(db)
      }
    }
  }

  @Test func `a row that violates a constraint does not affect the next one`() throws {
    var configuration = Configuration()
    configuration.showsArgumentsInErrors = true
    try write(configuration) { db throws in
      try KeptNote.insert { [note(1, "a"), note(2, "b"), note(3, "c")] }.execute(db)
      for _ in 1...2 {
        try KeptNote.update(note(1, "x", "t")).execute(db)
        let error = #expect(throws: DatabaseError.self) {
          try KeptNote.update(note(2, "x")).execute(db)
        }
        #expect(error?.arguments?.values == ["x", nil, 1.0, 2])
        #expect(throws: DatabaseError.self) { try KeptNote.insert { note(3, "y") }.execute(db) }
        #expect(throws: DatabaseError.self) { try KeptNote.upsert { note(3, "x") }.execute(db) }
        try KeptNote.upsert { note(3, "z") }.execute(db)
      }
      #expect(try notes(db) == ["1xt0.5X", "2b-1.0B", "3z-1.5Z"])
    }
  }

  @Test func `a value that cannot be stored throws, and the next row is written`() throws {
    try write { db throws in
      try KeptNote.insert { note(1, "a") }.execute(db)
      for _ in 1...2 {
        var bad = note(1, "b")
        bad.rating = .nan
        #expect(throws: DatabaseError.self) { try KeptNote.update(bad).execute(db) }
        #expect(throws: DatabaseError.self) { try KeptNote.upsert { bad }.execute(db) }
        #expect(throws: DatabaseError.self) { try KeptNote.insert { bad }.execute(db) }
        try KeptNote.update(note(1, "c")).execute(db)
        #expect(try notes(db) == ["1c-0.5C"])
      }
    }
  }

  @Test func `upserts insert and update, with rows and with drafts without a key`() throws {
    try write { db throws in
      for title in ["a", "b"] {
        try KeptLazy.upsert { KeptLazy.Draft(title: title) }.execute(db)
        try KeptLazy.upsert { KeptLazy(id: 1, title: title + "1") }.execute(db)
        try KeptLazy.upsert { KeptLazy.Draft(id: 2, title: title + "2") }.execute(db)
      }
      #expect(
        try KeptLazy.order(by: \.id).fetchAll(db) == [
          KeptLazy(id: 1, title: "b1"), KeptLazy(id: 2, title: "b2"), KeptLazy(id: 7, title: "b"),
        ]
      )
    }
    try both { db throws in
      try First.Thing.upsert { First.Thing.Draft(title: "new") }.execute(db)
      try First.Thing.upsert { First.Thing.Draft(title: "newer") }.execute(db)
      try First.Thing.upsert { First.Thing.Draft(id: 1, title: "old") }.execute(db)
      #expect(try First.Thing.order(by: \.id).select(\.title).fetchAll(db) == ["old", "newer"])
    }
  }

  @Test func `an explicit conflict is not mistaken for that of an upsert`() throws {
    try both { db throws in
      for title in ["a", "b"] {
        try First.Thing.upsert { First.Thing(id: 1, title: title) }.execute(db)
        try First.Thing.insert {
          First.Thing(id: 1, title: "new")
        } onConflict: {
          $0.id
        } doUpdate: {
          $0.title = $0.title + $1.title
        }
        .execute(db)
        #expect(try First.Thing.find(db, key: 1).title == title + "new")
        #expect(throws: DatabaseError.self) {
          try First.Thing.insert { First.Thing(id: 1, title: "third") }.execute(db)
        }
      }
    }
  }

  @Test func `rows can be written while a cursor is open`() throws {
    try write { db throws in
      try KeptNote.insert { (1...4).map { note($0, "\($0)") } }.execute(db)
      let cursor = try KeptNote.update(note(1, "one")).returning(\.title).fetchCursor(db)
      try KeptNote.update(note(2, "two")).execute(db)
      #expect(try cursor.next() == "one")
      try KeptNote.update(note(3, "three")).execute(db)
      #expect(try cursor.next() == nil)
      let made = try KeptNote.insert { [note(5, "5"), note(6, "6")] }.returning(\.title).fetchAll(
        db
      )
      #expect(made == ["5", "6"])
      try KeptNote.insert {
        [note(7, "7")]; note(8, "8")
      }.execute(db)
      try KeptNote.insert { note(9, "9") }.execute(db)
      #expect(try notes(db).map { $0.first } == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
    }
  }

  @Test func `a cached statement shows its own SQL`() throws {
    try write { db throws in
      try First.Thing.insert { [First.Thing(id: 1), First.Thing(id: 2)] }.execute(db)
      try First.Thing.update(First.Thing(id: 1, title: "a")).execute(db)
      let texts = Mutex<[String]>([])
      db.trace { event in texts.withLock { $0.append("\(event)") } }
      try First.Thing.update(First.Thing(id: 2, title: "b")).execute(db)
      try First.Thing.find(1).update { $0.title = "c" }.execute(db)
      db.trace()
      #expect(
        texts.withLock(\.self) == [
          #"UPDATE "firstThings" SET "title" = ? WHERE (("firstThings"."id") = (?))"#,
          #"UPDATE "firstThings" SET "title" = ? WHERE (("firstThings"."id") IN ((?)))"#,
        ]
      )
    }
  }
}
