import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@Table("visits") struct PreciseVisit: Codable, Equatable, Identifiable {
  let id: Int
  var at: Date
  var until: Date?
  @Column(as: [Date].JSONRepresentation.self)
  var document: [Date]
}

@Table("visitLists") struct PreciseList: Equatable, Identifiable {
  let id: Int
  @Column(as: [Date].ArrayRepresentation.self)
  var list: [Date]
}

/// A record whose lists are JSON, and an array on PostgreSQL.
struct VisitRecord: Codable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "visitRecords"
  var id: Int
  var document: [Date]
  var list: [Date]
}

/// Dates with microseconds in lists and in JSON.
@Suite(.mayBlock, .timeLimit(.hang)) struct PreciseDateTests {
  private func fixture(_ kind: DatabaseKind) throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try fixture.database.write { db in
      try PreciseVisit.createTable().execute(db)
      try PreciseList.createTable().execute(db)
      let (json, list) = kind == .postgres ? ("jsonb", "timestamptz[]") : ("TEXT", "TEXT")
      try db.execute(
        sql: """
          CREATE TABLE "visitRecords" (id bigint PRIMARY KEY, document \(json) NOT NULL, list \(list) NOT NULL)
          """
      )
    }
    return fixture
  }

  /// Returns dates of whole units of a second, from 1801 to 2201.
  private func dates(_ count: Int, _ seed: UInt64, perSecond: Double) -> [Date] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let limit = (index.isMultiple(of: 2) ? 30.0 : 200) * 31_556_952 * perSecond
      let number = Double.random(in: -limit...limit, using: &random).rounded()
      return Date(timeIntervalSinceReferenceDate: number / perSecond)
    }
  }

  /// The units that a database keeps in each second.
  private func perSecond(_ kind: DatabaseKind) -> Double { kind == .postgres ? 1_000_000 : 1_000 }

  @Test(arguments: DatabaseKind.available, 0..<4 as Range<UInt64>)
  func `dates in lists and in JSON are unchanged`(kind: DatabaseKind, seed: UInt64) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    let dates = dates(200, seed, perSecond: perSecond(kind))
    let visits = dates.enumerated().map {
      PreciseVisit(id: $0, at: $1, until: $1, document: [$1, dates[0]])
    }
    let lists = dates.enumerated().map { PreciseList(id: $0, list: [$1, dates[0]]) }
    try fixture.database.write { db in
      try PreciseVisit.insert { visits }.execute(db)
      try PreciseList.insert { lists }.execute(db)
      let readVisits = try PreciseVisit.order(by: \.id).fetchAll(db)
      #expect(readVisits == visits)
      let readLists = try PreciseList.order(by: \.id).fetchAll(db)
      #expect(readLists == lists)
      let objects = try PreciseVisit.order(by: \.id).select { $0.jsonObject() }.fetchAll(db)
      #expect(objects == visits)
      let grouped = try PreciseVisit.group(by: \.id).order(by: \.id)
        .select { $0.jsonGroupArray() }.fetchAll(db)
      #expect(grouped == visits.map { [$0] })
      let extracted = try PreciseVisit.order(by: \.id)
        .select { $0.document.jsonExtract(\.[0]) }.fetchAll(db)
      #expect(extracted == dates)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a date in a list is found by the same date`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    // Of any fraction, as the clock gives it.
    var random = SeededGenerator(seed: 5)
    let dates = (0..<600).map { _ in
      Date(timeIntervalSinceReferenceDate: .random(in: -1e9...2e9, using: &random))
    }
    let visits = dates.enumerated().map {
      PreciseVisit(id: $0, at: $1, until: nil, document: [$1])
    }
    try fixture.database.write { db in
      try PreciseVisit.insert { visits }.execute(db)
      try PreciseList.insert { dates.enumerated().map { PreciseList(id: $0, list: [$1]) } }
        .execute(db)
      let many = try PreciseVisit.where { $0.at.in(dates) }.fetchCount(db)
      #expect(many == 600)
      let found = try PreciseList.where { $0.list.contains(dates[3]) }.select(\.id).fetchAll(db)
      #expect(found == [3])
      let equal = try PreciseVisit.where {
        SQLQueryExpression<Bool>("\($0.document.jsonExtract(\.[0])) = \($0.at)")
      }
      .fetchCount(db)
      #expect(equal == 600)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `finer fractions are rounded once, and are stable afterwards`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    var random = SeededGenerator(seed: 6)
    let dates = (0..<300).map { _ in
      Date(timeIntervalSinceReferenceDate: .random(in: -1e9...2e9, using: &random))
    }
    try fixture.database.write { db in
      try PreciseList.insert { dates.enumerated().map { PreciseList(id: $0, list: [$1]) } }
        .execute(db)
      let once = try PreciseList.order(by: \.id).fetchAll(db)
      for list in once { try PreciseList.update(list).execute(db) }
      let twice = try PreciseList.order(by: \.id).fetchAll(db)
      #expect(twice == once)
      let most = 0.6 / perSecond(kind)
      #expect(zip(once, dates).allSatisfy { abs($0.list[0].timeIntervalSince($1)) <= most })
    }
  }

  @Test(arguments: DatabaseKind.available, 0..<4 as Range<UInt64>)
  func `microseconds in lists of records are unchanged`(kind: DatabaseKind, seed: UInt64) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    // In JSON, records write numbers, which have room for microseconds on both databases.
    let dates = dates(100, seed, perSecond: 1_000_000)
    let records = dates.enumerated().map {
      VisitRecord(id: $0, document: [$1, dates[0]], list: [$1])
    }
    try fixture.database.write { db in
      for record in records { try record.insert(db) }
      let read = try VisitRecord.order(Column("id")).fetchAll(db)
      #expect(read == records)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `live queries show lists as they were written`(kind: DatabaseKind) async throws {
    let fixture = try fixture(kind)
    @FetchAll(PreciseList.order(by: \.id), database: fixture.database) var lists
    @FetchAll(PreciseVisit.order(by: \.id), database: fixture.database) var visits
    try await $lists.load()
    try await $visits.load()
    let dates = dates(50, 7, perSecond: perSecond(kind))
    let written = dates.enumerated().map { PreciseList(id: $0, list: [$1]) }
    let documents = dates.enumerated().map {
      PreciseVisit(id: $0, at: $1, until: nil, document: [$1])
    }
    try await fixture.write { db in
      try PreciseList.insert { written }.execute(db)
      try PreciseVisit.insert { documents }.execute(db)
    }
    #expect(lists == written)
    #expect(visits == documents)
    fixture.keep()
  }
}

