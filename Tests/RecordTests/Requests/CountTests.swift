import LiveSQL
import Testing

/// Counts of requests, which must agree with the rows that are fetched.
@Suite struct CountTests {
  typealias Item = Groceries.Item

  static let twice = (Column("quantity") * 2).forKey("twice")

  static let requests: [QueryInterfaceRequest<Item>] = [
    Item.annotated(with: twice).filter(Column("twice").detached > 3),
    Item.annotated(with: twice).filter(sql: "twice > 3"),
    Item.annotated(with: twice).group(Column("twice").detached),
    Item.annotated(with: twice).having(Column("twice").detached > 3),
    Item.annotated(with: twice).filter(Column("twice").detached > 3).limit(2),
    Item.annotated(with: twice).filter(Column("twice").detached > 3).distinct(),
    Item.annotated(with: twice).filter(Column("twice").detached > 3).order(sql: "twice"),
    Item.select(twice).filter(Column("twice").detached == nil),
    Item.select(sql: "quantity * 2 AS twice").filter(sql: "twice > 3"),
    Item.select(max(Column("quantity"))),
    Item.all(),
    Item.filter(Column("quantity") == 6),
    Item.none(),
  ]

  @Test(arguments: requests.indices)
  func `the count of a request is the number of its rows`(index: Int) throws {
    let request = Self.requests[index].asRequest(of: Row.self)
    try Groceries.database().read { db throws in
      let rows = try request.fetchAll(db)
      #expect(try request.fetchCount(db) == rows.count)
      #expect(try request.isEmpty(db) == rows.isEmpty)
    }
  }

  @Test func `plain rows are counted without a subquery`() throws {
    try Groceries.database().read { db throws in
      let request = Item.select(Column("name"), Column("id")).order(Column("name"))
      #expect(try request.fetchCount(db) == 6)
      #expect(try db.cachedStatement(sql: #"SELECT count(*) FROM "item""#).runCount > 0)
    }
  }
}
