import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

@Suite struct TransactionObserverTests {
  private struct Refusal: Error {}

  /// An observer that logs its calls.
  private final class Witness: TransactionObserver {
    let observedRegion: Region
    let events = Mutex<[String]>([])
    let changes = Mutex<[ChangeSet]>([])
    let refuses: Bool

    init(_ region: Region = .fullDatabase, refuses: Bool = false) {
      observedRegion = region
      self.refuses = refuses
    }

    func databaseWillCommit() throws {
      events.withLock { $0.append("will commit") }
      if refuses { throw Refusal() }
    }

    func databaseDidCommit(_ db: Database, changes: ChangeSet) {
      events.withLock { $0.append("commit") }
      self.changes.withLock { $0.append(changes) }
    }

    func databaseDidRollback(_ db: Database) { events.withLock { $0.append("rollback") } }

    func take() -> [String] {
      events.withLock { events in
        defer { events = [] }
        return events
      }
    }
  }

  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 10)"
      )
    }
  }

  private func add(_ witness: Witness, _ extent: TransactionObservationExtent = .observerLifetime)
    throws
  {
    try database.writeWithoutTransaction { $0.add(transactionObserver: witness, extent: extent) }
  }

  @Test func `is called before and after a commit, and after a rollback`() throws {
    let witness = Witness()
    try add(witness)
    try database.write { try $0.execute(sql: "UPDATE t SET n = 11") }
    #expect(witness.take() == ["will commit", "commit"])
    #expect(
      witness.changes.withLock { $0.first?.rows("t")?.map(\.values) } == [[[1, 10], [1, 11]]]
    )
    #expect(throws: Refusal.self) {
      try database.write { db in
        try db.execute(sql: "UPDATE t SET n = 12")
        throw Refusal()
      }
    }
    #expect(witness.take() == ["rollback"])
    _ = try database.read { try Int.fetchOne($0, sql: "SELECT n FROM t") }
    #expect(witness.take() == [])
  }

  @Test func `refuses a commit, and the access throws its error`() throws {
    let witness = Witness(refuses: true)
    let probe = CaptureProbe(database)
    try add(witness)
    #expect(throws: Refusal.self) { try database.write { try $0.execute(sql: "DELETE FROM t") } }
    #expect(witness.take() == ["will commit", "rollback"])
    #expect(throws: Refusal.self) {
      try database.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM t") }
    }
    #expect(witness.take() == ["will commit", "rollback"])
    #expect(probe.take().isEmpty)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
    try database.writeWithoutTransaction { $0.remove(transactionObserver: witness) }
    try database.write { try $0.execute(sql: "DELETE FROM t") }
    #expect(probe.take().count == 1)
  }

  @Test func `gets the changed rows of its region`() throws {
    let witness = Witness(Region(table: "t"))
    try add(witness)
    try database.write { db in
      try db.execute(sql: "CREATE TABLE u (n)")
    }
    try database.write { db in
      try db.execute(sql: "INSERT INTO u VALUES (1); INSERT INTO t VALUES (2, 20)")
    }
    let last = witness.changes.withLock { $0.last }
    #expect(last?.rows("t")?.map(\.key) == [.rowID(2)])
    #expect(last?.tables["u"] == nil)
  }

  @Test func `is notified as long as its extent says`() throws {
    var short: Witness? = Witness()
    weak let weakShort = short
    let once = Witness()
    try add(try #require(short))
    try add(once, .nextTransaction)
    try database.writeWithoutTransaction { db in
      db.add(transactionObserver: Witness(), extent: .databaseLifetime)
    }
    short = nil
    #expect(weakShort == nil)
    for _ in 0..<2 { try database.write { try $0.execute(sql: "UPDATE t SET n = n + 1") } }
    #expect(once.take() == ["will commit", "commit"])
  }

  @Test func `can write after a commit, and is notified of that in turn`() throws {
    final class Follower: TransactionObserver {
      let counts = Mutex<[Int]>([])
      func databaseDidCommit(_ db: Database, changes: ChangeSet) {
        counts.withLock { $0.append(changes.rows("t")?.count ?? 0) }
        guard changes.rows("t")?.first?.key == .rowID(1) else { return }
        try? db.inTransaction {
          try db.execute(sql: "INSERT INTO t VALUES (2, 0), (3, 0)")
          return .commit
        }
      }
    }
    let follower = Follower()
    let probe = CaptureProbe(database)
    try database.writeWithoutTransaction { $0.add(transactionObserver: follower) }
    try database.write { try $0.execute(sql: "UPDATE t SET n = 0") }
    #expect(follower.counts.withLock { $0 } == [1, 2])
    #expect(Set(probe.take().map { $0.rows("t")?.count }) == [1, 2])
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 3)
  }

  @Test func `closures run once, after the open transaction`() throws {
    let events = Mutex<[String]>([])
    func note(_ event: String) { events.withLock { $0.append(event) } }
    try database.write { db in
      db.afterNextTransaction(
        onCommit: { _ in note("commit") },
        onRollback: { _ in note("rollback") }
      )
      try db.execute(sql: "UPDATE t SET n = 1")
      note("written")
    }
    try database.write { try $0.execute(sql: "UPDATE t SET n = 2") }
    #expect(events.withLock { $0 } == ["written", "commit"])
    #expect(throws: Refusal.self) {
      try database.write { db in
        db.afterNextTransaction(
          onCommit: { _ in note("commit") },
          onRollback: { _ in note("rollback") }
        )
        throw Refusal()
      }
    }
    #expect(events.withLock { $0 } == ["written", "commit", "rollback"])
  }

  @Test func `a closure for the next transaction waits for it`() throws {
    let events = Mutex<[String]>([])
    try database.writeWithoutTransaction { db in
      db.afterNextTransaction(onCommit: { _ in events.withLock { $0.append("commit") } })
    }
    #expect(events.withLock { $0 } == [])
    try database.writeWithoutTransaction { try $0.execute(sql: "UPDATE t SET n = 3") }
    #expect(events.withLock { $0 } == ["commit"])
  }
}
