import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Table private struct JSONPerson: Codable, Equatable {
  let id: Int
  @Column(as: JSONAddress.JSONRepresentation.self)
  var address: JSONAddress
  @Column(as: [String].JSONRepresentation.self)
  var tags: [String]
  @Column(as: [String: Int]?.JSONRepresentation.self)
  var counts: [String: Int]?
  var isActive = true
}

@Selection private struct JSONAddress: Codable, Equatable {
  var city: String
  var street: String?
  var isHome = false
}

@Table private struct JSONVisit: Codable, Equatable {
  let id: Int
  var personID: Int
  var at: Date
  var place: JSONPlace
  var second: JSONSecondPlace?
}

@Selection private struct JSONPlace: Codable, Equatable {
  var city: String
  var isFar = false
}

@Selection private struct JSONSecondPlace: Codable, Equatable {
  var secondCity: String
}

/// A person with the visits that an outer join found.
@Selection private struct JSONVisits: Equatable {
  var personID: Int
  @Column(as: [JSONVisit].JSONRepresentation.self)
  var visits: [JSONVisit]
}

@Suite(.mayBlock) struct JSONTests {
  private let blob = JSONPerson(
    id: 1,
    address: JSONAddress(city: "Kyiv", street: nil, isHome: true),
    tags: ["a", "it's \"b\""],
    counts: ["a\"b": 1, "c.d": 2, "e\\f": 3]
  )
  private let visit = JSONVisit(
    id: 1,
    personID: 1,
    at: Date(timeIntervalSince1970: 1_000_000.5),
    place: JSONPlace(city: "Oslo", isFar: true)
  )

  /// Runs a closure on both databases with two persons and a visit.
  private func both<Value>(_ body: (BothConnections) throws -> Value) throws -> Value {
    try DatabaseQueue().both { db in
      try JSONPerson.createTable().execute(db)
      try JSONVisit.createTable().execute(db)
      try JSONPerson.insert { blob }.execute(db)
      try JSONPerson.insert {
        JSONPerson(id: 2, address: JSONAddress(city: "Rome"), tags: [], counts: nil)
      }.execute(db)
      try JSONVisit.insert { visit }.execute(db)
      return try body(db)
    }
  }

  @Test func `a row with JSON survives a round trip`() throws {
    #expect(try both { db in try JSONPerson.find(db, key: 1) } == blob)
  }

  @Test func `members are extracted`() throws {
    try both { db throws in
      let homes = try JSONPerson.select {
        ($0.address.jsonExtract(\.isHome), $0.address.jsonExtract(\.street))
      }.fetchAll(db)
      #expect(homes.map(\.0) == [true, false])
      #expect(homes.map(\.1) == [nil, nil])
      #expect(try JSONPerson.select { $0.tags.jsonExtract(\.[-1]) }.fetchOne(db) == "it's \"b\"")
      #expect(
        try JSONPerson.select { $0.address.jsonExtract(\.self) }.fetchOne(db) == blob.address
      )
    }
  }

  @Test(arguments: [("a\"b", 1), ("c.d", 2), ("e\\f", 3), ("x", nil)])
  func `any text can be a key`(_ key: String, _ count: Int?) throws {
    let found = try both { db in
      try JSONPerson.select { $0.counts.jsonExtract { $0[key] } }.fetchOne(db)
    }
    #expect(found == .some(count))
  }

  @Test func `JSON can be changed in place`() throws {
    try both { db in
      try JSONPerson.find(1).update {
        $0.address = $0.address.jsonSet(\.street, "Main").jsonSet(\.isHome, false)
        $0.tags = $0.tags.jsonAppend("c").jsonRemove(\.[0])
      }.execute(db)
      let person = try JSONPerson.find(db, key: 1)
      #expect(person.address == JSONAddress(city: "Kyiv", street: "Main", isHome: false))
      #expect(person.tags == ["it's \"b\"", "c"])
    }
  }

  @Test func `a row becomes an object that decodes as the row, with its groups`() throws {
    try both { db throws in
      #expect(try JSONPerson.select { $0.jsonObject() }.fetchOne(db) == blob)
      #expect(try JSONVisit.select { $0.jsonObject() }.fetchOne(db) == visit)
    }
  }

  @Test func `the rows of an outer join become an array`() throws {
    let rows = try both { db in
      try JSONPerson.group(by: \.id)
        .leftJoin(JSONVisit.all) { SQLQueryExpression("\($0.id) = \($1.personID)") }
        .select { JSONVisits.Columns(personID: $0.id, visits: $1.jsonGroupArray()) }
        .fetchAll(db)
    }
    #expect(
      rows == [
        JSONVisits(personID: 1, visits: [visit]), JSONVisits(personID: 2, visits: []),
      ]
    )
  }

  @Test func `the elements of an array are rows`() throws {
    try both { db throws in
      try db.onlyOnSQLite(.tableFunctions) { db throws in
        let tags = try JSONPerson.join(JSONPerson.columns.tags.jsonEach()) { _, _ in true }
          .select { ($0.id, $1.key, $1.value) }
          .fetchAll(db)
        #expect(tags.map(\.0) == [1, 1])
        #expect(tags.map(\.1) == [0, 1])
        #expect(tags.map(\.2) == blob.tags)
        let counts = JSONPerson.columns.counts.jsonEach()
        let found = try JSONPerson.where { _ in counts.exists() }.select(\.id).fetchAll(db)
        #expect(found == [1])
      }
    }
  }
}

@Table private struct JSONMoment: Codable, Equatable {
  @Column(as: UUID.BytesRepresentation.self)
  let id: UUID
  @Column(as: UUID?.BytesRepresentation.self)
  var other: UUID?
  @Column(as: Date.UnixTimeRepresentation.self)
  var seconds: Date
  @Column(as: Date.JulianDayRepresentation.self)
  var day: Date
}

@Suite(.mayBlock) struct JSONValueTests {
  @Test func `dates and UUIDs are text in JSON, whatever their columns store`() throws {
    let date = Date(timeIntervalSince1970: 1_000_000)
    let rows = [nil, UUID()].map { JSONMoment(id: UUID(), other: $0, seconds: date, day: date) }
    try DatabaseQueue().both { db in
      try JSONMoment.createTable().execute(db)
      try JSONMoment.insert { rows }.execute(db)
      // PostgreSQL's date functions do not know Julian days.
      let found = try db.onlyOnSQLite(.numbers) { db in
        try JSONMoment.order(by: \.other).select { $0.jsonObject() }.fetchAll(db)
      }
      #expect(found == rows)
    }
  }
}
