import LiveSQL
import LiveSQLTestSupport
import Testing

/// All kinds of keys, written in all ways, in all kinds of databases.
@Suite struct KeyKindTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let kind: any KeyKind.Type
    let opening: Opening
    var testDescription: String { "\(kind), \(opening)" }
  }

  static let cases = keyKinds.flatMap { kind in
    Opening.allCases.map { Case(kind: kind, opening: $0) }
  }

  private func run(
    _ test: Case,
    _ body: (any KeyKind.Type, any DatabaseWriter) throws -> Void
  ) async throws {
    let scratch = try ScratchDirectory()
    let database = try await test.opening.open(in: scratch, test.kind.schema)
    try body(test.kind, database)
  }

  @Test(arguments: cases) func `an inserted record is fetched unchanged`(_ test: Case) async throws
  {
    try await run(test) { kind, database in try inserts(kind, database) }
  }

  private func inserts<Kind: KeyKind>(_ kind: Kind.Type, _ database: any DatabaseWriter) throws {
    var (first, second) = (kind.make(1), kind.make(2))
    try database.write { db throws in
      try first.insert(db)
      second = try second.inserted(db)
    }
    #expect(first.hasKey && second.hasKey)
    #expect(try database.read { try kind.fetchAll($0) } == [first, second])
    #expect(try database.read { try first.exists($0) })
  }

  @Test(arguments: cases) func `an updated record is fetched unchanged`(_ test: Case) async throws {
    try await run(test) { kind, database in try updates(kind, database) }
  }

  private func updates<Kind: KeyKind>(_ kind: Kind.Type, _ database: any DatabaseWriter) throws {
    var (first, second) = (kind.make(1), kind.make(2))
    try database.write { db throws in
      try first.insert(db)
      try second.insert(db)
      first.name = "other"
      try first.update(db)
      #expect(try second.updateChanges(db) { $0.name = "changed" })
      #expect(try !second.updateChanges(db) { $0.name = "changed" })
      let fetched = try first.updateAndFetch(db)
      #expect(fetched == first)
      try first.delete(db)
      #expect(throws: RecordError.self) { try first.update(db) }
    }
    #expect(try database.read { try kind.fetchAll($0) } == [second])
  }

  @Test(arguments: cases) func `saving inserts a new record and updates an existing one`(
    _ test: Case
  ) async throws {
    try await run(test) { kind, database in try saves(kind, database) }
  }

  private func saves<Kind: KeyKind>(_ kind: Kind.Type, _ database: any DatabaseWriter) throws {
    var record = kind.make(1)
    try database.write { db throws in
      try record.save(db)
      #expect(record.hasKey)
      record.name = "saved"
      try record.save(db)
      #expect(try kind.fetchAll(db) == [record])
      #expect(try record.saveAndFetch(db) == record)
      try record.delete(db)
      try record.save(db)
      #expect(try kind.fetchAll(db) == [record])
    }
  }

  @Test(arguments: cases) func `an upsert inserts, or updates the conflicting row`(
    _ test: Case
  ) async throws {
    try await run(test) { kind, database in try upserts(kind, database) }
  }

  private func upserts<Kind: KeyKind>(_ kind: Kind.Type, _ database: any DatabaseWriter) throws {
    var (first, other) = (kind.make(1), kind.make(2))
    try database.write { db throws in
      try first.upsert(db)
      #expect(first.hasKey)
      try other.upsert(db)
      first.name = "upserted"
      try first.upsert(db)
      #expect(try kind.fetchAll(db) == [first, other])
      first.name = "again"
      #expect(try first.upsertAndFetch(db) == first)
      #expect(try kind.fetchCount(db) == 2)
    }
  }

  @Test(arguments: cases) func `a deleted record is gone`(_ test: Case) async throws {
    try await run(test) { kind, database in try deletes(kind, database) }
  }

  private func deletes<Kind: KeyKind>(_ kind: Kind.Type, _ database: any DatabaseWriter) throws {
    var (first, second) = (kind.make(1), kind.make(2))
    try database.write { db throws in
      try first.insert(db)
      try second.insert(db)
      #expect(try first.delete(db))
      #expect(try !first.delete(db))
      #expect(try !first.exists(db))
      #expect(try kind.fetchAll(db) == [second])
      #expect(try kind.deleteAll(db) == 1)
      #expect(try kind.fetchOne(db) == nil)
    }
  }

  @Test(arguments: cases) func `an insertion can fetch the stored row`(_ test: Case) async throws {
    try await run(test) { kind, database in try fetchesInserted(kind, database) }
  }

  private func fetchesInserted<Kind: KeyKind>(
    _ kind: Kind.Type,
    _ database: any DatabaseWriter
  ) throws {
    try database.write { db throws in
      var record = kind.make(1)
      let fetched = try record.insertAndFetch(db)
      #expect(fetched == record)
    }
  }

  @Test func `a record without a key can be inserted, saved and fetched, but not updated`() throws {
    let queue = try makeQueue(HiddenThing.schema)
    try queue.write { db throws in
      var thing = KeylessThing(name: "a")
      try thing.insert(db)
      try thing.save(db)
      #expect(try KeylessThing.fetchAll(db).count == 2)
      #expect(throws: RecordError.missingColumn("rowid", databaseTableName: "thing")) {
        try thing.update(db)
      }
      #expect(throws: RecordError.missingColumn("rowid", databaseTableName: "thing")) {
        try thing.delete(db)
      }
    }
  }

  @Test func `a NULL key matches no row`() throws {
    let queue = try makeQueue(RowIDThing.schema)
    try queue.write { db throws in
      let thing = RowIDThing(id: nil, name: "a")
      #expect(try !thing.delete(db))
      #expect(try !thing.exists(db))
      #expect(throws: RecordError.recordNotFound(databaseTableName: "thing", key: [:])) {
        try thing.update(db)
      }
      #expect(try RowIDThing.fetchOne(db, id: nil) == nil)
    }
  }
}
