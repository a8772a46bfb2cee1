import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Rights that a role loses while its live queries run, and gets again.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct RevokedRightTests {
  /// A right without which the table `vault.secret` cannot be read.
  enum Right: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case table, column, schema, membership

    var testDescription: String { rawValue }

    private var objects: String {
      switch self {
      case .table: "SELECT ON vault.secret"
      case .column: "SELECT (title) ON vault.secret"
      case .schema: "USAGE ON SCHEMA vault"
      case .membership: ""
      }
    }

    func grant(to role: String) -> String {
      self == .membership ? "GRANT \(role)_group TO \(role)" : "GRANT \(objects) TO \(role)"
    }

    func revoke(from role: String) -> String {
      self == .membership ? "REVOKE \(role)_group FROM \(role)" : "REVOKE \(objects) FROM \(role)"
    }

    /// The SQL that gives a role all the other rights.
    func others(for role: String) -> String {
      switch self {
      case .table: "GRANT USAGE ON SCHEMA vault TO \(role)"
      case .column:
        "GRANT USAGE ON SCHEMA vault TO \(role); GRANT SELECT (id) ON vault.secret TO \(role)"
      case .schema: "GRANT SELECT ON vault.secret TO \(role)"
      case .membership:
        "GRANT USAGE ON SCHEMA vault TO \(role); GRANT SELECT ON vault.secret TO \(role)_group"
      }
    }

    /// A part of the SQL that an error recommends.
    var advice: String {
      self == .schema ? "GRANT USAGE ON SCHEMA \"vault\" TO" : "GRANT SELECT ON"
    }
  }

  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection
  private let role: String

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    role = "reader_of_\(scratch.name)"
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, title text);
        CREATE SCHEMA vault; CREATE TABLE vault.secret (id int PRIMARY KEY, title text);
        INSERT INTO item VALUES (1, 'a'); INSERT INTO vault.secret VALUES (1, 'a');
        CREATE ROLE \(role) LOGIN REPLICATION; CREATE ROLE \(role)_group; GRANT SELECT ON item TO \(role)
        """
    )
  }

  private func dropRoles() {
    let roles = "\(role), \(role)_group"
    try? connection.execute(script: "DROP OWNED BY \(roles); DROP ROLE \(roles)")
  }

  /// Has changes of both tables be reported to the role.
  private func source(_ kind: ChangeSourceKind) throws -> PostgresSource {
    switch kind {
    case .stream: try connection.execute(script: kind.setUp(["item", "vault.secret"]))
    case .log, .logWithoutWaking:
      var log = kind == .log ? PostgresTriggerLog() : ChangeSourceKind.quietLog
      log.readers = [role]
      let tables = [PostgresTable("item"), PostgresTable("secret", schema: "vault")]
      try connection.execute(script: log.setUpSQL(tables: tables))
    case .polling: break
    }
    var configuration = scratch.configuration
    configuration.options["user"] = role
    return kind.source(configuration)
  }

  private static let items = TestQuery(
    text: "SELECT item.id, item.title FROM item ORDER BY item.id",
    width: 2
  )
  private static let secrets = TestQuery(
    text: "SELECT secret.id, secret.title FROM vault.secret ORDER BY secret.id",
    width: 2
  )

  @Test(arguments: ChangeSourceKind.allCases, Right.allCases)
  func `a right that is lost stops only the queries that need it, until it is granted again`(
    kind: ChangeSourceKind,
    right: Right
  ) throws {
    defer { dropRoles() }
    try connection.execute(script: right.others(for: role))
    try connection.execute(script: right.grant(to: role))
    let source = try source(kind)
    defer { source.close() }
    let engine = LiveQueryEngine<PostgresSource>()
    let (items, secrets) = (TestSink(), TestSink())
    let subscriptions = [
      engine.subscribe(Self.items.request, in: source, items),
      engine.subscribe(Self.secrets.request, in: source, secrets),
    ]
    #expect(items.wait { $0.count == 1 }, "\(items.errors)")
    #expect(secrets.wait { $0.count == 1 }, "\(secrets.errors)")
    // Nobody writes.
    try connection.execute(script: right.revoke(from: role))
    #expect(secrets.waitForError())
    #expect("\(secrets.errors)".contains(right.advice), "\(secrets.errors.prefix(2))")
    for title in ["b", "c", "d"] {
      try connection.execute(
        script: "INSERT INTO vault.secret SELECT max(id) + 1, 'b' FROM vault.secret"
      )
      try connection.execute(script: "UPDATE item SET title = '\(title)'")
      #expect(items.wait { $0.map { $0[1] } == [.text(title)] }, "\(items.errors.prefix(2))")
    }
    #expect(items.errors.isEmpty, "\(items.errors.prefix(2))")
    #expect(secrets.rows?.count == 1)
    try connection.execute(script: right.grant(to: role))
    #expect(secrets.wait { $0.count == 4 }, "\(secrets.errors.suffix(2))")
    try connection.execute(script: "DELETE FROM vault.secret WHERE id < 4")
    #expect(secrets.wait { $0.map { $0[0] } == [.integer(4)] }, "\(secrets.errors.suffix(2))")
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a role that may no longer read the stream says so, and goes on when it may again`()
    async throws
  {
    defer { dropRoles() }
    let source = try source(.stream)
    defer { source.close() }
    let (items, engine) = (TestSink(), LiveQueryEngine<PostgresSource>())
    let subscription = engine.subscribe(Self.items.request, in: source, items)
    #expect(items.wait { $0.count == 1 }, "\(items.errors)")
    try connection.execute(script: "ALTER ROLE \(role) NOREPLICATION")
    try connection.execute(
      "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = $1",
      [.text(source.stream.slot(ofEpoch: source.stream.epoch) ?? "")]
    )
    var refusal = ""
    await until {
      do { try source.awaitReported() } catch { refusal = "\(error)" }
      return refusal.contains("REPLICATION")
    }
    #expect(refusal.contains("ALTER ROLE"))
    try connection.execute(script: "INSERT INTO item VALUES (2, 'b')")
    try connection.execute(script: "ALTER ROLE \(role) REPLICATION")
    #expect(items.wait { $0.count == 2 }, "\(items.errors.suffix(2))")
    withExtendedLifetime(subscription) {}
  }
}
