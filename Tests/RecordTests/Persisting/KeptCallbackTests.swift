import LiveSQL
import Testing

/// Callbacks, which are called for each record, however many of its type were inserted before.
@Suite struct KeptCallbackTests {
  final class Trace {
    var calls: [String] = []
    var onInsert: (() throws -> Void)?
  }

  private static let schema = "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT UNIQUE)"
  private static let count = 5
  /// Row numbers with gaps between them.
  private static let ids = stride(from: 1000, through: 5000, by: 1000)

  private func database(_ body: (Database) throws -> Void) throws {
    try makeQueue(Self.schema).write { db throws in try body(db) }
  }

  struct WillSave: Codable, PersistableRecord {
    static let databaseTableName = "thing"
    var id: Int
    var trace = Trace()
    private enum CodingKeys: CodingKey { case id }
    init(_ id: Int) { self.id = id }
    init(from decoder: any Decoder) throws { id = 0 }
    func willSave(_ db: Database) { trace.calls.append("willSave \(id)") }
  }

  struct AroundSave: Encodable, PersistableRecord {
    static let databaseTableName = "thing"
    var id: Int
    var trace = Trace()
    private enum CodingKeys: CodingKey { case id }
    func aroundSave(_ db: Database, save: () throws -> PersistenceSuccess) throws {
      trace.calls.append("before \(id)")
      let saved = try save()
      trace.calls.append("after \(saved.persistenceContainer["id"].map { "\($0)" } ?? "")")
    }
  }

  struct DidSave: Encodable, PersistableRecord {
    static let databaseTableName = "thing"
    var id: Int
    var trace = Trace()
    private enum CodingKeys: CodingKey { case id }
    func didSave(_ saved: PersistenceSuccess) {
      trace.calls.append("didSave \(saved.persistenceContainer.columns)")
    }
  }

  struct WillInsert: Encodable, MutablePersistableRecord {
    static let databaseTableName = "thing"
    var id: Int
    private enum CodingKeys: CodingKey { case id }
    mutating func willInsert(_ db: Database) { id += 100 }
  }

  struct AroundInsert: Encodable, PersistableRecord {
    static let databaseTableName = "thing"
    var id: Int
    var trace = Trace()
    private enum CodingKeys: CodingKey { case id }
    func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws {
      trace.calls.append("\(try insert().rowID ?? 0)")
    }
  }

  struct DidInsert: Encodable, MutablePersistableRecord {
    static let databaseTableName = "thing"
    var id: Int?
    var name = "a"
    private enum CodingKeys: CodingKey { case id }
    mutating func didInsert(_ inserted: InsertionSuccess) {
      name = inserted.persistenceContainer.columns.joined()
    }
  }

  struct DidInsertRow: Encodable, MutablePersistableRecord {
    static let databaseTableName = "thing"
    var id: Int64?
    mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
  }

  @Test func `each callback is called each time, even if it is the only one`() throws {
    try database { db in
      for id in Self.ids {
        let saved = WillSave(id)
        try saved.insert(db)
        #expect(saved.trace.calls == ["willSave \(id)"])
        let around = AroundSave(id: 10 + id)
        try around.insert(db)
        #expect(around.trace.calls.count == 2)
        let didSave = DidSave(id: 20 + id)
        try didSave.insert(db)
        #expect(didSave.trace.calls == [#"didSave ["id"]"#])
        var willInsert = WillInsert(id: id)
        try willInsert.insert(db)
        #expect(willInsert.id == 100 + id)
        let aroundInsert = AroundInsert(id: 30 + id)
        try aroundInsert.insert(db)
        #expect(aroundInsert.trace.calls == ["\(30 + id)"])
        var didInsert = DidInsert()
        try didInsert.insert(db)
        #expect(didInsert.name == "id")
        var row = DidInsertRow()
        try row.insert(db)
        #expect(row.id == db.lastInsertedRowID)
        #expect(try DidInsertRow().inserted(db).id == db.lastInsertedRowID)
      }
    }
  }

