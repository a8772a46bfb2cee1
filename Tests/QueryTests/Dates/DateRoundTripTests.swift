import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("moments") private struct StoredMoment: Codable, Equatable {
  let id: Int
  var text: Date
  @Column(as: Date.UnixTimeRepresentation.self) var unix: Date
  @Column(as: Date.JulianDayRepresentation.self) var julian: Date
  var maybe: Date?
  @Column(as: Date?.JulianDayRepresentation.self) var maybeJulian: Date?
  @Column(as: [Date].JSONRepresentation.self) var list: [Date]

  /// Creates a row with whole milliseconds since 1970, or whole seconds in representations that
  /// have only those.
  init(id: Int, _ date: Date) {
    let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    self.id = id
    (text, unix, julian, maybe, maybeJulian, list) = (date, second, date, date, date, [date, date])
  }
}

/// Tests of dates after a round trip in each representation.
@Suite struct DateRoundTripTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE moments (
            id INTEGER PRIMARY KEY, text TEXT, unix INTEGER, julian REAL, maybe TEXT, maybeJulian REAL, list TEXT
          )
          """
      )
    }
  }

  /// Returns the milliseconds of a date from the years 1 to 9998, half the time in this century.
  private static func milliseconds(_ random: inout SeededGenerator) -> Int {
    Bool.random(using: &random)
      ? Int.random(in: 946_684_800_000...4_102_444_800_000, using: &random)
      : Int.random(in: -62_135_596_800_000...253_370_764_800_000, using: &random)
  }

  /// Returns dates as programs create them: by calendars and formats, or as a second and a
  /// fraction.
  private static func dates(ofMilliseconds number: Int) -> [Date] {
    let offset = Int(Date.timeIntervalBetween1970AndReferenceDate) * 1000
    let second = Date(timeIntervalSinceReferenceDate: Double((number - offset) / 1000))
    return [
      Date(timeIntervalSinceReferenceDate: Double(number - offset) / 1000),
      second.addingTimeInterval(Double((number - offset) % 1000) / 1000),
    ]
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `dates of whole milliseconds survive a round trip`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let dates = (0..<250).flatMap { _ in Self.dates(ofMilliseconds: Self.milliseconds(&random)) }
    let moments = dates.enumerated().map { StoredMoment(id: $0, $1) }
    try database.write { db in
      try StoredMoment.insert { moments }.execute(db)
      #expect(try StoredMoment.order(by: \.id).fetchAll(db) == moments)
      #expect(try StoredMoment.order(by: \.id).select { $0.jsonObject() }.fetchAll(db) == moments)
      #expect(
        try StoredMoment.order(by: \.id).select { $0.list.jsonExtract(\.[1]) }.fetchAll(db) == dates
      )
      for moment in moments.prefix(50) {
        let found = try StoredMoment.where {
          $0.text == moment.text && $0.unix == moment.unix && $0.julian == moment.julian
            && $0.maybe == moment.maybe && $0.maybeJulian.is(moment.maybeJulian)
        }
        .select(\.id).fetchAll(db)
        #expect(found.contains(moment.id))
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `any date survives to the millisecond, and is stable afterwards`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let moments = (0..<250).map { id in
      let exact = Double(Self.milliseconds(&random)) / 1000
      let seconds = exact + Double.random(in: -0.001...0.001, using: &random)
      return StoredMoment(id: id, Date(timeIntervalSince1970: seconds))
    }
    try database.write { db in
      try StoredMoment.insert { moments }.execute(db)
      let once = try StoredMoment.order(by: \.id).fetchAll(db)
      for (moment, back) in zip(moments, once) {
        // Half a millisecond, plus the inherent error of such a date.
        let most = 0.0005 + 2 * moment.text.timeIntervalSince1970.ulp
        #expect(abs(moment.text.timeIntervalSince(back.text)) <= most)
        #expect(abs(moment.julian.timeIntervalSince(back.julian)) <= most)
        #expect(back.text == back.julian && back.text == back.list[0] && back.text == back.maybe)
        #expect(back.unix == moment.unix)
      }
      try StoredMoment.delete().execute(db)
      try StoredMoment.insert { once }.execute(db)
      #expect(try StoredMoment.order(by: \.id).fetchAll(db) == once)
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a value that SQLite wrote is written back unchanged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try database.write { db in
      for id in 0..<250 {
        let text = try #require(
          DateParts.text(Date(timeIntervalSince1970: Double(Self.milliseconds(&random)) / 1000))
        )
        try db.execute(
          sql: """
            INSERT INTO moments VALUES (?1, strftime('%Y-%m-%d %H:%M:%f', ?2), CAST(strftime('%s', ?2) AS INTEGER),
              julianday(?2), NULL, NULL, json_array(strftime('%Y-%m-%d %H:%M:%f', ?2)))
            """,
          arguments: [id, text]
        )
      }
      let sql = "SELECT id, text, unix, julian, json_extract(list, '$[0]') FROM moments ORDER BY id"
      let written = try Row.fetchAll(db, sql: sql)
      for moment in try StoredMoment.fetchAll(db) { try StoredMoment.update(moment).execute(db) }
      #expect(try Row.fetchAll(db, sql: sql) == written)
      let found = StoredMoment.where {
        $0.julian == $0.julian(.days(0)) && $0.unix == $0.unix(.days(0))
      }
      #expect(try found.fetchCount(db) == 250)
    }
  }

  @Test func `seconds before 1970 are rounded down, as in SQLite`() throws {
    try database.write { db in
      try StoredMoment.insert { StoredMoment(id: 1, Date(timeIntervalSince1970: -0.5)) }.execute(db)
      try StoredMoment.update { $0.unix = Date(timeIntervalSince1970: -0.5) }.execute(db)
      let sql =
        "SELECT unix, CAST(strftime('%s', '1969-12-31 23:59:59.500') AS INTEGER) FROM moments"
      let row = try #require(try Row.fetchOne(db, sql: sql))
      #expect(row.values == [-1, -1])
    }
  }
}

private enum DateParts {
  static func text(_ date: Date) -> String? {
    guard case .text(let text) = date.databaseValue else { return nil }
    return text
  }
}
