import Foundation
import LiveSQL
import Testing

@Suite struct RequestTests {
  typealias Item = Groceries.Item
  typealias Columns = Groceries.Item.Columns

  let database: DatabaseQueue

  init() throws { database = try Groceries.database() }

  private func check(
    _ request: QueryInterfaceRequest<Item>,
    _ sql: String,
    _ names: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try database.read { db throws in
      #expect(try request.sql(db) == sql, sourceLocation: sourceLocation)
      let items = try request.fetchAll(db)
      #expect(items.map(\.name) == names, sourceLocation: sourceLocation)
      #expect(try request.fetchCount(db) == names.count, sourceLocation: sourceLocation)
      #expect(try request.isEmpty(db) == names.isEmpty, sourceLocation: sourceLocation)
      #expect(try request.fetchOne(db) == items.first, sourceLocation: sourceLocation)
      #expect(try Array(request.fetchCursor(db)) == items, sourceLocation: sourceLocation)
      #expect(try request.fetchSet(db) == Set(items), sourceLocation: sourceLocation)
    }
  }

  @Test func `a request can ask for all rows, none or some`() throws {
    try check(
      Item.all(),
      #"SELECT * FROM "item""#,
      ["Milk", "Bread", "Apples", "Salt", "bananas", "Tea"]
    )
    try check(Item.none(), "", [])
    try check(
      Item.filter(Columns.quantity > 1),
      #"SELECT * FROM "item" WHERE (("item"."quantity") > (1))"#,
      ["Milk", "Apples", "bananas"]
    )
    try check(
      Item.filter(Columns.quantity == nil),
      #"SELECT * FROM "item" WHERE (("item"."quantity") IS (NULL))"#,
      ["Salt", "Tea"]
    )
    let none: Int? = nil
    try check(
      Item.filter(Columns.quantity != none).filter(Columns.name == "Milk"),
      #"SELECT * FROM "item" WHERE (("item"."quantity") IS NOT (NULL)) AND (("item"."name") = ('Milk'))"#,
      ["Milk"]
    )
  }

  @Test func `conditions can be combined`() throws {
    try check(
      Item.filter(Columns.quantity > 1 && Columns.name < "N" || !(Columns.quantity != nil)),
      #"SELECT * FROM "item" WHERE (((("item"."quantity") > (1)) AND (("item"."name") < ('N'))) OR "#
        + #"(NOT (("item"."quantity") IS NOT (NULL))))"#,
      ["Milk", "Apples", "Salt", "Tea"]
    )
    try check(
      Item.filter(1 < Columns.quantity && Columns.quantity * 2 <= Columns.id + 1),
      #"SELECT * FROM "item" WHERE (((1) < ("item"."quantity")) AND "#
        + #"((("item"."quantity") * (2)) <= (("item"."id") + (1))))"#,
      []
    )
    try check(
      Item.filter([Columns.id == 1, Columns.id == 2].joined(operator: .or)),
      #"SELECT * FROM "item" WHERE ((("item"."id") = (1)) OR (("item"."id") = (2)))"#,
      ["Milk", "Bread"]
    )
  }

  @Test func `ranges and lists can contain columns`() throws {
    try check(
      Item.filter((1...2).contains(Columns.quantity)),
      #"SELECT * FROM "item" WHERE (("item"."quantity") BETWEEN (1) AND (2))"#,
      ["Milk", "Bread"]
    )
    try check(
      Item.filter((1..<2).contains(Columns.quantity)),
      #"SELECT * FROM "item" WHERE ((("item"."quantity") >= (1)) AND (("item"."quantity") < (2)))"#,
      ["Bread"]
    )
    try check(
      Item.filter((3...).contains(Columns.quantity)),
      #"SELECT * FROM "item" WHERE (("item"."quantity") >= (3))"#,
      ["Apples", "bananas"]
    )
    try check(
      Item.filter(["Milk", "Tea"].contains(Columns.name)),
      #"SELECT * FROM "item" WHERE (("item"."name") IN (('Milk'), ('Tea')))"#,
      ["Milk", "Tea"]
    )
    try check(
      Item.filter([Int]().contains(Columns.id)),
      #"SELECT * FROM "item" WHERE (("item"."id") IN ())"#,
      []
    )
  }

  @Test func `a filter accepts any number of keys`() throws {
    try database.read { db throws in
      let keys = Array(Int64(2)...40_000)
      #expect(try Item.filter(keys: keys).fetchCount(db) == 5)
      #expect(try Item.filter(ids: keys.map { $0 }).fetchCount(db) == 5)
      #expect(try Item.filter(keys.contains(Columns.id)).fetchCount(db) == 5)
    }
  }

