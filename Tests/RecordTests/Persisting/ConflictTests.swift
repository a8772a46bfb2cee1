import LiveSQL
import Testing

/// Constraints, conflict policies, upserts, and other ways to change how a record is written.
@Suite struct ConflictTests {
  struct Player: Codable, Equatable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var email: String
    var score: Int
    mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
  }

  struct Replacing: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "player"
    static var persistenceConflictPolicy: PersistenceConflictPolicy {
      PersistenceConflictPolicy(insert: .replace, update: .ignore)
    }
    var id: Int64?
    var email: String
    var score: Int
  }

  let queue: DatabaseQueue

  init() throws {
    queue = try makeQueue(
      "CREATE TABLE player (id INTEGER PRIMARY KEY, email TEXT UNIQUE NOT NULL, score INTEGER DEFAULT 0)"
    )
  }

  @Test func `a constraint violation is thrown`() throws {
    try queue.write { db throws in
      var player = Player(email: "a", score: 1)
      try player.insert(db)
      var other = Player(email: "a", score: 1)
      let error = #expect(throws: DatabaseError.self) { try other.insert(db) }
      #expect(error?.code == .constraint)
      #expect(try Player.fetchCount(db) == 1)
    }
  }

  @Test func `a conflict policy replaces or ignores rows`() throws {
    try queue.write { db throws in
      var first = Replacing(id: 1, email: "a", score: 1)
      try first.insert(db)
      var second = Replacing(id: 2, email: "a", score: 2)
      try second.insert(db)
      #expect(try Player.fetchAll(db) == [Player(id: 2, email: "a", score: 2)])
      var third = Replacing(id: 3, email: "c", score: 3)
      try third.insert(db)
      third.email = "a"
      // The row exists, although it was left as it was.
      try third.update(db)
      #expect(try Player.find(db, key: 3).email == "c")
      var gone = Replacing(id: 9, email: "x", score: 3)
      #expect(throws: RecordError.self) { try gone.update(db) }
      gone.email = "a"
      try gone.save(db, onConflict: .ignore)
      #expect(try Player.fetchCount(db) == 2)
    }
  }

  @Test func `an upsert updates the conflicting row, whichever the constraint`() throws {
    try queue.write { db throws in
      var first = Player(id: 5, email: "a", score: 1)
      try first.insert(db)
      var other = Player(email: "a", score: 9)
      try other.upsert(db)
      #expect(other.id == 5)
      #expect(try Player.fetchAll(db) == [Player(id: 5, email: "a", score: 9)])
    }
  }

  @Test func `an upsert makes the assignments that it is given`() throws {
    try queue.write { db throws in
      var first = Player(id: 5, email: "a", score: 1)
      try first.insert(db)
      var other = Player(email: "a", score: 9)
      let sum = try other.upsertAndFetch(db, onConflict: ["email"]) { excluded in
        [Column("score").set(to: Column("score") + excluded["score"])]
      }
      #expect(sum == Player(id: 5, email: "a", score: 10))
      let kept = try other.upsertAndFetch(db, onConflict: ["email"]) { _ in
        [Column("score").noOverwrite]
      }
      #expect(kept.score == 10)
    }
  }

  struct Partial: FetchableRecord, PersistableRecord {
    static let databaseTableName = "player"
    var email: String
    var score: Int

    init(email: String) { (self.email, score) = (email, -1) }
    init(row: Row) throws {
      email = try row["email"]
      score = try row["score"]
    }
    func encode(to container: inout PersistenceContainer) {
      container["EMAIL"] = "other"
      container["email"] = email
    }
  }

  @Test func `a fetched insertion has defaults and the last value of a column`()
    throws
  {
    try queue.write { db throws in
      let fetched = try Partial(email: "p").insertAndFetch(db)
      #expect(fetched.email == "p")
      #expect(fetched.score == 0)
    }
  }

  struct Empty: PersistableRecord {
    static let databaseTableName = "player"
    func encode(to container: inout PersistenceContainer) {}
  }
  struct Stray: PersistableRecord {
    static let databaseTableName = "nowhere"
    func encode(to container: inout PersistenceContainer) { container["id"] = 1 }
  }

  @Test func `records without values or without a table are errors`() throws {
    try queue.write { db throws in
      #expect(throws: RecordError.emptyContainer(databaseTableName: "player")) {
        try Empty().insert(db)
      }
      let error = #expect(throws: DatabaseError.self) { try Stray().insert(db) }
      #expect(error?.code == .notFound)
    }
  }

  @Test func `an update can be limited to some columns`() throws {
    try queue.write { db throws in
      var player = Player(email: "a", score: 1)
      try player.insert(db)
      player.email = "b"
      player.score = 2
      try player.update(db, columns: ["score"])
      #expect(try Player.fetchOne(db)?.email == "a")
      try player.update(db, columns: [Column("email")])
      #expect(try Player.fetchOne(db) == player)
      #expect(throws: RecordError.missingColumn("x", databaseTableName: "player")) {
        try player.update(db, columns: ["x"])
      }
      // The row is written unchanged, so that a missing row is noticed.
      try player.update(db, columns: ["id"])
      player.id = 77
      #expect(throws: RecordError.self) { try player.update(db, columns: ["id"]) }
    }
  }

  @Test func `changes are listed by column with their old values`() throws {
    let old = Player(id: 1, email: "a", score: 1)
    var new = old
    #expect(new.databaseEquals(old))
    new.score = 2
    #expect(!new.databaseEquals(old))
    #expect(try new.databaseChanges(from: old) == ["score": 1])
    #expect(try new.databaseChanges { $0.email = "b" } == ["email": "a"])
    #expect(try new.databaseDictionary == ["id": 1, "email": "b", "score": 2])
  }

  struct Generated: Codable, Equatable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "shape"
    var id: Int64?
    var width: Int
    var area: Int?
    mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
  }

  @Test func `computed columns are read but not written`() throws {
    let queue = try makeQueue(
      "CREATE TABLE shape (id INTEGER PRIMARY KEY, width INTEGER, area INTEGER AS (width * width))"
    )
    try queue.write { db throws in
      var shape = Generated(width: 3)
      let inserted = try shape.insertAndFetch(db)
      #expect(inserted.area == 9)
      shape.width = 4
      let updateed = try shape.updateAndFetch(db)
      #expect(updateed.area == 16)
      shape.width = 5
      let upserted = try shape.upsertAndFetch(db)
      #expect(upserted.area == 25)
    }
  }

  struct Seen: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "seen"
    var id: Int
    var name: String
  }

  @Test func `records can be written through a view`() throws {
    let queue = try makeQueue(
      """
      CREATE TABLE base (id INTEGER PRIMARY KEY, name TEXT);
      CREATE VIEW seen AS SELECT id, name FROM base;
      CREATE TRIGGER seenInsert INSTEAD OF INSERT ON seen BEGIN
        INSERT INTO base VALUES (NEW.id, NEW.name);
      END;
      """
    )
    try queue.write { db throws in
      try Seen(id: 1, name: "a").insert(db)
      let found = try Seen.fetchAll(db)
      #expect(found.map { $0.name } == ["a"])
      #expect(throws: RecordError.noUniqueKey([], databaseTableName: "seen")) {
        try Seen(id: 1, name: "a").update(db)
      }
    }
  }

  @Test func `a record is written by the new key after its table changed`() throws {
    try queue.write { db throws in
      var player = Player(email: "a", score: 1)
      try player.insert(db)
      try db.execute(
        sql: """
          DROP TABLE player;
          CREATE TABLE player (id INTEGER, email TEXT PRIMARY KEY, score INTEGER);
          """
      )
      try player.insert(db)
      player.score = 4
      player.id = 99
      try player.update(db)
      #expect(try Player.fetchAll(db) == [player])
    }
  }
}
