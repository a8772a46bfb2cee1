import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("people") private struct BinaryPerson: Codable, Equatable {
  let id: Int
  @Column(as: BinaryAddress.JSONBRepresentation.self)
  var address: BinaryAddress
  @Column(as: [String].JSONBRepresentation.self)
  var tags: [String]
  @Column(as: [String: Int]?.JSONBRepresentation.self)
  var counts: [String: Int]?
}

@Selection private struct BinaryAddress: Codable, Equatable {
  var city: String
  var street: String?
  var isHome = false
}

/// Tests of columns with JSONB, on an SQLite that supports it.
@Suite(.requiresSQLite(3, 45)) struct BinaryJSONRunTests {
  let database: DatabaseQueue
  private let ana = BinaryPerson(
    id: 1,
    address: BinaryAddress(city: "Kyiv", street: nil, isHome: true),
    tags: ["a", "it's \"b\"\u{0}"],
    counts: ["a\"b": 1, "c.d": 2, "e\\f": 3]
  )
  private let ben = BinaryPerson(
    id: 2,
    address: BinaryAddress(city: "Rome"),
    tags: [],
    counts: nil
  )

  init() throws {
    database = try DatabaseQueue()
    let people = [ana, ben]
    try database.write { db in
      try db.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, address, tags, counts)")
      try BinaryPerson.insert { people }.execute(db)
    }
  }

  /// Returns the storage classes of all rows.
  private func types() throws -> [[DatabaseValue]] {
    try database.read { db in
      try Row.fetchAll(
        db,
        sql: "SELECT typeof(address), typeof(tags), typeof(counts) FROM people ORDER BY id"
      ).map(\.values)
    }
  }

  @Test func `limited sections have the order of others: that of the blobs, not of their text`()
    throws
  {
    let lists = [["a"], ["b", "c"], ["zz"]]
    let people = lists.enumerated().map { offset, tags in
      BinaryPerson(id: offset + 3, address: ben.address, tags: tags, counts: nil)
    }
    try database.write { db in try BinaryPerson.insert { people }.execute(db) }
    let query = BinaryPerson.where { $0.id > 2 }.order(by: \.id)
    let (all, limited) = try database.read { db in
      (
        try query.fetchAll(db, sectionBy: \.tags),
        try query.limit(3).fetchAll(db, sectionBy: \.tags)
      )
    }
    #expect(all.sectionNames == [["a"], ["zz"], ["b", "c"]])
    #expect(limited.sectionNames == all.sectionNames)
    #expect(limited.map { $0.map(\.id) } == [[3], [5], [4]])
  }

  @Test func `a row is stored as blobs and survives a round trip`() throws {
    #expect(try types() == [["blob", "blob", "blob"], ["blob", "blob", "null"]])
    #expect(
      try database.read { db in try BinaryPerson.order(by: \.id).fetchAll(db) } == [ana, ben]
    )
  }

  @Test func `members can be extracted as text and as blobs`() throws {
    try database.read { db throws in
      let homes = try BinaryPerson.order(by: \.id).select {
        ($0.address.jsonExtract(\.isHome), $0.address.jsonExtract(\.street))
      }.fetchAll(db)
      #expect(homes.map(\.0) == [true, false])
      #expect(homes.map(\.1) == [nil, nil])
      #expect(try BinaryPerson.select { $0.tags.jsonExtract(\.[-1]) }.fetchOne(db) == ana.tags[1])
      let cities = BinaryPerson.order(by: \.id).select { $0.address.jsonbExtract(\.city) }
      #expect(try cities.fetchAll(db) == ["Kyiv", "Rome"])
      let address = BinaryPerson.find(1).select { $0.address.jsonbExtract(\.self) }
      #expect(try address.fetchOne(db) == ana.address)
      #expect(try BinaryPerson.find(1).select { $0.tags.jsonArrayLength() }.fetchOne(db) == 2)
    }
  }

  @Test func `JSON can be changed in place and stays a blob`() throws {
    try database.write { db in
      try BinaryPerson.find(1).update {
        $0.address = $0.address.jsonbSet(\.street, "Main").jsonbReplace(\.isHome, false)
        $0.tags = $0.tags.jsonbAppend("c").jsonbRemove(\.[0])
        $0.counts = $0.counts.jsonbInsert(\.["c.d"], 9)
      }.execute(db)
      let person = try BinaryPerson.find(db, key: 1)
      #expect(person.address == BinaryAddress(city: "Kyiv", street: "Main", isHome: false))
      #expect(person.tags == [ana.tags[1], "c"])
      #expect(person.counts == ana.counts)
    }
    #expect(try types()[0] == ["blob", "blob", "blob"])
  }

  @Test func `another object can be merged`() throws {
    let patch = BinaryAddress(city: "Oslo", street: "Karl", isHome: false)
    try database.write { db in
      try BinaryPerson.find(2).update {
        $0.address = $0.address.jsonbPatch(#bind(patch, as: BinaryAddress.JSONRepresentation.self))
      }
      .execute(db)
      #expect(try BinaryPerson.find(db, key: 2).address == patch)
    }
    #expect(try types()[1][0] == "blob")
  }

  @Test func `assigned and bound values become blobs`() throws {
    let (tags, counts) = (["x", "y"], ["k": 7])
    try database.write { db in
      try BinaryPerson.find(2).update {
        $0.tags = #bind(tags)
        $0.counts = #bind(counts)
      }.execute(db)
      let person = try BinaryPerson.find(db, key: 2)
      #expect(person.tags == tags && person.counts == counts)
      #expect(try BinaryPerson.where { $0.tags.eq(#bind(tags)) }.select(\.id).fetchAll(db) == [2])
    }
    #expect(try types()[1] == ["blob", "blob", "blob"])
  }

  @Test func `rows become objects and arrays, as text and as blobs`() throws {
    try database.read { db throws in
      let people = BinaryPerson.order(by: \.id)
      #expect(try people.select { $0.jsonObject() }.fetchAll(db) == [ana, ben])
      #expect(try people.select { $0.jsonbObject() }.fetchAll(db) == [ana, ben])
      #expect(try BinaryPerson.select { $0.id.jsonbGroupArray() }.fetchOne(db) == [1, 2])
      #expect(try BinaryPerson.select { $0.jsonbGroupArray() }.fetchOne(db) == [ana, ben])
    }
  }

  @Test func `the elements of an array are rows`() throws {
    try database.read { db throws in
      let tags = try BinaryPerson.join(BinaryPerson.columns.tags.jsonEach()) { _, _ in true }
        .select { ($0.id, $1.value) }
        .fetchAll(db)
      #expect(tags.map(\.0) == [1, 1])
      #expect(tags.map(\.1) == ana.tags)
    }
  }

  @Test(.requiresSQLite(3, 51)) func `the elements of an array are rows of blobs`() throws {
    try database.read { db throws in
      let tags = try BinaryPerson.join(BinaryPerson.columns.tags.jsonbEach()) { _, _ in true }
        .select { ($0.id, $1.key, $1.value) }
        .fetchAll(db)
      #expect(tags.map(\.0) == [1, 1])
      #expect(tags.map(\.1) == [0, 1])
      #expect(tags.map(\.2) == ana.tags)
    }
  }
}
