import Foundation
import Testing
import TypedSQL
import TypedSQLExtras

extension DateTimeModifier {
  fileprivate static let endOfMonth = startOfMonth.months(1).days(-1)
}

@Suite struct ExprDateFunctionTests {
  let r = ExprItem.columns

  @Test func `modifiers of text dates become arguments of datetime`() {
    assertSQL(expression: r.date(.startOfMonth)) {
      #"datetime("items"."date", 'start of month', 'subsec')"#
    }
    assertSQL(expression: r.due(.days(1).hours(-2))) {
      #"datetime("items"."due", '1 days', '-2 hours', 'subsec')"#
    }
    assertSQL(expression: r.date(.endOfMonth)) {
      """
      datetime("items"."date", 'start of month', '1 months', '-1 days', 'subsec')
      """
    }
    assertSQL(expression: r.date(.startOfDay)(.seconds(1.5))) {
      #"datetime("items"."date", 'start of day', '1.5 seconds', 'subsec')"#
    }
  }

  @Test func `modifiers of Unix times and Julian days keep the representation`() {
    assertSQL(expression: r.unix(.startOfMonth)) {
      #"unixepoch("items"."unix", 'unixepoch', 'start of month')"#
    }
    assertSQL(expression: r.unixDue(.years(1).minutes(30))) {
      #"unixepoch("items"."unixDue", 'unixepoch', '1 years', '30 minutes')"#
    }
    assertSQL(expression: r.julian(.weekday(1))) {
      #"julianday("items"."julian", 'weekday 1')"#
    }
    assertSQL(expression: r.julian(.milliseconds(250))) {
      #"julianday("items"."julian", '0.25 seconds')"#
    }
  }

