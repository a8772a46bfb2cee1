import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@Table("gauges") struct Gauge: Equatable, Identifiable {
  let id: Int
  var level: Float
  @Column(as: [Float].ArrayRepresentation.self)
  var levels: [Float]
  @Column(as: [Double].ArrayRepresentation.self)
  var values: [Double]
}

@Table("tags") struct NamedTag: Identifiable {
  let id: Int
  var name: String
}

/// A `@Table` that is a record as well, with a decimal number and dates.
@Table("bills") struct Bill: Codable, Equatable, FetchableRecord, MutablePersistableRecord {
  var id: Int
  var total: Decimal
  var date: Date
}

/// Lists of values as arrays of the column's type.
@Suite(.mayBlock, .timeLimit(.hang)) struct ListTypeTests {
  private static let gauges = (0..<600).map { number in
    Gauge(
      id: number,
      level: Float(number) / 10,
      levels: [Float(number), 0.1, .infinity],
      values: [Double(number), -.infinity, .infinity, 1e300]
    )
  }

  @Test(arguments: DatabaseKind.available)
  func `numbers with and without a fraction, and infinities, are unchanged`(
    kind: DatabaseKind
  ) throws {
    let fixture = try NotesFixture(kind)
    defer { fixture.keep() }
    try fixture.database.write { db in
      let real = kind == .postgres
      try db.execute(
        sql: """
          CREATE TABLE gauges (id bigint PRIMARY KEY, level real NOT NULL,
            levels \(real ? "real[]" : "text") NOT NULL,
            "values" \(real ? "double precision[]" : "text") NOT NULL)
          """
      )
      try Gauge.insert { Self.gauges }.execute(db)
      let read = try Gauge.order(by: \.id).fetchAll(db)
      #expect(read == Self.gauges)
      let levels = Self.gauges.map(\.level)
      let found = try Gauge.where { $0.level.in(levels) }.fetchCount(db)
      #expect(found == 600)
    }
  }

  @Test(.requiresPostgres, arguments: ["short", "mood"])
  func `long lists are bound as arrays of the column's type`(type: String) throws {
    try expectFound(
      in: type,
      """
      CREATE DOMAIN short AS text CHECK (length(VALUE) < 20);
      CREATE TYPE mood AS ENUM ('t1', 't"2', 't3');
      """
    )
  }

  // The extension is part of the server's package of additions.
  @Test(
    .requiresPostgres,
    .requiresServer(extension: "citext"),
    arguments: ["citext", "shortcitext"]
  )
  func `long lists are bound as arrays of an extension's type`(type: String) throws {
    try expectFound(
      in: type,
      "CREATE EXTENSION citext; CREATE DOMAIN shortcitext AS citext;"
    )
  }

  private func expectFound(in type: String, _ script: String) throws {
    let fixture = try NotesFixture(.postgres)
    defer { fixture.keep() }
    let database = try #require(fixture.database as? PostgresDatabase)
    try database.write { db in
      try db.execute(
        script: """
          \(script)
          CREATE TABLE tags (id bigint PRIMARY KEY, name \(type) NOT NULL);
          INSERT INTO tags VALUES (1, 't1'), (2, 't"2'), (3, 't3')
          """
      )
    }
    // Values of an enumeration must exist.
    let other = type == "mood" ? ["t1"] : (0..<600).map { "x\($0), {NULL}" }
    let names = ["t1", "t\"2"] + (0..<600).map { other[$0 % other.count] }
    try fixture.database.read { db in
      let ids = try NamedTag.where { $0.name.in(names) }.order(by: \.id).select(\.id).fetchAll(db)
      #expect(ids == [1, 2])
    }
  }

  private func check(_ bills: [Bill], _ db: any SQLConnection) throws {
    let read = try Bill.order(by: \.id).fetchAll(db)
    #expect(read == bills)
  }

  @Test(.requiresPostgres) func `a record that is a table stores decimal numbers`() throws {
    let fixture = try NotesFixture(.postgres)
    defer { fixture.keep() }
    let total = try #require(Decimal(string: "12345678901234567890.25"))
    let date = Date(timeIntervalSinceReferenceDate: 800_000_000.123456)
    try fixture.database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE bills (id bigint PRIMARY KEY, total numeric NOT NULL, date timestamptz NOT NULL)
          """
      )
      var bill = Bill(id: 1, total: total, date: date)
      try bill.insert(db)
      try check([bill], db)
      bill.total += 1
      try bill.update(db)
      try check([bill], db)
      let isChanged = try bill.updateChanges(db) { $0.total += Decimal(string: "0.001") ?? 0 }
      #expect(isChanged)
      try check([bill], db)
      bill.total += 1
      try bill.save(db)
      try bill.upsert(db)
      try check([bill], db)
      try Bill.insert { Bill(id: 2, total: total, date: date) }.execute(db)
      let count = try Bill.where { $0.total == total }.fetchCount(db)
      #expect(count == 1)
    }
  }
}
