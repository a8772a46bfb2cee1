import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@Suite(.requiresSessions)
struct ChangesetTests {
  let connection: Connection
  let other: Connection
  let changeset: Changeset

  init() throws {
    connection = try .inMemory(itemSchema)
    other = try .inMemory(itemSchema)
    changeset = try Self.record(itemStatements, on: connection)
  }

  private static func record(_ sql: String, on connection: Connection) throws -> Changeset {
    let session = try Session(on: connection)
    try session.attach()
    try connection.execute(sql)
    return try session.changeset()
  }

  private func items(_ connection: Connection) throws -> [[DatabaseValue]] {
    try connection.rows("SELECT * FROM item ORDER BY id")
  }

  @Test func `makes the same changes in another database`() throws {
    try other.apply(changeset) { _ in .abort }
    #expect(try items(other) == items(connection))
    #expect(try other.rows("SELECT * FROM pair") == [["a", "b", "c"]])
  }

  @Test func `is undone by its inverse`() throws {
    let before = try items(other)
    try connection.apply(changeset.inverted()) { _ in .abort }
    #expect(try items(connection) == before)
    #expect(try changeset.inverted().inverted().descriptions() == changeset.descriptions())
  }

  @Test func `is joined with a later changeset`() throws {
    let later = try Self.record(
      "UPDATE item SET price = 11 WHERE id = 1; DELETE FROM item WHERE id = 4",
      on: connection
    )
    let both = try changeset.concatenated(with: later)
    #expect(
      try both.descriptions() == [
        "delete item 2>- 'ink'>- 2>-", "insert pair ->'a' ->'b' ->'c'", "update item 1>- ->- 1>11",
      ]
    )
    try other.apply(both) { _ in .abort }
    #expect(try items(other) == items(connection))
  }

  @Test func `skips the tables that the filter excludes`() throws {
    var asked: Set<String> = []
    try other.apply(
      changeset,
      filter: { table in
        asked.insert(table)
        return table == "pair"
      },
      onConflict: { _ in .abort }
    )
    #expect(asked == ["item", "pair"])
    #expect(try items(other).count == 3)
    #expect(try other.value("SELECT count(*) FROM pair") == 1)
  }

  @Test func `calls the hooks of the connection`() throws {
    var tables: [String] = []
    try other.setPreupdateHook { tables.append($0.table.name) }
    try other.apply(changeset) { _ in .abort }
    #expect(tables.sorted() == ["item", "item", "item", "pair"])
  }

  @Test(arguments: [ChangesetConflict.Resolution.omit, .replace])
  func `asks about a row with other values`(answer: ChangesetConflict.Resolution) throws {
    try other.execute("UPDATE item SET price = 99 WHERE id = 1")
    var kinds: [ChangesetConflict.Kind] = []
    try other.apply(changeset) { conflict in
      kinds.append(conflict.kind)
      #expect(conflict.conflictingValue(at: 2) == 99)
      if let change = conflict.change {
        #expect(change.oldValue(at: 2) == 1)
        #expect(change.newValue(at: 2) == 10)
        #expect(change.table == "item")
      }
      return answer
    }
    #expect(kinds == [.data])
    #expect(
      try other.value("SELECT price FROM item WHERE id = 1") == (answer == .omit ? 99 : 10)
    )
  }

  @Test func `asks about rows that are missing or exist already`() throws {
    try other.execute("DELETE FROM item WHERE id = 1; INSERT INTO item VALUES (4, 'own', 0)")
    var kinds: Set<ChangesetConflict.Kind> = []
    try other.apply(changeset) { conflict in
      kinds.insert(conflict.kind)
      #expect((conflict.conflictingValue(at: 0) == nil) == (conflict.kind == .notFound))
      return .omit
    }
    #expect(kinds == [.notFound, .conflict])
    #expect(try other.value("SELECT name FROM item WHERE id = 4") == "own")
  }

  @Test func `asks about violated constraints`() throws {
    let other = try Connection.inMemory(
      itemSchema.replacing("price >= 0", with: "price < 10")
    )
    var kinds: [ChangesetConflict.Kind] = []
    try other.apply(changeset) { conflict in
      kinds.append(conflict.kind)
      return .omit
    }
    #expect(kinds == [.constraint])
  }

  @Test func `asks about foreign keys that are broken at the end`() throws {
    let foreign = """
      PRAGMA foreign_keys = ON;
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent);
      INSERT INTO parent VALUES (1);
      """
    let first = try Connection.inMemory(foreign)
    let changes = try Self.record("INSERT INTO child VALUES (1, 1)", on: first)
    let second = try Connection.inMemory(foreign)
    try second.execute("DELETE FROM parent")
    var broken = 0
    let error = failure {
      try second.apply(changes) { conflict in
        #expect(conflict.kind == .foreignKey)
        if conflict.change != nil { Issue.record("A change was reported") }
        broken = conflict.brokenForeignKeyCount
        return .abort
      }
    }
    #expect(error != nil)
    #expect(broken == 1)
    #expect(try second.value("SELECT count(*) FROM child") == 0)
  }

  @Test func `is rolled back as a whole if the answer is to abort`() throws {
    try other.execute("UPDATE item SET price = 99 WHERE id = 1")
    let before = try items(other)
    #expect(failure { try other.apply(changeset) { _ in .abort } }?.code == .abort)
    #expect(try items(other) == before)
    #expect(try other.value("SELECT count(*) FROM pair") == 0)
    #expect(other.isAutocommit)
  }

  @Test func `cannot replace a row that is missing`() throws {
    try other.execute("DELETE FROM item WHERE id = 1")
    #expect(failure { try other.apply(changeset) { _ in .replace } }?.code == .misuse)
    #expect(try other.value("SELECT count(*) FROM item") == 2)
  }

  @Test func `does nothing if it is empty`() throws {
    let empty = Changeset(bytes: [])
    #expect(empty.isEmpty)
    #expect(try empty.inverted().isEmpty)
    #expect(try empty.concatenated(with: empty).isEmpty)
    #expect(try empty.concatenated(with: changeset).descriptions() == changeset.descriptions())
    #expect(try empty.descriptions().isEmpty)
    try other.apply(empty) { _ in .abort }
  }

  @Test func `stops if the closure throws`() throws {
    struct Stop: Error {}
    var count = 0
    #expect(throws: Stop.self) {
      try changeset.forEach { _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }

  @Test func `refuses bytes that are not a changeset`() {
    for bytes in [[0], [1, 2, 3], [UInt8](repeating: 0x54, count: 50)] as [[UInt8]] {
      let changeset = Changeset(bytes: bytes)
      #expect(failure { _ = try changeset.inverted() }?.code == .corrupt)
      #expect(throws: SQLiteError.self) { try changeset.forEach { _ in } }
      #expect(failure { try other.apply(changeset) { _ in .omit } }?.code == .corrupt)
    }
  }

  @Test func `survives truncation at every byte`() throws {
    for count in 0..<changeset.bytes.count {
      let cut = Changeset(bytes: Array(changeset.bytes.prefix(count)))
      let other = try Connection.inMemory(itemSchema)
      // The result does not matter, as long as nothing crashes.
      try? cut.forEach { _ = describe($0) }
      _ = try? cut.inverted()
      _ = failure { try other.apply(cut) { _ in .omit } }
      #expect(other.isAutocommit)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `survives randomly changed bytes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = changeset.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255,
          using: &random
        )
      }
      let damaged = Changeset(bytes: bytes)
      // The result does not matter, as long as nothing crashes.
      try? damaged.forEach { _ = describe($0) }
      _ = try? damaged.inverted()
      _ = try? changeset.concatenated(with: damaged)
      _ = failure { try other.apply(damaged) { _ in .omit } }
      #expect(other.isAutocommit)
    }
  }
}
