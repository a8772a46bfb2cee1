import Testing
import TypedSQL

@Suite struct AliasTests {
  enum R1: AliasName {}
  enum R2: AliasName { static let aliasName = "second" }

  @Test func `a table can be joined to itself`() {
    let query = Tag.as(R1.self).join(Tag.as(R2.self).all) { $0.id.eq($1.id) }
    let _: any SelectStatement<(), TableAlias<Tag, R1>, TableAlias<Tag, R2>> = query
    assertSQL(query.where { $1.title.eq("a") }) {
      """
      SELECT "r1s"."id", "r1s"."title", "second"."id", "second"."title"
      FROM "tags" AS "r1s"
      JOIN "tags" AS "second" ON ("r1s"."id") = ("second"."id")
      WHERE (("second"."title") = ('a'))
      """
    }
  }

  @Test func `an alias renames the table in every clause`() {
    let query = Reminder.where(\.isCompleted).order { $0.title.desc() }.select {
      ($0.id, $0.id.count())
    }
    assertSQL(query.as(R1.self)) {
      """
      SELECT "r1s"."id", count("r1s"."id")
      FROM "reminders" AS "r1s"
      WHERE ("r1s"."isCompleted")
      ORDER BY "r1s"."title" DESC
      """
    }
    assertSQL(Tag.where { $0.title.eq("a") }.as(R1.self).as(R2.self).select(\.id)) {
      """
      SELECT "second"."id"
      FROM "tags" AS "second"
      WHERE (("second"."title") = ('a'))
      """
    }
  }

  @Test func `an alias leaves a subquery on the same table alone`() {
    let inner = Tag.where { $0.title.eq("a") }
    assertSQL(
      Tag.where { $0.id > 1 && inner.exists() }
        .where { tag in ReminderTag.where { $0.tagID.eq(tag.id) }.exists() }
        .as(R1.self).select(\.id)
    ) {
      """
      SELECT "r1s"."id"
      FROM "tags" AS "r1s"
      WHERE ((("r1s"."id") > (1)) AND (EXISTS (
        SELECT "tags"."id", "tags"."title"
        FROM "tags"
        WHERE (("tags"."title") = ('a'))
      ))) AND (EXISTS (
        SELECT "remindersTags"."reminderID", "remindersTags"."tagID"
        FROM "remindersTags"
        WHERE (("remindersTags"."tagID") = ("r1s"."id"))
      ))
      """
    }
  }

  @Test func `aliases and drafts are found by key`() {
    assertSQL(Tag.as(R1.self).find(1)) {
      """
      SELECT "r1s"."id", "r1s"."title"
      FROM "tags" AS "r1s"
      WHERE (("r1s"."id") IN ((1)))
      """
    }
    assertSQL(Tag.as(R1.self).order(by: \.title).find([1, 2]).select(\.id)) {
      """
      SELECT "r1s"."id"
      FROM "tags" AS "r1s"
      WHERE (("r1s"."id") IN ((1), (2)))
      ORDER BY "r1s"."title"
      """
    }
    assertSQL(Tag.Draft.find(1)) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1)))
      """
    }
    assertSQL(Tag.Draft.where { $0.title.eq("a") }.find(1)) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."title") = ('a')) AND (("tags"."id") IN ((1)))
      """
    }
  }
}
