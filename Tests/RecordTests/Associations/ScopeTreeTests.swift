import DatabaseTypes
import LiveSQL
import Testing

/// Decoding of associated rows, which are found at any depth of the tree of joined tables.
@Suite struct ScopeTreeTests {
  typealias A = ThreeTables.A
  typealias B = ThreeTables.B
  typealias C = ThreeTables.C

  let database: DatabaseQueue

  init() throws { database = try ThreeTables.database() }

  /// A flat type, whose members are found at any depth.
  struct Flat: Decodable, FetchableRecord {
    var a: A
    var b: B?
    var c: C?
  }

  struct Required: Decodable, FetchableRecord {
    var a: A
    var b: B
    var c: C?
  }

  struct WithAll: Decodable, FetchableRecord {
    var a: A
    var b: B?
    var cs: [C]
  }

  struct WithSet: Decodable, FetchableRecord {
    var a: A
    var cs: Set<C>?
  }

  /// Returns the joined rows, computed by SQL.
  private func expected(isRequired: Bool) throws -> [[Int?]] {
    try database.read { db throws in
      try Row.fetchAll(
        db,
        sql: """
          SELECT a.id, b.id, (SELECT min(id) FROM c WHERE c.bId = b.id)
          FROM a \(isRequired ? "" : "LEFT") JOIN b ON b.id = a.bId ORDER BY a.id
          """
      ).map { row in try (0..<3).map { try row.decode(Int?.self, at: $0) } }
    }
  }

  @Test(arguments: [false, true])
  func `a row that is joined through an included row is found in either order of inclusion`(
    isReversed: Bool
  ) throws {
    let c = A.c.filter(Column("score") != 7)
    let optional =
      isReversed
      ? A.including(required: A.b).including(optional: c)
      : A.including(optional: c).including(required: A.b)
    let found = try database.read { db throws in
      try optional.order(Column("id")).asRequest(of: Required.self).fetchAll(db)
    }
    #expect(found.map { [$0.a.id, $0.b.id, $0.c?.id] } == (try expected(isRequired: true)))
  }

  @Test(arguments: [false, true])
  func `optional rows are found in either order, even if one has other columns`(isReversed: Bool)
    throws
  {
    let c = A.c.filter(Column("score") != 7)
    let b = A.b.annotated(with: Column("kind").forKey("sort"))
    let request =
      isReversed
      ? A.including(optional: b).including(optional: c)
      : A.including(optional: c).including(optional: b)
    let found = try database.read { db throws in
      try request.order(Column("id")).asRequest(of: Flat.self).fetchAll(db)
    }
    #expect(found.map { [$0.a.id, $0.b?.id, $0.c?.id] } == (try expected(isRequired: false)))
  }

  @Test func `a row nested in an included one is found from the top`() throws {
    let request = A.including(optional: A.b.including(optional: B.c.filter(Column("score") != 7)))
    let found = try database.read { db throws in
      try request.order(Column("id")).asRequest(of: Flat.self).fetchAll(db)
    }
    #expect(found.map { [$0.a.id, $0.b?.id, $0.c?.id] } == (try expected(isRequired: false)))
  }

  @Test func `rows fetched for a joined row are found from the top, and none for a missing row`()
    throws
  {
    let request = A.including(optional: A.b.including(all: B.cs.order(Column("id"))))
      .order(Column("id"))
    let found = try database.read { db throws in
      try request.asRequest(of: WithAll.self).fetchAll(db)
    }
    #expect(found.map(\.a.id) == [1, 2, 3, 4, 5])
    #expect(found.map(\.b?.id) == [1, 2, 3, nil, 1])
    #expect(found.map { $0.cs.map(\.id) } == [[10, 11], [20], [], [], [10, 11]])
    let sets = try database.read { db throws in
      try request.asRequest(of: WithSet.self).fetchAll(db)
    }
    #expect(sets.map { $0.cs?.count } == [2, 1, 0, 0, 2])
  }

  @Test func `a custom initialiser finds the same rows`() throws {
    struct Written: FetchableRecord {
      var b: B?
      var c: C?
      var cs: [C]

      init(row: Row) throws {
        b = try row["b"]
        c = try row["c"]
        cs = try row["cs"]
      }
    }
    let b = A.b.including(optional: B.c.filter(Column("score") != 7))
      .including(all: B.cs.order(Column("id")))
    let found = try database.read { db throws in
      try A.including(optional: b).order(Column("id")).asRequest(of: Written.self).fetchAll(db)
    }
    #expect(found.map(\.b?.id) == [1, 2, 3, nil, 1])
    #expect(found.map(\.c?.id) == [10, 20, nil, nil, 10])
    #expect(found.map { $0.cs.map(\.id) } == [[10, 11], [20], [], [], [10, 11]])
  }

