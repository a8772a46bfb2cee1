import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests that introspection is correct whoever changes the schema, and that it goes unnoticed.
@Suite(.timeLimit(.hang)) struct SchemaCacheTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// The accesses of a database that stays open while others change the schema.
  enum Access: CaseIterable {
    case queueRead, queueWrite, queueWriteWithoutTransaction, queueUnsafeRead
    case poolRead, poolWrite, poolWriteWithoutTransaction, poolUnsafeRead

    func open(_ path: String) throws -> any DatabaseWriter {
      switch self {
      case .queueRead, .queueWrite, .queueWriteWithoutTransaction, .queueUnsafeRead:
        try DatabaseQueue(path: path)
      case .poolRead, .poolWrite, .poolWriteWithoutTransaction, .poolUnsafeRead:
        try DatabasePool(path: path)
      }
    }

    func use<Result>(_ database: any DatabaseWriter, _ body: (Database) throws -> Result) throws
      -> Result
    {
      switch self {
      case .queueRead, .poolRead: try database.read(body)
      case .queueWrite, .poolWrite: try database.write(body)
      case .queueUnsafeRead, .poolUnsafeRead: try database.unsafeRead(body)
      case .queueWriteWithoutTransaction, .poolWriteWithoutTransaction:
        try database.writeWithoutTransaction(body)
      }
    }
  }

  @Test(arguments: Access.allCases)
  func `sees schema changes of another connection at once`(access: Access) throws {
    let path = scratch.path(of: "shared.db")
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let database = try access.open(path)
    try access.use(database) { (db) throws in
      #expect(try db.columns(in: "t").map(\.name) == ["a"])
      #expect(try !db.tableExists("u") && db.indexes(on: "t").isEmpty)
    }
    try other.write { db in
      try db.execute(sql: "ALTER TABLE t ADD COLUMN b; CREATE TABLE u (a); CREATE INDEX i ON t (b)")
    }
    try access.use(database) { (db) throws in
      #expect(try db.columns(in: "t").map(\.name) == ["a", "b"])
      #expect(try db.tableExists("u") && db.indexes(on: "t").map(\.name) == ["i"])
      #expect(try db.tables().filter { !$0.isInternal }.map(\.name) == ["t", "u"])
    }
    try other.write { db in
      try db.execute(sql: "DROP TABLE t; CREATE TABLE t (z INTEGER PRIMARY KEY) ")
    }
    try access.use(database) { (db) throws in
      #expect(try db.columns(in: "t").map(\.name) == ["z"])
      #expect(try db.primaryKey("t").rowIDColumn == "z")
    }
  }

  @Test func `sees a change between two questions in one access`() throws {
    let path = scratch.path(of: "shared.db")
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    try DatabaseQueue(path: path).writeWithoutTransaction { db in
      #expect(try db.columns(in: "t").count == 1)
      try other.write { try $0.execute(sql: "ALTER TABLE t ADD COLUMN b") }
      #expect(try db.columns(in: "t").count == 2)
    }
  }

  @Test func `a read sees the schema of its snapshot`() throws {
    let path = scratch.path(of: "shared.db")
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let pool = try DatabasePool(path: path)
    try pool.read { db in
      try other.write { try $0.execute(sql: "ALTER TABLE t ADD COLUMN b") }
      #expect(try db.columns(in: "t").map(\.name) == ["a"])
    }
    #expect(try pool.read { try $0.columns(in: "t").count } == 2)
  }

  @Test func `sees changes of an attached database by another connection`() throws {
    let path = scratch.path(of: "attached.db")
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let database = try DatabaseQueue()
    let name = TableName(schema: "aux", "t")
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS aux", arguments: [path])
      try db.execute(sql: "CREATE TEMP VIEW v AS SELECT * FROM aux.t")
      #expect(try db.columns(in: name).count == 1)
      #expect(try db.columns(in: "v").count == 1)
      #expect(try db.columns(in: "t").count == 1, "found by its name without schema")
      try other.write { try $0.execute(sql: "ALTER TABLE t ADD COLUMN b") }
      #expect(try db.columns(in: "v").count == 2)
      #expect(try db.columns(in: name).count == 2)
      try db.execute(sql: "DROP VIEW v; DETACH aux")
      #expect(throws: DatabaseError.self) { try db.columns(in: name) }
    }
  }

  @Test func `prefers a temporary table, like SQLite`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (a); CREATE TEMP TABLE t (b)")
      #expect(try db.columns(in: "t" as String).map(\.name) == ["b"])
      #expect(try db.columns(in: "t" as TableName).map(\.name) == ["a"])
      #expect(try db.schemas() == ["main", "temp"])
      try db.execute(sql: "DROP TABLE temp.t")
      #expect(try db.columns(in: "t" as String).map(\.name) == ["a"])
    }
  }

  enum Undoing: CaseIterable { case rollback, savepoint, savepointSQL, failedStatement }

  @Test(arguments: Undoing.allCases)
  func `forgets undone changes, even if the schema gets the same version again`(undoing: Undoing)
    throws
  {
    let path = scratch.path(of: "shared.db")
    let other = try DatabaseQueue(path: path)
    let database = try DatabaseQueue(path: path)
    try? database.writeWithoutTransaction { db in
      try db.inTransaction {
        if undoing == .savepointSQL { try db.execute(sql: "SAVEPOINT s") }
        try? db.inSavepoint {
          try db.execute(sql: "CREATE TABLE t (a)")
          #expect(try db.columns(in: "t").map(\.name) == ["a"])
          return undoing == .savepoint ? .rollback : .commit
        }
        if undoing == .savepointSQL { try db.execute(sql: "ROLLBACK TO s; RELEASE s") }
        if undoing == .failedStatement {
          try db.execute(sql: "INSERT INTO t VALUES (1); CREATE UNIQUE INDEX u ON t (a)")
          try? db.execute(sql: "INSERT OR ROLLBACK INTO t VALUES (1)")
          #expect(!db.isInsideTransaction)
          throw CancellationError()
        }
        return undoing == .rollback ? .rollback : .commit
      }
    }
    try other.write { try $0.execute(sql: "CREATE TABLE t (b)") }
    #expect(try database.read { try $0.columns(in: "t").map(\.name) } == ["b"])
  }

  @Test func `is not reported to observers`() throws {
    final class Counter: TransactionObserver {
      let count = Atomic<Int>(0)
      func databaseDidCommit(_ db: Database, changes: ChangeSet) {
        count.add(1, ordering: .relaxed)
      }
      func databaseDidRollback(_ db: Database) { count.add(1, ordering: .relaxed) }
    }
    let database = try DatabaseQueue()
    let counter = Counter()
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      db.add(transactionObserver: counter)
      _ = try db.tables()
      _ = try db.columns(in: "t")
      _ = try? db.columns(in: "none")
      #expect(try !db.tableExists("none"))
    }
    #expect(counter.count.load(ordering: .relaxed) == 0)
  }

  @Test func `works while a cursor is open`() throws {
    let database = try DatabaseQueue()
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
      let rows = try Int.fetchCursor(db, sql: "SELECT a FROM t")
      var seen: [Int] = []
      while let value = try rows.next() {
        seen.append(value)
        #expect(try db.columns(in: "t").count == 1)
        try db.clearSchemaCache()
      }
      #expect(seen == [1, 2])
    }
  }

  @Test func `reports the schema version`() throws {
    let database = try DatabaseQueue()
    try database.writeWithoutTransaction { db in
      let version = try db.schemaVersion()
      try db.execute(sql: "CREATE TABLE t (a)")
      #expect(try db.schemaVersion() > version)
    }
  }

  @Test func `a locked attached file does not disturb accesses that do not read it`() throws {
    var configuration = Configuration()
    configuration.journalMode = .delete
    configuration.busyMode = .immediateError
    let path = scratch.path(of: "extra.db")
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.write { try $0.execute(sql: "CREATE TABLE notes (a)") }
    configuration.prepareDatabase { try $0.execute(sql: "ATTACH ? AS extra", arguments: [path]) }
    let database = try DatabaseQueue(
      path: scratch.path(of: "main.db"),
      configuration: configuration
    )
    try database.write { try $0.execute(sql: "CREATE TABLE main.t (a)") }
    #expect(try database.read { try $0.count("notes") } == 0)
    try other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE; CREATE TABLE more (a)")
      #expect(try database.read { try $0.count("t") } == 0)
      #expect(throws: DatabaseError.self) { try database.read { try $0.count("notes") } }
      try db.execute(sql: "COMMIT")
    }
    #expect(try database.read { try $0.columns(in: "more", in: "extra").map(\.name) } == ["a"])
    #expect(try database.read { try $0.count("notes") } == 0)
  }

  @Test(.enabled(if: Northwind.path != nil, "Northwind does not stand beside the package"))
  func `reads the whole schema of a real database`() throws {
    let path = try #require(Northwind.path)
    let copy = scratch.path(of: "northwind.db")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try DatabasePool(path: copy).read { db in
      let tables = try db.tables().filter { !$0.isInternal }
      #expect(tables.contains { $0.name == "Order Details" && $0.kind == .table })
      #expect(tables.contains { $0.kind == .view })
      for table in tables {
        #expect(try !db.columns(in: table.name).isEmpty)
        _ = try (db.primaryKey(table.name), db.indexes(on: table.name), db.triggers(on: table.name))
        #expect(try db.createSQL(of: table.name) != nil)
      }
      let keys = try db.foreignKeys(on: "Order Details")
      #expect(Set(keys.map(\.destinationTable)) == ["Orders", "Products"])
      _ = try db.foreignKeyViolations()
    }
  }
}

/// A well-known database to run tests on, where it is available.
enum Northwind {
  static let path: String? = {
    let given = ProcessInfo.processInfo.environment["LIVESQL_NORTHWIND"]
    let candidates = [given, "../shared/data/northwind.db", "../../shared/data/northwind.db"]
    return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
  }()
}
