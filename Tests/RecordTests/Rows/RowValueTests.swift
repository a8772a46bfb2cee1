import Foundation
import LiveSQL
import Testing

/// Rows as values: literals, collections and equality.
@Suite struct RowValueTests {
  @Test func `a literal keeps its order, NULL and duplicate names`() throws {
    let name = "Ana"
    let row: Row = ["id": 1, "name": name, "note": nil, "name": "Bo"]
    #expect(row.columnNames == ["id", "name", "note", "name"])
    #expect(row.databaseValues == [1, "Ana", .null, "Bo"])
    #expect(try row["NAME"] as String == "Ana")
    #expect(try row[3] as String == "Bo")
    #expect(try row["note"] as String? == nil)
    #expect(row.hasColumn("Note"))
    #expect(!row.hasColumn("other"))
    #expect(try row.hasNull(atIndex: 2))
    #expect(throws: DecodingFailure.self) { try row.hasNull(atIndex: 4) }
  }

  @Test func `a value that cannot be stored is an error when it is decoded`() throws {
    struct Amount: Decodable, FetchableRecord { var amount: UInt64? }
    let row: Row = ["id": 1, "amount": UInt64.max]
    #expect(try row["id"] as Int == 1)
    #expect(throws: DecodingFailure.self) { try row["amount"] as UInt64 }
    #expect(throws: DecodingFailure.self) { try row["amount"] as UInt64? }
    #expect(throws: DecodingFailure.self) { try Amount(row: row) }
  }

  @Test func `a row is a collection of names and values`() throws {
    let row: Row = ["a": 1, "b": nil, "c": "x"]
    #expect(row.count == 3)
    #expect(!row.isEmpty)
    #expect(row.map(\.0) == ["a", "b", "c"])
    #expect(row.reversed().map(\.1) == ["x", .null, 1])
    #expect(row.first?.0 == "a")
    #expect(row.last?.1 == "x")
    let index = try #require(row.firstIndex { $0.1 == .null })
    #expect(row[index].0 == "b")
    #expect(row.distance(from: row.startIndex, to: index) == 1)
    #expect(row[row.index(row.endIndex, offsetBy: -1)].0 == "c")
    #expect(row.prefix(2).map(\.0) == ["a", "b"])
    var names: [String] = []
    for (name, value) in row where value != .null { names.append(name) }
    #expect(names == ["a", "c"])
    #expect(Row().isEmpty)
    #expect(Dictionary(row) == ["a": 1, "b": .null, "c": "x"])
    #expect(Dictionary(["a": 1, "a": 2] as Row) == ["a": 1])
  }

  @Test func `rows are equal if their names and values are equal in order`() throws {
    let row: Row = ["a": 1, "b": 2]
    #expect(row == ["a": 1, "b": 2])
    #expect(row != ["b": 2, "a": 1])
    #expect(row != ["a": 1])
    #expect(row != ["a": 1, "c": 2])
    #expect(row.copy() == row)
    let fetched = try DatabaseQueue().read { try Row.fetchOne($0, sql: "SELECT 1 AS a, 2 AS b") }
    #expect(fetched == row)
    #expect(Set([row, fetched]).count == 1)
  }

  @Test func `a row with only NULL has no value`() {
    #expect(!(["a": nil, "b": nil] as Row).containsNonNullValue)
    #expect((["a": nil, "b": 0] as Row).containsNonNullValue)
    #expect(!Row().containsNonNullValue)
  }

  @Test func `a decoder can decode any type from a row`() throws {
    struct Player: Decodable, Equatable {
      var name: String
      var tags: [String]
      var best: Int?
    }
    struct Shouting: Decodable, FetchableRecord, Equatable {
      var name: String
      init(row: Row) throws {
        self = try FetchableRecordDecoder().decode(Shouting.self, from: row)
        name = name.uppercased()
      }
    }
    let row: Row = ["name": "Ana", "tags": #"["a","b"]"#, "best": nil]
    let player = try FetchableRecordDecoder().decode(Player.self, from: row)
    #expect(player == Player(name: "Ana", tags: ["a", "b"], best: nil))
    #expect(try Shouting(row: row).name == "ANA")
    let decoded = try FetchableRecordDecoder().decode([String: String].self, from: ["a": "1"])
    #expect(decoded == ["a": "1"])
    #expect(throws: DecodingFailure.self) {
      try FetchableRecordDecoder().decode(Player.self, from: ["name": 1])
    }
    let records = try DatabaseQueue().read { try Shouting.fetchAll($0, sql: "SELECT 'b' AS name") }
    #expect(records.map(\.name) == ["B"])
  }
}