@Table("readings") struct NumberedReading: Equatable, Identifiable {
  let id: Int
  var at: Date
}

struct ReadingRecord: Codable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "readings"
  var id: Int
  var at: Date
}

/// Dates in columns of floating-point numbers.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct DateInNumberTests {
  private func fixture(_ type: String) throws -> NotesFixture {
    let fixture = try NotesFixture(.postgres)
    try fixture.database.write { db in
      try db.execute(sql: "CREATE TABLE readings (id bigint PRIMARY KEY, at \(type) NOT NULL)")
    }
    return fixture
  }

  @Test func `seconds since 1970 are written and read`() throws {
    let fixture = try fixture("double precision")
    defer { fixture.keep() }
    let date = Date(timeIntervalSince1970: 1_700_000_000.5)
    try fixture.database.write { db in
      try NumberedReading.insert { NumberedReading(id: 1, at: date) }.execute(db)
      try ReadingRecord(id: 2, at: date).insert(db)
      let typed = try NumberedReading.order(by: \.id).fetchAll(db)
      #expect(typed.map(\.at) == [date, date])
      let records = try ReadingRecord.order(Column("id")).fetchAll(db)
      #expect(records.map(\.at) == [date, date])
      let stored = try NumberedReading.where { _ in
        SQLQueryExpression<Bool>("\"at\" = 1700000000.5")
      }.fetchCount(db)
      #expect(stored == 2)
      let found = try NumberedReading.where { $0.at == date }.fetchCount(db)
      #expect(found == 2)
    }
  }

  @Test func `a date does not fit a real column, and the error says what to do`() throws {
    let fixture = try fixture("real")
    defer { fixture.keep() }
    let error = #expect(throws: (any Error).self) {
      try fixture.database.write { db in
        try NumberedReading.insert { NumberedReading(id: 1, at: Date()) }.execute(db)
      }
    }
    #expect("\(String(describing: error))".contains("timestamptz"))
  }
}
