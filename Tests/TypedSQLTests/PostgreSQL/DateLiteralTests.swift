import Foundation
import Testing
import TypedSQL
import TypedSQLExtras

/// Dates as literals, as in a view, a trigger or the default of a column.
@Suite struct DateLiteralTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000.25)
  private static let fineDate = Date(timeIntervalSince1970: 1_700_000_000.123456)

  /// Returns the text with the value as a literal, in one line and in several.
  private func texts(_ binding: QueryBinding, for dialect: Dialect) -> Set<String> {
    let fragment: QueryFragment = "SELECT (\(binding)), \(QueryBinding.int(1))"
    let literal = fragment.withLiterals
    #expect(literal.bindings.isEmpty)
    return [
      literal.render(for: dialect).sql,
      literal.render(for: dialect, layout: .multiLine).sql,
      literal.withLiterals.render(for: dialect).sql,
    ]
  }

  @Test func `a date has as many digits as the database stores`() {
    #expect(
      texts(.date(Self.fineDate), for: .sqlite) == ["SELECT ('2023-11-14 22:13:20.123'), 1"]
    )
    #expect(
      texts(.date(Self.fineDate), for: .postgres) == ["SELECT ('2023-11-14 22:13:20.123456'), 1"]
    )
    for dialect in [Dialect.sqlite, .postgres] {
      #expect(
        texts(.date(Self.date), for: dialect) == ["SELECT ('2023-11-14 22:13:20.250'), 1"]
      )
    }
  }

  @Test func `a text with dates is the one that the database stores`() {
    let text = QueryBinding.dated("it's (é", exact: "it's ) more (é")
    #expect(texts(text, for: .sqlite) == ["SELECT ('it''s (é'), 1"])
    #expect(texts(text, for: .postgres) == ["SELECT ('it''s ) more (é'), 1"])
  }

  @Test func `the default of a column has the digits of its database`() {
    let value: QueryFragment = "\(QueryBinding.date(Self.fineDate))"
    let table = Reminder.createTable(defaults: ["updatedAt": value]).queryFragment
    let sql = table.render(for: .sqlite).sql
    #expect(sql.contains("DEFAULT ('2023-11-14 22:13:20.123')"))
    let other = table.render(for: .postgres).sql
    #expect(other.contains("DEFAULT ('2023-11-14 22:13:20.123456')"))
  }

  @Test func `the distant dates are the infinities of PostgreSQL, and the next ones are finite`() {
    let dates: [(date: Date, sqlite: String, postgres: String)] = [
      (.distantFuture, "4001-01-01 00:00:00.000", "infinity"),
      (.distantPast, "0000-12-30 00:00:00.000", "-infinity"),
      (next(.distantFuture), "4001-01-01 00:00:00.000", "4001-01-01 00:00:00.000"),
      (next(.distantPast), "0000-12-30 00:00:00.000", "0001-12-30 00:00:00.000 BC"),
    ]
    for (date, sqlite, postgres) in dates {
      #expect(texts(.date(date), for: .sqlite) == ["SELECT ('\(sqlite)'), 1"])
      #expect(texts(.date(date), for: .postgres) == ["SELECT ('\(postgres)'), 1"])
    }
  }

  private func next(_ date: Date) -> Date {
    Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextUp)
  }

  @Test func `infinity is a number of PostgreSQL, and a number that is too large for SQLite`() {
    #expect(texts(.double(.infinity), for: .sqlite) == ["SELECT (9e999), 1"])
    #expect(texts(.double(-.infinity), for: .sqlite) == ["SELECT (-9e999), 1"])
    #expect(texts(.double(.infinity), for: .postgres) == ["SELECT ('Infinity'::float8), 1"])
    #expect(texts(.double(-.infinity), for: .postgres) == ["SELECT ('-Infinity'::float8), 1"])
    for dialect in [Dialect.sqlite, .postgres] {
      #expect(texts(.double(-0.25), for: dialect) == ["SELECT (-0.25), 1"])
    }
  }

  /// SQLite refuses the statement, as it refuses to store the value.
  @Test(
    arguments: [
      (.date(Date(timeIntervalSince1970: 253_402_300_800)), "'10000-01-01 00:00:00.000'"),
      (.date(Date(timeIntervalSince1970: -62_167_219_201)), "'0002-12-31 23:59:59.000 BC'"),
      (.double(.nan), "'NaN'::float8"),
    ] as [(QueryBinding, String)]
  )
  func `a value that SQLite has no literal for stays bound there`(
    binding: QueryBinding,
    literal: String
  ) {
    let fragment: QueryFragment = "SELECT (\(binding)), (\(QueryBinding.uint(.max)))"
    for fragment in [fragment.withLiterals, fragment.withLiterals.withLiterals] {
      #expect(fragment.bindings.count == 2)
      #expect(fragment.render(for: .sqlite).sql == "SELECT (?), (?)")
      let (sql, bindings) = fragment.render(for: .postgres)
      #expect(sql == "SELECT (\(literal)), ($1::numeric)")
      #expect(bindings == [.uint(.max)])
    }
  }
}
