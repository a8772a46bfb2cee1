import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct MigratorTests {
  let scratch: PostgresScratchDatabase
  let database: PostgresDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    database = scratch.database()
  }

  private var migrator: PostgresMigrator {
    var migrator = PostgresMigrator()
    migrator.registerMigration("lists") { db in
      try db.execute("CREATE TABLE lists (id bigint PRIMARY KEY, title text NOT NULL)")
    }
    migrator.registerMigration("colours") { db in
      try db.execute("ALTER TABLE lists ADD COLUMN colour text")
    }
    return migrator
  }

  @Test func `each migration runs once, in order, and reports its progress`() throws {
    var told: [String] = []
    let tell = { (progress: PostgresMigrationProgress) in
      switch progress {
      case .waiting: told.append("waiting")
      case .began(let step): told.append("\(step.index + 1)/\(step.count) \(step.identifier)")
      case .finished(let step, let time): told.append("\(step.identifier) \(time > .zero)")
      case .failed(let step, _): told.append("failed \(step.identifier)")
      }
    }
    #expect(try database.read { db in try migrator.appliedIdentifiers(db) } == [])
    try migrator.migrate(database, upTo: "lists", progress: tell)
    #expect(told == ["1/1 lists", "lists true"])
    #expect(try database.read { db in try !migrator.hasCompletedMigrations(db) })
    told = []
    try migrator.migrate(database, progress: tell)
    try migrator.migrate(database, progress: tell)
    #expect(told == ["1/1 colours", "colours true"])
    let (applied, isComplete, isSuperseded) = try database.read { db in
      (
        try migrator.appliedMigrations(db), try migrator.hasCompletedMigrations(db),
        try PostgresMigrator().hasBeenSuperseded(db)
      )
    }
    #expect(applied == ["lists", "colours"])
    #expect(isComplete && isSuperseded)
  }

  @Test func `a failed migration is rolled back, and earlier ones are kept`() throws {
    struct Stop: Error {}
    var migrator = migrator
    migrator.registerMigration("broken") { db in
      try db.execute("CREATE TABLE broken (id int)")
      throw Stop()
    }
    migrator.registerMigration("later") { db in try db.execute("CREATE TABLE later (id int)") }
    var failed: [String] = []
    #expect(throws: Stop.self) {
      try migrator.migrate(database) { progress in
        if case .failed(let step, _) = progress { failed.append(step.identifier) }
      }
    }
    #expect(failed == ["broken"])
    let (applied, tables) = try database.read { db in
      (try migrator.completedMigrations(db), try db.readSchema().tables.map(\.name))
    }
    #expect(applied == ["lists", "colours"])
    #expect(tables == ["lists", "livesql_migrations"])
  }

  @Test func `if several processes migrate at once, one runs and the others wait`()
    async throws
  {
    let (runs, waited, isInside) = (Gate(), Gate(), Gate())
    let count = Shared(0)
    var slow = PostgresMigrator()
    slow.registerMigration("slow") { db in
      count.withLock { $0 += 1 }
      isInside.open(for: 10)
      runs.pass()
      try db.execute("CREATE TABLE slow (id int)")
    }
    let migrator = slow
    let first = Task { [database] in try await migrator.migrate(database) }
    let others = (0..<4).map { _ in
      Task {
        await isInside.passed()
        // Each uses a separate pool, like another process.
        try await migrator.migrate(scratch.database()) { progress in
          if progress == .waiting { waited.open() }
        }
      }
    }
    for _ in 0..<4 { await waited.passed() }
    runs.open()
    try await first.value
    for other in others { try await other.value }
    #expect(count.withLock { $0 } == 1)
    #expect(try await database.read { db in try migrator.hasCompletedMigrations(db) })
  }

  @Test func `waiting for another process can be cancelled`() async throws {
    let (inside, gate) = (Gate(), Gate())
    var slow = PostgresMigrator()
    slow.registerMigration("slow") { _ in
      inside.open()
      gate.pass()
    }
    let migrator = slow
    let database = database
    let first = Task { try await migrator.migrate(database) }
    await inside.passed()
    let other = scratch.database()
    let second = Task { try await migrator.migrate(other) }
    try await scratch.connect().untilRunning("pg_advisory_lock", waitsForLock: true)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    try await first.value
  }

  @Test func `a migration can run outside a transaction`() throws {
    var migrator = migrator
    migrator.registerMigration("index", inTransaction: false) { db in
      try db.execute("CREATE INDEX CONCURRENTLY by_title ON lists (title)")
    }
    try migrator.migrate(database)
    let indexes = try database.read { db in
      try db.readSchema().table("lists")?.indexes.map(\.name)
    }
    #expect(indexes == ["by_title", "lists_pkey"])
    #expect(try database.read { db in try migrator.hasCompletedMigrations(db) })
  }

  @Test func `a migration replaces others`() throws {
    try migrator.migrate(database)
    let seen = Shared<[Set<String>]>([])
    var merged = PostgresMigrator()
    merged.registerMigration("first release", merging: ["lists", "colours", "never"]) {
      _,
      applied in
      seen.withLock { $0.append(applied) }
    }
    try merged.migrate(database)
    try merged.migrate(database)
    #expect(seen.withLock { $0 } == [["lists", "colours"]])
    #expect(try database.read { db in try merged.appliedIdentifiers(db) } == ["first release"])
  }

  @Test func `contradictory registrations throw before anything runs`() throws {
    var twice = migrator
    twice.registerMigration("lists") { _ in }
    let error = try failure(PostgresDatabaseError.self) { try twice.migrate(database) }
    #expect(error.code == .migration)
    #expect(error.description.contains("“lists”"))
    try migrator.migrate(database)
    for target in ["nothing", "lists"] {
      let error = try failure(PostgresDatabaseError.self) {
        try migrator.migrate(database, upTo: target)
      }
      #expect(error.code == .migration)
    }
  }

  @Test func `a migration does not wait for a table forever`() async throws {
    try await migrator.migrate(database)
    let observer = try scratch.connect()
    try observer.execute(script: "BEGIN; SELECT * FROM lists")
    var next = migrator
    next.lockTimeout = .milliseconds(20)
    next.registerMigration("more") { db in try db.execute("ALTER TABLE lists ADD COLUMN more int") }
    let migrator = next
    let error = try await failure(PostgresError.self) { try await migrator.migrate(database) }
    #expect(error.code == .lockNotAvailable)
    try observer.execute(script: "COMMIT")
    // Nothing holds the table now, but the server itself may look after it.
    var patient = next
    patient.lockTimeout = .hang
    try await patient.migrate(database)
  }
}
