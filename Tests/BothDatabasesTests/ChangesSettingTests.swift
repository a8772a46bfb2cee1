import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// The setting of a pool that chooses how its properties learn of commits.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ChangesSettingTests {
  private let scratch: PostgresScratchDatabase

  init() throws { scratch = try PostgresScratchDatabase(on: .streaming) }

  private func database(_ changes: PostgresChanges?) throws -> PostgresDatabase {
    var configuration = PostgresDatabaseConfiguration(scratch.configuration)
    if let changes { configuration.changes = changes }
    let database = PostgresDatabase(configuration)
    try database.migrate(by: NotesFixture.migrator)
    return database
  }

  /// Returns the plan of a property of the pool, after it has shown a write.
  private func plan(_ database: PostgresDatabase) async throws -> String {
    defer { database.close() }
    @FetchAll(Note.where { $0.isDone }.order(by: \.id), database: database) var done
    try await $done.load()
    #expect(done.map(\.id) == [2])
    try await database.write { db in try Note.find(1).update { $0.isDone = true }.execute(db) }
    try await database.liveQueriesCaughtUp(within: .hang)
    #expect(done.map(\.id) == [1, 2])
    return $done.plan.map(String.init(describing:)) ?? ""
  }

  @Test func `triggers report commits if chosen, without a publication`() async throws {
    let database = try database(.triggers())
    let log = PostgresTriggerLog().setUpSQL(tables: [PostgresTable("notes")])
    try scratch.connect().execute(script: log)
    #expect(try await plan(database) == "ordered patch")
  }

  @Test func `the plan says that the database is polled at intervals`() async throws {
    let plan = try await plan(database(.polling(every: .milliseconds(20))))
    #expect(plan.hasPrefix("run again: the database is polled every 20 ms"), "\(plan)")
  }

  @Test func `the change stream is used by default`() async throws {
    try scratch.connect().execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES")
    #expect(try await plan(database(nil)) == "ordered patch")
  }
}
