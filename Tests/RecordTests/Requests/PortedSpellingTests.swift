import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Spellings of GRDB for rows, statements, JSON and copies of databases.
@Suite struct PortedSpellingTests {
  /// A type that is encoded as JSON, and decodes itself.
  struct Tags: Encodable, DatabaseValueConvertible, Equatable {
    var names: [String]

    static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Tags? {
      String.fromDatabaseValue(databaseValue).map { Tags(names: [$0]) }
    }
  }

  enum Size: String, Encodable, DatabaseValueConvertible { case small }

  struct Player: Codable, FetchableRecord { var id: Int }

  let database: DatabaseQueue

  init() throws {
    database = try makeQueue(
      """
      CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, nickname TEXT);
      INSERT INTO player VALUES (1, 'Ana', NULL), (2, 'Bo', 'B'), (3, NULL, NULL);
      """
    )
  }

  @Test func `a type that is only encodable is stored as JSON`() throws {
    #expect(Tags(names: ["a"]).databaseValue == #"{"names":["a"]}"#)
    #expect(try Tags(databaseValue: "a") == Tags(names: ["a"]))
    #expect(throws: ConversionFailure.self) { try Tags(databaseValue: 1) }
    #expect(Size.small.databaseValue == "small")
    #expect(try Size(databaseValue: "small") == .small)
  }

  @Test func `rows decode by keys, and the first of several columns`() throws {
    let rows = try database.read { db in try Row.fetchAll(db, sql: "SELECT * FROM player") }
    #expect(try rows.map { try $0.decode(Int.self, forKey: "id") } == [1, 2, 3])
    let first: String = try rows[0].decode(forKey: "name")
    #expect(first == "Ana")
    let names: [String?] = try rows.map { try $0.coalesce(["none", "nickname", "name"]) }
    #expect(names == ["Ana", "B", nil])
    let name: String? = try rows[1].coalesce([Column("nickname"), Column("name")])
    #expect(name == "B")
    #expect(throws: DecodingFailure.self) { try rows[0].coalesce(["name"]) as Int? }
  }

  @Test func `rows can be fetched as a set`() throws {
    try database.read { db throws in
      let sql = "SELECT nickname FROM player WHERE id < ?"
      let expected: Set<Row> = [["nickname": nil], ["nickname": "B"]]
      #expect(try Row.fetchSet(db, sql: sql, arguments: [9]) == expected)
      #expect(try Row.fetchSet(db.makeStatement(sql: sql), arguments: [9]) == expected)
      let request: SQLRequest<Row> = "SELECT nickname FROM player"
      #expect(try Row.fetchSet(db, request) == expected)
    }
  }

  @Test func `a request of SQL decodes the type that fetches it`() throws {
    try database.read { db throws in
      let sql = "SELECT id FROM player WHERE id < 3"
      #expect(try Int.fetchAll(db, SQLRequest(sql: sql)) == [1, 2])
      #expect(try Int.fetchOne(db, SQLRequest(sql: sql)) == 1)
      #expect(try Int.fetchSet(db, SQLRequest(sql: sql)) == [1, 2])
      #expect(try Row.fetchAll(db, SQLRequest(sql: sql)).count == 2)
      #expect(try Player.fetchAll(db, SQLRequest(sql: sql)).map(\.id) == [1, 2])
      #expect(try Array(Player.fetchCursor(db, SQLRequest(sql: sql))).count == 2)
    }
  }

  @Test func `arguments can be checked without a run`() throws {
    try database.read { db throws in
      let statement = try db.makeStatement(sql: "SELECT ?, ?")
      try statement.validateArguments([1, nil])
      #expect(throws: DatabaseError.self) { try statement.validateArguments([1]) }
      #expect(throws: DatabaseError.self) { try statement.validateArguments(["a": 1]) }
      let named = try db.makeStatement(sql: "SELECT :a")
      try named.validateArguments(["a": 1])
      #expect(throws: DatabaseError.self) { try named.validateArguments(["a": 1, "b": 2]) }
      #expect(named.arguments == StatementArguments())
    }
    #expect(Database.sqliteLibVersionNumber >= 3_037_000)
  }