  @Test func `now takes the representation of the other side`() {
    assertSQL(expression: r.date < .now) {
      #"("items"."date") < (datetime('now', 'subsec'))"#
    }
    assertSQL(expression: r.date.lt(.now)) {
      #"("items"."date") < (datetime('now', 'subsec'))"#
    }
    assertSQL(expression: r.unix.lt(.now)) { #"("items"."unix") < (unixepoch('now'))"# }
    assertSQL(expression: r.due < .now(.startOfDay.days(7))) {
      """
      ("items"."due") < (datetime('now', 'start of day', '7 days', 'subsec'))
      """
    }
    assertSQL(expression: r.unixDue > .now(.days(1))) {
      #"("items"."unixDue") > (unixepoch('now', '1 days'))"#
    }
    assertSQL(expression: r.due ?? .now) {
      #"coalesce("items"."due", datetime('now', 'subsec'))"#
    }
    assertSQL(expression: r.due.ifnull(.now)) {
      #"ifnull("items"."due", datetime('now', 'subsec'))"#
    }
    assertSQL(ExprItem.update { $0.date = .now }) {
      """
      UPDATE "items"
      SET "date" = datetime('now', 'subsec')
      """
    }
  }

  @Test func `no comparison with now binds the time at which the query is made`() {
    let conditions: [SQLQueryExpression<Bool>] = [
      r.date == .now, r.date != .now, r.date < .now, r.date <= .now, r.date > .now, r.date >= .now,
      r.due == .now, r.due != .now, r.due < .now, r.due <= .now, r.due > .now, r.due >= .now,
      r.date.eq(.now), r.date.lt(.now), r.due.gte(.now), r.due.isNot(.now),
    ]
    expectNow(conditions, "strftime('%Y-%m-%d %H:%M:%f', 'now')")
    let unix: [SQLQueryExpression<Bool>] = [
      r.unix == .now, r.unix != .now, r.unix < .now, r.unix <= .now, r.unix > .now, r.unix >= .now,
      r.unixDue == .now, r.unixDue != .now, r.unixDue < .now, r.unixDue <= .now,
      r.unixDue > .now, r.unixDue >= .now,
      r.unix.eq(.now), r.unix.lt(.now), r.unixDue.gte(.now), r.unixDue.isNot(.now),
    ]
    expectNow(unix, "unixepoch('now')")
    let julian: [SQLQueryExpression<Bool>] = [
      r.julian == .now, r.julian != .now, r.julian < .now, r.julian <= .now, r.julian > .now,
      r.julian >= .now, r.julian.eq(.now), r.julian.lt(.now),
    ]
    expectNow(julian, "julianday('now')")
  }

  private func expectNow(_ conditions: [SQLQueryExpression<Bool>], _ now: String) {
    for condition in conditions {
      let (sql, bindings) = condition.queryFragment.render(for: .sqlite(version: 3_040_001))
      #expect(sql.hasSuffix("(\(now))"))
      #expect(bindings.isEmpty)
    }
    let two = r.unix < .now && r.c == 1
    let either = r.c == 1 || r.julian >= .now
    let many = r.unix < .now && r.date > .now && r.julian != .now && r.title == "a"
    let several = [two, either, !(r.unixDue == .now), many]
    for condition in several {
      #expect(!condition.queryFragment.bindings.contains { $0.isDate })
      #expect(condition.queryFragment.debugDescription.contains("'now'"))
    }
  }

  @Test func `now is evaluated by SQL in other expressions and updates too`() {
    let expressions: [QueryFragment] = [
      r.date.between(.now(.days(-1)), and: .now).queryFragment,
      r.unix.between(.now(.days(-1)), and: .now).queryFragment,
      (r.unix < .now(.days(7))).queryFragment, (r.julian >= .now(.days(7))).queryFragment,
      (r.unixDue ?? .now).queryFragment, r.unixDue.ifnull(.now).queryFragment,
      r.date.in([.now, .now(.days(1))]).queryFragment,
      r.unix.in([.now, .now(.days(1))]).queryFragment,
      ExprItem.update { $0.unix = .now }.query, ExprItem.update { $0.unixDue = .now }.query,
      ExprItem.update { $0.julian = .now }.query, ExprItem.update { $0.due = .now }.query,
    ]
    for expression in expressions {
      #expect(!expression.bindings.contains { $0.isDate })
      #expect(expression.debugDescription.contains("'now'"))
    }
  }

  @Test func `a Swift date is bound in the representation of its column`() {
    let date = Date(timeIntervalSince1970: 1_000)
    #expect((r.unix < date).queryFragment.bindings == [.int(1_000)])
    #expect((r.unixDue == date).queryFragment.bindings == [.int(1_000)])
    #expect((r.julian >= date).queryFragment.bindings == [.double(2_440_587.5 + 1 / 86.4)])
    #expect((r.due < date).queryFragment.bindings == [.date(date)])
  }

  @Test func `components are read from each representation`() {
    assertSQL(expression: r.date.year) { #"CAST(strftime('%Y', "items"."date") AS INTEGER)"# }
    assertSQL(expression: r.date.month) { #"CAST(strftime('%m', "items"."date") AS INTEGER)"# }
    assertSQL(expression: r.due.day) { #"CAST(strftime('%d', "items"."due") AS INTEGER)"# }
    assertSQL(expression: r.date.hour) { #"CAST(strftime('%H', "items"."date") AS INTEGER)"# }
    assertSQL(expression: r.date.minute) { #"CAST(strftime('%M', "items"."date") AS INTEGER)"# }
    assertSQL(expression: r.date.second) { #"CAST(strftime('%S', "items"."date") AS INTEGER)"# }
    assertSQL(expression: r.due.weekday) { #"CAST(strftime('%w', "items"."due") AS INTEGER)"# }
    assertSQL(expression: r.date.dayOfYear) { #"CAST(strftime('%j', "items"."date") AS INTEGER)"# }
    assertSQL(expression: r.date.fractionalSecond) {
      #"CAST(strftime('%f', "items"."date") AS REAL)"#
    }
    assertSQL(expression: r.unix.year) {
      #"CAST(strftime('%Y', "items"."unix", 'unixepoch') AS INTEGER)"#
    }
    assertSQL(expression: r.unixDue.hour) {
      #"CAST(strftime('%H', "items"."unixDue", 'unixepoch') AS INTEGER)"#
    }
    assertSQL(expression: r.julian.month) {
      #"CAST(strftime('%m', "items"."julian") AS INTEGER)"#
    }
    assertSQL(expression: r.date(.localtime).hour) {
      #"CAST(strftime('%H', "items"."date", 'localtime') AS INTEGER)"#
    }
    assertSQL(expression: r.date.strftime("%Y-%m")) { #"strftime('%Y-%m', "items"."date")"# }
    assertSQL(expression: r.unixDue.strftime("%Y")) {
      #"strftime('%Y', "items"."unixDue", 'unixepoch')"#
    }
    assertSQL(ExprItem.where { $0.date.year == 2001 && $0.due.month > 3 }.select(\.id)) {
      """
      SELECT "items"."id"
      FROM "items"
      WHERE (((CAST(strftime('%Y', "items"."date") AS INTEGER)) = (2001)) \
      AND ((CAST(strftime('%m', "items"."due") AS INTEGER)) > (3)))
      """
    }
  }
}

extension QueryBinding {
  /// Whether it is a time that Swift knew, in any representation.
  fileprivate var isDate: Bool {
    switch self {
    case .date, .double: true
    case .int(let number): number > 1_000_000
    default: false
    }
  }
}
