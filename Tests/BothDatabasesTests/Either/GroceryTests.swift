import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Things to buy, as in the tests of requests on SQLite.
private struct Item: Codable, Hashable, Identifiable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "item"
  var id: Int64?
  var name: String
  var quantity: Int?

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  enum Columns {
    static let id = Column(CodingKeys.id)
    static let name = Column(CodingKeys.name)
    static let quantity = Column(CodingKeys.quantity)
  }
}

/// A record with a key of two columns.
private struct Place: Codable, Hashable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "place"
  var aisle: Int
  var shelf: Int
  var label: String
}

private typealias C = Item.Columns

private func withGroceries(
  _ kind: DatabaseKind,
  _ body: (any SQLConnection) throws -> Void
) throws {
  try EmptyDatabases.run(kind) { db throws in
    try db.execute(
      sql: """
        CREATE TABLE item (id \(kind.generatedKey), name TEXT NOT NULL, quantity INTEGER);
        INSERT INTO item (name, quantity) VALUES ('Milk', 2), ('Bread', 1), ('Apples', 6),
          ('Salt', NULL), ('bananas', 6), ('Tea', NULL);
        CREATE TABLE place (aisle INTEGER, shelf INTEGER, label TEXT, PRIMARY KEY (aisle, shelf));
        INSERT INTO place VALUES (1, 1, 'fruit'), (1, 2, 'bread'), (2, 1, 'tea');
        """
    )
    try body(db)
  }
}

