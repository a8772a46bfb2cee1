import LiveSQL
import Testing

/// The callbacks that are called, and their order.
@Suite struct CallbackTests {
  struct Traced: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "thing"

    var id: Int64?
    var name: String
    let trace = Trace()

    private enum CodingKeys: CodingKey { case id, name }

    final class Trace {
      var calls: [String] = []
    }

    init(id: Int64? = nil, name: String) {
      self.id = id
      self.name = name
    }

    mutating func willInsert(_ db: Database) { trace.calls.append("willInsert") }
    func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws {
      trace.calls.append("aroundInsert {")
      _ = try insert()
      trace.calls.append("} aroundInsert")
    }
    mutating func didInsert(_ inserted: InsertionSuccess) {
      id = inserted.rowID
      trace.calls.append("didInsert")
    }
    func willUpdate(_ db: Database, columns: Set<String>) {
      trace.calls.append("willUpdate \(columns.sorted())")
    }
    func aroundUpdate(
      _ db: Database,
      columns: Set<String>,
      update: () throws -> PersistenceSuccess
    ) throws {
      trace.calls.append("aroundUpdate {")
      _ = try update()
      trace.calls.append("} aroundUpdate")
    }
    func didUpdate(_ updated: PersistenceSuccess) { trace.calls.append("didUpdate") }
    func willSave(_ db: Database) { trace.calls.append("willSave") }
    func aroundSave(_ db: Database, save: () throws -> PersistenceSuccess) throws {
      trace.calls.append("aroundSave {")
      _ = try save()
      trace.calls.append("} aroundSave")
    }
    func didSave(_ saved: PersistenceSuccess) { trace.calls.append("didSave") }
    func willDelete(_ db: Database) { trace.calls.append("willDelete") }
    func aroundDelete(_ db: Database, delete: () throws -> Bool) throws {
      trace.calls.append("aroundDelete {")
      _ = try delete()
      trace.calls.append("} aroundDelete")
    }
    func didDelete(deleted: Bool) { trace.calls.append("didDelete \(deleted)") }
  }

  static let schema = "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT UNIQUE)"

  static let inserting = [
    "willSave", "aroundSave {", "willInsert", "aroundInsert {", "} aroundInsert", "didInsert",
    "} aroundSave", "didSave",
  ]

  private func calls(_ name: String = "a", _ body: (inout Traced, Database) throws -> Void) throws
    -> [String]
  {
    let queue = try makeQueue(Self.schema)
    return try queue.write { db throws in
      var record = Traced(name: name)
      try body(&record, db)
      return record.trace.calls
    }
  }

  @Test func `inserting and upserting call the insertion callbacks within the saving callbacks`()
    throws
  {
    #expect(try calls { try $0.insert($1) } == Self.inserting)
    #expect(try calls { try $0.save($1) } == Self.inserting)
    #expect(try calls { try $0.upsert($1) } == Self.inserting)
    #expect(try calls { _ = try $0.insertAndFetch($1) } == Self.inserting)
  }

  @Test func `updating calls the update callbacks within the saving callbacks`() throws {
    let updating = [
      "willSave", "aroundSave {", #"willUpdate ["name"]"#, "aroundUpdate {", "} aroundUpdate",
      "didUpdate", "} aroundSave", "didSave",
    ]
    let calls = try calls { record, db in
      try record.insert(db)
      record.trace.calls = []
      try record.updateChanges(db) { $0.name = "b" }
    }
    #expect(calls == updating)
  }

  @Test func `saving a record whose row is missing tries an update, then inserts`() throws {
    let calls = try calls { record, db in
      record.id = 7
      try record.save(db)
    }
    #expect(
      calls == [
        "willSave", "aroundSave {", #"willUpdate ["id", "name"]"#, "aroundUpdate {", "willInsert",
        "aroundInsert {", "} aroundInsert", "didInsert", "} aroundSave", "didSave",
      ]
    )
  }

  @Test func `deleting calls the deletion callbacks`() throws {
    let calls = try calls { record, db in
      try record.insert(db)
      record.trace.calls = []
      try record.delete(db)
      try record.delete(db)
    }
    let deleting = ["willDelete", "aroundDelete {", "} aroundDelete"]
    #expect(calls == deleting + ["didDelete true"] + deleting + ["didDelete false"])
  }

  @Test func `an insertion that a conflict ignored does not call didInsert`() throws {
    let calls = try calls { record, db in
      try record.insert(db)
      var other = Traced(name: "a")
      try other.insert(db, onConflict: .ignore)
      #expect(other.id == nil)
      #expect(!other.trace.calls.contains("didInsert"))
      #expect(!other.trace.calls.contains("didSave"))
      #expect(throws: RecordError.notInserted(databaseTableName: "thing")) {
        try other.insertAndFetch(db, onConflict: .ignore)
      }
    }
    #expect(calls == Self.inserting)
  }

  struct Forgetful: Codable, PersistableRecord {
    static let databaseTableName = "thing"
    var id: Int
    var callCount: Int
    private enum CodingKeys: CodingKey { case id }
    init(id: Int, callCount: Int) { (self.id, self.callCount) = (id, callCount) }
    init(from decoder: any Decoder) throws { (id, callCount) = (0, 0) }

    func aroundSave(_ db: Database, save: () throws -> PersistenceSuccess) throws {
      for _ in 0..<callCount { _ = try save() }
    }
    func aroundDelete(_ db: Database, delete: () throws -> Bool) throws {
      for _ in 0..<callCount { _ = try delete() }
    }
  }

  @Test(arguments: [0, 2]) func `a callback that does not call its closure exactly once fails`(
    count: Int
  ) throws {
    let queue = try makeQueue(Self.schema)
    try queue.write { db throws in
      let record = Forgetful(id: 1, callCount: count)
      #expect(
        throws: RecordError.callback("aroundSave", callCount: count, databaseTableName: "thing")
      ) { try record.insert(db) }
      #expect(
        throws: RecordError.callback("aroundDelete", callCount: count, databaseTableName: "thing")
      ) { try record.delete(db) }
    }
  }

  final class Object: Codable, PersistableRecord, Identifiable {
    static let databaseTableName = "thing"
    var id: Int64?
    var name = "a"
    func didInsert(with rowID: Int64, for column: String?) {
      #expect(column == "id")
      id = rowID
    }
  }

  @Test func `an object gets its row number and need not be a variable`() throws {
    let queue = try makeQueue(Self.schema)
    let object = Object()
    try queue.write { db throws in
      try object.insert(db)
      object.name = "b"
      try object.save(db)
      #expect(try object.exists(db))
    }
    #expect(object.id == 1)
  }
}
