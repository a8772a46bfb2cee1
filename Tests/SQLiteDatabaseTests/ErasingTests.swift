import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of erasing a database, directly and when the migrations of a development version change.
@Suite struct ErasingTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  enum Kind: CaseIterable {
    case queue, queueInMemory, pool, poolInMemory, rollbackJournal

    func open(in scratch: ScratchDirectory) throws -> any DatabaseWriter {
      var configuration = Configuration()
      configuration.maximumReaderCount = 2
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA page_size = 8192") }
      switch self {
      case .queue:
        return try DatabaseQueue(path: scratch.path(of: "a.db"), configuration: configuration)
      case .queueInMemory: return try DatabaseQueue(configuration: configuration)
      case .pool:
        return try DatabasePool(path: scratch.path(of: "a.db"), configuration: configuration)
      case .poolInMemory: return try DatabasePool(configuration: configuration)
      case .rollbackJournal:
        configuration.journalMode = .delete
        return try DatabaseQueue(path: scratch.path(of: "a.db"), configuration: configuration)
      }
    }
  }

  private static let content = """
    CREATE TABLE p (id INTEGER PRIMARY KEY AUTOINCREMENT, b BLOB);
    CREATE TABLE c (p REFERENCES p);
    CREATE VIEW v AS SELECT * FROM p;
    CREATE TRIGGER t AFTER DELETE ON p BEGIN SELECT raise(ABORT, 'no'); END;
    CREATE VIRTUAL TABLE f USING fts5(body);
    INSERT INTO p (b) VALUES (zeroblob(50000)), (zeroblob(50000));
    INSERT INTO c VALUES (1);
    INSERT INTO f VALUES ('words')
    """

  private func journalMode(_ database: any DatabaseWriter) throws -> String? {
    try database.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
  }

  @Test(arguments: Kind.allCases)
  func `leaves an empty database that can be used`(kind: Kind) throws {
    let database = try kind.open(in: scratch)
    try database.write { try $0.execute(sql: Self.content) }
    let mode = try journalMode(database)
    // Cached statements and schemas must not be used afterwards.
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM p") } == 2)
    #expect(try database.read { try $0.columns(in: "p").count } == 2)
    try database.erase()
    try database.read { (db) throws in
      #expect(try db.objects().isEmpty && !db.tableExists("p"))
      #expect(throws: DatabaseError.self) { try Int.fetchOne(db, sql: "SELECT count(*) FROM p") }
      #expect(try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 9 <= 1)
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
    }
    #expect(try journalMode(database) == mode)
    try database.write { try $0.execute(sql: Self.content) }
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM p") } == 2)
    #expect(try database.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
  }

  @Test func `other connections notice the new schema`() throws {
    let path = scratch.path(of: "a.db")
    let database = try DatabasePool(path: path)
    let other = try DatabaseQueue(path: path)
    try database.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
    #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
    try database.erase()
    let error = #expect(throws: DatabaseError.self) {
      try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
    }
    #expect(error?.code == .notFound)
    #expect(try other.read { try $0.objects() }.isEmpty)
  }

  @Test func `notifies observers that anything may have changed`() throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let told = Told()
    let observer = ToldObserver(told)
    try database.write { $0.add(transactionObserver: observer) }
    let subscription = database.changeSource.subscribe(
      to: Region(table: "t"),
      receive: { told.add($0) }
    )
    try database.erase()
    subscription.cancel()
    #expect(told.all.count == 2)
    #expect(told.all.allSatisfy { $0.mayChangeAnyTable && $0.changesSchema })
    #expect(told.all.allSatisfy { $0.origin == .thisProcess })
  }

  @Test func `follows the busy policy while another process writes`() throws {
    let path = scratch.path(of: "a.db")
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let database = try DatabasePool(path: path, configuration: configuration)
    try database.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    try DatabaseQueue(path: path).write { _ in
      let error = #expect(throws: DatabaseError.self) { try database.erase() }
      #expect(error?.code == .busy)
    }
    #expect(try database.read { try $0.tableExists("t") })
  }

  @Test func `refuses a read-only database`() throws {
    let path = scratch.path(of: "a.db")
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE t (a)") }
    var configuration = Configuration()
    configuration.readOnly = true
    let database = try DatabaseQueue(path: path, configuration: configuration)
    let error = #expect(throws: DatabaseError.self) { try database.erase() }
    #expect(error?.code == .readOnly)
    #expect(try database.read { try $0.tableExists("t") })
  }

  @Test func `suspends the task while it erases`() async throws {
    let database = try DatabasePool(path: scratch.path(of: "a.db"))
    try await database.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    try await database.erase()
    #expect(try await database.read { try $0.objects() }.isEmpty)
  }

  // MARK: Migrations that changed

  private func migrator(_ sql: String...) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (index, sql) in sql.enumerated() {
      migrator.registerMigration("v\(index + 1)") { try $0.execute(sql: sql) }
    }
    migrator.eraseDatabaseOnSchemaChange = true
    return migrator
  }

  private func columns(_ database: any DatabaseWriter) throws -> [String] {
    try database.read { try $0.columns(in: "t").map(\.name) }
  }

  @Test(arguments: Kind.allCases)
  func `a changed migration erases the database`(kind: Kind) throws {
    let database = try kind.open(in: scratch)
    try migrator("CREATE TABLE t (a)", "CREATE TABLE u (a)").migrate(database)
    try database.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    #expect(try columns(database) == ["a"])
    try migrator("CREATE TABLE t (a, b)", "CREATE TABLE u (a)").migrate(database)
    #expect(try columns(database) == ["a", "b"])
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
  }

  @Test func `nothing is erased if migrations are unchanged or added`() throws {
    let database = try DatabaseQueue()
    let one = migrator("CREATE TABLE t (a); CREATE INDEX i ON t (a)")
    try one.migrate(database)
    try database.write { try $0.execute(sql: "INSERT INTO t VALUES (1); ANALYZE") }
    try one.migrate(database)
    try migrator("CREATE TABLE t (a); CREATE INDEX i ON t (a)", "ALTER TABLE t ADD COLUMN b")
      .migrate(database)
    #expect(try columns(database) == ["a", "b"])
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT a FROM t") } == 1)
  }

  @Test func `an unknown migration erases the database`() throws {
    let database = try DatabaseQueue()
    try migrator("CREATE TABLE t (a)", "INSERT INTO t VALUES (1)").migrate(database)
    try migrator("CREATE TABLE t (a)").migrate(database)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
  }

  @Test func `nothing is erased unless requested`() throws {
    let database = try DatabaseQueue()
    try migrator("CREATE TABLE t (a)").migrate(database)
    var changed = migrator("CREATE TABLE t (a, b)")
    changed.eraseDatabaseOnSchemaChange = false
    try changed.migrate(database)
    #expect(try columns(database) == ["a"])
    #expect(try database.read { try changed.hasSchemaChanges($0) })
  }

  @Test func `objects that were added by hand count as schema changes`() throws {
    let database = try DatabaseQueue()
    let one = migrator("CREATE TABLE t (a)")
    #expect(try database.read { try !one.hasSchemaChanges($0) }, "no migration has run")
    try one.migrate(database)
    #expect(try database.read { try !one.hasSchemaChanges($0) })
    try database.write { try $0.execute(sql: "CREATE INDEX i ON t (a)") }
    #expect(try database.read { try one.hasSchemaChanges($0) })
  }

  @Test func `the comparison uses the configuration, and spares attached files`() throws {
    let path = scratch.path(of: "attached.db")
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE kept (a)") }
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "ATTACH ? AS aux", arguments: [path]) }
    let database = try DatabaseQueue(configuration: configuration)
    let one = migrator("CREATE TABLE t (a)", "CREATE TABLE aux.once (a)")
    try one.migrate(database)
    try one.migrate(database)
    #expect(try database.read { try !one.hasSchemaChanges($0) })
    let names = try DatabaseQueue(path: path).read { try $0.objects().map(\.name.name) }
    #expect(names == ["kept", "once"])
  }
}

/// A collection of the published change sets.
private final class Told: Sendable {
  private let sets = Mutex<[ChangeSet]>([])
  var all: [ChangeSet] { sets.withLock { $0 } }
  func add(_ set: ChangeSet) { sets.withLock { $0.append(set) } }
}

private final class ToldObserver: TransactionObserver {
  private let told: Told
  init(_ told: Told) { self.told = told }
  func databaseDidCommit(_ db: Database, changes: ChangeSet) {
    if !changes.isEmpty { told.add(changes) }
  }
}