/// Requests for records on either database: the tests of `RequestTests` and `CountTests` that are
/// not about SQLite's text.
@Suite(.mayBlock, .timeLimit(.hang)) struct GroceryRequestTests {
  private func check(
    _ db: any SQLConnection,
    _ request: QueryInterfaceRequest<Item>,
    _ names: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let items = try request.fetchAll(db)
    #expect(items.map(\.name) == names, sourceLocation: sourceLocation)
    #expect(try request.fetchCount(db) == names.count, sourceLocation: sourceLocation)
    #expect(try request.isEmpty(db) == names.isEmpty, sourceLocation: sourceLocation)
    #expect(try request.fetchOne(db) == items.first, sourceLocation: sourceLocation)
    #expect(try request.fetchSet(db) == Set(items), sourceLocation: sourceLocation)
    var each: [Item] = []
    try request.fetchEach(db) { each.append($0) }
    #expect(each == items, sourceLocation: sourceLocation)
  }

  @Test(arguments: DatabaseKind.available)
  func `conditions can be combined`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      let items = Item.order(C.id)
      try check(db, items, ["Milk", "Bread", "Apples", "Salt", "bananas", "Tea"])
      try check(db, Item.none(), [])
      try check(db, items.filter(C.quantity > 1), ["Milk", "Apples", "bananas"])
      try check(db, items.filter(C.quantity == nil), ["Salt", "Tea"])
      let none: Int? = nil
      try check(db, items.filter(C.quantity != none).filter(C.name == "Milk"), ["Milk"])
      try check(
        db,
        items.filter(C.quantity > 1 && C.name < "N" || !(C.quantity != nil)),
        ["Milk", "Apples", "Salt", "Tea"]
      )
      try check(db, items.filter(1 < C.quantity && C.quantity * 2 <= C.id + 1), [])
      try check(
        db,
        items.filter([C.id == 1, C.id == 2].joined(operator: .or)),
        ["Milk", "Bread"]
      )
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `ranges, lists and keys can contain columns`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      let items = Item.order(C.id)
      try check(db, items.filter((1...2).contains(C.quantity)), ["Milk", "Bread"])
      try check(db, items.filter((1..<2).contains(C.quantity)), ["Bread"])
      try check(db, items.filter((3...).contains(C.quantity)), ["Apples", "bananas"])
      try check(db, items.filter(["Milk", "Tea"].contains(C.name)), ["Milk", "Tea"])
      try check(db, items.filter([Int]().contains(C.id)), [])
      try check(db, items.filter(key: 2), ["Bread"])
      try check(db, items.filter(id: 3), ["Apples"])
      try check(db, items.filter(id: nil), [])
      try check(db, items.filter(keys: [1, 3]), ["Milk", "Apples"])
      try check(db, items.filter(keys: [Int]()), [])
      // More keys than a statement may have parameters.
      let keys = Array(Int64(2)...70_000)
      #expect(try Item.filter(keys: keys).fetchCount(db) == 5)
      #expect(try Item.filter(keys.contains(C.id)).fetchCount(db) == 5)
      let places = Place.filter(keys: [["aisle": 1, "shelf": 2], ["aisle": 2, "shelf": 1]])
      #expect(try places.orderByPrimaryKey().fetchAll(db).map(\.label) == ["bread", "tea"])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows can be ordered, and the order reversed`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      let request = Item.order(C.quantity.desc, C.name)
      let names = ["Apples", "bananas", "Milk", "Bread", "Salt", "Tea"]
      try check(db, request, names)
      try check(db, request.reversed(), ["Tea", "Salt", "Bread", "Milk", "bananas", "Apples"])
      try check(db, request.reversed().reversed(), names)
      try check(
        db,
        Item.order(C.quantity.ascNullsLast).reversed().withStableOrder(),
        ["Tea", "Salt", "bananas", "Apples", "Milk", "Bread"]
      )
      try check(
        db,
        Item.order(C.name.collating(.nocase)).limit(2, offset: 1),
        ["bananas", "Bread"]
      )
      try check(db, request.unordered().orderByPrimaryKey().limit(1), ["Milk"])
      try check(db, Item.order(sql: "name DESC").reversed().limit(1), ["Apples"])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `columns, aggregates and groups can be decoded as values`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      let quantities = Item.select(C.quantity, as: Int?.self).order(C.id)
      #expect(try quantities.fetchAll(db) == [2, 1, 6, nil, 6, nil])
      #expect(try Item.select(max(C.quantity), as: Int.self).fetchOne(db) == 6)
      #expect(try Item.select(countAll, as: Int.self).fetchOne(db) == 6)
      #expect(try Item.select(count(distinct: C.quantity), as: Int.self).fetchOne(db) == 3)
      #expect(try Item.select(average(C.quantity), as: Double.self).fetchOne(db) == 3.75)
      let early = Item.select(sum(C.quantity, filter: C.id < 3), as: Int.self)
      #expect(try early.fetchOne(db) == 3)
      let distinct = Item.select(C.quantity, as: Int.self).distinct().filter(C.quantity != nil)
      #expect(try distinct.order(C.quantity).fetchAll(db) == [1, 2, 6])
      let filled = Item.select(C.quantity ?? 0, as: Int.self).order(C.id)
      #expect(try filled.fetchAll(db) == [2, 1, 6, 0, 6, 0])
      let first = Item.order(C.id).limit(1)
      #expect(try first.select(length(C.name), as: Int.self).fetchOne(db) == 4)
      #expect(try first.select(C.name.uppercased, as: String.self).fetchOne(db) == "MILK")
      let groups = Item.select(C.quantity, countAll.forKey("number"), as: Row.self)
        .group(C.quantity).having(countAll > 1).order(C.quantity)
      let rows = try groups.fetchAll(db)
      #expect(rows.map { $0.value(named: "number") } == [.integer(2), .integer(2)])
      #expect(try groups.fetchCount(db) == 2)
      let keys = Item.selectPrimaryKey(as: Int64.self).order(C.id)
      #expect(try keys.fetchAll(db) == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `requests can be subqueries and common tables, with aliases`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      let items = Item.order(C.id)
      let greatest = Item.select(max(C.quantity))
      try check(db, items.filter(C.quantity == greatest), ["Apples", "bananas"])
      let many = Item.filter(C.quantity > 1).select(C.id)
      try check(
        db,
        items.filter(many.contains(C.id) && !Item.none().exists()),
        ["Milk", "Apples", "bananas"]
      )
      let (item, other) = (RequestAlias(), RequestAlias(name: "other"))
      let smaller = Item.aliased(other).filter(other["quantity"] < item["quantity"])
      try check(
        db,
        Item.aliased(item).filter(!smaller.exists() && C.quantity != nil),
        ["Bread"]
      )
      let large = CommonTableExpression<Item>(
        named: "large",
        request: Item.filter(C.quantity > 2)
      )
      #expect(try large.all().with(large).filter(C.name > "a").fetchAll(db).map(\.id) == [5])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `the count of a request is the number of its rows`(kind: DatabaseKind) throws {
    let twice = (C.quantity * 2).forKey("twice")
    let annotated = Item.annotated(with: twice)
    var requests: [QueryInterfaceRequest<Item>] = [
      annotated, annotated.limit(2), annotated.distinct(), annotated.order(sql: "twice").limit(4),
      Item.select(twice), Item.select(twice).distinct(), Item.select(max(C.quantity)),
      Item.select(C.quantity).group(C.quantity), Item.all(), Item.filter(C.quantity == 6),
      Item.none(),
    ]
    // PostgreSQL knows the names of a result only in its order.
    try EmptyDatabases.run(only: .namesOfResult, kind) {
      requests += [
        annotated.filter(Column("twice").detached > 3), annotated.group(Column("twice").detached),
      ]
    }
    try withGroceries(kind) { db throws in
      for request in requests.map({ $0.asRequest(of: Row.self) }) {
        let rows = try request.fetchAll(db)
        #expect(try request.fetchCount(db) == rows.count)
        #expect(try request.isEmpty(db) == rows.isEmpty)
      }
    }
  }
}

