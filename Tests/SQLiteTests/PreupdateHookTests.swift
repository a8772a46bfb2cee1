import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

/// A copy of an event of the preupdate hook.
private struct Seen: Equatable, CustomStringConvertible {
  var operation: PreupdateEvent.Operation
  var table: String
  var old: [DatabaseValue?]
  var new: [DatabaseValue?]
  var depth: Int

  var description: String {
    func list(_ values: [DatabaseValue?]) -> String {
      values.map { $0?.sqlLiteral ?? "-" }.joined(separator: ",")
    }
    let name =
      switch operation {
      case .insert: "insert"
      case .update: "update"
      case .delete: "delete"
      }
    let place = depth == 0 ? table : "\(table)@\(depth)"
    return "\(name) \(place) \(list(old)) > \(list(new))"
  }
}

/// Tests of what the preupdate hook reports.
///
/// The behavior was measured; these tests pin each fact that change capture relies on.
@Suite(.requiresPreupdateHook)
struct PreupdateHookTests {
  /// A log of events, used by one thread.
  private final class Log {
    var seen: [Seen] = []
    var rowIDs: [(old: Int64, new: Int64)] = []
    var columnCounts: [Int] = []
    var blobWrites: [Bool] = []
    var schemas: Set<String> = []
  }

  private let connection: Connection
  private let log = Log()

  init() throws {
    connection = try Connection(path: ":memory:")
    try observe()
  }

  private func observe() throws {
    try connection.setPreupdateHook { [log] event in
      let columns = 0..<event.columnCount
      let old = event.operation == .insert ? [] : columns.map { event.oldValue(at: $0) }
      let new = event.operation == .delete ? [] : columns.map { event.newValue(at: $0) }
      log.seen.append(
        Seen(
          operation: event.operation,
          table: event.table.name,
          old: old,
          new: new,
          depth: event.depth
        )
      )
      log.rowIDs.append((event.oldRowID, event.newRowID))
      log.columnCounts.append(event.columnCount)
      log.blobWrites.append(event.isBlobWrite)
      log.schemas.insert(event.table.schema)
    }
  }

  /// Runs SQL text and returns the events.
  private func events(_ sql: String) throws -> [String] {
    log.seen = []
    log.rowIDs = []
    try? connection.execute(sql)
    return log.seen.map(\.description)
  }

