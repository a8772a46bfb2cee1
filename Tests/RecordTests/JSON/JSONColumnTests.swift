import LiveSQL
import Testing

/// JSON that is built from JSON columns, which contains their values as JSON rather than as text.
@Suite struct JSONColumnTests {
  struct Item: Codable, FetchableRecord, PersistableRecord {
    var id: Int
    var info: String
    static let databaseTableName = "item"
    static let parts = hasMany(Part.self)
  }

  struct Part: TableRecord { static let databaseTableName = "part" }

  static let info = JSONColumn("info")

  private func value(_ expression: SQLExpression) throws -> String? {
    let queue = try makeQueue(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, info TEXT);
      INSERT INTO item VALUES (1, '{"a":[1]}'), (2, '[2]'), (3, NULL);
      """
    )
    return try queue.read { db throws in
      try Item.filter(Column("id") < 4).select(expression, as: String?.self).fetchOne(db) ?? nil
    }
  }

  static let made: [(SQLExpression, String)] = [
    (Database.jsonGroupArray(info), #"[{"a":[1]},[2],null]"#),
    (Database.jsonGroupArray(info, filter: Column("id") < 3), #"[{"a":[1]},[2]]"#),
    (Database.jsonGroupArray(Column("info"), filter: Column("id") == 2), #"["[2]"]"#),
    (
      Database.jsonGroupObject(key: Column("id"), value: info), #"{"1":{"a":[1]},"2":[2],"3":null}"#
    ),
    (Database.jsonArray([info, Column("id")]), #"[{"a":[1]},1]"#),
    (Database.jsonObject(["x": info]), #"{"x":{"a":[1]}}"#),
    (Database.jsonInsert(info, ["$.b": info]), #"{"a":[1],"b":{"a":[1]}}"#),
    (Database.jsonReplace(info, ["$.a": info]), #"{"a":{"a":[1]}}"#),
    (Database.jsonSet(info, ["$.a": info]), #"{"a":{"a":[1]}}"#),
    (Database.jsonQuote(info), #"{"a":[1]}"#),
    (
      Database.jsonGroupArray(info.jsonRepresentation(at: "$.a"), filter: Column("id") == 1),
      "[[1]]"
    ),
    (Database.jsonArray([info.detached]), #"[{"a":[1]}]"#),
    (Database.jsonArray([info.sqlExpression]), #"[{"a":[1]}]"#),
    (Database.jsonArray([Column("info").asJSON]), #"[{"a":[1]}]"#),
    (Database.jsonArray([Column("info")]), #"["{\"a\":[1]}"]"#),
  ]

  @Test(arguments: made.indices)
  func `a column of JSON stays JSON`(index: Int) throws {
    let (expression, expected) = Self.made[index]
    #expect(try value(expression) == expected)
  }

  @Test func `a column of JSON stays JSON in binary JSON`() throws {
    let queue = try makeQueue("CREATE TABLE item (id INTEGER PRIMARY KEY, info TEXT)")
    let made: [SQLExpression] = [
      Database.jsonbGroupArray(Self.info), Database.jsonbArray([Self.info]),
      Database.jsonbGroupObject(key: Column("id"), value: Self.info),
      Database.jsonbObject(["x": Self.info]), Database.jsonbSet(Self.info, ["$.a": Self.info]),
      Database.jsonbInsert(Self.info, ["$.a": Self.info]),
      Database.jsonbReplace(Self.info, ["$.a": Self.info]),
    ]
    try queue.read { db throws in
      for expression in made {
        #expect(try Item.select(expression).sql(db).contains(#"json(("item"."info"))"#))
      }
    }
  }

  @Test func `a column of JSON of another table stays JSON`() throws {
    let queue = try makeQueue(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, info TEXT);
      CREATE TABLE part (id INTEGER PRIMARY KEY, itemId INTEGER REFERENCES item(id), info TEXT);
      INSERT INTO item VALUES (1, '[1]');
      INSERT INTO part VALUES (1, 1, '[2]');
      """
    )
    let part = RequestAlias()
    let request = Item.joining(required: Item.parts.aliased(part))
      .select(Database.jsonArray([Self.info, part[Self.info]]), as: String.self)
    #expect(try queue.read { try request.fetchOne($0) } == "[[1],[2]]")
  }
}

/// Operands of JSON functions that are text.
@Suite struct JSONPatchTests {
  @Test func `texts can be patches and can be patched`() throws {
    try DatabaseQueue().write { db throws in
      try db.execute(sql: #"CREATE TABLE item (info TEXT); INSERT INTO item VALUES ('{"a":1}')"#)
      let (items, info) = (Table("item"), Column("info"))
      let patch = #"{"b":2,"a":null}"#
      func value(_ expression: SQLExpression) throws -> String? {
        try items.select(expression, as: String.self).fetchOne(db)
      }
      #expect(try value(Database.jsonPatch(info, with: patch)) == #"{"b":2}"#)
      #expect(try value(Database.jsonPatch(patch, with: info)) == #"{"b":2,"a":1}"#)
      #expect(try value(Database.jsonPatch(#"{"a":1}"#, with: patch)) == #"{"b":2}"#)
      #expect(try value(Database.jsonPatch(info, with: info)) == #"{"a":1}"#)
      #expect(try value(Database.jsonPatch(info, with: nil as String?)) == nil)
      #expect(throws: DatabaseError.self) { try value(Database.jsonPatch(info, with: "{")) }
      try items.updateAll(db, info.set(to: Database.jsonPatch(info, with: patch)))
      #expect(try items.select(info, as: String.self).fetchOne(db) == #"{"b":2}"#)
    }
  }
}
