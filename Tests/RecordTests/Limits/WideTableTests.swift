import LiveSQL
import LiveSQLTestSupport
import Testing

/// Records of tables with 2,000 columns, as many as SQLite allows, so that no statement can return
/// a further one beside them.
@Suite(.timeLimit(.hang)) struct WideTableTests {
  static let names = (1..<2_000).map { "c\($0)" }

  /// A record of a table with 2,000 columns.
  struct Wide: FetchableRecord, PersistableRecord, Hashable, Sendable {
    static let databaseTableName = "wide"
    static let notes = hasMany(Note.self, key: "notes", using: ForeignKey(["wide"]))
    var id: Int
    var values: [Int]

    /// Creates a record whose values are multiples of a number.
    init(id: Int, _ factor: Int) {
      self.id = id
      values = (1..<2_000).map { $0 * factor }
    }

    init(row: Row) throws {
      id = try row["id"]
      values = try WideTableTests.names.map { try row[$0] }
    }

    func encode(to container: inout PersistenceContainer) {
      container["id"] = id
      for (name, value) in zip(WideTableTests.names, values) { container[name] = value }
    }
  }

  struct Owner: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "owner"
    static let wides = hasMany(Wide.self, key: "wides", using: ForeignKey(["c1"]))
    var id: Int
  }

  struct Note: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "note"
    var id: Int
    var wide: Int
  }

  private static let schema = """
    CREATE TABLE owner (id INTEGER PRIMARY KEY);
    CREATE TABLE wide (id INTEGER PRIMARY KEY, \(names.joined(separator: ", ")));
    CREATE TABLE note (id INTEGER PRIMARY KEY, wide INTEGER);
    INSERT INTO owner VALUES (1), (2);
    INSERT INTO note VALUES (1, 1), (2, 1), (3, 2);
    """

  private func database() throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: Self.schema) }
    return database
  }

  @Test func `a record is inserted, fetched, updated and deleted`() throws {
    try database().write { db throws in
      let wide = Wide(id: 1, 1)
      try wide.insert(db)
      #expect(try Wide.fetchOne(db, key: 1) == wide)
      #expect(try Wide(id: 2, 3).insertAndFetch(db) == Wide(id: 2, 3))
      try Wide(id: 1, 2).update(db)
      #expect(try Wide.filter(Column("c1999") == 2 * 1_999).fetchCount(db) == 1)
      var changed = Wide(id: 1, 2)
      changed.values[1_998] = -1
      #expect(try changed.updateChanges(db, from: Wide(id: 1, 2)))
      #expect(try Wide.fetchAll(db, keys: [1, 2]).map(\.id).sorted() == [1, 2])
      #expect(try Wide.order(Column("c1999")).fetchAll(db) == [changed, Wide(id: 2, 3)])
      #expect(try changed.exists(db))
      #expect(try Wide.deleteOne(db, key: 2))
      #expect(try changed.delete(db))
      #expect(try Wide.fetchCount(db) == 0)
    }
  }

  @Test func `a record is fetched from the row that an upsert wrote`() throws {
    try database().write { db throws in
      for factor in 1...3 {
        let wide = Wide(id: 1, factor)
        #expect(try wide.upsertAndFetch(db) == wide)
      }
      try Wide(id: 1, 4).upsert(db)
      #expect(try Wide.fetchAll(db) == [Wide(id: 1, 4)])
    }
  }

  /// A record whose key has 2,000 columns.
  struct Keyed: FetchableRecord, PersistableRecord, Equatable {
    static let databaseTableName = "keyed"
    var values: [Int]

    init(values: [Int]) { self.values = values }

    init(row: Row) throws { values = try WideTableTests.names.map { try row[$0] } }

    func encode(to container: inout PersistenceContainer) {
      for (name, value) in zip(WideTableTests.names, values) { container[name] = value }
    }
  }

  @Test(arguments: ["", " WITHOUT ROWID"])
  func `a key may have as many columns as a table`(options: String) throws {
    let columns = Self.names.joined(separator: ", ")
    try database().write { db throws in
      try db.execute(sql: "CREATE TABLE keyed (\(columns), PRIMARY KEY (\(columns)))\(options)")
      let keyed = Keyed(values: Array(1..<2_000))
      try keyed.insert(db)
      try keyed.update(db)
      #expect(try keyed.exists(db))
      var key: [String: (any DatabaseValueConvertible)?] = [:]
      for (name, value) in zip(Self.names, keyed.values) { key[name] = .some(value) }
      #expect(try Keyed.fetchOne(db, key: key) == keyed)
      #expect(try keyed.delete(db))
      #expect(try !keyed.exists(db))
    }
  }

  @Test func `rows of an association are found by one of the 2,000 columns`() throws {
    try database().write { db throws in
      for id in 1...3 { try Wide(id: id, id == 3 ? 2 : 1).insert(db) }
      let owners = try Owner.including(all: Owner.wides.order(Column("id"))).order(Column("id"))
        .asRequest(of: Row.self).fetchAll(db)
      let wides = try owners.map { owner in
        try (owner.prefetchedRows["wides"] ?? []).map { try Wide(row: $0) }
      }
      #expect(wides == [[Wide(id: 1, 1), Wide(id: 2, 1)], [Wide(id: 3, 2)]])
      let rows = try Wide.including(all: Wide.notes.order(Column("id"))).order(Column("id"))
        .asRequest(of: Row.self).fetchAll(db)
      #expect(rows.map { $0.prefetchedRows["notes"]?.count } == [2, 1, 0])
      #expect(rows.allSatisfy { $0.count == 2_000 })
    }
  }

  static let statements: [(String, Bool)] = [
    ("SELECT * FROM wide", false),
    ("SELECT * FROM wide WHERE c2 > 2", false),
    ("SELECT * FROM wide ORDER BY c1999 DESC LIMIT 2", false),
    ("SELECT DISTINCT * FROM wide", false),
    ("SELECT * FROM wide WHERE id < 3 UNION SELECT * FROM wide WHERE id > 1", false),
    ("SELECT c1, c1999 FROM wide ORDER BY c1999", true),
    ("SELECT count(*), sum(c1999) FROM wide", true),
    ("SELECT w.c5 FROM wide w JOIN note ON note.wide = w.id ORDER BY w.c5, note.id", true),
  ]

  @Test(arguments: statements)
  func `a live query without room for its key runs again, others are patched`(
    sql: String,
    isPatched: Bool
  ) async throws {
    let database = try database()
    try await database.write { db in for id in 1...3 { try Wide(id: id, id).insert(db) } }
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.plan?.isRerun == !isPatched)
    // What DISTINCT reads beside the columns may be refused for another reason first.
    if sql.hasPrefix("SELECT * ") { #expect($shown.plan == .rerun(.manyColumns)) }
    for change in [
      "UPDATE wide SET c1999 = 7 WHERE id = 1", "INSERT INTO wide (id, c2) VALUES (9, 8)",
      "DELETE FROM wide WHERE id = 2",
    ] {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      let fetched = try await database.read { try request.fetchAll($0) }
      #expect(fetched == shown)
    }
  }

  @Test func `live records of a full table, and those of associations, follow`() async throws {
    let database = try database()
    try await database.write { db in for id in 1...3 { try Wide(id: id, id).insert(db) } }
    let noted = Wide.including(all: Wide.notes).order(Column("id")).asRequest(of: Row.self)
    let owned = Owner.including(all: Owner.wides).order(Column("id")).asRequest(of: Row.self)
    @FetchAll(Wide.order(Column("c1999")), database: database) var wides
    @FetchAll(noted, database: database) var notes
    @FetchAll(owned, database: database) var owners
    try await $wides.load()
    try await $notes.load()
    try await $owners.load()
    #expect($wides.plan == .rerun(.manyColumns))
    #expect($notes.plan == .rerun(.manyColumns))
    #expect($owners.plan == .rerun(.manyColumns))
    try await database.write { db in
      try Wide(id: 1, 5).update(db)
      try Note(id: 9, wide: 3).insert(db)
    }
    try await database.liveQueriesCaughtUp()
    #expect(wides == [Wide(id: 2, 2), Wide(id: 3, 3), Wide(id: 1, 5)])
    #expect(notes.map { $0.prefetchedRows["notes"]?.count } == [2, 1, 1])
    #expect(owners.map { $0.prefetchedRows["wides"]?.count } == [0, 1])
  }
}
