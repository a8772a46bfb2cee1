import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

/// The setup that a program runs on each connection, which also applies to live queries.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct OnConnectTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection
  private let configuration: PostgresDatabaseConfiguration

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    let role = scratch.name
    try connection.execute(
      script: """
        CREATE ROLE \(role);
        CREATE SCHEMA tenant;
        CREATE TABLE public.notes (id bigint PRIMARY KEY, title text, shelf text, "isDone" bool DEFAULT false);
        CREATE TABLE tenant.notes (LIKE public.notes INCLUDING ALL);
        ALTER TABLE tenant.notes ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON tenant.notes USING (shelf = current_setting('app.shelf'));
        GRANT USAGE ON SCHEMA tenant TO \(role);
        GRANT SELECT ON tenant.notes TO \(role);
        INSERT INTO public.notes VALUES (1, 'of all', 'mine');
        INSERT INTO tenant.notes VALUES (2, 'mine', 'mine'), (3, 'foreign', 'other');
        CREATE PUBLICATION livesql FOR TABLE public.notes, tenant.notes
        """
    )
    var configuration = PostgresDatabaseConfiguration(scratch.configuration)
    configuration.onConnect = {
      try $0.execute(
        script: "SET search_path = tenant; SET ROLE \(role); SET app.shelf = 'mine'"
      )
    }
    self.configuration = configuration
  }

  /// Drops the role, which belongs to the server and not to the database.
  private func dropRole() {
    try? connection.execute(
      script: "DROP OWNED BY \(scratch.name) CASCADE; DROP ROLE \(scratch.name)"
    )
  }

  private func check(_ live: PostgresLiveDatabase) async throws {
    var results = live.values(of: Note.order(by: \.id)).makeAsyncIterator()
    #expect(try await results.next()?.rows.map(\.title) == ["mine"])
    try connection.execute(
      script: """
        BEGIN; INSERT INTO public.notes VALUES (4, 'of all', 'mine');
        INSERT INTO tenant.notes VALUES (5, 'foreign', 'other'), (6, 'also mine', 'mine'); COMMIT
        """
    )
    #expect(try await results.next()?.rows.map(\.title) == ["mine", "also mine"])
  }

  @Test func `live queries of a pool use its search path, role and settings`() async throws {
    defer { dropRole() }
    let database = PostgresDatabase(configuration)
    #expect(try await database.read { db in try Note.fetchAll(db) }.map(\.title) == ["mine"])
    try await check(database.live)
    await database.close()
  }

  @Test func `live queries by the trigger log or by polling use them too`() async throws {
    defer { dropRole() }
    let log = PostgresTriggerLog(readers: [scratch.name])
    try connection.execute(
      script: log.setUpSQL(tables: [PostgresTable("notes", schema: "tenant")])
    )
    for changes in [PostgresChanges.triggers(log), .polling(every: .milliseconds(20))] {
      let live = PostgresLiveDatabase(
        configuration.connection,
        changes: changes,
        onConnect: configuration.onConnect
      )
      try await check(live)
      live.close()
      try connection.execute(
        script: "DELETE FROM tenant.notes WHERE id > 3; DELETE FROM public.notes WHERE id > 3"
      )
    }
  }
}
