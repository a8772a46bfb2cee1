import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@Suite(.requiresSessions)
struct SessionTests {
  let connection: Connection

  init() throws { connection = try .inMemory(itemSchema) }

  @Test func `records inserts, updates and deletes of tables with keys`() throws {
    let session = try Session(on: connection)
    try session.attach()
    #expect(session.isEmpty == true)
    try connection.execute(itemStatements)
    #expect(session.isEmpty == false)
    #expect(session.memoryUsed > 0)
    #expect(
      try session.changeset().descriptions() == [
        "delete item 2>- 'ink'>- 2>-",
        "insert item ->4 ->'box' ->4",
        "insert pair ->'a' ->'b' ->'c'",
        "update item 1>- ->- 1>10",
      ]
    )
  }

  @Test func `records a row once, however often it changes`() throws {
    let session = try Session(on: connection)
    try session.attach("item")
    try connection.execute(
      "UPDATE item SET price = 5 WHERE id = 1; UPDATE item SET price = 6 WHERE id = 1"
    )
    #expect(try session.changeset().descriptions() == ["update item 1>- ->- 1>6"])
    try connection.execute("UPDATE item SET price = 1 WHERE id = 1")
    #expect(session.isEmpty == false)
    #expect(try session.changeset().isEmpty)
  }

  @Test func `records only attached tables, and only while enabled`() throws {
    let session = try Session(on: connection)
    try session.attach("pair")
    try connection.execute("DELETE FROM item")
    #expect(session.isEnabled == true)
    session.isEnabled = false
    #expect(session.isEnabled == false)
    try connection.execute("INSERT INTO pair VALUES (1, 2, 3)")
    #expect(session.isEmpty == true)
    session.isEnabled = true
    try connection.execute("INSERT INTO pair VALUES (4, 5, 6)")
    #expect(try session.changeset().descriptions() == ["insert pair ->4 ->5 ->6"])
  }

  @Test func `marks indirect changes`() throws {
    try connection.execute(
      """
      CREATE TRIGGER following AFTER DELETE ON item BEGIN
        INSERT INTO pair VALUES (old.id, 0, 0);
      END
      """
    )
    let session = try Session(on: connection)
    try session.attach()
    #expect(session.isIndirect == false)
    try connection.execute("DELETE FROM item WHERE id = 1")
    session.isIndirect = true
    #expect(session.isIndirect == true)
    try connection.execute("DELETE FROM item WHERE id = 2")
    var indirect: [String: [Bool]] = [:]
    try session.changeset().forEach { indirect[$0.table, default: []].append($0.isIndirect) }
    #expect(indirect["item"].map(Set.init) == [true, false])
    #expect(indirect["pair"] == [true, true])
  }

  @Test func `reports the columns of the key`() throws {
    let session = try Session(on: connection)
    try session.attach("pair")
    try connection.execute("INSERT INTO pair VALUES (1, 2, 3)")
    try session.changeset().forEach { change in
      #expect(change.keyColumns == [0, 2])
      #expect(change.newValue(at: 3) == nil)
      #expect(change.newValue(at: -1) == nil)
      #expect(change.oldValue(at: 0) == nil)
    }
  }

  @Test func `records smaller patchsets`() throws {
    let session = try Session(on: connection)
    try session.attach()
    try connection.execute("DELETE FROM item WHERE id = 2")
    let patchset = try session.patchset()
    #expect(patchset.isPatchset)
    #expect(try !session.changeset().isPatchset)
    #expect(try patchset.bytes.count < session.changeset().bytes.count)
    #expect(try patchset.descriptions() == ["delete item 2>- ->- ->-"])
  }

  @Test func `records the difference between two tables`() throws {
    try connection.execute(
      """
      ATTACH ':memory:' AS old;
      CREATE TABLE old.item (id INTEGER PRIMARY KEY, name, price);
      INSERT INTO old.item VALUES (1, 'pen', 1), (9, 'new', 9);
      """
    )
    let session = try Session(on: connection)
    try session.recordDifference(of: "item", from: "old")
    #expect(
      try session.changeset().descriptions() == [
        "delete item 9>- 'new'>- 9>-", "insert item ->2 ->'ink' ->2", "insert item ->3 ->'cap' ->3",
      ]
    )
    #expect(failure { try session.recordDifference(of: "item", from: "none") }?.code == .error)
    try connection.execute("CREATE TABLE old.pair (a PRIMARY KEY)")
    #expect(failure { try session.recordDifference(of: "pair", from: "old") }?.code == .schema)
  }

  @Test func `replaces the preupdate hook, which is restored afterwards`() throws {
    var events = 0
    try connection.setPreupdateHook { _ in events += 1 }
    try connection.execute("INSERT INTO keyless VALUES (1)")
    #expect(events == 1)
    do {
      let session = try Session(on: connection)
      try session.attach()
      let second = try Session(on: connection)
      try second.attach()
      #expect(connection.hasSession)
      try connection.execute("DELETE FROM item WHERE id = 1")
      #expect(try session.changeset() == second.changeset())
      #expect(session.isEmpty == false)
    }
    #expect(!connection.hasSession)
    #expect(events == 1)
    try connection.execute("INSERT INTO keyless VALUES (2)")
    #expect(events == 2)
  }

  @Test func `allows setting and removing a hook while it exists`() throws {
    var events = 0
    do {
      let session = try Session(on: connection)
      try session.attach()
      try connection.setPreupdateHook { _ in events += 1 }
      try connection.reinstallPreupdateHook()
      try connection.execute("DELETE FROM item WHERE id = 1")
      #expect(events == 0)
      #expect(session.isEmpty == false)
    }
    try connection.execute("DELETE FROM item WHERE id = 2")
    #expect(events == 1)
    do {
      let session = try Session(on: connection)
      try connection.setPreupdateHook(nil)
      #expect(session.isEmpty == true)
    }
    try connection.execute("DELETE FROM item")
    #expect(events == 1)
  }

  @Test func `does not hide a DELETE without WHERE that was compiled during it`() throws {
    var events = 0
    try connection.setPreupdateHook { _ in events += 1 }
    let statement: Statement
    do {
      let session = try Session(on: connection)
      statement = try Statement("DELETE FROM item", on: connection)
      #expect(session.isEmpty == true)
    }
    try statement.run()
    #expect(events == 3)
  }

  @Test func `keeps the connection open while it exists`() throws {
    do {
      let session = try Session(on: connection)
      #expect(failure { try connection.close() }?.code == .busy)
      #expect(session.isEmpty == true)
    }
    try connection.close()
  }

  @Test func `refuses a missing schema`() {
    #expect(failure { _ = try Session(on: connection, schema: "none") }?.code == .error)
    #expect(!connection.hasSession)
  }
}
