import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// An observer that logs the events it gets.
private final class EventWitness: TransactionObserver {
  var told: [String] = []
  var kinds: [DatabaseEventKind] = []
  var observes: (DatabaseEventKind) -> Bool
  var refusal: (any Error)?
  var stopsAtFirst = false

  init(_ observes: @escaping (DatabaseEventKind) -> Bool = { _ in true }) {
    self.observes = observes
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
    kinds.append(eventKind)
    return observes(eventKind)
  }

  func databaseDidChange() { told.append("unseen") }

  func databaseDidChange(with event: DatabaseEvent) {
    let schema = event.databaseName == "main" ? "" : "\(event.databaseName)."
    told.append("\(event.kind.rawValue) \(schema)\(event.tableName) \(event.rowID)")
    if stopsAtFirst { stopObservingDatabaseChangesUntilNextTransaction() }
  }

  func databaseWillCommit() throws {
    told.append("will commit")
    if let refusal { throw refusal }
  }

  func databaseDidCommit(_ db: Database) { told.append("commit") }
  func databaseDidRollback(_ db: Database) { told.append("rollback") }

  func take() -> [String] {
    defer { told = [] }
    return told
  }

  /// Returns the logged events of rows.
  func takeEvents() -> [String] { take().filter { $0.contains(" ") && $0 != "will commit" } }
}

@Suite(.requiresPreupdateHook) struct DatabaseEventTests {
  private struct Refusal: Error {}

  private let database: DatabaseQueue
  private let witness = EventWitness()

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE t (id INTEGER PRIMARY KEY, n UNIQUE CHECK (n IS NULL OR n >= 0), Name TEXT);
          CREATE TABLE child (id INTEGER PRIMARY KEY, t REFERENCES t ON DELETE CASCADE ON UPDATE CASCADE);
          CREATE TABLE keyed (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
          INSERT INTO t VALUES (1, 10, 'a'), (2, 20, 'b');
          INSERT INTO child VALUES (7, 1), (8, 1);
          """
      )
    }
    database.add(transactionObserver: witness)
  }

  private func run(_ sql: String) throws -> [String] {
    try database.write { try $0.execute(sql: sql) }
    return witness.take()
  }

  @Test func `each row that a statement touches is an event before the commit`() throws {
    #expect(
      try run("INSERT INTO t VALUES (3, 30, 'c')") == ["insert t 3", "will commit", "commit"]
    )
    #expect(
      try run("UPDATE t SET n = n + 1 WHERE id > 1")
        == ["update t 2", "update t 3", "will commit", "commit"]
    )
    #expect(try run("DELETE FROM t WHERE id = 2") == ["delete t 2", "will commit", "commit"])
    #expect(try run("UPDATE t SET n = 0 WHERE id = 99") == ["will commit", "commit"])
  }

  @Test func `an event kind names the table and the columns that the statement sets`() throws {
    _ = try run("UPDATE t SET Name = 'x', n = n")
    #expect(witness.kinds == [.update(tableName: "t", columnNames: ["Name", "n"])])
    witness.kinds = []
    _ = try run("INSERT INTO t VALUES (5, 50, '') ON CONFLICT (id) DO UPDATE SET n = 1")
    #expect(
      Set(witness.kinds)
        == [.insert(tableName: "t"), .update(tableName: "t", columnNames: ["n"])]
    )
    #expect(witness.kinds.map(\.tableName) == ["t", "t"])
  }

  @Test func `only observed kinds are reported`() throws {
    witness.observes = { kind in
      if case .delete(tableName: "t") = kind { true } else { false }
    }
    #expect(try run("UPDATE t SET n = 5 WHERE id = 1") == ["will commit", "commit"])
    #expect(try run("INSERT INTO t VALUES (9, 9, '')") == ["will commit", "commit"])
    #expect(try run("DELETE FROM t WHERE id = 9").first == "delete t 9")
  }

  @Test func `a deletion of all rows is reported row by row`() throws {
    #expect(try run("DELETE FROM keyed") == ["will commit", "commit"])
    try database.write { try $0.execute(sql: "DELETE FROM child") }
    #expect(witness.takeEvents() == ["delete child 7", "delete child 8"])
    _ = try run("DELETE FROM t")
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
  }

  @Test func `rows that a conflict replaces are reported as deleted`() throws {
    #expect(
      try run("INSERT OR REPLACE INTO t VALUES (3, 20, 'taken')").prefix(2)
        == ["delete t 2", "insert t 3"]
    )
  }

  @Test func `rows of foreign keys and triggers are reported`() throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE log (id INTEGER PRIMARY KEY);
          CREATE TRIGGER logging AFTER DELETE ON t BEGIN INSERT INTO log VALUES (old.id); END;
          """
      )
    }
    _ = witness.take()
    let told = try run("DELETE FROM t WHERE id = 1").filter { $0.contains(" ") }
    #expect(
      Set(told) == [
        "delete t 1", "delete child 7", "delete child 8", "insert log 1", "will commit",
      ]
    )
    try database.write { try $0.execute(sql: "INSERT INTO child VALUES (9, 2)") }
    _ = witness.take()
    let moved = try run("UPDATE t SET id = 22 WHERE id = 2").filter { $0.hasPrefix("update") }
    #expect(Set(moved) == ["update t 22", "update child 9"])
  }

  @Test func `rows without row IDs are reported with the row ID 0`() throws {
    #expect(
      try run("INSERT INTO keyed VALUES (1, 2), (3, 4)").prefix(2) == [
        "insert keyed 0", "insert keyed 0",
      ]
    )
    #expect(try run("DELETE FROM keyed WHERE a = 1").first == "delete keyed 0")
  }

  @Test func `tables of an attached database are reported with its name`() throws {
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ':memory:' AS other; CREATE TABLE other.t (x)")
      _ = witness.take()
      try db.execute(sql: "INSERT INTO other.t VALUES (1)")
    }
    #expect(witness.takeEvents() == ["insert other.t 1"])
  }

  @Test func `a blob that is written in pieces is an update`() throws {
    try database.write { try $0.execute(sql: "UPDATE t SET Name = 'long' WHERE id = 2") }
    _ = witness.take()
    try database.write { db in
      try db.withBlob(table: "t", column: "Name", rowID: 2, isWritable: true) { blob in
        try blob.write(Array("song".utf8))
      }
    }
    #expect(witness.takeEvents() == ["update t 2"])
    #expect(
      try database.read { try String.fetchOne($0, sql: "SELECT Name FROM t WHERE id = 2") }
        == "song"
    )
  }

  @Test func `a change of a virtual table is reported without rows`() throws {
    try database.write { try $0.execute(sql: "CREATE VIRTUAL TABLE docs USING fts5(text)") }
    _ = witness.take()
    witness.observes = { $0.tableName == "docs" }
    #expect(try run("INSERT INTO docs VALUES ('x')") == ["unseen", "will commit", "commit"])
  }
}

