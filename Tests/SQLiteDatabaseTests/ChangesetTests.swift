import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Testing

@Suite(.requiresSessions, .timeLimit(.hang)) struct ChangesetTests {
  let database: DatabaseQueue
  let other: DatabaseQueue

  init() throws {
    func make() throws -> DatabaseQueue {
      let database = try DatabaseQueue()
      try database.write { db in
        try db.execute(
          sql: """
            CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT UNIQUE, price INTEGER);
            CREATE TABLE log (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE keyless (a);
            INSERT INTO items VALUES (1, 'a', 10), (2, 'b', 20)
            """
        )
      }
      return database
    }
    database = try make()
    other = try make()
  }

  private func items(_ database: any DatabaseReader) throws -> [Row] {
    try database.read { try Row.fetchAll($0, sql: "SELECT * FROM items ORDER BY id") }
  }

  private func record(_ sql: String, of tables: [String]? = nil) throws -> DatabaseChangeset {
    try database.write { db in try db.recordChangeset(of: tables) { try db.execute(sql: sql) } }
  }

  @Test func `records each row once, with its first and last values`() throws {
    let changeset = try record(
      """
      UPDATE items SET price = 11 WHERE id = 1; UPDATE items SET price = 12 WHERE id = 1;
      INSERT INTO items VALUES (3, 'c', 30); DELETE FROM items WHERE id = 2;
      INSERT INTO items VALUES (4, 'd', 40); DELETE FROM items WHERE id = 4
      """
    )
    let changes = try changeset.changes().sorted { $0.table < $1.table }
    #expect(changes.count == 3)
    #expect(changes.allSatisfy { $0.table == "items" && $0.keyColumns == [0] })
    let update = try #require(changes.first { $0.kind == .update })
    #expect(update.old == [1, nil, 10])
    #expect(update.new == [nil, nil, 12])
    #expect(changes.first { $0.kind == .insert }?.new == [3, "c", 30])
    #expect(changes.first { $0.kind == .delete }?.old == [2, "b", 20])
  }

  @Test func `makes the same changes in another database, and its inverse undoes them`() throws {
    let before = try items(database)
    let changeset = try record(
      "UPDATE items SET price = 99; DELETE FROM items WHERE id = 2; INSERT INTO items VALUES (5, 'e', 5)"
    )
    try other.write { try $0.apply(DatabaseChangeset(bytes: changeset.bytes)) }
    #expect(try items(other) == items(database))
    try database.write { try $0.apply(changeset.inverted()) }
    #expect(try items(database) == before)
  }

  @Test func `two changesets can be concatenated`() throws {
    let first = try record("UPDATE items SET price = 1 WHERE id = 1")
    let second = try record("UPDATE items SET price = 2 WHERE id = 1")
    let both = try first.concatenated(with: second)
    #expect(try both.changes().count == 1)
    try other.write { try $0.apply(both) }
    #expect(try items(other) == items(database))
  }

  @Test func `records only the given tables, and none without a key`() throws {
    let sql =
      "DELETE FROM items WHERE id = 1; INSERT INTO log VALUES (1, 'x'); INSERT INTO keyless VALUES (1)"
    let changeset = try record(sql, of: ["LOG"])
    #expect(try changeset.changes().map(\.table) == ["log"])
    let all = try record("DELETE FROM items; INSERT INTO keyless VALUES (1)")
    #expect(try Set(all.changes().map(\.table)) == ["items"])
  }

  @Test func `an error reports a missing table to record`() {
    let error = #expect(throws: DatabaseError.self) { try record("SELECT 1", of: ["nothing"]) }
    #expect(error?.code == .notFound)
  }

  @Test func `is applied only to the given tables`() throws {
    let changeset = try record("DELETE FROM items; INSERT INTO log VALUES (1, 'x')")
    try other.write { try $0.apply(changeset, to: ["Log"]) }
    #expect(try items(other).count == 2)
    #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM log") } == 1)
  }

  @Test func `changes are rolled back if the closure throws`() throws {
    struct Refusal: Error {}
    _ = try database.write { db in
      #expect(throws: Refusal.self) {
        try db.recordChangeset {
          try db.execute(sql: "DELETE FROM items")
          throw Refusal()
        }
      }
    }
    #expect(try items(database).count == 2)
  }

  @Test func `outside of a transaction, it commits on its own`() throws {
    let changeset = try database.writeWithoutTransaction { db in
      try db.recordChangeset { try db.execute(sql: "DELETE FROM items WHERE id = 1") }
    }
    try other.writeWithoutTransaction { db in
      try db.apply(changeset)
      #expect(!db.isInsideTransaction)
    }
    #expect(try items(other) == items(database))
  }

  @Test func `refuses bytes that are not a changeset`() throws {
    for bytes in [[1, 2, 3], [UInt8](repeating: 84, count: 100)] as [[UInt8]] {
      let changeset = DatabaseChangeset(bytes: bytes)
      let applied = #expect(throws: DatabaseError.self) {
        try other.write { try $0.apply(changeset) }
      }
      #expect(applied?.code == .corrupt)
      #expect(throws: DatabaseError.self) { try changeset.inverted() }
    }
    #expect(try items(other).count == 2)
  }

  @Test func `a read refuses to apply it`() throws {
    let changeset = try record("DELETE FROM items")
    let error = #expect(throws: DatabaseError.self) { try other.read { try $0.apply(changeset) } }
    #expect(error?.code == .readOnly)
  }
}