  @Test func `callbacks are called for records whose type is only known at run time`()
    throws
  {
    try database { db in
      for id in Self.ids {
        let records: [any PersistableRecord] = [WillSave(id), AroundInsert(id: 10 + id)]
        for record in records { try record.insert(db) }
        #expect((records[0] as? WillSave)?.trace.calls.count == 1)
        #expect((records[1] as? AroundInsert)?.trace.calls.count == 1)
        var row: any MutablePersistableRecord = DidInsertRow()
        try row.insert(db)
        #expect((row as? DidInsertRow)?.id == db.lastInsertedRowID)
        try insert(WillSave(20 + id), db) { #expect($0.trace.calls.count == 1) }
      }
    }
  }

  private func insert<Record: MutablePersistableRecord>(
    _ record: Record,
    _ db: Database,
    check: (Record) -> Void
  ) throws {
    var record = record
    try record.insert(db)
    check(record)
  }

  @Test func `saving and upserting still call a type's own callbacks after many insertions`() throws
  {
    try database { db in
      for id in 1...Self.count { try WillSave(id).insert(db) }
      let record = WillSave(1)
      try record.save(db)
      try record.upsert(db)
      try record.update(db)
      #expect(record.trace.calls == ["willSave 1", "willSave 1", "willSave 1"])
      for id in 1...Self.count { try AroundInsert(id: 10 + id).insert(db) }
      let other = AroundInsert(id: 20)
      try other.save(db)
      try other.upsert(db)
      #expect(other.trace.calls == ["20", "20"])
    }
  }

  @Test func `an ignored insertion calls no callback after many successful ones`()
    throws
  {
    try database { db in
      for _ in 1...Self.count { _ = try DidInsertRow().inserted(db) }
      var record = Renamed(id: nil, name: "a")
      for _ in 1...Self.count {
        record.id = nil
        try record.insert(db, onConflict: .replace)
        #expect(record.id == db.lastInsertedRowID)
      }
      var other = Renamed(id: nil, name: "a")
      for _ in 1...Self.count { try other.insert(db, onConflict: .ignore) }
      #expect(other.id == nil)
    }
  }

  struct Renamed: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "thing"
    var id: Int64?
    var name: String
    mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
  }

  struct Chained: Encodable, PersistableRecord {
    static let databaseTableName = "thing"
    var id: Int
    var name: String
    var trace = Trace()
    private enum CodingKeys: CodingKey { case id, name }
    func didInsert(with rowID: Int64, for column: String?) {
      trace.calls.append("\(rowID)")
      do { try trace.onInsert?() } catch { trace.calls.append("\(error)") }
    }
  }

  @Test func `a callback can insert records of its own type`() throws {
    try database { db in
      for id in 1...Self.count {
        let inner = Chained(id: 10 + id, name: "inner \(id)")
        let outer = Chained(id: id, name: "outer \(id)")
        outer.trace.onInsert = { try inner.insert(db) }
        try outer.insert(db)
        #expect(outer.trace.calls == ["\(id)"])
        #expect(inner.trace.calls == ["\(10 + id)"])
      }
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM thing") == 2 * Self.count)
    }
  }

  struct Maker: Encodable, PersistableRecord {
    static let databaseTableName = "made"
    var id: Int
    func willSave(_ db: Database) throws {
      try db.execute(sql: "CREATE TABLE IF NOT EXISTS made (id INTEGER PRIMARY KEY)")
    }
  }

  @Test func `a callback can create the table each time`() throws {
    try database { db in
      for id in 1...Self.count {
        try Maker(id: id).insert(db)
        #expect(try Int.fetchAll(db, sql: "SELECT id FROM made") == [id])
        try db.execute(sql: "DROP TABLE made")
      }
    }
  }

  @Test func `the default callbacks can still be called by hand`() throws {
    try database { db in
      var count = 0
      for id in Self.ids {
        let record = Chained(id: id, name: "\(id)")
        try record.insert(db)
        try record.willSave(db)
        try record.willInsert(db)
        record.trace.calls = []
        try record.aroundInsert(db) {
          count += 1
          return try InsertionSuccess.made(by: Renamed(id: nil, name: "r\(id)"), db)
        }
      }
      #expect(count == Self.count)
    }
  }
}

extension InsertionSuccess {
  /// Returns what the insertion of a record gives to its callback.
  fileprivate static func made(
    by record: KeptCallbackTests.Renamed,
    _ db: Database
  ) throws -> InsertionSuccess {
    final class Keeper { var success: InsertionSuccess? }
    struct Kept: Encodable, PersistableRecord {
      static let databaseTableName = "thing"
      let name: String
      let keeper = Keeper()
      private enum CodingKeys: CodingKey { case name }
      func didInsert(_ inserted: InsertionSuccess) { keeper.success = inserted }
    }
    let kept = Kept(name: record.name)
    try kept.insert(db)
    return try #require(kept.keeper.success)
  }
}
