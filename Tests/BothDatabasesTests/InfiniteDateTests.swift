import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@Table("spans") struct TimeSpan: Equatable, Identifiable {
  let id: Int
  var moment: Date
  var day: Date
}

@Table("spans") struct NumberedSpan: Equatable, Identifiable {
  let id: Int
  @Column(as: Date.UnixTimeRepresentation.self)
  var moment: Date
  @Column(as: Date.JulianDayRepresentation.self)
  var day: Date
}

struct SpanRecord: Codable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "spans"
  var id: Int
  var moment: Date
  var day: Date
}

@Table("spans") struct SpanList: Identifiable {
  let id: Int
  @Column(as: [Date].ArrayRepresentation.self)
  var list: [Date]
}

/// The infinities of the server's dates, and its first and last ones.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct InfiniteDateTests {
  private func fixture() throws -> NotesFixture {
    let fixture = try NotesFixture(.postgres)
    try postgres(fixture).write { db in
      try db.execute(
        script: """
          CREATE TABLE spans (id bigint PRIMARY KEY, moment timestamptz, day date, list timestamptz[]);
          INSERT INTO spans VALUES (1, 'infinity', 'infinity', '{infinity,-infinity}'),
            (2, '-infinity', '-infinity', '{}')
          """
      )
    }
    return fixture
  }

  private func postgres(_ fixture: NotesFixture) throws -> PostgresDatabase {
    try #require(fixture.database as? PostgresDatabase)
  }

  private func stored(_ fixture: NotesFixture, _ columns: String) throws -> [[PostgresValue]] {
    try postgres(fixture).read { db in
      try db.execute("SELECT \(columns) FROM spans ORDER BY id").values()
    }
  }

  private func check(_ fixture: NotesFixture) throws {
    let texts = try stored(fixture, "moment::text, day::text, list::text")
    #expect(
      texts == [
        ["infinity", "infinity", "{infinity,-infinity}"], ["-infinity", "-infinity", "{}"],
      ]
    )
  }

  @Test func `typed rows are unchanged when they are written back`() throws {
    let fixture = try fixture()
    defer { fixture.keep() }
    try fixture.database.write { db in
      let spans = try TimeSpan.order(by: \.id).fetchAll(db)
      #expect(spans.map(\.moment) == [.distantFuture, .distantPast])
      #expect(spans.map(\.day) == [.distantFuture, .distantPast])
      for span in spans { try TimeSpan.update(span).execute(db) }
      let numbered = try NumberedSpan.order(by: \.id).fetchAll(db)
      #expect(numbered.map(\.moment) == spans.map(\.moment))
      #expect(numbered.map(\.day) == spans.map(\.day))
      for span in numbered { try NumberedSpan.update(span).execute(db) }
    }
    try check(fixture)
  }

  @Test func `records are unchanged when they are written back`() throws {
    let fixture = try fixture()
    defer { fixture.keep() }
    try fixture.database.write { db in
      let spans = try SpanRecord.order(Column("id")).fetchAll(db)
      #expect(spans.map(\.moment) == [.distantFuture, .distantPast])
      #expect(spans.map(\.day) == [.distantFuture, .distantPast])
      for span in spans { try span.update(db) }
    }
    try check(fixture)
  }

  @Test func `lists are unchanged when they are written back`() throws {
    let fixture = try fixture()
    defer { fixture.keep() }
    try fixture.database.write { db in
      let lists = try SpanList.order(by: \.id).fetchAll(db)
      #expect(lists.map(\.list) == [[.distantFuture, .distantPast], []])
      for list in lists { try SpanList.update(list).execute(db) }
    }
    try check(fixture)
  }

  @Test func `a live query shows them`() async throws {
    let fixture = try fixture()
    @FetchAll(TimeSpan.where { $0.moment > Date() }.order(by: \.id), database: fixture.database)
    var spans
    try await $spans.load()
    #expect(spans.map(\.moment) == [.distantFuture])
    try await fixture.write { db in
      try TimeSpan.find(2).update { $0.moment = #bind(Date.distantFuture) }.execute(db)
    }
    #expect(spans.map(\.id) == [1, 2])
    #expect(spans.map(\.moment) == [.distantFuture, .distantFuture])
    fixture.keep()
  }

  @Test func `the first and the last dates are kept`() throws {
    let fixture = try fixture()
    defer { fixture.keep() }
    let moments: [PostgresValue] = ["4713-01-01 00:00:00+00 BC", "294276-12-31 00:00:00+00"]
    let days: [PostgresValue] = ["4713-01-01 BC", "5874897-12-31"]
    try postgres(fixture).write { db in
      for (id, values) in zip(1..., zip(moments, days)) {
        try db.execute(
          "UPDATE spans SET moment = $1::text::timestamptz, day = $2::text::date WHERE id = $3",
          [values.0, values.1, .integer(Int64(id))]
        )
      }
    }
    try fixture.database.write { db in
      for span in try TimeSpan.all.fetchAll(db) { try TimeSpan.update(span).execute(db) }
      for span in try SpanRecord.all().fetchAll(db) { try span.update(db) }
    }
    let texts = try stored(fixture, "moment::text, day::text")
    #expect(texts == [[moments[0], days[0]], [moments[1], days[1]]])
  }

  /// The moments and days of the dates that the infinities are read as.
  private static let finite: [(moment: PostgresValue, day: PostgresValue)] = [
    ("4001-01-01 00:00:00+00", "4001-01-01"), ("0001-12-30 00:00:00+00 BC", "0001-12-30 BC"),
  ]

  private func makeFinite(_ fixture: NotesFixture) throws {
    try postgres(fixture).write { db in
      for (id, values) in zip(1..., Self.finite) {
        try db.execute(
          """
          UPDATE spans SET moment = $1::text::timestamptz, day = $2::text::date,
            list = ARRAY[$1::text::timestamptz] WHERE id = $3
          """,
          [values.moment, values.day, .integer(Int64(id))]
        )
      }
    }
  }

  @Test func `finite moments of the same dates stay finite`() throws {
    let fixture = try fixture()
    defer { fixture.keep() }
    try makeFinite(fixture)
    try fixture.database.write { db in
      let spans = try TimeSpan.order(by: \.id).fetchAll(db)
      #expect(spans.allSatisfy { $0.moment != .distantFuture && $0.moment != .distantPast })
      for span in spans { try TimeSpan.update(span).execute(db) }
      let records = try SpanRecord.order(Column("id")).fetchAll(db)
      #expect(records.map(\.moment) == spans.map(\.moment))
      #expect(records.map(\.day) == spans.map(\.day))
      for record in records { try record.update(db) }
      let lists = try SpanList.order(by: \.id).fetchAll(db)
      #expect(lists.map(\.list) == spans.map { [$0.moment] })
      for list in lists { try SpanList.update(list).execute(db) }
      let found = try TimeSpan.where { $0.moment == spans[0].moment }.select(\.id).fetchAll(db)
      #expect(found == [1])
      let before = try TimeSpan.where { $0.moment < .distantFuture }.fetchCount(db)
      #expect(before == 2)
    }
    let texts = try stored(fixture, "moment::text, day::text, list[1]::text")
    #expect(texts == Self.finite.map { [$0.moment, $0.day, $0.moment] })
  }

  @Test func `as a number, such a moment is an error that says what to do`() throws {
    let fixture = try fixture()
    defer { fixture.keep() }
    try makeFinite(fixture)
    let error = #expect(throws: (any Error).self) {
      try fixture.database.read { db in try NumberedSpan.all.fetchAll(db) }
    }
    #expect("\(String(describing: error))".contains("declare the property as Date"))
  }

  /// In a view or a default, a value is a literal; elsewhere it is bound.
  @Test func `literals mean what bound values mean`() throws {
    let fixture = try fixture()
    defer { fixture.keep() }
    let seconds = [Date.distantFuture, .distantPast].map(\.timeIntervalSinceReferenceDate)
    var dates = [253_402_300_800, -62_167_219_201].map { Date(timeIntervalSince1970: $0) }
    dates += (seconds + seconds.map(\.nextUp)).map { Date(timeIntervalSinceReferenceDate: $0) }
    for date in dates {
      try fixture.database.write { db in
        try TimeSpan.find(1).update { $0.moment = #bind(date) }.execute(db)
      }
      let count = try read("SELECT count(*)::text FROM spans WHERE moment = \(bind: date)", fixture)
      // Another span is at the distant past from the beginning.
      #expect(count == [[date == .distantPast ? "2" : "1"]], "\(date)")
    }
    for number in [Double.infinity, -.infinity, .nan] {
      let name = number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
      let text = try read("SELECT (\(bind: number))::text", fixture)
      #expect(text == [[.text(name)]])
    }
  }

  /// Returns the rows of a query whose values are literals.
  private func read(_ query: QueryFragment, _ fixture: NotesFixture) throws -> [[PostgresValue]] {
    let sql = query.withLiterals.render(for: .postgres).sql
    return try postgres(fixture).read { db in try db.execute(sql).values() }
  }

  @Test func `a date that the server cannot store is an error that says so`() throws {
    let fixture = try fixture()
    defer { fixture.keep() }
    let date = Date.distantFuture.addingTimeInterval(1e13)
    let error = #expect(throws: (any Error).self) {
      try fixture.database.write { db in
        try TimeSpan.find(1).update { $0.moment = #bind(date) }.execute(db)
      }
    }
    #expect("\(String(describing: error))".contains("294276"))
  }
}
