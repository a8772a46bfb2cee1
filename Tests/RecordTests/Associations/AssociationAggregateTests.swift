import LiveSQL
import Testing

/// Aggregates of an association: beside joins, in groups, and by their names.
@Suite struct AssociationAggregateTests {
  typealias A = ThreeTables.A
  typealias B = ThreeTables.B
  typealias C = ThreeTables.C

  let database: DatabaseQueue

  init() throws { database = try ThreeTables.database() }

  private func rows(_ request: QueryInterfaceRequest<Row>) throws -> [[String]] {
    try database.read { db throws in
      try request.fetchAll(db).map { $0.values.map(\.sqlLiteral) }
    }
  }

  private func rows(_ sql: String) throws -> [[String]] {
    try database.read { db throws in
      try Row.fetchAll(db, sql: sql).map { $0.values.map(\.sqlLiteral) }
    }
  }

  @Test func `several uses of one association make one join, and each row appears once`() throws {
    let matching = B.cs.filter(Column("score") > 4)
    let count = B.annotated(with: B.cs.count).joining(required: matching).order(Column("id"))
    let expected = [["1", "'x'", "2"]]
    #expect(try rows(count.asRequest(of: Row.self)) == expected)
    let reversed = B.joining(required: matching).annotated(with: B.cs.count).order(Column("id"))
    #expect(try rows(reversed.asRequest(of: Row.self)) == expected)
    let optional = B.annotated(with: B.cs.count, B.cs.sum(Column("score")))
      .joining(optional: matching).order(Column("id"))
    #expect(
      try rows(optional.asRequest(of: Row.self))
        == [["1", "'x'", "2", "12"], ["2", "'x'", "0", "NULL"], ["3", "'y'", "0", "NULL"]]
    )
    let having = B.having(B.cs.count > 1).joining(required: matching)
    #expect(try database.read { try having.fetchAll($0).map(\.id) } == [1])
    #expect(try database.read { try having.fetchCount($0) } == 1)
    #expect(try database.read { try count.fetchCount($0) } == 1)
    let none = B.having(B.cs.isEmpty).joining(optional: matching).order(Column("id"))
    #expect(try database.read { try none.fetchAll($0).map(\.id) } == [2, 3])
  }

  @Test func `uses of two associations do not multiply each other's rows`() throws {
    let request = B.annotated(
      with: B.cs.count,
      B.cs.sum(Column("score")),
      B.sources.count
    ).joining(optional: B.sources).order(Column("id"))
    #expect(
      try rows(request.asRequest(of: Row.self))
        == rows(
          """
          SELECT *, (SELECT count(*) FROM c WHERE bId = b.id), (SELECT sum(score) FROM c WHERE bId = b.id),
            (SELECT count(*) FROM a WHERE bId = b.id) FROM b ORDER BY id
          """
        )
    )
  }

  @Test func `an association with another name is joined separately`() throws {
    let others = B.cs.filter(Column("score") > 6).forKey("others")
    let request = B.annotated(with: B.cs.count, others.count).joining(required: others)
    #expect(try rows(request.asRequest(of: Row.self)) == [["1", "'x'", "2", "1"]])
  }

  @Test func `an aggregate through another table counts only the joined rows`() throws {
    // The path from "b" to "siblings" leads through "sources", of which only some remain.
    let request = B.annotated(with: B.siblings.count)
      .joining(required: B.sources.filter(Column("id") == 5))
    #expect(try rows(request.asRequest(of: Row.self)).map(\.first) == ["1"])
    #expect(try rows(request.asRequest(of: Row.self)).map(\.last) == ["2"])
  }

  @Test func `a row that is reached on several paths is counted once`() throws {
    // Two rows of "a" lead from "b" 1 to the same two rows of "c".
    let request = B.annotated(with: B.siblings.count).order(Column("id"))
    #expect(try rows(request.asRequest(of: Row.self)).map(\.last) == ["2", "1", "0"])
    let joined = B.annotated(with: B.sources.joining(required: A.cs).count).order(Column("id"))
    #expect(try rows(joined.asRequest(of: Row.self)).map(\.last) == ["2", "1", "0"])
  }

  @Test func `aggregates in groups cover all rows of the group`() throws {
    let kind = Column("kind")
    let request = B.select(kind).annotated(
      with: B.cs.count,
      B.cs.sum(Column("score")),
      B.cs.average(Column("score")),
      B.cs.max(Column("score")),
      B.cs.min(Column("score")),
      B.cs.isEmpty
    ).group(kind).order(kind).asRequest(of: Row.self)
    #expect(
      try rows(request)
        == rows(
          """
          SELECT kind, count(c.id), sum(score), avg(score), max(score), min(score), count(c.id) = 0
          FROM b LEFT JOIN c ON c.bId = b.id GROUP BY kind ORDER BY kind
          """
        )
    )
    let names = try database.read { try request.fetchOne($0)?.columnNames }
    #expect(
      names == [
        "kind", "cCount", "cScoreSum", "averageCScore", "maxCScore", "minCScore", "hasNoC",
      ]
    )
  }

  @Test func `groups can be filtered and ordered by aggregates`() throws {
    let kind = Column("kind")
    let grouped = B.select(kind).group(kind).asRequest(of: Row.self)
    #expect(try rows(grouped.having(B.cs.count > 2)) == [["'x'"]])
    #expect(try rows(grouped.having(B.cs.isEmpty)) == [["'y'"]])
    #expect(try rows(grouped.order(B.cs.count.desc)) == [["'x'"], ["'y'"]])
    #expect(try rows(grouped.order(B.cs.count.sqlExpression.asc)) == [["'y'"], ["'x'"]])
    #expect(try database.read { try grouped.having(B.cs.count > 2).fetchCount($0) } == 1)
  }

  @Test func `a condition on the association applies to all its uses in groups`() throws {
    let kind = Column("kind")
    let request = B.select(kind).annotated(with: B.cs.count).group(kind).order(kind)
      .joining(required: B.cs.filter(Column("score") > 4)).asRequest(of: Row.self)
    #expect(try rows(request) == [["'x'", "2"]])
  }

  @Test func `a row is counted once in groups, even if its association is joined further`() throws {
    let grouped = A.select(Column("bId")).annotated(with: A.b.count).group(Column("bId"))
      .order(Column("bId"))
    #expect(
      try rows(grouped.asRequest(of: Row.self))
        == [["NULL", "0"], ["1", "1"], ["2", "1"], ["3", "1"]]
    )
    // Two rows of "a" lead to the same rows of "c".
    let counted = grouped.annotated(with: A.cs.count)
    #expect(throws: RequestError.repeatedRows(association: "cs")) {
      try rows(counted.asRequest(of: Row.self))
    }
    let request = counted.joining(optional: A.cs).asRequest(of: Row.self)
    #expect(
      try rows(request)
        == [["NULL", "0", "0"], ["1", "1", "2"], ["2", "1", "1"], ["3", "1", "0"]]
    )
  }

  @Test func `grouping by the primary key gives the rows of the table`() throws {
    let request = B.annotated(with: B.cs.count, B.cs.sum(Column("score"))).groupByPrimaryKey()
      .order(Column("id"))
    #expect(
      try rows(request.asRequest(of: Row.self))
        == [["1", "'x'", "2", "12"], ["2", "'x'", "1", "1"], ["3", "'y'", "0", "NULL"]]
    )
  }

  @Test func `a table without row numbers can be counted by a key of several columns`() throws {
    struct Item: TableRecord {
      static let tags = hasMany(Tag.self)
      static let databaseTableName = "item"
    }
    struct Tag: TableRecord { static let databaseTableName = "tag" }
    try database.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE item (x INTEGER, y TEXT, kind TEXT, PRIMARY KEY (x, y)) WITHOUT ROWID;
          CREATE TABLE tag (x INTEGER, y TEXT, name TEXT, PRIMARY KEY (name, x), FOREIGN KEY (x, y) REFERENCES item)
            WITHOUT ROWID;
          INSERT INTO item VALUES (1, 'a', 'k'), (1, 'b', 'k'), (2, 'a', 'l');
          INSERT INTO tag VALUES (1, 'a', 'red'), (1, 'a', 'blue'), (1, 'b', 'green');
          """
      )
    }
    let kind = Column("kind")
    let grouped = Item.select(kind).annotated(with: Item.tags.count).group(kind).order(kind)
    #expect(try rows(grouped.asRequest(of: Row.self)) == [["'k'", "3"], ["'l'", "0"]])
    let joined = Item.annotated(with: Item.tags.count)
      .joining(required: Item.tags.filter(Column("name") != "red")).order(Column("y"))
    #expect(try rows(joined.asRequest(of: Row.self)).map(\.last) == ["1", "1"])
  }

  @Test func `the names of aggregates use the association's name in the singular`() throws {
    let request = B.annotated(
      with: B.customThings.count,
      B.customThings.isEmpty,
      B.customThings.max(Column("score")),
      B.cs.forKey("oldThings").count,
      B.cs.forKey("oldThings").sum(Column("score"))
    ).asRequest(of: Row.self)
    let row = try #require(try database.read { try request.fetchOne($0) })
    #expect(
      row.columnNames.dropFirst(2) == [
        "customThingCount", "hasNoCustomThing", "maxCustomThingScore", "oldThingCount",
        "oldThingScoreSum",
      ]
    )
  }

  @Test func `an association is decoded by its singular name as one row, by its plural as many`()
    throws
  {
    struct Info: Decodable, FetchableRecord {
      var id: Int
      var customThings: [C]
      var bosses: [C]
    }
    // A to-one association that is followed from many rows leads to many rows.
    let sources = B.hasMany(A.self)
    let bosses = B.hasMany(
      C.self,
      through: sources,
      using: A.hasOne(C.self, key: "boss", using: ForeignKey(["id"], to: ["id"]))
    )
    let request = B.including(all: B.customThings).including(all: bosses).order(Column("id"))
    let found = try database.read { try request.asRequest(of: Info.self).fetchAll($0) }
    #expect(found.map(\.customThings.count) == [2, 1, 0])
    #expect(found.map(\.bosses.count) == [0, 0, 0])
  }
}
