import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

/// A call that SQLite refuses, and the result code.
struct Refusal: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: ResultCode
  let body: @Sendable (Connection) throws -> Void

  init(
    _ name: String,
    _ code: ResultCode,
    _ body: @escaping @Sendable (Connection) throws -> Void
  ) {
    testDescription = name
    self.code = code
    self.body = body
  }

  /// Returns the refusal of a statement.
  static func sql(_ sql: String, _ code: ResultCode) -> Refusal {
    Refusal(sql, code) { try $0.execute(sql) }
  }
}

@Suite struct ResultCodeTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE item (
        id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT NOT NULL, price REAL CHECK (price > 0),
        parent INTEGER REFERENCES parent (id)
      );
      CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE TABLE strict (number INTEGER) STRICT;
      CREATE TRIGGER refusing BEFORE DELETE ON item BEGIN SELECT RAISE(ABORT, 'items stay'); END;
      INSERT INTO item VALUES (1, 'a', 'pen', 1.5, NULL);
      INSERT INTO pair VALUES (1, 2);
      """
    )
  }

  static let refusals: [Refusal] = [
    .sql("INSERT INTO item VALUES (2, 'a', 'ink', 1, NULL)", .constraintUnique),
    .sql("INSERT INTO item VALUES (1, 'b', 'ink', 1, NULL)", .constraintPrimaryKey),
    .sql("INSERT INTO pair VALUES (1, 2)", .constraintPrimaryKey),
    .sql("INSERT INTO item VALUES (2, 'b', NULL, 1, NULL)", .constraintNotNull),
    .sql("INSERT INTO item VALUES (2, 'b', 'ink', 0, NULL)", .constraintCheck),
    .sql("INSERT INTO item VALUES (2, 'b', 'ink', 1, 9)", .constraintForeignKey),
    .sql("INSERT INTO strict VALUES ('x')", .constraintDataType),
    .sql("INSERT INTO item VALUES ('x', 'b', 'ink', 1, NULL)", .mismatch),
    .sql("DELETE FROM item", .constraintTrigger),
    .sql("SELEC 1", .error),
    .sql("SELECT * FROM nowhere", .error),
    .sql("COMMIT", .error),
    .sql("SELECT name COLLATE missing FROM item ORDER BY 1", .errorMissingCollation),
    .sql("SELECT abs(-9223372036854775808)", .error),
    .sql("PRAGMA query_only = ON; DELETE FROM pair", .readOnly),
    .sql("ATTACH '/nowhere/at/all.db' AS other", .cannotOpen),
    .sql("SELECT zeroblob(2000000000)", .tooBig),
    Refusal("no statement", .misuse) { _ = try Statement("", on: $0) },
    Refusal("white space", .misuse) { _ = try Statement(" \n\t", on: $0) },
    Refusal("a comment alone", .misuse) { _ = try Statement("-- nothing", on: $0) },
    Refusal("several statements", .misuse) { _ = try Statement("SELECT 1; SELECT 2", on: $0) },
    Refusal("NUL after a statement", .misuse) { _ = try Statement("SELECT 1;\0", on: $0) },
    Refusal("NUL in a path", .misuse) { _ in _ = try Connection(path: "a\0b") },
    Refusal("a folder as a database", .cannotOpen) { _ in _ = try Connection(path: "/") },
    Refusal("an unknown VFS", .error) { _ in _ = try Connection(path: ":memory:", vfs: "none") },
    Refusal("a parameter that is not there", .range) {
      try Statement("SELECT ?", on: $0).bind(1, at: 2)
    },
    Refusal("parameter 0", .range) { try Statement("SELECT ?", on: $0).bindNull(at: 0) },
    Refusal("a parameter beyond 32 bits", .range) {
      try Statement("SELECT ?", on: $0).bind("x", at: Int(Int32.max))
    },
    Refusal("a name that is not there", .range) {
      try Statement("SELECT :a", on: $0).bind(1, to: ":b")
    },
    Refusal("binding in the middle of rows", .misuse) {
      let statement = try Statement("SELECT ?", on: $0)
      _ = try statement.step()
      try statement.bind(1, at: 1)
    },
    Refusal("a blob of 3 GB", .tooBig) {
      try Statement("SELECT ?", on: $0).bindZeroBlob(count: 3_000_000_000, at: 1)
    },
    Refusal("a file control of no schema", .error) { _ = try $0.keepsWAL(schema: "none") },
    Refusal("a function without a name", .misuse) {
      try $0.addFunction("") { _ in .null }
    },
    Refusal("a function with 128 arguments", .misuse) {
      try $0.addFunction("f", argumentCount: 128) { _ in .null }
    },
    Refusal("a function with -1 arguments", .misuse) {
      try $0.addFunction("f", argumentCount: -1) { _ in .null }
    },
    Refusal("a collation whose name is too long", .misuse) {
      try $0.addCollation(String(repeating: "n", count: 256)) { _, _ in .same }
    },
  ]

  @Test(arguments: refusals)
  func `a refused call throws SQLite's result code`(refusal: Refusal) {
    #expect(failure { try refusal.body(connection) }?.code == refusal.code)
  }

  @Test func `a closed connection refuses every call`() throws {
    let calls: [(Connection) throws -> Void] = [
      { try $0.execute("SELECT 1") }, { _ = try Statement("SELECT 1", on: $0) },
      { try $0.setOption(.foreignKeys, true) }, { try $0.setCommitHook(nil) },
      { try $0.addFunction("f") { _ in .null } }, { try $0.removeFunction("f") },
      { try $0.addCollation("c") { _, _ in .same } }, { _ = try $0.serialize() },
      { try $0.deserialize([]) }, { _ = try $0.limit(.length) }, { _ = try $0.status(.cacheUsed) },
      { try $0.walCheckpoint() }, { _ = try Session(on: $0) },
      { try $0.apply(Changeset(bytes: [])) { _ in .abort } }, { try $0.flushCache() },
      { _ = try Blob(table: "t", column: "c", row: 1, on: $0) },
      { _ = try Backup(from: $0, to: $0) },
    ]
    try connection.close()
    #expect(!connection.isOpen)
    for call in calls {
      let error = failure { try call(connection) }
      #expect(error?.code == .misuse)
      #expect(error?.message == "The connection is closed.")
    }
  }

  @Test func `an extended code has a primary code`() {
    #expect(ResultCode.constraintUnique.primary == .constraint)
    #expect(ResultCode.constraintUnique.matches(.constraint))
    #expect(!ResultCode.constraintUnique.matches(.constraintCheck))
    #expect(!ResultCode.constraint.matches(.constraintUnique))
  }

  @Test(arguments: [
    ("SELECT 1 +", nil), ("SELEC 1", 0), ("SELECT nme FROM item", 7),
    ("SELECT 'é', nme FROM item", 13), ("SELECT 1; SELECT nme FROM item", 17),
  ])
  func `a syntax error has its offset in bytes`(sql: String, offset: Int?) {
    let error = failure { try connection.execute(sql) }
    #expect(error?.offset == offset)
    #expect(error?.sql == sql)
  }

  @Test func `an error's description marks the place of the error`() {
    let error = failure { try connection.execute("SELECT 'é', nme FROM item") }
    #expect(
      error?.description == "SQLite error 1: no such column: nme in: SELECT 'é', 👉nme FROM item"
    )
  }

  @Test func `an error's description does not show bound values`() throws {
    let statement = try Statement("INSERT INTO item (code, name) VALUES (?, ?)", on: connection)
    try statement.bind("a", at: 1)
    try statement.bind("secret", at: 2)
    let error = failure { _ = try statement.step() }
    #expect(error?.code == .constraintUnique)
    #expect(error.map { "\($0)".contains("secret") } == false)
  }
}
