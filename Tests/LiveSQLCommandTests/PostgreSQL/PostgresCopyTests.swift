import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Terminal
import TerminalTestSupport
import Testing

@testable import LiveSQLCommand
@testable import LiveSQLPostgres

/// The command `livesql copy` from a file to PostgreSQL.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopyTests {
  private let files: ScratchDirectory
  private let scratch: PostgresScratchDatabase
  private var path: String { files.path(of: "shop.db") }

  init() throws {
    files = try ScratchDirectory()
    scratch = try PostgresScratchDatabase()
  }

  private func fill(_ sql: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; \(sql)")
    }
    try database.close()
  }

  private func copy(_ options: String...) async -> ProgramRun {
    await ProgramRun(list: ["copy", path, scratch.url] + options)
  }

  private func texts(_ sql: String) throws -> [String] {
    try scratch.connect().execute(sql).map { row in try row.decode(String.self, at: 0) }
  }

  private static let shop = """
    CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT 'it''s', UNIQUE (title));
    CREATE TABLE Items (
      Id INTEGER PRIMARY KEY AUTOINCREMENT, list INTEGER REFERENCES LISTS ON DELETE CASCADE,
      done BOOLEAN NOT NULL DEFAULT 0, number UUID, bytes UUID, day DATE, at DATETIME DEFAULT CURRENT_TIMESTAMP,
      data JSON, price DECIMAL(10, 2) DEFAULT 1.5, weight REAL, photo BLOB, free, half INTEGER, mixed TEXT,
      twice INTEGER GENERATED ALWAYS AS (Id * 2),
      CHECK (Weight >= 0 AND length([mixed]) < 10), CHECK (typeof(price) <> 'text'), CHECK (done IN (0, 1))
    );
    CREATE INDEX items_by_list ON Items (list, done);
    CREATE INDEX items_undone ON Items (list) WHERE NOT done;
    CREATE TABLE pairs (a TEXT, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE VIEW titles AS SELECT title FROM lists;
    CREATE TRIGGER t AFTER INSERT ON pairs BEGIN SELECT 1; END;
    INSERT INTO lists VALUES (7, 'Home');
    INSERT INTO Items (Id, list, done, number, bytes, day, at, data, price, weight, photo, free, half, mixed) VALUES
      (3, 7, 1, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', x'a0eebc999c0b4ef8bb6d6bb9bd380a11', '2026-11-21',
        '2026-11-21 08:30:00.25', '{"b": 1,  "a": [true, null, "ü"]}', 12.1, 0.1, x'0aff', 5, 1, 'text'),
      (5, NULL, 0, NULL, NULL, NULL, '2026-11-21T10:30:00+02:00', NULL, 3, 1e300, NULL, 6, 1.5, 7);
    INSERT INTO pairs VALUES ('a', ''), ('a', 'b');
    """

  @Test func `tables are created with their types, keys and checks, and get the same rows`()
    async throws
  {
    try fill(Self.shop)
    let run = await copy()
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("Copied 3 tables with 5 rows."))
    let columns = try texts(
      """
      SELECT column_name || ' ' || data_type || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END
        || coalesce(' ' || column_default, '')
      FROM information_schema.columns WHERE table_name = 'Items' ORDER BY ordinal_position
      """
    )
    #expect(
      columns == [
        "Id bigint not null", "list bigint", "done boolean not null false", "number uuid",
        "bytes uuid", "day date",
        "at timestamp with time zone CURRENT_TIMESTAMP", "data jsonb", "price numeric 1.5",
        "weight double precision", "photo bytea", "free bigint", "half double precision",
        "mixed text", "twice bigint",
      ]
    )
    let rows = try texts(
      #"SELECT row_to_json(t)::text FROM (SELECT * FROM "Items" ORDER BY "Id") t"#
    )
    let first = #"""
      {"Id":3,"list":7,"done":true,"number":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",\#
      "bytes":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","day":"2026-11-21",\#
      "at":"2026-11-21T08:30:00.25+00:00","data":{"a": [true, null, "ü"], "b": 1},"price":12.1,\#
      "weight":0.1,"photo":"\\x0aff","free":5,"half":1,"mixed":"text","twice":6}
      """#
    let second = #"""
      {"Id":5,"list":null,"done":false,"number":null,"bytes":null,"day":null,\#
      "at":"2026-11-21T08:30:00+00:00","data":null,"price":3,\#
      "weight":1e+300,"photo":null,"free":6,"half":1.5,"mixed":"7","twice":10}
      """#
    #expect(rows == [first, second])
    #expect(try texts("SELECT a || '|' || b FROM pairs ORDER BY b") == ["a|", "a|b"])
    let constraints = try texts(
      """
      SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '"Items"'::regclass ORDER BY 1
      """
    )
    #expect(constraints.count == 3, "\(constraints)")
    #expect(constraints.contains("FOREIGN KEY (list) REFERENCES lists(id) ON DELETE CASCADE"))
    #expect(
      constraints.contains("CHECK (((weight >= (0)::double precision) AND (length(mixed) < 10)))")
    )
    #expect(
      try texts("SELECT indexname::text FROM pg_indexes WHERE indexname LIKE 'items%'") == [
        "items_by_list"
      ]
    )
    // New rows get numbers after the existing ones.
    #expect(try texts(#"INSERT INTO "Items" DEFAULT VALUES RETURNING "Id"::text"#) == ["6"])
    #expect(try texts("INSERT INTO lists DEFAULT VALUES RETURNING id || title") == ["8it's"])
  }

  @Test func `copy reports everything that is not preserved`() async throws {
    try fill(Self.shop)
    let output = await copy().output
    for note in [
      "the view titles is left out.", "the trigger t is left out.",
      "Items: CHECK (typeof ( price ) <> 'text') is left out: it is specific to SQLite.",
      "Items: CHECK (\"done\" in ( 0 , 1 )) is left out: operator does not exist: boolean = integer.",
      "Items: the index items_undone is left out",
      "Items.half: it is declared INTEGER, but holds other values",
      "Items.twice: its expression is left out",
    ] { #expect(output.contains(note), "\(note)\n\(output)") }
  }

  @Test
  func
    `foreign keys may refer to later tables, and used numbers are not reused`()
    async throws
  {
    try fill(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT REFERENCES z (code));
      CREATE TABLE z (code TEXT); CREATE UNIQUE INDEX z_code ON z (code);
      INSERT INTO z VALUES ('x'); INSERT INTO a VALUES (40, 'x'), (50, 'x'); DELETE FROM a WHERE id = 50;
      """
    )
    let run = await copy()
    #expect(!run.output.contains("left out"), "\(run.output)")
    #expect(try texts("INSERT INTO a (code) VALUES ('x') RETURNING id::text") == ["51"])
  }

  @Test func `both directions show their progress on a terminal`() async throws {
    try fill(
      """
      CREATE TABLE a (x); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)
      INSERT INTO a SELECT i FROM n
      """
    )
    let size = TerminalSize(columns: 80, rows: 24)
    for list in [[path, scratch.url], [scratch.url, files.path(of: "back.db")]] {
      let run = await ProgramRun(list: ["copy"] + list, terminal: size)
      #expect(run.code == .success)
      #expect(run.errors.contains("Copying") && run.errors.contains("100 %"), "\(run.errors)")
    }
    let quiet = await ProgramRun(list: ["copy", scratch.url, files.path(of: "quiet.db")])
    #expect(quiet.errors == "")
  }

  @Test func `a name that PostgreSQL would truncate is refused`() async throws {
    try fill("CREATE TABLE \(String(repeating: "a", count: 64)) (x)")
    #expect(await copy().errors.contains("which PostgreSQL would truncate"))
  }

  @Test func `bytes and numbers in one column are refused before anything is copied`() async throws
  {
    try fill("CREATE TABLE a (x); INSERT INTO a VALUES (1), (x'00')")
    #expect(await copy().errors.contains("The column x of a holds bytes and numbers"))
  }

  @Test func `tables of PostgreSQL are copied to a file and back without changes`() async throws {
    try scratch.connect().execute(
      script: """
        CREATE TYPE mood AS ENUM ('sad', 'it''s fine');
        CREATE TABLE lists (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title varchar(20) NOT NULL UNIQUE);
        CREATE TABLE items (
          id bigint PRIMARY KEY, list bigint REFERENCES lists ON DELETE CASCADE, done boolean NOT NULL DEFAULT false,
          number uuid, at timestamptz DEFAULT now(), day date, data jsonb, price numeric, exact numeric, weight float8,
          photo bytea, mood mood, tags text[], CHECK (price > 0)
        );
        CREATE TABLE pairs (a text, b int, PRIMARY KEY (a, b));
        CREATE INDEX items_by_list ON items (list, done);
        CREATE INDEX items_low ON items (lower(tags[1]));
        CREATE VIEW titles AS SELECT title FROM lists;
        INSERT INTO lists (title) VALUES ('Home'), ('Work');
        INSERT INTO items VALUES
          (1, 2, true, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '2026-11-21 08:30:00.25+00', '2026-11-21', '{"a": [1]}',
           12.50, 0.12345678901234567890, 0.1, '\\x0aff', 'it''s fine', '{a,b}'),
          (2, NULL, false, NULL, '2026-11-21 08:30:00.123456+00', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL);
        INSERT INTO pairs VALUES ('x', 1), ('x', 2);
        """
    )
    let run = await ProgramRun(list: ["copy", scratch.url, path])
    #expect(run.code == .success, "\(run.errors)")
    for note in [
      "the view titles is left out.", "items: CHECK items_price_check is left out.",
      "items: the index items_low is left out",
      "items.exact: its numbers have too many digits: it becomes TEXT.",
      "Copied 3 tables with 6 rows.",
    ] { #expect(run.output.contains(note), "\(note)\n\(run.output)") }
    let database = try DatabaseQueue(path: path)
    let rows = try await database.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM items ORDER BY id").map(\.values)
    }
    #expect(
      rows == [
        [
          1, 2, 1, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "2026-11-21 08:30:00.250", "2026-11-21",
          #"{"a": [1]}"#, 12.5,
          "0.12345678901234567890", 0.1, .blob([10, 255]), "it's fine", #"{"a","b"}"#,
        ],
        [2, nil, 0, nil, "2026-11-21 08:30:00.123456", nil, nil, 3, nil, nil, nil, nil, nil],
      ]
    )
    let problems = try await database.read { db in
      try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
    }
    #expect(problems == 0)
    try database.close()
    #expect(await ProgramRun(list: ["copy", scratch.url, path]).errors.contains("--replace"))
    // And back: the rows are the same.
    let other = try PostgresScratchDatabase()
    let back = await ProgramRun(list: ["copy", path, other.url])
    #expect(back.code == .success, "\(back.errors)")
    let columns =
      "id, list, done, number, at, day, data, price::float8, exact::numeric, weight, photo, mood::text, tags::text[]"
    let sql = "SELECT row_to_json(t)::text FROM (SELECT \(columns) FROM items ORDER BY id) t"
    let again = try other.connect().execute(sql).map { row in try row.decode(String.self, at: 0) }
    #expect(try texts(sql) == again)
    #expect(await ProgramRun(list: ["copy", scratch.url, other.url]).code == .usage)
  }

  @Test func `rows with broken references are copied, and the foreign key is reported`()
    async throws
  {
    try fill(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a);
      INSERT INTO b VALUES (99);
      """
    )
    let run = await copy()
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("b: the foreign key to a is left out:"))
    #expect(!run.output.contains("99"))
    #expect(try texts("SELECT a::text FROM b") == ["99"])
  }

  @Test func `a failure leaves nothing behind`() async throws {
    try fill(
      "CREATE TABLE a (x); INSERT INTO a VALUES (1); CREATE TABLE b (y TEXT); INSERT INTO b VALUES ('no')"
    )
    try scratch.connect().execute("CREATE TABLE b (y uuid)")
    let run = await copy()
    #expect(run.code == .failure)
    #expect(
      run.errors.contains(
        "A value of the column y of b does not fit the type there, which is uuid."
      )
    )
    #expect(try texts("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") == ["b"])
    #expect(try texts("SELECT y::text FROM b") == [])
  }

  @Test func `a trigger that changes the rows is noticed`() async throws {
    try fill("CREATE TABLE a (x TEXT); INSERT INTO a VALUES ('one'), ('two')")
    try scratch.connect().execute(
      script: """
        CREATE TABLE a (x text);
        CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.x = upper(NEW.x); RETURN NEW; END $$;
        CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f();
        """
    )
    let run = await copy("--triggers")
    #expect(run.code == .failure)
    #expect(run.errors.contains("The rows of a differ after they were copied: 2 with the checksum"))
    #expect(try texts("SELECT x FROM a") == [])
  }

  @Test func `rows are added to a table with rows only if asked`() async throws {
    try fill("CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT); INSERT INTO a VALUES (10, 'new')")
    try scratch.connect().execute(
      script: """
        CREATE TABLE a (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, other int, x varchar(9));
        INSERT INTO a (x) VALUES ('old')
        """
    )
    let refused = await copy()
    #expect(refused.errors.contains("The table a already has rows. Give --append"))
    let run = await copy("--append", "--json")
    #expect(run.code == .success, "\(run.errors)")
    #expect(
      run.output.contains(#""rows":1"#) || run.output.contains(#""rows": 1"#),
      "\(run.output)"
    )
    #expect(try texts("SELECT x FROM a ORDER BY id") == ["old", "new"])
    #expect(try texts("INSERT INTO a (x) VALUES ('next') RETURNING id::text") == ["11"])
  }

  @Test func `a dry run shows the SQL and does not run it`() async throws {
    try fill(Self.shop)
    let run = await copy("--dry-run")
    #expect(run.output.contains("CREATE TABLE \"public\".\"lists\" ("))
    #expect(run.output.contains("  \"title\" text NOT NULL DEFAULT 'it''s',"))
    #expect(run.output.contains("-- the view titles is left out."))
    #expect(try texts("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") == [])
    let both = await copy("--vacuum")
    #expect(both.code == .usage)
  }

  @Test func `a signal cancels the copy on the server too, and leaves nothing behind`() async throws
  {
    try fill("CREATE TABLE a (x); INSERT INTO a VALUES (1); CREATE TABLE b (y INTEGER)")
    let other = try scratch.connect()
    try other.execute(script: "CREATE TABLE b (y bigint)")
    try other.execute(script: "BEGIN; LOCK TABLE b")
    let events = AsyncStream.makeStream(of: ProcessEvent.self)
    let console = Console(
      standardOutput: MemoryDestination(),
      standardError: MemoryDestination(),
      environment: [:],
      events: { [stream = events.stream] in stream }
    )
    let arguments = ["copy", path, scratch.url]
    let run = Task { await Program().run(arguments, console: console) }
    let waiting = """
      SELECT count(*)::text FROM pg_locks
      WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    try await until { try texts(waiting) != ["0"] }
    events.continuation.yield(.termination(signal: 2))
    #expect(await run.value == ExitCode(rawValue: 130))
    try other.execute(script: "COMMIT")
    #expect(try texts("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") == ["b"])
  }

  @Test func `a signal also cancels a copy while rows are sent`() async throws {
    try fill(
      """
      CREATE TABLE a (x); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
      INSERT INTO a SELECT i FROM n
      """
    )
    let interruption = Interruption()
    interruption.set()
    let isCancelled = try await DatabaseQueue(path: path).read { db in
      let server = try scratch.connect()
      let info = try #require(try db.tables().first)
      let table = try CopiedTable(TableDescription(info, in: db), in: db)
      #expect(table.rowCount == 1_000)
      var copy = CopyToServer(
        tables: [table],
        options: DatabaseCopyOptions(),
        interruption: interruption,
        progress: nil,
        db: db,
        server: server
      )
      do { _ = try copy.run() } catch is CancellationError {
        return true
      }
      return false
    }
    #expect(isCancelled)
    #expect(try texts("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") == [])
  }
}

