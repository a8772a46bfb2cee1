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
}
