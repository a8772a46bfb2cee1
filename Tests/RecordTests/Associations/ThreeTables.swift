import LiveSQL

/// Three tables, two of which refer to the third, for tests that combine several uses of
/// associations.
enum ThreeTables {
  struct A: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int
    var bId: Int?

    static let b = belongsTo(B.self)
    static let c = hasOne(C.self, through: b, using: B.c)
    static let cs = hasMany(C.self, through: b, using: B.cs)
  }

  struct B: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int
    var kind: String

    static let c = hasOne(C.self)
    static let cs = hasMany(C.self)
    static let customThings = hasMany(C.self, key: "customThings")
    static let sources = hasMany(A.self, key: "sources")
    static let siblings = hasMany(C.self, through: sources, using: A.c)
  }

  struct C: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int
    var bId: Int?
    var score: Int?

    static let b = belongsTo(B.self)
  }

  /// Creates the database; each table also has rows without partners.
  static func database() throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE b (id INTEGER PRIMARY KEY, kind TEXT NOT NULL);
          CREATE TABLE a (id INTEGER PRIMARY KEY, bId INTEGER REFERENCES b(id));
          CREATE TABLE c (id INTEGER PRIMARY KEY, bId INTEGER REFERENCES b(id), score INTEGER);
          INSERT INTO b VALUES (1, 'x'), (2, 'x'), (3, 'y');
          INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (4, NULL), (5, 1);
          INSERT INTO c VALUES (10, 1, 5), (11, 1, 7), (20, 2, 1), (90, NULL, 100);
          """
      )
    }
    return database
  }
}