/// Conversions that a copy into PostgreSQL chooses.
@Suite struct PostgresConversionTests {
  @Test(arguments: [
    ("2026-11-21", 848_534_400_000_000), ("2026-11-21 08:30", 848_565_000_000_000),
    ("2026-11-21T08:30:00.25Z", 848_565_000_250_000),
    ("2026-11-21 10:30:00+02:00", 848_565_000_000_000),
    ("1999-12-31 23:59:59.999999", -1), ("2026-02-30", nil), ("2026-11-21 25:00", nil),
    ("2026-11-21 08", nil),
    ("2026-11-21 08:30:00.1234567", nil), ("21.11.2026", nil), ("", nil),
    ("2026-11-21 08:30:00 x", nil),
  ])
  func `timestamps are read in the formats of SQLite`(text: String, microseconds: Int64?) {
    #expect(MomentReader(text).moment?.microseconds == microseconds)
  }

  @Test func `a value that would not be read back unchanged is not converted`() {
    #expect(DatabaseValue.integer(2).converted(to: .bool) == nil)
    #expect(DatabaseValue.integer(9_007_199_254_740_993).converted(to: .float8) == nil)
    #expect(DatabaseValue.real(1.5).converted(to: .int8) == nil)
    #expect(DatabaseValue.text("2026-11-21 08:30").converted(to: .date) == nil)
    #expect(DatabaseValue.text("{a}").converted(to: .jsonb) == nil)
    #expect(DatabaseValue.text("a\0b").converted(to: .text) == nil)
    #expect(
      DatabaseValue.real(0.1).converted(to: .numeric) == PostgresNumeric("0.1").map { .numeric($0) }
    )
    let large = "17" + String(repeating: "0", count: 307)
    #expect(
      DatabaseValue.real(1.7e308).converted(to: .numeric)
        == PostgresNumeric(large).map { .numeric($0) }
    )
  }

  @Test func `checksums distinguish rows, and do not depend on their order`() {
    func checksum(_ rows: [[PostgresValue]]) -> TableChecksum {
      rows.reduce(into: TableChecksum()) { $0.add($1) }
    }
    let rows: [[PostgresValue]] = [["a", "b"], ["ab", ""], [.null, "c"]]
    #expect(checksum(rows) == checksum(rows.reversed()))
    let others: [[[PostgresValue]]] = [
      [["a", "b"], ["ab", ""], ["", "c"]], [["a", "b"], ["a", "b"], [.null, "c"]],
      [["ab", ""], [.null, "c"]], [["a", ""], ["ab", "b"], [.null, "c"]],
    ]
    for other in others { #expect(checksum(rows) != checksum(other)) }
    #expect(checksum([[.jsonb(#"{"a": 1, "b": 2}"#)]]) == checksum([[.jsonb(#"{"b":2,"a":1}"#)]]))
  }

  @Test(arguments: [
    ("CHECK (a > 0 AND [B c] <> 'x)')", ["\"a\" > 0 AND \"b c\" <> 'x)'"], 0),
    ("CHECK (a <> '\u{301}x)')", ["\"a\" <> '\u{301}x)'"], 0),
    ("CHECK (a <> 'x''\u{301}y')", ["\"a\" <> 'x''\u{301}y'"], 0),
    ("CHECK (a == 1), x, CHECK (a LIKE 'b%')", ["\"a\" = 1", "\"a\" ILIKE 'b%'"], 0),
    ("CHECK (a > 1e5), CHECK (a < .5)", ["\"a\" > 1e5", "\"a\" < .5"], 0),
    ("CHECK (a > 0x1F)", [], 1), ("CHECK (a = x'00')", [], 1), ("CHECK (a > 1_000)", [], 1),
    ("CHECK (json_valid(a))", [], 1), ("CHECK (a GLOB 'x')", [], 1), ("CHECK (unknown = 1)", [], 1),
    ("-- CHECK (a = 1)\n'CHECK (a = 1)' \"CHECK\" (a)", [], 0),
  ])
  func `a check is translated if it means the same in both databases`(
    sql: String,
    conditions: [String],
    leftOut: Int
  ) {
    let translation = CheckTranslation("CREATE TABLE t (\(sql))", columns: ["a", "b c"])
    #expect(translation.conditions == conditions)
    #expect(translation.leftOut.count == leftOut)
  }
}
