import DatabaseTypes
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// The columns in the DETAIL of the server, in any of its languages.
@Suite struct DetailKeyTests {
  @Test(
    arguments: [
      ("Key (mail)=(a) already exists.", ["mail"]),
      ("Schlüssel »(room, seat)=(1, 2)« existiert bereits.", ["room", "seat"]),
      (
        #"Key ("Full, name", "say ""hi""")=(a)b, c) already exists."#, ["Full, name", #"say "hi""#]
      ),
      ("Key (lower(mail))=(a) already exists.", []), ("Key (mail", []), ("None", []),
    ] as [(String, [String])]
  )
  func `columns are read without values`(detail: String, columns: [String]) {
    #expect((DetailKey(detail)?.columns ?? []) == columns)
  }

  @Test func `the table after the values is found, and not in the values`() {
    let present = DetailKey(#"Key (id)=("book") is not present in table "books"."#)
    #expect(present?.names("books") == true)
    #expect(present?.names("book") == false)
    #expect(present?.names("") == false)
  }
}

/// The constraint that an error of the server names.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ConstraintErrorTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE team (id int PRIMARY KEY, name text CONSTRAINT teamname UNIQUE);
        CREATE TABLE player (
          name text NOT NULL, age int CONSTRAINT adult CHECK (age > 17),
          team int CONSTRAINT ofteam REFERENCES team, "Room" int, seat int,
          during int4range, UNIQUE ("Room", seat), CONSTRAINT once EXCLUDE USING gist (during WITH &&));
        CREATE UNIQUE INDEX lowername ON player (lower(name));
        INSERT INTO team VALUES (1, 'A');
        INSERT INTO player VALUES ('Ada', 36, 1, 1, 2, '[1, 3)')
        """
    )
  }

  @Test(
    arguments: [
      (
        "INSERT INTO team VALUES (1, 'B')",
        .primaryKey(table: "team", columns: ["id"], constraint: "team_pkey")
      ),
      (
        "INSERT INTO team VALUES (2, 'A')",
        .unique(table: "team", columns: ["name"], constraint: "teamname")
      ),
      (
        "INSERT INTO player VALUES ('Bob', 36, 1, 1, 2)",
        .unique(table: "player", columns: ["Room", "seat"], constraint: "player_Room_seat_key")
      ),
      (
        "INSERT INTO player VALUES ('ADA')",
        .unique(table: "player", columns: [], constraint: "lowername")
      ),
      ("INSERT INTO player VALUES (NULL)", .notNull(table: "player", column: "name")),
      ("INSERT INTO player VALUES ('Bob', 3)", .check(table: "player", constraint: "adult")),
      (
        "INSERT INTO player VALUES ('Bob', 36, 7)",
        .foreignKey(table: "player", columns: ["team"], constraint: "ofteam")
      ),
      ("DELETE FROM team", .foreignKey(table: "player", columns: [], constraint: "ofteam")),
      (
        "INSERT INTO player VALUES ('Bob', 36, 1, 3, 4, '[2, 4)')",
        .exclusion(table: "player", columns: ["during"], constraint: "once")
      ),
    ] as [(String, ConstraintViolation)]
  )
  func `an error says which constraint a row violates`(
    sql: String,
    expected: ConstraintViolation
  ) throws {
    let error = try #require(throws: PostgresError.self) { try connection.execute(sql) }
    #expect(error.violation == expected)
    #expect(error.columns == expected.columns)
  }

  @Test func `other errors violate no constraint, and a raised DETAIL names no columns`() throws {
    let division = try #require(throws: PostgresError.self) { try connection.execute("SELECT 1/0") }
    #expect(division.violation == nil && division.columns.isEmpty)
    let raised = try #require(throws: PostgresError.self) {
      try connection.execute(
        script: """
          DO $$ BEGIN
            RAISE 'Taken' USING ERRCODE = 'unique_violation', DETAIL = 'Key (secret)=(x)', TABLE = 'team';
          END $$
          """
      )
    }
    #expect(raised.violation == .unique(table: "team", columns: [], constraint: nil))
  }
}
