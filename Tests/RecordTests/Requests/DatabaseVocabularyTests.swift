import Dispatch
import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// The vocabulary of databases, their transactions and their observation, each word used once as in
/// an application.
@Suite(.timeLimit(.hang)) struct DatabaseVocabularyTests {
  struct Player: Codable, Hashable, Identifiable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String
    var score = 0
    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  /// A typical observer, a class that is not `Sendable`.
  class PlayerObserver: TransactionObserver {
    var hasChanges = false
    var rowIDs: [Int64] = []
    var commitCount = 0

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
      switch eventKind {
      case .insert(let tableName): tableName == "player"
      case .delete: false
      case .update(let tableName, let columnNames):
        tableName == "player" && columnNames.contains("score")
      }
    }

    func databaseDidChange(with event: DatabaseEvent) {
      rowIDs.append(event.copy().rowID)
      hasChanges = event.kind == .insert && event.databaseName == "main"
      stopObservingDatabaseChangesUntilNextTransaction()
    }

    func databaseWillCommit() throws {
      if rowIDs.contains(99) {
        throw DatabaseError(resultCode: .constraint, message: "There is no player 99.")
      }
    }

    func databaseDidCommit(_ db: Database) { commitCount += 1 }
    func databaseDidRollback(_ db: Database) { rowIDs = [] }
  }

  let scratch: ScratchDirectory
  let database: DatabasePool

  init() throws {
    scratch = try ScratchDirectory()
    var configuration = Configuration()
    configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
    configuration.prepareDatabase { db in
      db.add(
        function: DatabaseFunction("shout", argumentCount: 1, pure: true) { values in
          try String(databaseValue: values[0]).uppercased()
        }
      )
      db.add(collation: DatabaseCollation("reversed") { $1.compare($0) })
    }
    database = try DatabasePool(path: scratch.path(of: "game.db"), configuration: configuration)
    try database.write { db in
      try db.create(table: "player") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("score", .integer).notNull()
      }
      for name in ["Ana", "Bo"] {
        var player = Player(name: name)
        try player.insert(db)
      }
    }
  }

  @Test(.requiresPreupdateHook)
  func `an observer of events sees rows, refuses commits and can be removed`() throws {
    let observer = PlayerObserver()
    database.add(transactionObserver: observer, extent: .observerLifetime)
    try database.write { db in
      var player = Player(name: "Cy")
      try player.insert(db)
      try Player.updateAll(db, [Column("score").set(to: 5)])
    }
    #expect(observer.rowIDs == [3])
    #expect(observer.hasChanges)
    let error = #expect(throws: DatabaseError.self) {
      try database.write { db in
        var player = Player(id: 99, name: "Nobody")
        try player.insert(db)
      }
    }
    #expect(error?.code == .constraint)
    #expect(error?.message == "There is no player 99.")
    #expect(try database.read { try Player.fetchCount($0) } == 3)
    database.remove(transactionObserver: observer)
    try database.write { db in _ = try Player.deleteAll(db) }
    #expect(observer.commitCount == 1)
  }

  @Test func `requests and regions know which events affect them`() throws {
    let region = try database.read { db in
      try Player.select(Column("name")).databaseRegion(db)
    }
    #expect(region.isModified(byEventsOfKind: .update(tableName: "player", columnNames: ["name"])))
    #expect(
      !region.isModified(byEventsOfKind: .update(tableName: "player", columnNames: ["score"]))
    )
    #expect(DatabaseRegion.fullDatabase.isModified(byEventsOfKind: .delete(tableName: "player")))
  }

  @Test func `accesses, transactions and savepoints have alternative names`() throws {
    try database.writeInTransaction { db in
      try db.inSavepoint {
        _ = try Player.deleteAll(db)
        return .rollback
      }
      return .commit
    }
    let queue = try DatabaseQueue()
    try queue.inDatabase { db in
      try db.inTransaction(.immediate) {
        try db.execute(sql: "CREATE TABLE t (n)")
        return .commit
      }
    }
    try queue.inTransaction { db in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      return .rollback
    }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
    #expect(try database.read { try Player.fetchCount($0) } == 2)
    #expect(try database.write { $0.transactionDate } == Date(timeIntervalSince1970: 0))
    _ = try database.writeWithoutTransaction { db in try db.checkpoint(.truncate, on: "main") }
  }

  @Test func `functions and collations are added and removed without try`() throws {
    #expect(try database.read { try String.fetchOne($0, sql: "SELECT shout('x')") } == "X")
    let names = try database.read {
      try String.fetchAll($0, sql: "SELECT name FROM player ORDER BY name COLLATE reversed")
    }
    #expect(names == ["Bo", "Ana"])
    try database.write { db throws in
      let twice = DatabaseFunction("twice", argumentCount: 1) { try Int(databaseValue: $0[0]) * 2 }
      db.add(function: twice)
      #expect(try Int.fetchOne(db, sql: "SELECT twice(21)") == 42)
      db.remove(function: twice)
      #expect(throws: DatabaseError.self) { try Int.fetchOne(db, sql: "SELECT twice(21)") }
      db.remove(collation: DatabaseCollation("none") { _, _ in .orderedSame })
    }
  }

  @Test func `statements can be traced`() throws {
    let lines = Mutex<[String]>([])
    try database.writeWithoutTransaction { db in
      db.trace { event in lines.withLock { $0.append("\(event)") } }
      _ = try Player.filter(Column("name") == "Ana").fetchCount(db)
      db.trace(options: .profile) { event in
        if case .profile(let statement, let duration) = event, duration >= 0 {
          lines.withLock { $0.append(statement.expandedSQL) }
        }
      }
      try db.execute(sql: "SELECT ?", arguments: [1])
      db.trace()
    }
    #expect(lines.withLock(\.count) == 2)
    #expect(lines.withLock { $0.first?.contains("Ana") } == false)
    #expect(lines.withLock { $0.last } == "SELECT 1")
  }

  @Test func `snapshots are readers`() throws {
    let reader: any DatabaseReader = try database.makeSnapshot()
    let several: DatabaseSnapshotPool = try database.makeSnapshotPool()
    try database.write { db in _ = try Player.deleteAll(db) }
    #expect(try reader.read { try Player.fetchCount($0) } == 2)
    #expect(try several.read { try Player.fetchCount($0) } == 2)
  }

  @Test func `accesses can have completion handlers`() async throws {
    let count = await withCheckedContinuation { continuation in
      database.asyncWrite { db in
        try Player.deleteAll(db)
      } completion: { _, result in
        continuation.resume(returning: try? result.get())
      }
    }
    #expect(count == 2)
    let left = await withCheckedContinuation { continuation in
      database.asyncRead { db in
        continuation.resume(returning: try? Player.fetchCount(db.get()))
      }
    }
    #expect(left == 0)
  }

  @Test func `regions can be observed with events on a queue`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let observation = ValueObservation.tracking(
      region: Player.all(),
      fetch: { db in try Player.fetchCount(db) }
    )
    .handleEvents(willFetch: {}, didReceiveValue: { continuation.yield($0) })
    let cancellable = observation.start(
      in: database,
      scheduling: .async(onQueue: DispatchQueue(label: "observation")),
      onError: { Issue.record($0) },
      onChange: { _ in }
    )
    for await count in stream {
      #expect(count == 2)
      break
    }
    cancellable.cancel()
    let changes = Mutex(0)
    let regions = try DatabaseRegionObservation(tracking: Region.fullDatabase)
      .start(in: database) { _ in changes.withLock { $0 += 1 } }
    try await database.write { db in try db.notifyChanges(in: Player.all()) }
    #expect(changes.withLock { $0 } == 1)
    regions.cancel()
  }
}
