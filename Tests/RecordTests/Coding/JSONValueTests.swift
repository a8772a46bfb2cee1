import Foundation
import LiveSQL
import Testing

/// Codable types that are values by an empty conformance.
@Suite struct JSONValueTests {
  struct Address: Codable, Hashable { var street: String; var rooms: [Int]? }
  enum Color: String, Codable { case red, blue }
  enum Level: Int { case low = 1, high }
  struct Code: RawRepresentable, Codable, Hashable { var rawValue: Int64 }
  enum Shape: Codable, Hashable { case circle(radius: Double), none }

  struct Person: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var address: Address?
    var color: Color
    var code: Code
    var shape: Shape
  }

  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write {
      try $0.execute(
        sql: "CREATE TABLE person (id INTEGER PRIMARY KEY, address, color, code, shape)"
      )
    }
  }

  private let home = Address(street: "Elm", rooms: [1, 2])

  @Test func `values are stored as JSON or as their raw values, in records and arguments`() throws {
    let person = Person(
      id: 1,
      address: home,
      color: .blue,
      code: Code(rawValue: 7),
      shape: .circle(radius: 1)
    )
    try database.write { db throws in
      try person.insert(db)
      let row = try Row.fetchOne(db, sql: "SELECT * FROM person")
      #expect(row?.value(named: "address") == #"{"rooms":[1,2],"street":"Elm"}"#)
      #expect(row?.value(named: "color") == "blue")
      #expect(row?.value(named: "code") == 7)
      #expect(row?.value(named: "shape") == #"{"circle":{"radius":1}}"#)
      let sql = "SELECT id FROM person WHERE address = ? AND code = ? AND color = ?"
      #expect(try Int.fetchOne(db, sql: sql, arguments: [home, person.code, Color.blue]) == 1)
      #expect(
        try Person.filter { $0.address == home && $0.color == Color.blue }.fetchCount(db) == 1
      )
      #expect(try Person.updateAll(db) { $0.shape.set(to: Shape.none) } == 1)
      let fetched = try Person.find(db, key: 1)
      #expect(fetched.address == home)
      #expect(fetched.shape == .none)
    }
  }

  @Test func `values can be read from rows and queries`() throws {
    try database.read { db throws in
      let json = #"{"street":"Oak"}"#
      let address = try Address.fetchOne(db, sql: "SELECT ?", arguments: [json])
      #expect(address == Address(street: "Oak", rooms: nil))
      #expect(try Address.fetchOne(db, sql: "SELECT NULL") == nil)
      #expect(try Level.fetchAll(db, sql: "SELECT 1 UNION SELECT 2") == [.low, .high])
      let row: Row = ["home": home, "level": Level.high]
      #expect(try row["home"] as Address == home)
      #expect(try row["level"] as Int == 2)
    }
  }

  @Test func `invalid JSON or an invalid raw value is an error that does not show the value`()
    throws
  {
    try database.read { db throws in
      let secret = "secret"
      let error = #expect(throws: DecodingFailure.self) {
        try Address.fetchOne(db, sql: "SELECT ?", arguments: [secret])
      }
      #expect(error?.description.contains(secret) == false)
      #expect(throws: DecodingFailure.self) { try Address.fetchOne(db, sql: "SELECT 1") }
      #expect(throws: DecodingFailure.self) { try Color.fetchOne(db, sql: "SELECT 'green'") }
      #expect(throws: DecodingFailure.self) { try Level.fetchOne(db, sql: "SELECT 3") }
      #expect(throws: (any Error).self) {
        try Row.fetchOne(db, sql: "SELECT ?", arguments: [Shape.circle(radius: .infinity)])
      }
    }
  }
}

extension JSONValueTests.Address: DatabaseValueConvertible {}
extension JSONValueTests.Color: DatabaseValueConvertible {}
extension JSONValueTests.Level: DatabaseValueConvertible {}
extension JSONValueTests.Code: DatabaseValueConvertible {}
extension JSONValueTests.Shape: DatabaseValueConvertible {}