  @Test func `a filter finds rows by their key`() throws {
    try check(Item.filter(key: 2), #"SELECT * FROM "item" WHERE (("item"."id") = (2))"#, ["Bread"])
    try check(Item.filter(id: 3), #"SELECT * FROM "item" WHERE (("item"."id") = (3))"#, ["Apples"])
    try check(Item.filter(id: nil), "", [])
    try check(
      Item.filter(keys: [1, 3]),
      #"SELECT * FROM "item" WHERE (("item"."id") IN ((1), (3)))"#,
      ["Milk", "Apples"]
    )
    try check(Item.filter(keys: [Int]()), "", [])
    try database.read { db throws in
      let place = Groceries.Place.filter(key: ["aisle": 1, "shelf": 2])
      #expect(try place.fetchOne(db)?.label == "bread")
      let places = Groceries.Place.filter(keys: [
        ["aisle": 1, "shelf": 2], ["aisle": 2, "shelf": 1],
      ])
      #expect(try places.orderByPrimaryKey().fetchAll(db).map(\.label) == ["bread", "tea"])
    }
  }

  @Test func `an error says what to do about one value for a key of two columns`() throws {
    try database.read { db throws in
      let error = #expect(throws: RequestError.self) {
        try Groceries.Place.filter(key: 1).fetchAll(db)
      }
      #expect(error == .severalKeyColumns(["aisle", "shelf"], table: "place"))
      #expect(error?.description.contains(#"filter(key: ["aisle": …])"#) == true)
    }
  }

  @Test func `rows can be ordered, and the order reversed`() throws {
    let request = Item.order(Columns.quantity.desc, Columns.name)
    try check(
      request,
      #"SELECT * FROM "item" ORDER BY "item"."quantity" DESC, "item"."name""#,
      ["Apples", "bananas", "Milk", "Bread", "Salt", "Tea"]
    )
    try check(
      request.reversed(),
      #"SELECT * FROM "item" ORDER BY "item"."quantity" ASC, "item"."name" DESC"#,
      ["Tea", "Salt", "Bread", "Milk", "bananas", "Apples"]
    )
    try check(
      request.reversed().reversed(),
      try database.read { try request.sql($0) },
      [
        "Apples", "bananas", "Milk", "Bread", "Salt", "Tea",
      ]
    )
    try check(
      Item.order(Columns.quantity.ascNullsLast).reversed().withStableOrder(),
      #"SELECT * FROM "item" ORDER BY "item"."quantity" DESC NULLS FIRST, "item"."id" DESC"#,
      ["Tea", "Salt", "bananas", "Apples", "Milk", "Bread"]
    )
    try check(
      Item.order(Columns.name.collating("NOCASE")).limit(2, offset: 1),
      #"SELECT * FROM "item" ORDER BY ("item"."name") COLLATE "NOCASE" LIMIT 2 OFFSET 1"#,
      ["bananas", "Bread"]
    )
    try check(
      request.unordered().orderByPrimaryKey().limit(1),
      #"SELECT * FROM "item" ORDER BY "item"."id" LIMIT 1"#,
      ["Milk"]
    )
    try check(
      Item.order(sql: "name DESC").reversed().limit(1),
      #"SELECT * FROM "item" ORDER BY name ASC LIMIT 1"#,
      ["Apples"]
    )
    try check(
      Item.order(sql: "name || ', '\tDESC").reversed().limit(1),
      #"SELECT * FROM "item" ORDER BY name || ', ' ASC LIMIT 1"#,
      ["Apples"]
    )
    #expect(throws: IrreversibleOrderError.self) {
      try database.read { try Item.order(sql: "name DESC, id").reversed().fetchAll($0) }
    }
  }

