import DatabaseTypes
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLLive

/// The changes of the catalog that a comparison finds.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct CatalogFingerprintTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection
  /// The prefix of all roles, which are those of the whole server.
  private let prefix: String

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    prefix = "seen_in_\(scratch.name)"
    try connection.execute(
      script: """
        CREATE TYPE pair AS (low int, high int); CREATE DOMAIN size AS int;
        CREATE TABLE item (id int PRIMARY KEY, count int, pair pair, size size);
        CREATE TABLE other (id int PRIMARY KEY);
        CREATE VIEW shown AS SELECT id FROM item; CREATE VIEW others AS SELECT id FROM other;
        CREATE TABLE event (id int PRIMARY KEY) PARTITION BY RANGE (id);
        CREATE TABLE low PARTITION OF event FOR VALUES FROM (0) TO (10) PARTITION BY RANGE (id);
        CREATE TABLE lowest PARTITION OF low FOR VALUES FROM (0) TO (5);
        CREATE FUNCTION label(item) RETURNS text LANGUAGE sql
          BEGIN ATOMIC SELECT ($1).id::text; END;
        CREATE FUNCTION a$b(int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; END;
        CREATE FUNCTION "x y.Z"(int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; END;
        CREATE FUNCTION counted() RETURNS bigint STABLE LANGUAGE plpgsql AS
          'BEGIN RETURN (SELECT count(*) FROM others); END'
        """
    )
  }

  /// Returns whether a comparison finds a change in what a statement rests on.
  private func finds(
    _ change: String,
    of sql: String,
    as role: String? = nil,
    ownSchemas: [String] = [],
    withBodies: Bool = false
  ) throws -> Bool {
    let scope = CatalogFingerprint.Scope(publications: ["livesql"], ownSchemas: ownSchemas)
    let named = NamedTables(sql)
    var catalog = CatalogFingerprint()
    catalog.add(named.names, words: named.words, symbols: named.symbols)
    if withBodies { catalog.addBodies() }
    let reader = try scratch.connect()
    if let role { try reader.execute(script: "SET ROLE \(role)") }
    _ = try catalog.compare(reader, scope)
    let second = try catalog.compare(reader, scope)
    #expect(second.isSame && !second.hasOtherFunctions)
    try connection.execute(script: change)
    return try !catalog.compare(reader, scope).isSame
  }

  /// Calls a closure while there are a reader, two groups and an owner of the view.
  private func withRoles(_ body: () throws -> Void) throws {
    let roles = ["reader", "inner", "outer", "owner"].map { "\(prefix)_\($0)" }
    defer {
      let drops = roles.reversed().map { "DROP OWNED BY \($0); DROP ROLE \($0)" }
      try? connection.execute(script: drops.joined(separator: "; "))
    }
    try connection.execute(
      script: roles.map { "CREATE ROLE \($0);" }.joined()
        + """
        GRANT \(prefix)_outer TO \(prefix)_inner; GRANT \(prefix)_inner TO \(prefix)_reader;
        GRANT SELECT ON shown TO \(prefix)_reader; GRANT SELECT ON item TO \(prefix)_owner;
        ALTER VIEW shown OWNER TO \(prefix)_owner
        """
    )
    try body()
  }

  // MARK: Tables and types

  @Test(arguments: [
    ("ALTER TABLE other ADD more int", "SELECT id FROM item", false),
    ("ALTER TYPE pair ADD ATTRIBUTE middle int", "SELECT id FROM item", true),
    ("ALTER DOMAIN size SET DEFAULT 3", "SELECT id FROM item", true),
    ("ALTER DOMAIN size ADD CHECK (VALUE > 0)", "SELECT id FROM shown", true),
    ("ALTER TABLE low DETACH PARTITION lowest", "SELECT id FROM event", true),
    (
      "CREATE TABLE next PARTITION OF low FOR VALUES FROM (5) TO (10)", "SELECT id FROM event",
      true
    ),
    ("ALTER TABLE lowest SET UNLOGGED", "SELECT id FROM event", true),
    ("ALTER TABLE lowest REPLICA IDENTITY FULL", "SELECT id FROM event", true),
    ("ALTER TABLE lowest ALTER id SET DEFAULT 3", "SELECT id FROM event", false),
    ("ANALYZE; INSERT INTO event VALUES (1)", "SELECT id FROM event", false),
  ])
  func `changes of what is behind a table are found`(change: String, sql: String, isFound: Bool)
    throws
  {
    let found = try finds(change, of: sql)
    #expect(found == isFound, "\(change)")
  }

  @Test func `values that are computed again with the same type are found`() throws {
    let found = try finds(
      "ALTER TABLE item ALTER count TYPE int USING count * 2",
      of: "SELECT count FROM item"
    )
    #expect(found)
  }

  /// The server computes the values anew, and reports no change of a row.
  @Test(.requiresServer(version: 17), arguments: ["low", "lowest"])
  func `another expression of a partition's generated column is found`(table: String) throws {
    try connection.execute(
      script: "ALTER TABLE event ADD twice int GENERATED ALWAYS AS (id * 2) STORED"
    )
    let found = try finds(
      "ALTER TABLE \(table) ALTER COLUMN twice SET EXPRESSION AS (id * 3)",
      of: "SELECT twice FROM event"
    )
    #expect(found)
  }

  @Test(.requiresServer(version: 15)) func `options of a view are found`() throws {
    let found = try finds(
      "ALTER VIEW shown SET (security_invoker = on)",
      of: "SELECT id FROM shown"
    )
    #expect(found)
  }

  // MARK: Order and equality

  private static let comparison = """
    CREATE FUNCTION is_less(pair, pair) RETURNS boolean IMMUTABLE STRICT LANGUAGE sql
      BEGIN ATOMIC SELECT ($1).low < ($2).low; END;
    CREATE FUNCTION compared(pair, pair) RETURNS int IMMUTABLE STRICT LANGUAGE sql
      BEGIN ATOMIC SELECT ($1).low - ($2).low; END;
    CREATE OPERATOR <# (LEFTARG = pair, RIGHTARG = pair, FUNCTION = is_less)
    """
  private static let operatorClass = """
    CREATE OPERATOR CLASS pair_ops DEFAULT FOR TYPE pair USING btree AS
      OPERATOR 1 <#, FUNCTION 1 compared(pair, pair)
    """
  private static let otherOrder = """
    CREATE OR REPLACE FUNCTION compared(pair, pair) RETURNS int IMMUTABLE STRICT LANGUAGE sql
      BEGIN ATOMIC SELECT ($2).low - ($1).low; END
    """

  @Test(arguments: [
    ("", operatorClass, "item", true), ("", operatorClass, "other", false),
    (operatorClass, otherOrder, "item", true), (operatorClass, otherOrder, "other", false),
    (operatorClass, "DROP OPERATOR CLASS pair_ops USING btree", "item", true),
    (
      operatorClass,
      "ALTER OPERATOR FAMILY pair_ops USING btree ADD FUNCTION 4 (pair, pair) btequalimage(oid)",
      "item", true
    ),
  ])
  func `the classes by which values of a type are ordered are found`(
    first: String,
    change: String,
    table: String,
    isFound: Bool
  ) throws {
    try connection.execute(script: "\(Self.comparison); \(first)")
    let found = try finds(change, of: "SELECT id FROM \(table)")
    #expect(found == isFound, "\(change)")
  }

  // MARK: Roles

  @Test(arguments: [
    "REVOKE $_outer FROM $_inner", "ALTER ROLE $_owner BYPASSRLS", "GRANT $_outer TO $_owner",
  ])
  func `rights of the role and of the owner of a view are found`(change: String) throws {
    try withRoles {
      let found = try finds(
        change.replacing("$", with: prefix),
        of: "SELECT id FROM shown",
        as: "\(prefix)_reader"
      )
      #expect(found, "\(change)")
    }
  }

  // MARK: Functions

  @Test(arguments: [
    ("a$b(int) RETURNS int", "2", "SELECT a$b(id) FROM item"),
    ("\"x y.Z\"(int) RETURNS int", "2", "SELECT \"x y.Z\"(id) FROM item"),
    ("label(item) RETURNS text", "'of an item'::text", "SELECT \"id\" FROM \"item\""),
  ])
  func `functions with odd names, and those called like columns, are found`(
    function: String,
    value: String,
    sql: String
  ) throws {
    let change = """
      CREATE OR REPLACE FUNCTION \(function) LANGUAGE sql BEGIN ATOMIC SELECT \(value); END
      """
    let found = try finds(change, of: sql)
    #expect(found, "\(function)")
  }

  private static let elsewhere = [
    "CREATE FUNCTION another() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE OR REPLACE VIEW others AS SELECT id FROM item",
    "CREATE POLICY none ON other USING (false)", "ALTER TABLE other ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE low ENABLE ROW LEVEL SECURITY", operatorOfInts,
    "CREATE CAST (other AS text) WITH INOUT",
  ]

  @Test func `a body that is a text may use every function, view and policy`() throws {
    for change in Self.elsewhere {
      let found = try finds(change, of: "SELECT counted()")
      #expect(found, "\(change)")
    }
  }

  @Test func `a query of the full database may use every function, view and policy`() throws {
    for change in Self.elsewhere {
      let found = try finds(change, of: "SELECT 1", withBodies: true)
      #expect(found, "\(change)")
    }
  }

  @Test func `a query that calls no function with a body uses none`() throws {
    for change in Self.elsewhere {
      let found = try finds(change, of: "SELECT id FROM item")
      #expect(!found, "\(change)")
    }
  }

  @Test func `temporary objects of other sessions change nothing`() throws {
    let changes = ["CREATE TEMP TABLE data (id int)", "CREATE TEMP VIEW seen AS SELECT 1 AS id"]
    for change in changes {
      let found = try finds(change, of: "SELECT counted(), id AS data FROM item")
      #expect(!found, "\(change)")
    }
  }

  @Test func `only functions of the trigger log are left out of its schema`() throws {
    try connection.execute(script: "CREATE SCHEMA own")
    func function(_ name: String) -> String {
      "CREATE FUNCTION own.\(name)(int) RETURNS int LANGUAGE sql AS 'SELECT 1'"
    }
    let ofLog = try finds(function("log_7"), of: "SELECT counted()", ownSchemas: ["own"])
    #expect(!ofLog)
    let other = try finds(function("other"), of: "SELECT counted()", ownSchemas: ["own"])
    #expect(other)
  }

  // MARK: Operators and casts

  private static let operatorOfInts =
    "CREATE OPERATOR <~> (FUNCTION = int4lt, LEFTARG = int, RIGHTARG = int)"

  @Test(arguments: [
    ("SELECT id FROM item WHERE id < 3 AND count <> 4", false),
    ("SELECT id<~>-1 FROM other", true), ("SELECT id OPERATOR(public.<~>) 1 FROM other", true),
  ])
  func `an operator is found by its symbol`(sql: String, isFound: Bool) throws {
    let found = try finds(Self.operatorOfInts, of: sql)
    #expect(found == isFound)
    let isDropFound = try finds("DROP OPERATOR <~> (int, int)", of: sql)
    #expect(isDropFound == isFound)
  }

  @Test func `an operator with a name that syntax uses is always found`() throws {
    let found = try finds(
      "CREATE OPERATOR = (FUNCTION = int4eq, LEFTARG = int, RIGHTARG = int)",
      of: "SELECT id FROM other WHERE id IN (1)"
    )
    #expect(found)
  }

  private static let pairs = """
    CREATE FUNCTION paired(int) RETURNS pair LANGUAGE sql BEGIN ATOMIC SELECT ROW($1, $1)::pair; END;
    CREATE CAST (int AS pair) WITH FUNCTION paired(int)
    """
  private static let texts = "CREATE CAST (pair[] AS text) WITH INOUT AS IMPLICIT"

  @Test(arguments: [
    (pairs, "SELECT id FROM other", false), (pairs, "SELECT id FROM item", true),
    (pairs, "SELECT id::pair FROM other", true), (texts, "SELECT id FROM other", false),
    (texts, "SELECT ARRAY[pair] FROM item", true),
    ("CREATE CAST (int AS uuid) WITH INOUT", "SELECT id FROM other", true),
  ])
  func `a cast is found by the types of a statement`(change: String, sql: String, isFound: Bool)
    throws
  {
    let found = try finds(change, of: sql)
    #expect(found == isFound, "\(change)")
  }

  @Test func `a function that a cast calls is found`() throws {
    try connection.execute(script: Self.pairs)
    let found = try finds(
      """
      CREATE OR REPLACE FUNCTION paired(int) RETURNS pair LANGUAGE sql
        BEGIN ATOMIC SELECT ROW($1, 0)::pair; END
      """,
      of: "SELECT id::pair FROM other"
    )
    #expect(found)
  }

  @Test func `operators and casts that no query uses are reported like functions`() throws {
    let scope = CatalogFingerprint.Scope(publications: [], ownSchemas: [])
    var catalog = CatalogFingerprint()
    catalog.add([ByteText("\"other\"")], words: [])
    _ = try catalog.compare(connection, scope)
    for change in [Self.operatorOfInts, Self.texts] {
      try connection.execute(script: change)
      let finding = try catalog.compare(connection, scope)
      #expect(finding.isSame && finding.hasOtherFunctions, "\(change)")
    }
  }

  // MARK: Forgetting

  @Test func `forgotten names cost nothing, and functions stay known`() throws {
    let scope = CatalogFingerprint.Scope(publications: [], ownSchemas: [])
    var catalog = CatalogFingerprint()
    catalog.add([ByteText("\"item\"")], words: ["counted"])
    _ = try catalog.compare(connection, scope)
    #expect(!catalog.isEmpty)
    catalog.forgetNames()
    #expect(catalog.isEmpty)
    try connection.execute(script: Self.elsewhere[0] + "; DROP VIEW shown")
    let finding = try catalog.compare(connection, scope)
    #expect(finding.isSame && finding.hasOtherFunctions)
  }
}
