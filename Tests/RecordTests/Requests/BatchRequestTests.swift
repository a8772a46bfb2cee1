import LiveSQL
import Testing

/// Batch updates and deletions, which affect the rows that the request finds.
@Suite struct BatchRequestTests {
  typealias A = ThreeTables.A
  typealias B = ThreeTables.B
  typealias C = ThreeTables.C

  static let best = CommonTableExpression<Row>(
    named: "best",
    sql: "SELECT bId, max(score) AS score FROM c WHERE bId IS NOT NULL GROUP BY bId"
  )

  static let rich = CommonTableExpression<Int>(
    named: "rich",
    request: C.filter(Column("score") > 4).select(Column("bId"), as: Int.self)
  )

  static let requests: [QueryInterfaceRequest<B>] = [
    B.having(B.cs.isEmpty),
    B.having(!B.cs.isEmpty),
    B.having(B.cs.count > 1),
    B.having(B.cs.count > 0).having(B.sources.count > 1),
    B.having(B.siblings.isEmpty),
    B.having(B.cs.isEmpty).limit(1),
    B.having(B.cs.count >= 0).groupByPrimaryKey(),
    B.having(B.cs.count == 1).joining(required: B.cs.filter(Column("score") > 5)),
    B.having(B.cs.isEmpty).joining(optional: B.sources),
    B.filter(B.cs.count == 2),
    B.with(rich).filter(rich.contains(Column("id"))),
    B.with(rich).filter(rich.contains(Column("id"))).limit(1),
    B.with(best).joining(
      required: B.association(to: best) { b, best in best["bId"] == b["id"] && best["score"] > 5 }
    ),
    B.all(),
    B.none(),
  ]

  @Test(arguments: requests.indices)
  func `an update affects the rows that are found`(index: Int) throws {
    let request = Self.requests[index]
    try ThreeTables.database().write { db throws in
      let found = try Set(request.fetchAll(db).map(\.id))
      #expect(try request.updateAll(db, Column("kind").set(to: "new")) == found.count)
      let updated = try B.filter(Column("kind") == "new").fetchAll(db).map(\.id)
      #expect(Set(updated) == found)
    }
  }

  @Test(arguments: requests.indices)
  func `a deletion affects the rows that are found`(index: Int) throws {
    let request = Self.requests[index]
    let database = try ThreeTables.database()
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    try database.write { db throws in
      let found = try Set(request.fetchAll(db).map(\.id))
      #expect(try request.deleteAll(db) == found.count)
      #expect(try Set(B.fetchAll(db).map(\.id)) == Set([1, 2, 3]).subtracting(found))
    }
  }

  @Test func `an assigned value can come from a common table expression`() throws {
    try ThreeTables.database().write { db throws in
      let score = Self.best.all().filter(sql: "best.bId = b.id").select(Column("score"))
      let request = B.with(Self.best).filter(Self.best.all().filter(sql: "bId = b.id").exists())
      #expect(try request.updateAll(db, Column("kind").set(to: score)) == 2)
      #expect(try B.order(Column("id")).fetchAll(db).map(\.kind) == ["7", "1", "y"])
      let fetched = try request.updateAndFetchAll(db, Column("kind").set(to: "z"))
      #expect(Set(fetched.map(\.id)) == [1, 2])
    }
  }

  struct Unique: Codable, FetchableRecord, PersistableRecord {
    var id: Int
    var name: String
    static let databaseTableName = "named"
    static let persistenceConflictPolicy = PersistenceConflictPolicy(
      insert: .abort,
      update: .replace
    )
  }

  private func named() throws -> DatabaseQueue {
    try makeQueue(
      """
      CREATE TABLE named (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
      INSERT INTO named VALUES (1, 'a'), (2, 'b');
      """
    )
  }

  @Test func `an update resolves conflicts by the policy of the type`() throws {
    let first = Unique.filter(Column("id") == 1)
    let name = Column("name")
    let updates: [(Database) throws -> Void] = [
      { db in _ = try first.updateAll(db, name.set(to: "b")) },
      { db in _ = try first.updateAll(db, [name.set(to: "b")]) },
      { db in _ = try first.updateAndFetchAll(db, name.set(to: "b")) },
      { db in
        _ = try first.select(Column("id"), as: Int.self).updateAndFetchAll(db, name.set(to: "b"))
      },
      { db in _ = try first.asRequest(of: Row.self).updateAll(db, name.set(to: "b")) },
      { db in _ = try Array(first.updateAndFetchCursor(db, [name.set(to: "b")])) },
      { db in
        let statement = try first.updateAndFetchStatement(
          db,
          [name.set(to: "b")],
          selection: [name]
        )
        _ = try statement.map { try Row.fetchAll($0) }
      },
      { db in
        try db.execute(sql: "DELETE FROM named WHERE id = 2")
        _ = try Unique.updateAll(db, name.set(to: "b"))
      },
    ]
    for update in updates {
      try named().write { db throws in
        try update(db)
        #expect(try Unique.fetchAll(db).map { "\($0.id)\($0.name)" } == ["1b"])
      }
    }
    // The policy of the call takes precedence over that of the type.
    try named().write { db throws in
      #expect(throws: DatabaseError.self) {
        try first.updateAll(db, onConflict: .abort, name.set(to: "b"))
      }
      #expect(try first.updateAll(db, onConflict: .ignore, name.set(to: "b")) == 0)
      #expect(try Unique.fetchCount(db) == 2)
    }
  }
}