  @Test func `SQL accepts arguments by position, by name and in a literal`() throws {
    let name = "O'Brien's ? :x"
    try database.write { db throws in
      try db.execute(sql: "INSERT INTO item (name) VALUES (?)", arguments: [name])
    }
    try database.read { db throws in
      #expect(try Item.filter(sql: "name = ?", arguments: [name]).fetchCount(db) == 1)
      #expect(try Item.filter(sql: "name = :name", arguments: ["name": name]).fetchCount(db) == 1)
      #expect(try Item.filter(literal: "name = \(name)").fetchCount(db) == 1)
      #expect(try Item.filter(literal: "\(Columns.name) = \(name)").fetchCount(db) == 1)
      #expect(try Item.filter(literal: "id IN \([1, 2])").fetchCount(db) == 2)
      #expect(
        try Item.filter(sql: "name = '?' OR name = ?", arguments: ["Milk"]).fetchCount(db) == 1
      )
      #expect(try Item.filter(sql: "/*/ ? */ id=?AND 1", arguments: [1]).fetchCount(db) == 1)
      let request: SQLRequest<Item> = "SELECT * FROM \(Item.self) WHERE name = \(name)"
      #expect(try request.fetchAll(db).map(\.name) == [name])
      #expect(try request.fetchCount(db) == 1)
      #expect(throws: SQLArgumentError.self) { try Item.filter(sql: "id = ?").fetchAll(db) }
      #expect(throws: SQLArgumentError.self) {
        try Item.filter(sql: "id = 1", arguments: [2]).fetchAll(db)
      }
    }
  }

  @Test func `columns, aggregates and groups can be decoded as values`() throws {
    try database.read { db throws in
      let quantities = Item.select(Columns.quantity, as: Int?.self).order(Columns.id)
      #expect(try quantities.fetchAll(db) == [2, 1, 6, nil, 6, nil])
      #expect(try Item.select(max(Columns.quantity), as: Int.self).fetchOne(db) == 6)
      #expect(try Item.select(countAll, as: Int.self).fetchOne(db) == 6)
      #expect(try Item.select(count(distinct: Columns.quantity), as: Int.self).fetchOne(db) == 3)
      #expect(try Item.select(average(Columns.quantity), as: Double.self).fetchOne(db) == 3.75)
      #expect(
        try Item.select(sum(Columns.quantity, filter: Columns.id < 3), as: Int.self).fetchOne(db)
          == 3
      )
      #expect(
        try Item.select(Columns.quantity, as: Int.self).distinct().filter(Columns.quantity != nil)
          .order(Columns.quantity).fetchAll(db) == [1, 2, 6]
      )
      #expect(
        try Item.select(Columns.quantity ?? 0, as: Int.self).order(Columns.id).fetchAll(db)
          == [2, 1, 6, 0, 6, 0]
      )
      #expect(try Item.select(length(Columns.name), as: Int.self).fetchOne(db) == 4)
      #expect(try Item.select(Columns.name.uppercased, as: String.self).fetchOne(db) == "MILK")
      #expect(try Item.select(max(Columns.quantity)).fetchCount(db) == 1)
      let groups = Item.select(Columns.quantity, countAll.forKey("number"), as: Row.self)
        .group(Columns.quantity).having(countAll > 1).order(Columns.quantity)
      #expect(
        try groups.sql(db)
          == #"SELECT "item"."quantity", count(*) AS "number" FROM "item" GROUP BY "item"."quantity" "#
          + #"HAVING ((count(*)) > (1)) ORDER BY "item"."quantity""#
      )
      let rows = try groups.fetchAll(db)
      #expect(rows.map { $0.value(named: "number") } == [.integer(2), .integer(2)])
      #expect(try groups.fetchCount(db) == 2)
      #expect(try Item.selectPrimaryKey(as: Int64.self).fetchAll(db) == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test func `a request can be a subquery`() throws {
    let greatest = Item.select(max(Columns.quantity))
    try check(
      Item.filter(Columns.quantity == greatest),
      #"SELECT * FROM "item" WHERE (("item"."quantity") = ((SELECT max("item"."quantity") FROM "item")))"#,
      ["Apples", "bananas"]
    )
    let many = Item.filter(Columns.quantity > 1).select(Columns.id)
    try check(
      Item.filter(many.contains(Columns.id) && !Item.none().exists()),
      #"SELECT * FROM "item" WHERE ((("item"."id") IN (SELECT "item"."id" FROM "item" "#
        + #"WHERE (("item"."quantity") > (1)))) AND (NOT (0)))"#,
      ["Milk", "Apples", "bananas"]
    )
  }

  @Test func `an alias distinguishes two rows of one table`() throws {
    let (item, other) = (RequestAlias(), RequestAlias(name: "other"))
    let smaller = Item.aliased(other).filter(other["quantity"] < item["quantity"])
    try check(
      Item.aliased(item).filter(!smaller.exists() && Columns.quantity != nil),
      #"SELECT * FROM "item" WHERE ((NOT (EXISTS (SELECT * FROM "item" AS "other" WHERE "#
        + #"(("other"."quantity") < ("item"."quantity"))))) AND (("item"."quantity") IS NOT (NULL)))"#,
      ["Bread"]
    )
    #expect(throws: UnknownAliasError.self) {
      try database.read { try Item.filter(other["id"] == 1).fetchAll($0) }
    }
  }

  @Test func `a request can use a common table expression`() throws {
    let large = CommonTableExpression<Item>(
      named: "large",
      request: Item.filter(Columns.quantity > 2)
    )
    try database.read { db throws in
      let request = large.all().with(large).filter(Columns.name > "a")
      #expect(
        try request.sql(db)
          == #"WITH "large" AS (SELECT * FROM "item" WHERE (("item"."quantity") > (2))) "#
          + #"SELECT * FROM "large" WHERE (("large"."name") > ('a'))"#
      )
      #expect(try request.fetchAll(db).map(\.name) == ["bananas"])
      let numbers = CommonTableExpression<Int>(
        recursive: true,
        named: "numbers",
        columns: ["n"],
        sql: "SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?",
        arguments: [4]
      )
      #expect(try numbers.all().with(numbers).fetchAll(db) == [1, 2, 3, 4])
    }
  }

  @Test func `an extension of requests applies to all requests of the type`() throws {
    try check(
      Item.filter(Columns.quantity != nil).orderedByName().reversed(),
      #"SELECT * FROM "item" WHERE (("item"."quantity") IS NOT (NULL)) ORDER BY "item"."name" DESC"#,
      ["bananas", "Milk", "Bread", "Apples"]
    )
  }
}

extension DerivableRequest where RowDecoder == Groceries.Item {
  fileprivate func orderedByName() -> Self { order(Groceries.Item.Columns.name) }
}
