import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase

/// The constraint that an error of SQLite names.
@Suite struct ConstraintTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
          CREATE TABLE player (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT, seat INTEGER, room INTEGER,
            score INTEGER CONSTRAINT positiveScore CHECK (score >= 0), age INTEGER CHECK (age > 0),
            team INTEGER REFERENCES team ON DELETE RESTRICT, UNIQUE (room, seat));
          CREATE UNIQUE INDEX playerByMail ON player (mail);
          CREATE UNIQUE INDEX playerByFirstLetter ON player (substr(name, 1, 1));
          CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
          CREATE TABLE exact (amount INTEGER) STRICT;
          CREATE TABLE "odd. name, x" ("a.b", "c, d", UNIQUE ("a.b", "c, d"));
          CREATE TABLE log (entry TEXT CONSTRAINT noNoise CHECK (entry <> 'noise'));
          CREATE TRIGGER logged AFTER INSERT ON player BEGIN INSERT INTO log VALUES (NEW.name); END;
          CREATE TRIGGER kept BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'Logs are kept.'); END;
          INSERT INTO team VALUES (1, 'A');
          INSERT INTO player (id, name, mail, room, seat, team) VALUES (1, 'Ada', 'a@b', 1, 2, 1);
          INSERT INTO pair VALUES (1, 2);
          INSERT INTO "odd. name, x" VALUES (1, 2);
          """
      )
    }
  }

  private func failure(_ sql: String) throws -> DatabaseError {
    try #require(throws: DatabaseError.self) { try database.write { try $0.execute(sql: sql) } }
  }

  @Test(
    arguments: [
      (
        "INSERT INTO team VALUES (2, 'A')",
        .unique(table: "team", columns: ["name"], constraint: nil)
      ),
      (
        "INSERT INTO player (name, mail) VALUES ('Bob', 'a@b')",
        .unique(table: "player", columns: ["mail"], constraint: "playerByMail")
      ),
      (
        "INSERT INTO player (name, room, seat) VALUES ('Bob', 1, 2)",
        .unique(table: "player", columns: ["room", "seat"], constraint: nil)
      ),
      (
        "INSERT INTO player (name) VALUES ('Alan')",
        .unique(table: "player", columns: [], constraint: "playerByFirstLetter")
      ),
      (
        "INSERT INTO \"odd. name, x\" VALUES (1, 2)",
        .unique(table: "odd. name, x", columns: ["a.b", "c, d"], constraint: nil)
      ),
      (
        "INSERT INTO team VALUES (1, 'B')",
        .primaryKey(table: "team", columns: ["id"], constraint: nil)
      ),
      (
        "INSERT INTO pair VALUES (1, 2)",
        .primaryKey(table: "pair", columns: ["a", "b"], constraint: nil)
      ),
      ("INSERT INTO player (mail) VALUES ('c@d')", .notNull(table: "player", column: "name")),
      ("UPDATE player SET score = -1", .check(table: "player", constraint: "positiveScore")),
      ("UPDATE player SET age = 0", .check(table: "player", constraint: "age > 0")),
      ("INSERT INTO player (name) VALUES ('noise')", .check(table: "log", constraint: "noNoise")),
      (
        "INSERT INTO player (name, team) VALUES ('Bob', 7)",
        .foreignKey(table: "player", columns: ["team"], constraint: nil)
      ),
      ("DELETE FROM team", .foreignKey(table: "player", columns: ["team"], constraint: nil)),
      ("UPDATE team SET id = 9", .foreignKey(table: "player", columns: ["team"], constraint: nil)),
      ("DELETE FROM log", .trigger(message: "Logs are kept.")),
      ("INSERT INTO exact VALUES ('x')", .dataType(table: "exact", column: "amount")),
    ] as [(String, ConstraintViolation)]
  )
  func `an error says which constraint a row violates`(
    sql: String,
    expected: ConstraintViolation
  ) throws {
    let error = try failure(sql)
    #expect(error.code == .constraint)
    #expect(error.violation == expected)
    #expect(error.constraint == expected.constraint)
    #expect(error.table == expected.table)
    if case .check = expected { return }
    #expect(error.columns == expected.columns)
  }

  @Test(
    arguments: [
      (
        "INSERT INTO named VALUES (1, 'b', 3, 1, 1)",
        .primaryKey(table: "named", columns: ["id"], constraint: "one id")
      ),
      (
        "INSERT INTO named VALUES (2, 'a', 3, 1, 1)",
        .unique(table: "named", columns: ["Title"], constraint: "oneTitle")
      ),
      (
        "INSERT INTO named VALUES (2, 'b', 2, 1, 1)",
        .unique(table: "named", columns: ["low", "high"], constraint: "oneRange")
      ),
      (
        "INSERT INTO named VALUES (2, 'b', 3, 1, 7)",
        .foreignKey(table: "named", columns: ["team"], constraint: "ofTeam")
      ),
      (
        "INSERT INTO pairUser VALUES (7, 8)",
        .foreignKey(table: "pairUser", columns: ["a", "b"], constraint: "ofPair")
      ),
    ] as [(String, ConstraintViolation)]
  )
  func `a constraint has the name in the table's definition`(
    sql: String,
    expected: ConstraintViolation
  ) throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE named (
            id INTEGER CONSTRAINT "one id" PRIMARY KEY, -- CONSTRAINT no UNIQUE
            "Title" TEXT DEFAULT ('UNIQUE (low)') CONSTRAINT filled NOT NULL
              CONSTRAINT oneTitle UNIQUE COLLATE NOCASE,
            low INTEGER, high INTEGER, team INTEGER CONSTRAINT ofTeam REFERENCES team (id),
            CONSTRAINT oneRange UNIQUE (low, high COLLATE BINARY) CHECK (low <> high));
          CREATE TABLE pairUser (a, b, CONSTRAINT ofPair FOREIGN KEY (a, b) REFERENCES pair);
          INSERT INTO named VALUES (1, 'a', 2, 1, 1);
          """
      )
    }
    #expect(try failure(sql).violation == expected)
  }

  @Test func `a check has the columns in its expression`() throws {
    #expect(try failure("UPDATE player SET score = -1").columns == ["score"])
    #expect(try failure("UPDATE player SET age = 0").columns == ["age"])
    #expect(try failure("INSERT INTO player (name) VALUES ('noise')").columns == ["entry"])
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE "range" (low, "High", text, date,
            CONSTRAINT ordered CHECK (low < "range"."High" AND CAST(abs(low) AS date) <> 'text'),
            CHECK (text > 'x' COLLATE NOCASE), CONSTRAINT twice CHECK (low > 0),
            CONSTRAINT twice CHECK (date > 0));
          """
      )
    }
    let ordered = try failure("INSERT INTO \"range\" VALUES (2, 1, 'z', 1)")
    #expect(ordered.constraint == "ordered" && ordered.columns == ["low", "High"])
    let twice = try failure("INSERT INTO \"range\" VALUES (-1, 1, 'z', 1)")
    #expect(twice.constraint == "twice" && twice.columns.isEmpty)
  }

  @Test func `a foreign key has no columns if several could be violated`() throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE match (home INTEGER REFERENCES team, guest INTEGER REFERENCES team);
          CREATE TABLE late (team INTEGER REFERENCES team DEFERRABLE INITIALLY DEFERRED);
          """
      )
    }
    let unknown = ConstraintViolation.foreignKey(table: nil, columns: [], constraint: nil)
    let either = ConstraintViolation.foreignKey(table: "match", columns: [], constraint: nil)
    #expect(try failure("INSERT INTO match VALUES (1, 7)").violation == either)
    #expect(try failure("DELETE FROM team").violation == unknown)
    // Only the commit checks it, and names no statement.
    #expect(try failure("INSERT INTO late VALUES (7)").violation == unknown)
  }

  @Test func `tables of other schemas with the same name are not confused`() throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE team (name TEXT);
          CREATE UNIQUE INDEX temp.ownName ON team (name);
          INSERT INTO temp.team VALUES ('A');
          """
      )
    }
    #expect(try failure("INSERT INTO temp.team VALUES ('A')").constraint == "ownName")
    #expect(try failure("INSERT INTO main.team VALUES (2, 'A')").constraint == nil)
  }

  @Test func `other errors violate no constraint`() throws {
    #expect(try failure("SELECT wrong").violation == nil)
    let own = DatabaseError(resultCode: .constraint, message: "A player needs a name.")
    #expect(own.violation == nil && own.columns.isEmpty)
  }

  @Test func `reading the schema leaves the transaction and SQLite's last error as they were`()
    throws
  {
    try database.write { db in
      try db.execute(sql: "INSERT INTO team VALUES (5, 'E')")
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO team VALUES (6, 'E')")
      }
      #expect(db.lastErrorCode == .constraintUnique)
      #expect(db.lastErrorMessage == "UNIQUE constraint failed: team.name")
      try db.execute(sql: "INSERT INTO team VALUES (6, 'F')")
      #expect(db.lastErrorCode == .ok)
    }
    #expect(try database.read { try $0.count("team") } == 3)
  }

  @Test func `an error is reported without details where the schema cannot be read`() throws {
    try database.write { db in
      try db.setPermission { event in event.first == "index_list" ? .deny : .allow }
      let error = try #require(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO player (name, mail) VALUES ('Bob', 'a@b')")
      }
      #expect(error.violation == .unique(table: "player", columns: ["mail"], constraint: nil))
      #expect(db.lastErrorCode == .constraintUnique)
    }
  }

  @Test func `a violation is found outside of a transaction and after one that SQLite rolled back`()
    throws
  {
    let outside = try #require(throws: DatabaseError.self) {
      try database.writeWithoutTransaction { db in
        try db.execute(sql: "INSERT INTO player (name, mail) VALUES ('Bob', 'a@b')")
      }
    }
    #expect(outside.constraint == "playerByMail")
    let rolledBack = try failure("INSERT OR ROLLBACK INTO team VALUES (2, 'A')")
    #expect(rolledBack.columns == ["name"])
    #expect(try database.read { try $0.count("team") } == 1)
  }
}