// MARK: - Conflicts

extension ChangesetTests {
  @Test func `nothing is applied if a change conflicts`() throws {
    let changeset = try record(
      "UPDATE items SET price = 1 WHERE id = 1; UPDATE items SET price = 2 WHERE id = 2"
    )
    try other.write { try $0.execute(sql: "UPDATE items SET price = 21 WHERE id = 2") }
    let before = try items(other)
    let error = #expect(throws: DatabaseError.self) { try other.write { try $0.apply(changeset) } }
    #expect(error?.code == .constraint)
    #expect(error?.message.contains("other values") == true)
    #expect(try items(other) == before)
  }

  @Test func `conflicting changes can be omitted or replaced`() throws {
    let changeset = try record(
      "UPDATE items SET price = 1 WHERE id = 1; UPDATE items SET price = 2 WHERE id = 2"
    )
    try other.write { try $0.execute(sql: "UPDATE items SET price = 21 WHERE id = 2") }
    var seen: [DatabaseChangesetConflict] = []
    try other.write { db in
      try db.apply(changeset) { conflict in
        seen.append(conflict)
        return .omit
      }
    }
    #expect(seen.map(\.kind) == [.differentValues])
    #expect(seen[0].conflicting == [2, "b", 21])
    #expect(seen[0].change?.new[2] == 2)
    #expect(try items(other).map { $0.values[2] } == [1, 21])
    try other.write { try $0.execute(sql: "UPDATE items SET price = 10 WHERE id = 1") }
    try other.write { try $0.apply(changeset) { _ in .replace } }
    #expect(try items(other).map { $0.values[2] } == [1, 2])
  }

  @Test func `each kind of conflict is reported`() throws {
    func kind(_ sql: String, _ preparation: String) throws -> DatabaseChangesetConflict.Kind? {
      let fresh = try DatabaseQueue(copyOf: database)
      try fresh.write { try $0.execute(sql: preparation) }
      let changeset = try record(sql)
      var kind: DatabaseChangesetConflict.Kind?
      try fresh.write { db in
        try db.apply(changeset) {
          kind = $0.kind
          return .omit
        }
      }
      return kind
    }
    #expect(
      try kind("INSERT INTO items VALUES (7, 'g', 7)", "INSERT INTO items VALUES (7, 'x', 1)")
        == .rowExists
    )
    #expect(
      try kind("INSERT INTO items VALUES (8, 'h', 8)", "INSERT INTO items VALUES (9, 'h', 1)")
        == .constraint
    )
    #expect(
      try kind("DELETE FROM items WHERE id = 8", "DELETE FROM items WHERE id = 8") == .missingRow
    )
  }

  @Test func `an error reports a conflict that cannot be replaced`() throws {
    let changeset = try record("DELETE FROM items WHERE id = 1")
    try other.write { try $0.execute(sql: "DELETE FROM items WHERE id = 1") }
    let error = #expect(throws: DatabaseError.self) {
      try other.write { try $0.apply(changeset) { _ in .replace } }
    }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("does not exist") == true)
  }
}

// MARK: - Observers

