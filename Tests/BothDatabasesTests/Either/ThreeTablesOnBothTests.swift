import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Three tables, two of which refer to the third, as in the tests of associations on SQLite.
private enum Three {
  struct A: Codable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "a"
    var id: Int
    var bId: Int?

    static let b = belongsTo(B.self)
    static let c = hasOne(C.self, through: b, using: B.c)
    static let cs = hasMany(C.self, through: b, using: B.cs)
  }

  struct B: Codable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "b"
    var id: Int
    var kind: String

    static let c = hasOne(C.self)
    static let cs = hasMany(C.self)
    static let sources = hasMany(A.self, key: "sources")
    static let siblings = hasMany(C.self, through: sources, using: A.c)
  }

  struct C: Codable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "c"
    var id: Int
    var bId: Int?
    var score: Int?

    static let b = belongsTo(B.self)
  }

  /// Each table also has rows without partners; foreign keys are checked at the end, which no test
  /// reaches.
  static func run(_ kind: DatabaseKind, _ body: (any SQLConnection) throws -> Void) throws {
    let reference = "REFERENCES b(id) DEFERRABLE INITIALLY DEFERRED"
    try EmptyDatabases.run(kind) { db throws in
      try db.execute(
        sql: """
          CREATE TABLE b (id INTEGER PRIMARY KEY, kind TEXT NOT NULL);
          CREATE TABLE a (id INTEGER PRIMARY KEY, "bId" INTEGER \(reference));
          CREATE TABLE c (id INTEGER PRIMARY KEY, "bId" INTEGER \(reference), score INTEGER);
          INSERT INTO b VALUES (1, 'x'), (2, 'x'), (3, 'y');
          INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (4, NULL), (5, 1);
          INSERT INTO c VALUES (10, 1, 5), (11, 1, 7), (20, 2, 1), (90, NULL, 100);
          """
      )
      try body(db)
    }
  }
}

