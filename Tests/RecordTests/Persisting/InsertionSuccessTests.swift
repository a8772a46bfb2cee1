import DatabaseTypes
import LiveSQL
import Synchronization
import Testing

/// The information that callbacks get about an insertion, with the key that the database generated.
@Suite struct InsertionSuccessTests {
  struct Item: Codable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String
    static let databaseTableName = "item"
    static let told = Mutex<[String]>([])

    func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws {
      let success = try insert()
      Self.note("around", success.persistenceContainer)
    }

    mutating func didInsert(_ inserted: InsertionSuccess) {
      id = inserted.rowID
      Self.note("did", inserted.persistenceContainer)
    }

    func didSave(_ saved: PersistenceSuccess) { Self.note("saved", saved.persistenceContainer) }

    static func note(_ name: String, _ container: PersistenceContainer) {
      let id = container.databaseValue(forColumn: "id")
      told.withLock { $0.append("\(name) \(id.map(\.sqlLiteral) ?? "none") \(container.columns)") }
    }
  }

  struct Keyed: Codable, FetchableRecord, PersistableRecord {
    var code: String
    static let databaseTableName = "keyed"
    static let told = Mutex<[[String]]>([])

    func didInsert(_ inserted: InsertionSuccess) {
      Self.told.withLock { $0.append(inserted.persistenceContainer.columns) }
    }
  }

  /// A record whose key is not optional.
  struct Numbered: Codable, MutablePersistableRecord {
    var id: Int64 = -1
    var name: String
    static let databaseTableName = "item"

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  @Test func `the row number can be read as an optional or not`() throws {
    let queue = try makeQueue("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    try queue.write { db in
      var item = Numbered(id: 5, name: "five")
      try item.insert(db)
      #expect(item.id == 5)
      item.id = 6
      try item.insert(db, onConflict: .ignore)
      #expect(item.id == 6)
    }
    let without = InsertionSuccess(
      rowID: nil,
      rowIDColumn: nil,
      isInserted: true,
      persistenceContainer: PersistenceContainer()
    )
    let number: Int64 = without.rowID
    let optional = without.rowID
    #expect(number == 0)
    #expect(optional == nil)
    guard let some = without.rowID else { return }
    Issue.record("The success should have no row number: \(some)")
  }

  @Test func `the container has the new key`() throws {
    let queue = try makeQueue(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE); INSERT INTO item VALUES (6, 'six')"
    )
    try queue.write { db throws in
      var item = Item(id: nil, name: "seven")
      try item.insert(db)
      #expect(item.id == 7)
      var ignored = Item(id: nil, name: "seven")
      try ignored.insert(db, onConflict: .ignore)
      #expect(ignored.id == nil)
    }
    let columns = #"["id", "name"]"#
    #expect(
      Item.told.withLock { $0 } == [
        "around 7 \(columns)", "did 7 \(columns)", "saved 7 \(columns)",
        "around NULL \(columns)",
      ]
    )
  }

  @Test func `a key that is not a row number is the one that the record gave`() throws {
    let queue = try makeQueue("CREATE TABLE keyed (code TEXT PRIMARY KEY)")
    try queue.write { try Keyed(code: "x").insert($0) }
    #expect(Keyed.told.withLock { $0 } == [["code"]])
  }
}
