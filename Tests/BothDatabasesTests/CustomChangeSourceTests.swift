import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Synchronization
import Testing

/// A change source as a program may write one: the writers of notes record the keys themselves.
///
/// Each moment reads what was recorded up to it, so no barrier is needed. Writers lock the record,
/// because its numbers must be committed in their order.
///
/// State: the number of the last record that was reported, guarded by a mutex.
private final class RecordedNotes: PostgresReportingSource {
  struct Moment: Sendable { let number: Int }

  static let setUp = """
    CREATE TABLE recorded (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note bigint NOT NULL)
    """

  let reporter = PostgresChangeReporter()
  private let last = Mutex<Int64>(0)

  /// Records a note in the transaction that writes it.
  static func record(_ note: Int, _ db: PostgresConnection) throws {
    try db.execute(script: "LOCK TABLE recorded IN EXCLUSIVE MODE")
    try db.execute("INSERT INTO recorded (note) VALUES ($1)", [.integer(Int64(note))])
  }

  // MARK: Changes

  func reportedTables(_ connection: PostgresConnection) throws -> PostgresReportedTables {
    let tables = try connection.execute("SELECT 'notes'::regclass::oid::bigint").map { row in
      let oid = try row.decode(UInt32.self, at: 0)
      var table = PostgresReportedTables.Table(oid: oid, PostgresTable("notes", schema: "public"))
      // The OID of `bigint`.
      table.keyColumns = [.init(name: "id", type: 20)]
      return table
    }
    return PostgresReportedTables(tables, advice: "Record the changes of …")
  }

  private func report(_ connection: PostgresConnection) throws {
    try last.withLock { last in
      let sql = "SELECT number, note FROM recorded WHERE number > $1 ORDER BY number"
      let records = try connection.execute(sql, [.integer(last)]).map { row in
        (try row.decode(Int64.self, at: 0), try row.decode(Int64.self, at: 1))
      }
      for (number, note) in records {
        let change = Change(key: .rowID(note), old: .unknown, new: .unknown)
        let notes = TableName(schema: "public", "notes")
        reporter.report {
          ChangeSet(number: $0, origin: .otherProcess, tables: [notes: .rows([change])])
        }
        last = number
      }
    }
  }

  // MARK: Moments

  func beginMoment(
    on connection: PostgresConnection,
    reading tables: [PostgresTable],
    savepoint: String,
    within limit: Duration
  ) throws -> Moment {
    let locks = tables.map { "LOCK TABLE \"\($0.name)\" IN ACCESS SHARE MODE NOWAIT; " }.joined()
    do {
      try connection.execute(
        script: """
          BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(locks)SAVEPOINT "\(savepoint)"
          """
      )
      try report(connection)
    } catch {
      try? connection.execute(script: "ROLLBACK")
      throw error
    }
    return Moment(number: reporter.number)
  }

  func awaitReported(_ moment: Moment, on connection: PostgresConnection, within limit: Duration)
    -> Bool
  { true }

  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws { try lend { try report($0) } }

  func shown(in moment: Moment) -> PostgresShownChanges? {
    PostgresShownChanges(upTo: moment.number)
  }

  func close() { reporter.end() }
}

@Table("unrecorded") struct Unrecorded: Hashable {
  let id: Int
}

/// Change sources for databases that only speak PostgreSQL's protocol.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct CustomChangeSourceTests {
  private let scratch: PostgresScratchDatabase
  private let database: PostgresDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    var configuration = PostgresDatabaseConfiguration(scratch.configuration)
    configuration.changes = .custom(RecordedNotes())
    database = PostgresDatabase(configuration)
    try database.migrate(by: NotesFixture.migrator)
    try scratch.connect().execute(script: RecordedNotes.setUp)
  }

  /// Writes a note, and records it if that is wanted.
  private func write(_ note: Note, recording: Bool = true) async throws {
    try await database.write { db in
      try db.execute(
        """
        INSERT INTO notes (id, title, "isDone") VALUES ($1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET title = excluded.title, "isDone" = excluded."isDone"
        """,
        [.integer(Int64(note.id)), .text(note.title), .bool(note.isDone)]
      )
      if recording { try RecordedNotes.record(note.id, db) }
    }
    try await database.liveQueriesCaughtUp(within: .hang)
  }

  @Test func `live queries are patched by the changes that a program's own source reports`()
    async throws
  {
    defer { database.close() }
    @FetchAll(Note.where { $0.isDone }.order(by: \.id), database: database) var done
    @FetchOne(Note.where { !$0.isDone }.count(), database: database) var openCount = 0
    try await $done.load()
    try await $openCount.load()
    #expect(done.map(\.title) == ["Bread"])
    #expect(openCount == 2)
    #expect($done.plan.map(String.init(describing:)) == "ordered patch")
    try await write(Note(id: 1, title: "Apples", isDone: true))
    try await write(Note(id: 9, title: "Cake", isDone: true))
    #expect(done.map(\.title) == ["Apples", "Bread", "Cake"])
    #expect(openCount == 1)
    // What the source does not report is not read: nothing but its reports refreshes a query.
    try await write(Note(id: 2, title: "Dates", isDone: true), recording: false)
    #expect(done.map(\.title) == ["Apples", "Bread", "Cake"])
    try await write(Note(id: 3, title: "Eggs", isDone: true))
    #expect(done.map(\.id) == [1, 2, 3, 9])
    #expect(openCount == 0)
    try await write(Note(id: 2, title: "Figs", isDone: true))
    #expect(done.map(\.title) == ["Apples", "Figs", "Eggs", "Cake"])
  }

  @Test func `a table that the source does not report is refused with its advice`() async throws {
    defer { database.close() }
    try scratch.connect().execute(script: "CREATE TABLE unrecorded (id bigint PRIMARY KEY)")
    @FetchAll(Unrecorded.order(by: \.id), database: database) var rows
    do {
      try await $rows.load()
      Issue.record("The table was read, although nobody reports its changes.")
    } catch { #expect("\(error)".contains("Record the changes of")) }
    #expect(rows.isEmpty)
  }
}
