import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// A table with dates in all the forms in which columns store them.
@Table("moments") struct Moment: Equatable, Identifiable {
  let id: Int
  var date: Date
  var other: Date?
  @Column(as: [Date].ArrayRepresentation.self)
  var list: [Date]
  @Column(as: [Date].JSONRepresentation.self)
  var document: [Date]
}

/// The same columns, without the list, as a record.
struct MomentRecord: Codable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "events"
  var id: Int
  var date: Date
  var other: Date?
}

@Table("events") struct Event: Equatable, Identifiable {
  let id: Int
  var date: Date
  var other: Date?
}

/// Dates that are written and read are equal again.
@Suite(.mayBlock, .timeLimit(.hang)) struct DateRoundTripTests {
  /// Returns dates of whole milliseconds or microseconds, in the years 0 to 4000.
  private func dates(_ count: Int, seed: UInt64, perSecond: Double) -> [Date] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      // A `Date` is more precise than a microsecond up to the year 2273.
      let years = index.isMultiple(of: 2) ? 30.0 : perSecond > 1_000 ? 200 : 1_900
      let limit = years * 31_556_952 * perSecond
      let number = Double.random(in: -limit...limit, using: &random).rounded()
      return Date(timeIntervalSinceReferenceDate: number / perSecond)
    }
  }

  private func fixture(_ kind: DatabaseKind) throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try fixture.database.write { db in
      try Moment.createTable().execute(db)
      try Event.createTable().execute(db)
    }
    return fixture
  }

  @Test(arguments: DatabaseKind.available)
  func `whole milliseconds are unchanged in all forms`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    let dates = dates(500, seed: 1, perSecond: 1_000)
    let moments = dates.enumerated().map {
      Moment(id: $0, date: $1, other: $1, list: [$1, dates[0]], document: [$1])
    }
    let records = dates.enumerated().map { MomentRecord(id: $0, date: $1, other: $1) }
    try fixture.database.write { db in
      try Moment.insert { moments }.execute(db)
      for record in records { try record.insert(db) }
    }
    try fixture.database.read { db in
      let read = try Moment.order(by: \.id).fetchAll(db)
      #expect(read == moments)
      let stored = try MomentRecord.order(Column("id")).fetchAll(db)
      #expect(stored == records)
      let found = try Moment.where { $0.date.in(dates + dates) }.fetchCount(db)
      #expect(found == dates.count)
    }
  }

  @Test(.requiresPostgres) func `whole microseconds are unchanged on PostgreSQL`() throws {
    let fixture = try fixture(.postgres)
    defer { fixture.keep() }
    let dates = dates(500, seed: 2, perSecond: 1_000_000)
    let records = dates.enumerated().map { MomentRecord(id: $0, date: $1, other: $1) }
    try fixture.database.write { db in
      for record in records { try record.insert(db) }
      try Moment.insert {
        dates.enumerated().map { Moment(id: $0, date: $1, other: nil, list: [], document: []) }
      }.execute(db)
    }
    try fixture.database.read { db in
      let typed = try Event.order(by: \.id).select(\.date).fetchAll(db)
      #expect(typed == dates)
      let moments = try Moment.order(by: \.id).select(\.date).fetchAll(db)
      #expect(moments == dates)
      let stored = try MomentRecord.order(Column("id")).fetchAll(db)
      #expect(stored == records)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a second round trip changes nothing`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind)
    defer { fixture.keep() }
    var random = SeededGenerator(seed: 3)
    let dates = (0..<300).map { _ in
      Date(timeIntervalSinceReferenceDate: .random(in: -1e9...2e9, using: &random))
    }
    try fixture.database.write { db in
      try Event.insert { dates.enumerated().map { Event(id: $0, date: $1, other: $1) } }.execute(db)
      let once = try Event.order(by: \.id).fetchAll(db)
      for event in once { try Event.update(event).execute(db) }
      let twice = try Event.order(by: \.id).fetchAll(db)
      #expect(once == twice)
      let precision = kind == .postgres ? 0.000_001 : 0.001
      #expect(zip(once, dates).allSatisfy { abs($0.date.timeIntervalSince($1)) <= precision })
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `live queries show dates as they were written`(kind: DatabaseKind) async throws {
    let fixture = try fixture(kind)
    @FetchAll(Event.order(by: \.id), database: fixture.database) var events
    try await $events.load()
    let written = dates(50, seed: 4, perSecond: 1_000).enumerated().map {
      Event(id: $0, date: $1, other: $1)
    }
    try await fixture.write { db in try Event.insert { written }.execute(db) }
    #expect(events == written)
    fixture.keep()
  }
}