/// Batches on either database: the tests of `BatchTests`.
@Suite(.mayBlock, .timeLimit(.hang)) struct GroceryBatchTests {
  @Test(arguments: DatabaseKind.available)
  func `rows can be deleted by conditions and by a limit`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      #expect(try Item.filter(C.quantity == nil).deleteAll(db) == 2)
      #expect(try Item.order(C.name).limit(1).deleteAll(db) == 1)
      #expect(try Item.order(C.id).fetchAll(db).map(\.name) == ["Milk", "Bread", "bananas"])
      #expect(try Item.none().deleteAll(db) == 0)
      #expect(try Item.filter(key: 1).deleteAndFetchAll(db).map(\.name) == ["Milk"])
      #expect(try Item.deleteAll(db) == 2)
      #expect(try Item.all().isEmpty(db))
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows are deleted by a key of two columns`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      #expect(try Place.order(Column("label").desc).limit(2).deleteAll(db) == 2)
      #expect(try Place.all().fetchAll(db).map(\.label) == ["bread"])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `columns can be set to values and computed`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      let set = try Item.filter(C.quantity == nil).updateAll(db, C.quantity.set(to: 1))
      #expect(set == 2)
      #expect(try Item.updateAll(db, C.quantity += 1) == 6)
      try Item.filter(key: 1).updateAll(
        db,
        C.quantity *= C.id + 9,
        C.name.set(to: C.name.uppercased)
      )
      #expect(try Item.filter(key: 1).fetchOne(db) == Item(id: 1, name: "MILK", quantity: 30))
      let last = Item.order(C.id.desc).limit(1)
      let updated = try last.updateAndFetchAll(db, C.quantity.set(to: nil))
      #expect(updated == [Item(id: 6, name: "Tea", quantity: nil)])
      #expect(try Item.filter(key: 6).updateAll(db, C.name.noOverwrite) == 0)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `groups cannot be deleted`(kind: DatabaseKind) throws {
    try withGroceries(kind) { db throws in
      #expect(throws: RequestError.groupedBatch(table: "item")) {
        _ = try Item.all().group(C.quantity).deleteAll(db)
      }
      #expect(try Item.fetchCount(db) == 6)
    }
  }
}