extension DatabaseEventTests {
  @Test func `rows of a failed statement that were undone are not reported`() throws {
    try database.write { db in
      try db.execute(sql: "UPDATE t SET Name = 'z' WHERE id = 1")
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO t VALUES (3, 30, ''), (4, 40, ''), (1, 0, '')")
      }
      try db.execute(sql: "DELETE FROM child WHERE id = 8")
    }
    #expect(witness.take() == ["update t 1", "delete child 8", "will commit", "commit"])
    #expect(throws: DatabaseError.self) {
      try database.writeWithoutTransaction { db in
        try db.execute(sql: "INSERT INTO t VALUES (3, 30, ''), (1, 0, '')")
      }
    }
    #expect(witness.takeEvents() == [])
  }

  @Test func `rows that a failed statement leaves are reported`() throws {
    _ = try database.write { db in
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT OR FAIL INTO t VALUES (3, 30, ''), (1, 0, '')")
      }
    }
    #expect(witness.take() == ["insert t 3", "will commit", "commit"])
  }

  @Test
  func `events of a savepoint are reported when the outermost is released`() throws {
    try database.write { db in
      try db.inSavepoint {
        try db.execute(sql: "DELETE FROM child WHERE id = 7")
        try db.inSavepoint {
          try db.execute(sql: "DELETE FROM child WHERE id = 8")
          return .rollback
        }
        try db.inSavepoint {
          try db.execute(sql: "UPDATE t SET n = 1 WHERE id = 1")
          return .commit
        }
        #expect(witness.take() == [])
        return .commit
      }
      #expect(witness.take() == ["delete child 7", "update t 1"])
      #expect(throws: Refusal.self) {
        try db.inSavepoint {
          try db.execute(sql: "DELETE FROM t")
          throw Refusal()
        }
      }
      #expect(witness.take() == [])
      try db.execute(sql: "UPDATE t SET n = 2 WHERE id = 1")
      #expect(witness.take() == ["update t 1"])
    }
    #expect(witness.take() == ["will commit", "commit"])
  }

  @Test func `savepoints in SQL are followed under any name`() throws {
    try database.write { db in
      try db.execute(
        sql: """
          SAVEPOINT "One"; DELETE FROM child WHERE id = 7;
          SAVEPOINT two; DELETE FROM child WHERE id = 8; SAVEPOINT three; DELETE FROM t WHERE id = 2;
          ROLLBACK TO TWO; UPDATE t SET n = 3 WHERE id = 1; RELEASE two;
          """
      )
      #expect(witness.take() == [])
      try db.execute(sql: "RELEASE one")
      #expect(witness.take() == ["delete child 7", "update t 1"])
    }
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "SAVEPOINT alone; DELETE FROM child WHERE id = 8; RELEASE alone")
    }
    #expect(witness.take() == ["will commit", "commit", "delete child 8", "will commit", "commit"])
  }

  @Test func `a savepoint that ends with the commit is reported before it`() throws {
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN; SAVEPOINT a; DELETE FROM child WHERE id = 7")
      #expect(witness.take() == [])
      try db.execute(sql: "COMMIT")
    }
    #expect(witness.take() == ["delete child 7", "will commit", "commit"])
  }

  @Test func `a rollback is reported`() throws {
    #expect(throws: Refusal.self) {
      try database.write { db in
        try db.execute(sql: "DELETE FROM child WHERE id = 7")
        try db.execute(sql: "SAVEPOINT open; DELETE FROM child WHERE id = 8")
        throw Refusal()
      }
    }
    #expect(witness.take() == ["delete child 7", "rollback"])
    #expect(try run("DELETE FROM child WHERE id = 8").first == "delete child 8")
  }

  @Test func `a commit can be refused after its events`() throws {
    witness.refusal = Refusal()
    #expect(throws: Refusal.self) {
      try database.write { try $0.execute(sql: "DELETE FROM child") }
    }
    #expect(witness.take() == ["delete child 7", "delete child 8", "will commit", "rollback"])
    witness.refusal = nil
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM child") } == 2)
  }

  @Test func `an observer that stopped is notified again of the next transaction`() throws {
    witness.stopsAtFirst = true
    let other = EventWitness()
    database.add(transactionObserver: other)
    try database.write { db in
      try db.execute(sql: "DELETE FROM child")
      try db.execute(sql: "UPDATE t SET n = n + 1")
    }
    #expect(witness.take() == ["delete child 7", "will commit", "commit"])
    #expect(other.takeEvents() == ["delete child 7", "delete child 8", "update t 1", "update t 2"])
    #expect(try run("UPDATE t SET Name = ''").filter { $0.hasPrefix("update") } == ["update t 1"])
    // Outside of a transaction it has no effect.
    witness.stopsAtFirst = false
    witness.stopObservingDatabaseChangesUntilNextTransaction()
    #expect(try run("UPDATE t SET Name = ''").filter { $0.hasPrefix("update") }.count == 2)
  }

  @Test func `an observer added within a transaction gets the events that follow`() throws {
    let late = EventWitness()
    try database.write { db in
      try db.execute(sql: "DELETE FROM child WHERE id = 7")
      db.add(transactionObserver: late)
      try db.execute(sql: "DELETE FROM child WHERE id = 8")
      db.remove(transactionObserver: witness)
      try db.execute(sql: "DELETE FROM t")
    }
    #expect(late.takeEvents() == ["delete child 8", "delete t 1", "delete t 2"])
    #expect(witness.take() == ["delete child 7", "delete child 8"])
  }

  @Test func `a released observer gets nothing, and one that is retained stays`() throws {
    var short: EventWitness? = EventWitness()
    weak let weakShort = short
    let once = EventWitness()
    try database.write { db in
      if let short { db.add(transactionObserver: short) }
      db.add(transactionObserver: once, extent: .nextTransaction)
      short = nil
      try db.execute(sql: "DELETE FROM child WHERE id = 7")
    }
    #expect(weakShort == nil)
    try database.write { try $0.execute(sql: "DELETE FROM child WHERE id = 8") }
    #expect(once.takeEvents() == ["delete child 7"])
  }

  @Test func `subscribers get rows even if no observer implements change sets`() throws {
    let probe = CaptureProbe(database, region: Region(table: "t"))
    _ = try run("UPDATE t SET n = 11 WHERE id = 1")
    _ = try run("UPDATE t SET n = 12 WHERE id = 1")
    #expect(
      probe.take().map { $0.rows("t")?.map(\.values) } == [
        [[[1, 10, "a"], [1, 11, "a"]]], [[[1, 11, "a"], [1, 12, "a"]]],
      ]
    )
  }

  @Test func `a region knows which events modify it`() {
    let region = Region(table: "t", columns: ["n"])
    #expect(region.isModified(byEventsOfKind: .insert(tableName: "T")))
    #expect(!region.isModified(byEventsOfKind: .delete(tableName: "u")))
    #expect(region.isModified(byEventsOfKind: .update(tableName: "t", columnNames: ["N", "x"])))
    #expect(!region.isModified(byEventsOfKind: .update(tableName: "t", columnNames: ["x"])))
    #expect(Region(table: "t").isModified(byEventsOfKind: .update(tableName: "t", columnNames: [])))
    #expect(Region.fullDatabase.isModified(byEventsOfKind: .insert(tableName: "any")))
    #expect(!Region().isModified(byEventsOfKind: .insert(tableName: "t")))
  }

  @Test func `many rows of one statement are all reported`() throws {
    let sql = """
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 30099)
      INSERT INTO t SELECT i, i, '' FROM n
      """
    let told = try run(sql)
    #expect(told.count == 30_002)
    #expect(told.first == "insert t 100")
  }

  @Test func `rows that are read while they are inserted are reported at the end`() throws {
    try database.write { db in
      let ids = try Int.fetchAll(
        db,
        sql: "INSERT INTO t VALUES (3, 30, ''), (4, 40, '') RETURNING id"
      )
      #expect(ids == [3, 4])
      #expect(witness.take() == ["insert t 3", "insert t 4"])
    }
  }
}

