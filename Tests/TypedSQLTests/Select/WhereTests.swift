import Testing
import TypedSQL

@Suite struct WhereTests {
  func assertCondition(
    _ conditions: Where<Reminder>,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ sql: () -> String
  ) {
    assertSQL(conditions.select(\.id), sourceLocation: sourceLocation) {
      "SELECT \"reminders\".\"id\"\nFROM \"reminders\"\n" + sql()
    }
  }

  @Test func `conditions are combined by AND`() {
    assertCondition(Reminder.where(\.isCompleted).where { $0.id > 1 }) {
      """
      WHERE ("reminders"."isCompleted") AND (("reminders"."id") > (1))
      """
    }
    assertCondition(Reminder.filter(\.isCompleted).filter(\.isFlagged)) {
      """
      WHERE ("reminders"."isCompleted") AND ("reminders"."isFlagged")
      """
    }
  }

  @Test func `conditions can be built with if and for`() {
    let hidesCompleted = true
    let words = ["a", "b"]
    let list: Int? = nil
    assertCondition(
      Reminder.where {
        if hidesCompleted { !$0.isCompleted }
        for word in words { $0.title.like("%\(word)%") }
        if let list { $0.remindersListID.eq(list) } else { $0.isFlagged }
      }
    ) {
      """
      WHERE (NOT ("reminders"."isCompleted")) AND (("reminders"."title" LIKE '%a%')) \
      AND (("reminders"."title" LIKE '%b%')) AND ("reminders"."isFlagged")
      """
    }
    assertSQL(Reminder.where { if !hidesCompleted { $0.isCompleted } }.select(\.id)) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      """
    }
    assertSQL(Reminder.where { _ in nil }.select(\.id)) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      """
    }
  }

  @Test func `takes literals and optional conditions`() {
    assertCondition(Reminder.where { _ in true }) { "WHERE (1)" }
    assertSQL(
      Reminder.leftJoin(Reminder.as(R.self).all) { $0.id.eq($1.id) }
        .where { $1.isCompleted }
        .select { ($0.id, $1.id) }
    ) {
      """
      SELECT "reminders"."id", "rs"."id"
      FROM "reminders"
      LEFT JOIN "reminders" AS "rs" ON ("reminders"."id") = ("rs"."id")
      WHERE ("rs"."isCompleted")
      """
    }
  }

  @Test func `conditions can be combined by and, or and not`() {
    assertCondition(Reminder.where(\.isCompleted).or(.where(\.isFlagged))) {
      """
      WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
      """
    }
    assertCondition(Reminder.where(\.isCompleted) || Reminder.where(\.isFlagged)) {
      """
      WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
      """
    }
    assertCondition(Reminder.where(\.isCompleted) && Reminder.where(\.isFlagged)) {
      """
      WHERE (("reminders"."isCompleted") AND ("reminders"."isFlagged"))
      """
    }
    assertCondition(!Reminder.where(\.isCompleted)) {
      """
      WHERE (NOT ("reminders"."isCompleted"))
      """
    }
    assertCondition(Reminder.all.not()) {
      """
      WHERE (NOT (1))
      """
    }
    assertCondition(Reminder.all.or(.where(\.isFlagged))) {
      """
      WHERE ("reminders"."isFlagged")
      """
    }
    assertCondition(
      Reminder.where(\.isCompleted).where(\.isFlagged).or(.where { $0.id.eq(1) }).not()
    ) {
      """
      WHERE (NOT ((("reminders"."isCompleted") AND ("reminders"."isFlagged")) \
      OR (("reminders"."id") = (1))))
      """
    }
  }

  @Test func `merging drops duplicate conditions`() {
    assertCondition(
      Reminder.where(\.isCompleted) + Reminder.where(\.isFlagged) + Reminder.where(\.isCompleted)
    ) {
      """
      WHERE ("reminders"."isCompleted") AND ("reminders"."isFlagged")
      """
    }
    assertSQL(Reminder.select(\.id) + Reminder.where(\.isFlagged) + Reminder.select(\.title)) {
      """
      SELECT "reminders"."id", "reminders"."title"
      FROM "reminders"
      WHERE ("reminders"."isFlagged")
      """
    }
  }

  enum R: AliasName {}
}
