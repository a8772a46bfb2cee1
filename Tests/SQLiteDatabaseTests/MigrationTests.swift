import DatabaseTypes
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

@Suite(.timeLimit(.hang)) struct MigrationTests {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  /// Returns a migrator with migrations that each create a table with the migration's name.
  private func migrator(_ identifiers: String...) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for identifier in identifiers {
      migrator.registerMigration(identifier) {
        try $0.execute(sql: "CREATE TABLE \(identifier) (a)")
      }
    }
    return migrator
  }

  private func tables() throws -> [String] {
    try database.read { db in
      try db.tables().map(\.name.name).filter { !$0.hasPrefix("sqlite_") && !$0.hasPrefix("grdb_") }
    }
  }

  private func applied() throws -> Set<String> {
    try database.read { try DatabaseMigrator().appliedIdentifiers($0) }
  }

  // MARK: Running

  @Test func `runs migrations in the order of their registration`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("z") { try $0.execute(sql: "CREATE TABLE t (a)") }
    migrator.registerMigration("a") { try $0.execute(sql: "ALTER TABLE t ADD COLUMN b") }
    migrator.registerMigration("m") { try $0.execute(sql: "INSERT INTO t VALUES (1, 2)") }
    try migrator.migrate(database)
    #expect(migrator.migrations == ["z", "a", "m"])
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT b FROM t") } == 2)
  }

  @Test func `runs each migration once`() throws {
    let counter = Counter()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("a") { _ in counter.add() }
    for _ in 0..<3 { try migrator.migrate(database) }
    migrator.registerMigration("b") { _ in counter.add() }
    try migrator.migrate(database)
    #expect(counter.value == 2)
  }

  @Test func `writes nothing if all migrations have run`() throws {
    let migrator = migrator("a", "b")
    try migrator.migrate(database)
    let number = database.changeSource.lastNumber
    try migrator.migrate(database)
    #expect(database.changeSource.lastNumber == number)
  }

  @Test func `runs a missing migration that is registered before one that has run`() throws {
    try migrator("a", "c").migrate(database)
    try migrator("a", "b", "c").migrate(database)
    #expect(try tables() == ["a", "b", "c"])
  }

  @Test func `keeps earlier migrations, and rolls back the one that fails`() throws {
    struct Failure: Error {}
    var migrator = migrator("a", "b")
    migrator.registerMigration("c") { db in
      try db.execute(sql: "CREATE TABLE c (a); INSERT INTO a VALUES (1)")
      throw Failure()
    }
    migrator.registerMigration("d") { try $0.execute(sql: "CREATE TABLE d (a)") }
    #expect(throws: Failure.self) { try migrator.migrate(database) }
    #expect(try tables() == ["a", "b"])
    #expect(try applied() == ["a", "b"])
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM a") } == 0)
  }

  @Test func `leaves an empty database if the first migration fails`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("a") { try $0.execute(sql: "CREATE TABLE") }
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(database) }
    #expect(error?.code == .sql && error?.sql == "CREATE TABLE")
    #expect(try database.read { try $0.objects() }.isEmpty)
  }

  @Test(arguments: ["COMMIT", "ROLLBACK"])
  func `refuses a migration that ends its transaction`(sql: String) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("a") { db in
      try db.execute(sql: "CREATE TABLE a (x)")
      try db.execute(sql: sql)
    }
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(database) }
    #expect(error?.code == .misuse)
    #expect(try tables().isEmpty && applied().isEmpty)
  }

  @Test func `each migration is one commit for observers`() throws {
    let counter = Counter()
    let subscription = database.changeSource.subscribe(
      to: .fullDatabase,
      receive: { _ in counter.add() }
    )
    try migrator("a", "b", "c").migrate(database)
    subscription.cancel()
    #expect(counter.value == 3)
  }

  @Test func `continues from a database of GRDB`() throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('a');
          CREATE TABLE a (x)
          """
      )
    }
    try migrator("a", "b").migrate(database)
    #expect(try tables() == ["a", "b"])
    #expect(try applied() == ["a", "b"])
  }

  @Test func `ignores a temporary table with the name of its own table`() throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('a')
          """
      )
    }
    try migrator("a").migrate(database)
    #expect(try tables() == ["a"])
  }

  @Test func `skips a migration that another connection has run meanwhile`() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "shared.db")
    let (first, second) = (try DatabaseQueue(path: path), try DatabaseQueue(path: path))
    let counter = Counter()
    var inner = DatabaseMigrator()
    inner.registerMigration("b") { db in
      counter.add()
      try db.execute(sql: "CREATE TABLE b (x)")
    }
    // Between the plan and the transaction of “b”, the other connection runs “b”.
    try inner.migrate(first) { progress in
      if progress.phase == .began { try? inner.migrate(second) }
    }
    #expect(counter.value == 1)
    #expect(try second.read { try inner.hasCompletedMigrations($0) })
  }

  // MARK: Migrating up to an identifier

  @Test func `runs up to a migration`() throws {
    let migrator = migrator("a", "b", "c")
    try migrator.migrate(database, upTo: "b")
    #expect(try tables() == ["a", "b"])
    try migrator.migrate(database, upTo: "b")
    try migrator.migrate(database, upTo: "c")
    #expect(try tables() == ["a", "b", "c"])
  }

  @Test func `refuses a target that is not registered`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try migrator("a").migrate(database, upTo: "b")
    }
    #expect(error?.code == .migration)
    #expect(error?.message == "No migration is registered as “b”.")
    #expect(try tables().isEmpty)
  }

  @Test func `refuses a target that the database has passed`() throws {
    let migrator = migrator("a", "b", "c")
    try migrator.migrate(database, upTo: "b")
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(database, upTo: "a") }
    #expect(error?.code == .migration)
    #expect(
      error?.message
        == "The database is past “a”: “b”, which is registered after it, has already run."
    )
  }

  // MARK: Contradictory registrations

  @Test(arguments: 0..<7)
  func `names the identifier that is registered twice`(question: Int) throws {
    let migrator = migrator("a", "b", "a")
    let error = #expect(throws: DatabaseError.self) {
      switch question {
      case 0: try migrator.migrate(database)
      case 1: try migrator.migrate(database, upTo: "b")
      case 2: _ = try database.read { try migrator.appliedMigrations($0) }
      case 3: _ = try database.read { try migrator.completedMigrations($0) }
      case 4: _ = try database.read { try migrator.hasCompletedMigrations($0) }
      case 5: _ = try database.read { try migrator.hasBeenSuperseded($0) }
      default: _ = try database.read { try migrator.hasSchemaChanges($0) }
      }
    }
    #expect(error?.code == .migration)
    #expect(error?.message.contains("Two migrations are registered as “a”") == true)
    #expect(try tables().isEmpty)
  }

  @Test func `refuses to merge a migration that is also registered`() throws {
    var migrator = migrator("a")
    migrator.registerMigration("b", merging: ["a"]) { _, _ in }
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(database) }
    #expect(error?.message.contains("“b” replaces “a”") == true)
  }

  // MARK: Merging

  @Test(arguments: [[], ["a"], ["a", "b"], ["b"]])
  func `passes the applied parts to a merged migration`(parts: [String]) throws {
    let old = migrator("a", "b")
    if parts == ["b"] {
      try migrator("b").migrate(database)
    } else if let last = parts.last {
      try old.migrate(database, upTo: last)
    }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("ab", merging: ["a", "b", "never"]) { db, applied in
      #expect(applied == Set(parts))
      for name in ["a", "b"] where !applied.contains(name) {
        try db.execute(sql: "CREATE TABLE \(name) (a)")
      }
    }
    try migrator.migrate(database)
    #expect(try tables() == ["a", "b"])
    #expect(try applied() == ["ab"])
  }

  @Test func `forgets the parts of a merged migration that was already applied`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("ab", merging: ["a", "b"]) { _, applied in
      #expect(applied.isEmpty)
    }
    try migrator.migrate(database)
    try database.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('a'), ('other')")
    }
    try migrator.migrate(database)
    #expect(try applied() == ["ab", "other"])
  }

  // MARK: Applied migrations

  @Test func `reports applied, completed and superseding migrations`() throws {
    let all = migrator("a", "b", "c")
    try database.read { (db) throws in
      #expect(try all.appliedMigrations(db).isEmpty)
      #expect(try !all.hasCompletedMigrations(db))
      #expect(try DatabaseMigrator().hasCompletedMigrations(db))
      let isSuperseded = try all.hasBeenSuperseded(db)
      #expect(!isSuperseded)
    }
    try migrator("c", "a").migrate(database)
    try database.read { (db) throws in
      #expect(try all.appliedIdentifiers(db) == ["a", "c"])
      #expect(try all.appliedMigrations(db) == ["a", "c"])
      #expect(try all.completedMigrations(db) == ["a"])
      let isSuperseded = try (all.hasBeenSuperseded(db), migrator("a").hasBeenSuperseded(db))
      #expect(isSuperseded == (false, true))
    }
    try all.migrate(database)
    #expect(try database.read { try all.hasCompletedMigrations($0) })
  }

  @Test func `merged migrations do not count as those of a later version`() throws {
    try migrator("a", "b").migrate(database)
    var merged = DatabaseMigrator()
    merged.registerMigration("ab", merging: ["a", "b"]) { _, _ in }
    #expect(try database.read { try !merged.hasBeenSuperseded($0) })
  }

  // MARK: Progress, and other threads

  @Test func `reports its progress`() throws {
    let all = migrator("a", "b", "c")
    try all.migrate(database, upTo: "a")
    var steps: [MigrationProgress] = []
    try all.migrate(database) { steps.append($0) }
    #expect(steps.map(\.identifier) == ["b", "b", "c", "c"])
    #expect(steps.map(\.phase) == [.began, .finished, .began, .finished])
    #expect(steps.map(\.index) == [0, 0, 1, 1])
    #expect(steps.map(\.completedCount) == [0, 1, 1, 2])
    #expect(steps.allSatisfy { $0.count == 2 })
    #expect(steps.filter { $0.phase == .began }.allSatisfy { $0.duration == .zero })
    #expect(steps.filter { $0.phase == .finished }.allSatisfy { $0.duration > .zero })
  }

  @Test func `reports the migration that failed`() throws {
    var migrator = migrator("a")
    migrator.registerMigration("b") { _ in throw CancellationError() }
    var steps: [MigrationProgress] = []
    #expect(throws: CancellationError.self) { try migrator.migrate(database) { steps.append($0) } }
    #expect(steps.map(\.phase) == [.began, .finished, .began, .failed])
    #expect(steps.last?.identifier == "b" && steps.last?.completedCount == 1)
  }

  @Test func `suspends the task while it runs`() async throws {
    let pool = try DatabasePool()
    let counter = Counter()
    try await migrator("a", "b").migrate(pool) { _ in counter.add() }
    #expect(counter.value == 4)
    #expect(try await pool.read { try $0.tableExists("b") })
  }

  @Test func `stops when the task is cancelled, and keeps earlier commits`() async throws {
    var migrator = migrator("a")
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    migrator.registerMigration("endless") { db in
      continuation.yield()
      try db.execute(
        sql: """
          CREATE TABLE endless AS
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
          """
      )
    }
    let task = Task { [migrator, database] in try await migrator.migrate(database) }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try tables() == ["a"])
    #expect(try applied() == ["a"])
    let enforced = try await database.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") }
    #expect(enforced == 1)
  }

  @Test func `runs while no one reads`() async throws {
    let pool = try DatabasePool()
    let overlaps = Counter()
    var migrator = migrator("a")
    let (began, continuation) = AsyncStream.makeStream(of: Void.self)
    let isMigrating = Flag()
    migrator.registerMigration("b") { db in
      isMigrating.raise()
      continuation.yield()
      for name in 0..<50 { try db.execute(sql: "CREATE TABLE t\(name) (a)") }
      isMigrating.lower()
    }
    let task = Task { [migrator] in try await migrator.migrate(pool) }
    for await _ in began { break }
    let count = try await pool.read { db in
      if isMigrating.isRaised { overlaps.add() }
      return try db.tables().count { $0.name.name.hasPrefix("t") }
    }
    try await task.value
    #expect(overlaps.value == 0 && count == 50)
  }

  @Test func `is a value`() throws {
    let one = migrator("a")
    var two = one
    two.registerMigration("b") { _ in }
    #expect(one.migrations == ["a"] && two.migrations == ["a", "b"])
  }
}

/// A counter for any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}