  @Test func `reports inserts, updates and deletes with old and new values`() throws {
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
    #expect(
      try events("INSERT INTO t VALUES (1, 'a'); UPDATE t SET x = 'b'; DELETE FROM t WHERE id = 1")
        == ["insert t  > 1,'a'", "update t 1,'a' > 1,'b'", "delete t 1,'b' > "]
    )
    #expect(log.rowIDs.map(\.new)[0] == 1)
    #expect(log.schemas == ["main"])
  }

  @Test func `reports rows of triggers and cascades with their depth`() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent ON DELETE CASCADE);
      CREATE TABLE log (x);
      CREATE TRIGGER logging AFTER DELETE ON child BEGIN INSERT INTO log VALUES (old.id); END;
      INSERT INTO parent VALUES (1); INSERT INTO child VALUES (7, 1);
      """
    )
    #expect(
      try events("DELETE FROM parent WHERE id = 1")
        == ["delete parent 1 > ", "delete child@1 7,1 > ", "insert log@2  > 7"]
    )
  }

  @Test func `reports changes of tables without row IDs`() throws {
    try connection.execute("CREATE TABLE t (a, b, PRIMARY KEY (a)) WITHOUT ROWID")
    #expect(
      try events("INSERT INTO t VALUES ('k', 1); UPDATE t SET b = 2; DELETE FROM t WHERE a = 'k'")
        == ["insert t  > 'k',1", "update t 'k',1 > 'k',2", "delete t 'k',2 > "]
    )
  }

  @Test func `reports a changed key of a table without row IDs as one update`() throws {
    try connection.execute(
      "CREATE TABLE t (a PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO t VALUES ('k', 1)"
    )
    #expect(try events("UPDATE t SET a = 'l'") == ["update t 'k',1 > 'l',1"])
  }

  @Test func `reports both row IDs if an update changes the row ID`() throws {
    try connection.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a')"
    )
    #expect(try events("UPDATE t SET id = 5") == ["update t 1,'a' > 5,'a'"])
    #expect(log.rowIDs[0] == (1, 5))
  }

  @Test func `reports the rows that REPLACE deletes`() throws {
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x UNIQUE);
      INSERT INTO t VALUES (1, 'a'), (2, 'b');
      """
    )
    #expect(
      try events("INSERT OR REPLACE INTO t VALUES (3, 'a')")
        == ["delete t 1,'a' > ", "insert t  > 3,'a'"]
    )
    #expect(
      try events("REPLACE INTO t VALUES (2, 'b')") == ["delete t 2,'b' > ", "insert t  > 2,'b'"]
    )
  }

  @Test func `reports an upsert as an update`() throws {
    try connection.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a')"
    )
    #expect(
      try events("INSERT INTO t VALUES (1, 'b') ON CONFLICT DO UPDATE SET x = excluded.x")
        == ["update t 1,'a' > 1,'b'"]
    )
  }

  @Test func `reports an update that changes nothing`() throws {
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    #expect(try events("UPDATE t SET x = x") == ["update t 1 > 1"])
  }

  @Test func `reports each row of a DELETE without WHERE`() throws {
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)")
    #expect(try events("DELETE FROM t") == ["delete t 1 > ", "delete t 2 > "])
  }

  @Test func `misses a DELETE without WHERE that was compiled before the hook was set`() throws {
    try connection.setPreupdateHook(nil)
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)")
    let statement = try Statement("DELETE FROM t", on: connection)
    try observe()
    try statement.run()
    #expect(log.seen.isEmpty)
    // The layer above relies on this count to notice the deletion.
    #expect(connection.changesCount == 2)
  }

  @Test func `reports rows of failed statements and of savepoints that are rolled back`() throws {
    try connection.execute("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (2)")
    #expect(try events("INSERT INTO t VALUES (1), (2)") == ["insert t  > 1"])
    #expect(try connection.value("SELECT count(*) FROM t") == 1)
    #expect(
      try events("SAVEPOINT s; INSERT INTO t VALUES (9); ROLLBACK TO s; RELEASE s")
        == ["insert t  > 9"]
    )
  }

  @Test func `reports nothing for schema changes`() throws {
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    #expect(try events("DROP TABLE t").isEmpty)
  }

  @Test(.requiresFullTextSearch)
  func `reports only the shadow tables of a full-text table`() throws {
    try connection.execute("CREATE VIRTUAL TABLE f USING fts5(body)")
    _ = try events("INSERT INTO f VALUES ('hello')")
    let tables = Set(log.seen.map(\.table))
    #expect(tables.contains("f_content"))
    #expect(!tables.contains("f"))
  }

  @Test func `reports writing to a blob as a marked deletion`() throws {
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(3))")
    log.seen = []
    log.blobWrites = []
    let blob = try Blob(table: "t", column: "x", row: 1, isWritable: true, on: connection)
    try blob.write([1, 2, 3])
    #expect(log.seen.map(\.description) == ["delete t x'000000' > "])
    #expect(log.blobWrites == [true])
  }

  @Test func `returns NULL for a column that was added after the row was stored`() throws {
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1);
      ALTER TABLE t ADD COLUMN added DEFAULT 'x';
      """
    )
    #expect(try connection.value("SELECT added FROM t") == "x")
    #expect(try events("UPDATE t SET added = 'y'") == ["update t 1,NULL > 1,'y'"])
  }

  @Test func `counts virtual generated columns, but omits their values`() throws {
    try connection.execute(
      "CREATE TABLE t (a, v AS (a * 2) VIRTUAL, s AS (a * 3) STORED, b)"
    )
    #expect(
      try events("INSERT INTO t (a, b) VALUES (1, 'b'); UPDATE t SET b = 'c'; DELETE FROM t") == [
        "insert t  > 1,3,'b',-", "update t 1,3,'b',- > 1,3,'c',-", "delete t 1,3,'c',- > ",
      ]
    )
    #expect(log.columnCounts == [4, 4, 4])
  }

  @Test func `returns no value for missing columns or missing images`() throws {
    var found: [DatabaseValue?] = []
    try connection.setPreupdateHook { event in
      found = [event.oldValue(at: 0), event.newValue(at: 1), event.newValue(at: -1)]
    }
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    #expect(found == [nil, nil, nil])
  }

  @Test func `names the schema of attached and temporary tables`() throws {
    try connection.execute("ATTACH ':memory:' AS other; CREATE TABLE other.t (x)")
    try connection.execute("CREATE TEMP TABLE u (x)")
    _ = try events("INSERT INTO t VALUES (1); INSERT INTO u VALUES (1)")
    #expect(log.schemas == ["other", "temp"])
  }

  @Test func `matches a table's name in any case`() throws {
    var found: [String] = []
    let names = ["T", "t", "u"].map { PreupdateEvent.NameBytes(TableName($0)) }
    let other = PreupdateEvent.NameBytes(TableName(schema: "temp", "t"))
    try connection.setPreupdateHook { event in
      let matches = names.map { event.isIn($0) ? "1" : "0" }.joined()
      found.append("\(event.table.name) \(matches) \(event.isIn(other))")
    }
    try connection.execute(
      """
      CREATE TABLE t (x); CREATE TABLE U (x); CREATE TABLE tt (x);
      INSERT INTO t VALUES (1); INSERT INTO u VALUES (1); INSERT INTO tt VALUES (1);
      """
    )
    #expect(found == ["t 110 false", "U 001 false", "tt 000 false"])
  }

  @Test func `reports nothing after it was removed`() throws {
    try connection.execute("CREATE TABLE t (x)")
    try connection.setPreupdateHook(nil)
    #expect(try events("INSERT INTO t VALUES (1)").isEmpty)
  }
}