/// Batch updates and deletions on either database: the tests of `BatchRequestTests`.
@Suite(.mayBlock, .timeLimit(.hang)) struct BatchRequestsOnBothTests {
  private typealias B = Three.B
  private typealias C = Three.C

  private static let best = CommonTableExpression<Row>(
    named: "best",
    sql: """
      SELECT "bId", max("score") AS "score" FROM "c" WHERE "bId" IS NOT NULL GROUP BY "bId"
      """
  )

  private static let rich = CommonTableExpression<Int>(
    named: "rich",
    request: C.filter(Column("score") > 4).select(Column("bId"), as: Int.self)
  )

  private static let requests: [QueryInterfaceRequest<B>] = [
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

  @Test(arguments: DatabaseKind.available)
  func `an update affects the rows that are found`(kind: DatabaseKind) throws {
    for (number, request) in Self.requests.enumerated() {
      try Three.run(kind) { db throws in
        let found = try Set(request.fetchAll(db).map(\.id))
        let count = try request.updateAll(db, Column("kind").set(to: "new"))
        #expect(count == found.count, "request \(number)")
        let updated = try B.filter(Column("kind") == "new").fetchAll(db).map(\.id)
        #expect(Set(updated) == found, "request \(number)")
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a deletion affects the rows that are found`(kind: DatabaseKind) throws {
    for (number, request) in Self.requests.enumerated() {
      try Three.run(kind) { db throws in
        let found = try Set(request.fetchAll(db).map(\.id))
        #expect(try request.deleteAll(db) == found.count, "request \(number)")
        let rest = try Set(B.fetchAll(db).map(\.id))
        #expect(rest == Set([1, 2, 3]).subtracting(found), "request \(number)")
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an assigned value can come from a common table expression`(kind: DatabaseKind) throws {
    try Three.run(kind) { db throws in
      let best = Self.best
      let score = best.all().filter(sql: #""best"."bId" = "b"."id""#).select(Column("score"))
      let exists = best.all().filter(sql: #""bId" = "b"."id""#).exists()
      let request = B.with(best).filter(exists)
      #expect(try request.updateAll(db, Column("kind").set(to: score)) == 2)
      #expect(try B.order(Column("id")).fetchAll(db).map(\.kind) == ["7", "1", "y"])
      let fetched = try request.updateAndFetchAll(db, Column("kind").set(to: "z"))
      #expect(Set(fetched.map(\.id)) == [1, 2])
    }
  }
}

/// Aggregates of associations on either database: the tests of `AssociationAggregateTests`.
@Suite(.mayBlock, .timeLimit(.hang)) struct AggregatesOnBothTests {
  private typealias A = Three.A
  private typealias B = Three.B

  /// A row of `b` with the aggregates of its rows of `c`.
  private struct Counted: Decodable, Hashable, FetchableRecord {
    var id: Int
    var cCount: Int
    var cScoreSum: Int?

    var numbers: [Int?] { [id, cCount, cScoreSum] }
  }

  private struct Siblings: Decodable, Hashable, FetchableRecord {
    var id: Int
    var siblingCount: Int
  }

  private struct KindTotals: Decodable, Hashable, FetchableRecord {
    var kind: String
    var cCount: Int
    var cScoreSum: Int?
    var averageCScore: Double?
    var maxCScore: Int?
    var minCScore: Int?
    var hasNoC: Bool
  }

  @Test(arguments: DatabaseKind.available)
  func `several uses of one association make one join`(kind: DatabaseKind) throws {
    try Three.run(kind) { db throws in
      let matching = B.cs.filter(Column("score") > 4)
      let all = B.annotated(with: B.cs.count, B.cs.sum(Column("score"))).order(Column("id"))
      let optional = all.joining(optional: matching).asRequest(of: Counted.self)
      #expect(
        try optional.fetchAll(db).map(\.numbers) == [[1, 2, 12], [2, 0, nil], [3, 0, nil]]
      )
      let required = all.joining(required: matching).asRequest(of: Counted.self)
      #expect(try required.fetchAll(db).map(\.numbers) == [[1, 2, 12]])
      #expect(try required.fetchCount(db) == 1)
      let having = B.having(B.cs.count > 1).joining(required: matching)
      #expect(try having.fetchAll(db).map(\.id) == [1])
      let none = B.having(B.cs.isEmpty).joining(optional: matching).order(Column("id"))
      #expect(try none.fetchAll(db).map(\.id) == [2, 3])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `uses of two associations do not multiply each other's rows`(kind: DatabaseKind) throws {
    try Three.run(kind) { db throws in
      let request = B.annotated(with: B.cs.count, B.cs.sum(Column("score")))
        .joining(optional: B.sources).order(Column("id")).asRequest(of: Counted.self)
      #expect(try request.fetchAll(db).map(\.numbers) == [[1, 2, 12], [2, 1, 1], [3, 0, nil]])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a row that is reached on several paths is counted once`(kind: DatabaseKind) throws {
    try Three.run(kind) { db throws in
      let request = B.annotated(with: B.siblings.count.forKey("siblingCount"))
      let all = request.order(Column("id")).asRequest(of: Siblings.self)
      #expect(try all.fetchAll(db).map(\.siblingCount) == [2, 1, 0])
      let joined = request.joining(required: B.sources.filter(Column("id") == 5))
        .asRequest(of: Siblings.self)
      #expect(try joined.fetchAll(db) == [Siblings(id: 1, siblingCount: 2)])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `aggregates in groups cover all rows of the group`(kind: DatabaseKind) throws {
    try Three.run(kind) { db throws in
      let kind = Column("kind")
      let totals = B.select(kind).annotated(
        with: B.cs.count,
        B.cs.sum(Column("score")),
        B.cs.average(Column("score")),
        B.cs.max(Column("score")),
        B.cs.min(Column("score")),
        B.cs.isEmpty
      ).group(kind).order(kind).asRequest(of: KindTotals.self)
      let found = try totals.fetchAll(db)
      #expect(found.map(\.kind) == ["x", "y"])
      #expect(found.map(\.cCount) == [3, 0])
      #expect(found.map(\.cScoreSum) == [13, nil])
      #expect(found.map { $0.averageCScore.map { Int(($0 * 3).rounded()) } } == [13, nil])
      #expect(found.map(\.maxCScore) == [7, nil])
      #expect(found.map(\.minCScore) == [1, nil])
      #expect(found.map(\.hasNoC) == [false, true])
    }
  }

  private func kinds(
    _ db: any SQLConnection,
    _ request: QueryInterfaceRequest<Row>
  ) throws -> [String] {
    try request.fetchAll(db).map { try $0.decode(String.self, forColumn: "kind") }
  }

  @Test(arguments: DatabaseKind.available)
  func `groups can be filtered and ordered by aggregates`(kind: DatabaseKind) throws {
    try Three.run(kind) { db throws in
      let kind = Column("kind")
      let grouped = B.select(kind).group(kind).asRequest(of: Row.self)
      #expect(try kinds(db, grouped.having(B.cs.count > 2)) == ["x"])
      #expect(try kinds(db, grouped.having(B.cs.isEmpty)) == ["y"])
      #expect(try kinds(db, grouped.order(B.cs.count.desc)) == ["x", "y"])
      #expect(try kinds(db, grouped.order(B.cs.count.sqlExpression.asc)) == ["y", "x"])
      #expect(try grouped.having(B.cs.count > 2).fetchCount(db) == 1)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows that would count several times in a group are an error`(kind: DatabaseKind) throws {
    try Three.run(kind) { db throws in
      let grouped = A.select(Column("bId")).annotated(with: A.cs.count).group(Column("bId"))
      #expect(throws: RequestError.repeatedRows(association: "cs")) {
        _ = try grouped.asRequest(of: Row.self).fetchAll(db)
      }
    }
  }
}