  static let documents: [(SQLExpression, String?)] = [
    (Database.json(" [1, 2] "), "[1,2]"),
    (Database.jsonArrayLength("[1, 2]"), "2"),
    (Database.jsonArrayLength(#"{"a":[1]}"#, atPath: "$.a"), "1"),
    (Database.jsonExtract(#"{"a":"x"}"#, atPath: "$.a"), "x"),
    (Database.jsonExtract(#"{"a":"x","b":1}"#, atPaths: ["$.a", "$.b"]), #"["x",1]"#),
    (Database.jsonInsert("{}", ["$.a": 1]), #"{"a":1}"#),
    (Database.jsonReplace(#"{"a":1}"#, ["$.a": 2]), #"{"a":2}"#),
    (Database.jsonSet("{}", ["$.a": "[1]".databaseValue.asJSON]), #"{"a":[1]}"#),
    (Database.jsonRemove("[1,2]", atPath: "$[0]"), "[2]"),
    (Database.jsonRemove("[1,2,3]", atPaths: ["$[0]", "$[0]"]), "[3]"),
    (Database.jsonType("[]"), "array"),
    (Database.jsonType(#"{"a":1}"#, atPath: "$.a"), "integer"),
    (Database.jsonIsValid("{"), "0"),
    (Database.jsonQuote("a"), #""a""#),
    (Database.jsonArray(["[1]".databaseValue.asJSON]), "[[1]]"),
    (Database.jsonArray([1, "a", 2.5, nil]), #"[1,"a",2.5,null]"#),
    (Database.jsonArray([Column("id"), 1, "a", nil]), #"[1,1,"a",null]"#),
    (Database.jsonArray(["[1]".databaseValue.asJSON, "[1]"]), #"[[1],"[1]"]"#),
    (Database.jsonObject(["a": 1, "b": Column("id"), "c": nil]), #"{"a":1,"b":1,"c":null}"#),
    (Database.jsonSet(SQL(sql: "'{}'"), ["$.a": Column("id"), "$.b": "x"]), #"{"a":1,"b":"x"}"#),
  ]

  @Test(arguments: documents.indices)
  func `functions of JSON take texts`(index: Int) throws {
    let (expression, expected) = Self.documents[index]
    let found = try database.read { db in
      try Table("player").filter(Column("id") == 1)
        .select(literal: "CAST(\(expression) AS TEXT)", as: String?.self).fetchOne(db) ?? nil
    }
    #expect(found == expected)
  }

  static let blobs: [(SQLExpression, String)] = [
    (Database.jsonb("[1, 2]"), "[1,2]"),
    (Database.jsonbExtract("[[1]]", atPath: "$[0]"), "[1]"),
    (Database.jsonbSet("{}", ["$.a": 1]), #"{"a":1}"#),
    (Database.jsonbRemove("[1,2]", atPath: "$[0]"), "[2]"),
    (Database.jsonbArray([1, "a"]), #"[1,"a"]"#),
    (Database.jsonbArray([Column("id"), "a"]), #"[1,"a"]"#),
    (Database.jsonbObject(["a": Column("id"), "b": 2]), #"{"a":1,"b":2}"#),
  ]

  @Test(.requiresSQLite(3, 45), arguments: blobs.indices)
  func `functions of JSONB take texts`(index: Int) throws {
    let (expression, expected) = Self.blobs[index]
    let found = try database.read { db in
      try Table("player").filter(Column("id") == 1)
        .select(literal: "json(\(expression))", as: String.self).fetchOne(db)
    }
    #expect(found == expected)
  }

  @Test func `a database can be copied within accesses`() throws {
    let copy = try DatabaseQueue()
    try database.read { db in
      try copy.writeWithoutTransaction { destination in try db.backup(to: destination) }
      #expect(throws: DatabaseError.self) { try db.backup(to: db) }
    }
    #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") } == 3)
  }

  @Test func `a Julian day is a date`() throws {
    #expect(Date(julianDay: 2_440_587.5) == Date(timeIntervalSince1970: 0))
    let day = try database.read { db in
      try Double.fetchOne(db, sql: "SELECT julianday('2026-11-29 10:30:00.123')")
    }
    let text = try Date(julianDay: #require(day))?.databaseValue
    #expect(text == "2026-11-29 10:30:00.123")
    for invalid in [-1, 5_373_484.5, .nan, .infinity] {
      #expect(Date(julianDay: invalid) == nil)
    }
  }
}