extension DatabaseEventTests {
  @Test func `notified changes reach observers and subscribers after the commit`() throws {
    let probe = CaptureProbe(database, region: Region(table: "t"))
    try database.write { db in
      try db.notifyChanges(in: Region(table: "t", columns: ["n"]))
      #expect(witness.take() == ["unseen"])
      #expect(probe.take().isEmpty)
    }
    #expect(witness.take() == ["will commit", "commit"])
    #expect(probe.take().map { $0.tables["t"] } == [.anyRow])
    witness.observes = { $0 == .update(tableName: "t", columnNames: ["n"]) }
    try database.write { db in try db.notifyChanges(in: Region(table: "child")) }
    #expect(!witness.take().contains("unseen"))
    try database.write { db in try db.notifyChanges(in: Region(table: "t", columns: ["n"])) }
    #expect(witness.take().first == "unseen")
  }

  @Test func `changes can be notified outside of transactions and beside writes`() throws {
    let probe = CaptureProbe(database, region: Region(table: "t"))
    try database.writeWithoutTransaction { try $0.notifyChanges(in: Region.fullDatabase) }
    #expect(witness.take() == ["unseen", "commit"])
    #expect(probe.take().map(\.mayChangeAnyTable) == [true])
    try database.write { db in
      try db.execute(sql: "UPDATE t SET n = 1 WHERE id = 1")
      try db.notifyChanges(in: Region(table: "t"))
    }
    #expect(witness.take() == ["update t 1", "unseen", "will commit", "commit"])
    #expect(probe.take().map { $0.tables["t"] } == [.anyRow])
  }

  @Test func `notified changes are dropped with their transaction`() throws {
    let probe = CaptureProbe(database, region: Region(table: "t"))
    #expect(throws: Refusal.self) {
      try database.write { db in
        try db.notifyChanges(in: Region(table: "t"))
        throw Refusal()
      }
    }
    #expect(witness.take() == ["unseen", "rollback"])
    #expect(probe.take().isEmpty)
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.notifyChanges(in: Region(table: "t")) }
    }
    #expect(error?.code == .readOnly)
  }

  @Test func `observers of a closed database are logged`() throws {
    let messages = MessageLog()
    var configuration = Configuration()
    configuration.logger = messages.logger
    let closed = try DatabaseQueue(configuration: configuration)
    try closed.close()
    closed.add(transactionObserver: witness)
    closed.remove(transactionObserver: witness)
    #expect(messages.all.count == 1)
    #expect(messages.all.first?.contains("not added") == true)
  }
}

/// A log of a logger's messages.
final class MessageLog: Sendable {
  private let messages = Log<String>()

  var all: [String] { messages.all }
  var logger: DatabaseLogger {
    DatabaseLogger { [messages] _, message in messages.append(message) }
  }
}