  @Test func `the nearest of two rows with the same name is used`() throws {
    struct Found: Decodable, FetchableRecord {
      var other: B?
      var target: C?
    }
    let far = B.hasOne(C.self, key: "target").filter(Column("id") == 11)
    let near = C.hasOne(C.self, key: "target", using: ForeignKey(["id"], to: ["id"]))
    let below = C.belongsTo(B.self, key: "other").including(optional: far)
    try database.read { db throws in
      let request = C.including(optional: below).filter(Column("id") == 10)
      #expect(try request.asRequest(of: Found.self).fetchOne(db)?.target?.id == 11)
      let both = request.including(optional: near).asRequest(of: Found.self)
      #expect(try both.fetchOne(db)?.target?.id == 10)
    }
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `the order of inclusions does not matter`(order: [Int]) throws {
    struct Everything: Decodable, FetchableRecord {
      var a: A
      var b: B?
      var c: C?
      var cs: [C]
    }
    var request = A.all().order(Column("id"))
    for step in order {
      switch step {
      case 0: request = request.including(optional: A.b)
      case 1: request = request.including(optional: A.c.filter(Column("score") != 7))
      default:
        request = request.including(optional: A.b.including(all: B.cs.order(Column("id"))))
      }
    }
    let found = try database.read { db throws in
      try request.asRequest(of: Everything.self).fetchAll(db)
    }
    let expected = try expected(isRequired: false)
    #expect(found.map { [$0.a.id, $0.b?.id, $0.c?.id] } == expected)
    #expect(found.map { $0.cs.map(\.id) } == [[10, 11], [20], [], [], [10, 11]])
  }

  @Test func `associated rows of one column can be decoded as values`() throws {
    struct Scores: Decodable, FetchableRecord {
      var id: Int
      var cs: [Int]
    }
    struct ScoreSet: Decodable, FetchableRecord {
      var id: Int
      var cs: Set<Int>
    }
    struct OptionalScores: Decodable, FetchableRecord {
      var id: Int
      var cs: [Int?]
    }
    struct Kind: RawRepresentable, Decodable, Equatable {
      var rawValue: String
    }
    struct OfKind: Decodable, FetchableRecord {
      var id: Int
      var b: Kind?
    }
    try database.write { try $0.execute(sql: "INSERT INTO c VALUES (30, 3, NULL)") }
    try database.read { db throws in
      let request = B.including(all: B.cs.select(Column("score")).order(Column("id")))
        .order(Column("id"))
      let known = request.filter(Column("id") < 3)
      #expect(try known.asRequest(of: Scores.self).fetchAll(db).map(\.cs) == [[5, 7], [1]])
      #expect(try known.asRequest(of: ScoreSet.self).fetchAll(db).map(\.cs) == [[5, 7], [1]])
      #expect(
        try request.asRequest(of: OptionalScores.self).fetchAll(db).map(\.cs)
          == [[5, 7], [1], [nil]]
      )
      // NULL is not a number.
      #expect(throws: DecodingFailure.self) {
        try request.asRequest(of: Scores.self).fetchAll(db)
      }
      let kinds = A.including(optional: A.b.select(Column("kind"))).order(Column("id"))
      #expect(
        try kinds.asRequest(of: OfKind.self).fetchAll(db).map { $0.b?.rawValue }
          == ["x", "x", "y", nil, "x"]
      )
    }
  }

  @Test func `a row of one column is decoded by its key if the type is not a value`() throws {
    struct Name: Decodable, Equatable { let kind: String }
    struct Found: Decodable, FetchableRecord {
      let a: A
      let b: Name
    }
    let found = try database.read { db throws in
      try A.including(required: A.b.select(Column("kind"))).order(Column("id"))
        .asRequest(of: Found.self).fetchAll(db)
    }
    #expect(found.map(\.b.kind) == ["x", "x", "y", "x"])
  }

  @Test func `decoding more rows than exist throws`() throws {
    struct Greedy: Decodable {
      var ids: [Int] = []

      init(from decoder: any Decoder) throws {
        var rows = try decoder.unkeyedContainer()
        for _ in 0..<(rows.count ?? 0) { ids.append(try rows.decode(C.self).id) }
        #expect(rows.isAtEnd)
        #expect(throws: DecodingError.self) { try rows.decode(C.self) }
      }
    }
    struct Found: Decodable, FetchableRecord {
      let b: B
      let cs: Greedy
    }
    let found = try database.read { db throws in
      try B.including(all: B.cs.order(Column("id"))).order(Column("id"))
        .asRequest(of: Found.self).fetchAll(db)
    }
    #expect(found.map(\.cs.ids) == [[10, 11], [20], []])
  }
}