extension ChangesetTests {
  @Test func `applied changes are reported row by row`() async throws {
    let changeset = try record(
      "UPDATE items SET price = 11 WHERE id = 1; INSERT INTO items VALUES (3, 'c', 30)"
    )
    var changes = other.changes.makeAsyncIterator()
    try await other.write { try $0.apply(changeset) }
    guard case .rows(let rows) = await changes.next()?.tables["items"] else {
      Issue.record("The rows are not reported.")
      return
    }
    #expect(Set(rows.map(\.key)) == [.rowID(1), .rowID(3)])
    #expect(rows.first { $0.key == .rowID(1) }?.old.row?.values == [1, "a", 10])
    #expect(rows.first { $0.key == .rowID(1) }?.new.row?.values == [1, "a", 11])
  }

  @Test func `changes by triggers on applied rows are reported`() async throws {
    let changeset = try record("UPDATE items SET price = 11 WHERE id = 1")
    try await other.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER r AFTER UPDATE ON items BEGIN INSERT INTO log (name) VALUES (new.name); END
          """
      )
    }
    var changes = other.changes.makeAsyncIterator()
    try await other.write { try $0.apply(changeset) }
    let change = try #require(await changes.next())
    #expect(change.tables["items"] != nil)
    #expect(change.touches(Region(table: "log")))
  }

  @Test func `nothing is reported for a changeset that is not applied`() async throws {
    let changeset = try record("UPDATE items SET price = 11 WHERE id = 1")
    try await other.write { try $0.execute(sql: "DELETE FROM items WHERE id = 1") }
    var changes = other.changes.makeAsyncIterator()
    await #expect(throws: DatabaseError.self) { try await other.write { try $0.apply(changeset) } }
    try await other.write { try $0.execute(sql: "INSERT INTO log VALUES (7, 'x')") }
    #expect(await changes.next()?.tables.keys.map(\.name) == ["log"])
  }

  @Test func `tables that change during a recording are reported without rows`() async throws {
    var changes = database.changes.makeAsyncIterator()
    _ = try record("UPDATE items SET price = 11 WHERE id = 1")
    let change = try #require(await changes.next())
    #expect(change.tables == ["items": .anyRow])
    #expect(!change.mayChangeAnyTable)
  }

  @Test func `changes by foreign keys during a recording are reported`() async throws {
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE parts (item INTEGER REFERENCES items (id) ON DELETE CASCADE);
          INSERT INTO parts VALUES (1)
          """
      )
    }
    var changes = database.changes.makeAsyncIterator()
    _ = try record("DELETE FROM items WHERE id = 1")
    #expect(await changes.next()?.touches(Region(table: "parts")) == true)
  }

  @Test func `blobs and changesets written during a recording are reported`() async throws {
    let changeset = try record("UPDATE items SET price = 11 WHERE id = 1")
    try await other.write { try $0.execute(sql: "INSERT INTO log VALUES (1, zeroblob(3))") }
    var changes = other.changes.makeAsyncIterator()
    try await other.write { db in
      let recorded = try db.recordChangeset {
        try db.apply(changeset)
        try db.withBlob(table: "log", column: "name", rowID: 1, isWritable: true) {
          try $0.write([1])
        }
      }
      #expect(try Set(recorded.changes().map(\.table)) == ["items", "log"])
    }
    let change = try #require(await changes.next())
    #expect(change.touches(Region(table: "items")) && change.touches(Region(table: "log")))
  }

  @Test func `rows are reported again after a recording, also by cached statements`() async throws {
    let sql = "DELETE FROM items WHERE id = ?"
    try await database.write { db in
      try db.execute(sql: sql, arguments: [98])
      _ = try db.recordChangeset {
        try db.execute(sql: sql, arguments: [99])
        try db.execute(sql: "DELETE FROM log")
      }
    }
    var changes = database.changes.makeAsyncIterator()
    try await database.write { try $0.execute(sql: sql, arguments: [1]) }
    guard case .rows(let rows) = await changes.next()?.tables["items"] else {
      Issue.record("The rows are not reported.")
      return
    }
    #expect(rows.map(\.key) == [.rowID(1)])
    // A statement that was compiled while another hook was set must not delete all rows unnoticed.
    try await database.write { db in
      try db.execute(sql: "INSERT INTO log VALUES (1, 'x'), (2, 'y')")
      try db.execute(sql: "DELETE FROM log WHERE id = 1")
    }
    _ = await changes.next()
    try await database.write { try $0.execute(sql: "DELETE FROM log") }
    guard case .rows(let logged) = await changes.next()?.tables["log"] else {
      Issue.record("The rows are not reported.")
      return
    }
    #expect(logged.map(\.key) == [.rowID(2)])
  }
}
