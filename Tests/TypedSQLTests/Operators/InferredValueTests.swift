import Foundation
import Testing
import TypedSQL

/// Values whose type only the other side tells.
struct InferredValueTests {
  private let r = ExprItem.columns

  @Test func `constants of Swift's types are values next to an expression`() {
    assertSQL(expression: r.date < .distantFuture) {
      #"("items"."date") < ('4001-01-01 00:00:00.000')"#
    }
    assertSQL(expression: r.due == .distantPast) {
      #"("items"."due") IS ('0000-12-30 00:00:00.000')"#
    }
    assertSQL(expression: r.price > .zero) { #"("items"."price") > (0.0)"# }
    assertSQL(expression: r.weight == .pi) { #"("items"."weight") IS (3.141592653589793)"# }
    assertSQL(expression: r.c != .max) { #"("items"."c") <> (9223372036854775807)"# }
    assertSQL(expression: r.a > .min) { #"("items"."a") > (-9223372036854775808)"# }
    #expect((r.price == .infinity).queryFragment.render().bindings == [.double(.infinity)])
  }

  @Test func `a list of an enumeration's cases contains a column`() {
    assertSQL(expression: [.low, .high].contains(r.level)) { #"("items"."level") IN ((1), (3))"# }
    assertSQL(expression: [.good].contains(r.mood)) { #"("items"."mood") IN (('good'))"# }
    let levels: Set<ExprLevel> = [.low]
    assertSQL(expression: levels.contains(r.level)) { #"("items"."level") IN ((1))"# }
  }

  @Test func `a subquery is an optional column of a selection`() {
    let owner = User.where { $0.id.is(Reminder.columns.assignedUserID) }.select(\.name)
    let value: SQLQueryExpression<String?> = owner.scalarSubquery()
    let optional: SQLQueryExpression<String?> = Reminder.select { $0.notes.nullif("") }
      .scalarSubquery()
    assertSQL(expression: value) {
      """
      (
        SELECT "users"."name"
        FROM "users"
        WHERE (("users"."id") IS ("reminders"."assignedUserID"))
      )
      """
    }
    #expect(optional.queryFragment.render().sql.contains("nullif"))
  }
}
