import LiveSQL
import Testing

/// Operators and functions on named columns: their SQL, and their values in SQLite.
@Suite struct OperatorTests {
  typealias Item = Groceries.Item
  typealias Columns = Groceries.Item.Columns

  let database: DatabaseQueue

  init() throws { database = try Groceries.database() }

  /// Checks the value of an expression for the row of milk, whose quantity is 2.
  private func check(
    _ expression: some SQLExpressible,
    _ sql: String,
    _ value: DatabaseValue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try database.read { db throws in
      let request = Item.filter(Columns.id == 1).select(expression, as: DatabaseValue.self)
      let written = try request.sql(db)
      #expect(written.hasPrefix("SELECT \(sql) FROM"), "\(written)", sourceLocation: sourceLocation)
      #expect(try request.fetchOne(db) ?? .null == value, sourceLocation: sourceLocation)
    }
  }

  @Test func `bits are combined and shifted`() throws {
    let quantity = Columns.quantity
    try check(quantity & 3, #"("item"."quantity") & (3)"#, 2)
    try check(6 & quantity, #"(6) & ("item"."quantity")"#, 2)
    try check(quantity | 5, #"("item"."quantity") | (5)"#, 7)
    try check(quantity | Columns.id, #"("item"."quantity") | ("item"."id")"#, 3)
    try check(quantity << 2, #"("item"."quantity") << (2)"#, 8)
    try check(quantity >> 1, #"("item"."quantity") >> (1)"#, 1)
    try check(1 << quantity, #"(1) << ("item"."quantity")"#, 4)
    try check(~quantity, #"~("item"."quantity")"#, -3)
  }

  @Test func `bit operators can assign to a column`() throws {
    let found = try database.write { db in
      try Item.filter(Columns.id == 1).updateAll(db, Columns.quantity |= 5)
      try Item.filter(Columns.id == 1).updateAll(db, Columns.quantity &= 6)
      try Item.filter(Columns.id == 1).updateAll(db, Columns.quantity <<= 3)
      try Item.filter(Columns.id == 1).updateAll(db, Columns.quantity >>= Columns.id)
      return try Item.find(db, key: 1).quantity
    }
    #expect(found == 24)
  }

  @Test func `NULL equals itself for the identity operators`() throws {
    let none: Int? = nil
    let name = #"("item"."name")"#
    try check(Columns.name === "Milk", "\(name) IS ('Milk')", 1)
    try check(Columns.name !== "Milk", "\(name) IS NOT ('Milk')", 0)
    try check("Milk" === Columns.name, "('Milk') IS \(name)", 1)
    try check(Columns.quantity === Columns.id, #"("item"."quantity") IS ("item"."id")"#, 0)
    try check(Columns.quantity !== Columns.id, #"("item"."quantity") IS NOT ("item"."id")"#, 1)
    try check(Columns.quantity === nil, #"("item"."quantity") IS (NULL)"#, 0)
    try check(Columns.quantity !== nil, #"("item"."quantity") IS NOT (NULL)"#, 1)
    try check(Columns.quantity !== none, #"("item"."quantity") IS NOT (NULL)"#, 1)
    let names = try database.read { db in
      try Item.filter(Columns.quantity === none).order(Columns.name).fetchAll(db).map(\.name)
    }
    #expect(names == ["Salt", "Tea"])
    // With `<>`, rows without a value would be left out.
    let others = try database.read { db in
      try Item.filter(Columns.quantity !== 6).fetchCount(db)
    }
    #expect(others == 4)
  }

  @Test func `letters of all scripts change their case`() throws {
    try database.write { db throws in
      try db.execute(sql: "INSERT INTO item (id, name) VALUES (10, 'éCLAIR au ÇACAO')")
      let milk = Item.filter(Columns.id == 10)
      func text(_ expression: some SQLExpressible) throws -> String? {
        try milk.select(expression, as: String.self).fetchOne(db)
      }
      #expect(try text(Columns.name.capitalized) == "Éclair Au Çacao")
      #expect(try text(Columns.name.lowercased) == "éclair au çacao")
      #expect(try text(Columns.name.uppercased) == "ÉCLAIR AU ÇACAO")
      #expect(try text(Columns.name.localizedUppercased) == "ÉCLAIR AU ÇACAO")
      #expect(try text(lower(Columns.name)) == "éclair au Çacao")
      #expect(try milk.select(Columns.quantity.capitalized, as: Int?.self).fetchAll(db) == [nil])
      #expect(try milk.select(Columns.id.uppercased, as: Int.self).fetchOne(db) == 10)
      // The function is pure, so an index can use it.
      try db.execute(sql: "CREATE INDEX byName ON item (swiftLowercased(name))")
    }
  }

  @Test func `JSON can be read and created`() throws {
    let text = SQLExpression(#"{"a": [1, 2], "b": "x"}"#)
    let json = #"('{"a": [1, 2], "b": "x"}')"#
    try check(Database.json(text), "json(\(json))", #"{"a":[1,2],"b":"x"}"#)
    try check(
      Database.jsonArray([1, "b", nil]),
      "json_array((1), ('b'), (NULL))",
      #"[1,"b",null]"#
    )
    try check(
      Database.jsonArray([Columns.id, Columns.name]),
      #"json_array(("item"."id"), ("item"."name"))"#,
      #"[1,"Milk"]"#
    )
    try check(
      Database.jsonArrayLength(text, atPath: "$.a"),
      "json_array_length(\(json), ('$.a'))",
      2
    )
    try check(Database.jsonExtract(text, atPath: "$.b"), "json_extract(\(json), ('$.b'))", "x")
    try check(
      Database.jsonExtract(text, atPaths: ["$.b", "$.a"]),
      "json_extract(\(json), ('$.b'), ('$.a'))",
      #"["x",[1,2]]"#
    )
    try check(
      Database.jsonSet(text, ["$.b": 3, "$.c": nil]),
      "json_set(\(json), ('$.b'), (3), ('$.c'), (NULL))",
      #"{"a":[1,2],"b":3,"c":null}"#
    )
    try check(
      Database.jsonInsert(text, ["$.b": Columns.name, "$.c": Columns.name]),
      #"json_insert(\#(json), ('$.b'), ("item"."name"), ('$.c'), ("item"."name"))"#,
      #"{"a":[1,2],"b":"x","c":"Milk"}"#
    )
    try check(
      Database.jsonReplace(text, ["$.b": 1, "$.c": 1]),
      "json_replace(\(json), ('$.b'), (1), ('$.c'), (1))",
      #"{"a":[1,2],"b":1}"#
    )
    try check(
      Database.jsonObject(["name": Columns.name]),
      #"json_object(('name'), ("item"."name"))"#,
      #"{"name":"Milk"}"#
    )
    try check(
      Database.jsonPatch(text, with: SQLExpression(#"{"a":null}"#)),
      #"json_patch(\#(json), ('{"a":null}'))"#,
      #"{"b":"x"}"#
    )
    try check(
      Database.jsonRemove(text, atPath: "$.a"),
      "json_remove(\(json), ('$.a'))",
      #"{"b":"x"}"#
    )
    try check(Database.jsonType(text, atPath: "$.a"), "json_type(\(json), ('$.a'))", "array")
    try check(Database.jsonIsValid(text), "json_valid(\(json))", 1)
    try check(Database.jsonQuote(Columns.name), #"json_quote(("item"."name"))"#, #""Milk""#)
    try check(
      Database.jsonGroupArray(Columns.name, filter: Columns.quantity > 1),
      #"json_group_array("item"."name") FILTER (WHERE ("item"."quantity") > (1))"#,
      #"["Milk"]"#
    )
    try check(
      Database.jsonGroupObject(key: Columns.name, value: Columns.quantity),
      #"json_group_object("item"."name", "item"."quantity")"#,
      #"{"Milk":2}"#
    )
  }

  @Test func `an error says which SQLite version binary JSON needs`() throws {
    let blob = Item.select(Database.jsonb(Columns.name), as: DatabaseValue.self)
    let quoted = Item.select(Database.jsonb(SQL(sql: "json_quote(name)")), as: DatabaseValue.self)
    let array = Item.select(Database.jsonbGroupArray(Columns.name), as: DatabaseValue.self)
    try database.read { db throws in
      #expect(try blob.sql(db) == #"SELECT jsonb(("item"."name")) FROM "item""#)
      #expect(try array.sql(db) == #"SELECT jsonb_group_array("item"."name") FROM "item""#)
      do {
        #expect(try quoted.fetchAll(db).allSatisfy { $0.storageClass == .blob })
        #expect(try array.fetchAll(db).map(\.storageClass) == [.blob])
      } catch let error as DatabaseError {
        #expect(error.explanation.contains("SQLite 3.45"))
      }
    }
  }

  @Test func `a request of any kind can be fetched, counted, and used in another one`() throws {
    func request(_ search: String) -> AnyFetchRequest<Item> {
      search.isEmpty
        ? AnyFetchRequest(Item.order(Columns.name))
        : AnyFetchRequest(
          SQLRequest(sql: "SELECT * FROM item WHERE name LIKE ?", arguments: ["\(search)%"])
        )
    }
    try database.read { db throws in
      #expect(try request("").fetchAll(db).count == 6)
      #expect(try request("b").fetchAll(db).map(\.name) == ["Bread", "bananas"])
      #expect(try request("b").fetchCount(db) == 2)
      #expect(try request("").fetchOne(db)?.name == "Apples")
      #expect(try request("x").isEmpty(db))
      let names = request("").asRequest(of: Row.self)
      #expect(try names.fetchOne(db)?.values[1] == "Apples")
      let ids = AnyFetchRequest(Item.filter(Columns.quantity == 6).select(Columns.id, as: Int.self))
      #expect(try Item.filter(ids.contains(Columns.id)).fetchCount(db) == 2)
      #expect(try request("").databaseRegion(db).tables.count == 1)
    }
  }
}
