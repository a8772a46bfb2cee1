import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of views and of triggers on them.
@Suite(.reminders) struct ViewCases {
  @Test func `a view is created from a selection`() {
    assertQuery(
      BusyList.createTemporaryView(
        as:
          RemindersList
          .join(Reminder.all) { $0.id.eq($1.remindersListID) }
          .group { list, _ in list.id }
          .having { $1.id.count() > 2 }
          .select { list, _ in BusyList.Columns(listID: list.id, title: list.title) }
      )
    ) {
      """
      CREATE TEMPORARY VIEW "busyLists"
      ("listID", "title")
      AS
      SELECT "remindersLists"."id" AS "listID", "remindersLists"."title" AS "title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      HAVING ((count("reminders"."id")) > (2))
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      BusyList.order(by: \.title)
    ) {
      """
      SELECT "busyLists"."listID", "busyLists"."title"
      FROM "busyLists"
      ORDER BY "busyLists"."title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ BusyList(           │
      │   listID: 2,        │
      │   title: "Family"   │
      │ )                   │
      ├─────────────────────┤
      │ BusyList(           │
      │   listID: 1,        │
      │   title: "Personal" │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      BusyList.where { $0.title.like("P%") }.select(\.title)
    ) {
      """
      SELECT "busyLists"."title"
      FROM "busyLists"
      WHERE (("busyLists"."title" LIKE 'P%'))
      """
    } results: {
      """
      ┌────────────┐
      │ "Personal" │
      └────────────┘
      """
    }
  }

  @Test func `a view is created unless it exists`() {
    assertQuery(
      BusyList.createTemporaryView(
        ifNotExists: true,
        as: RemindersList.select { BusyList.Columns(listID: $0.id, title: $0.title) }
      ),
      onlyOnSQLite: .viewsIfNoneExist
    ) {
      """
      CREATE TEMPORARY VIEW IF NOT EXISTS "busyLists"
      ("listID", "title")
      AS
      SELECT "remindersLists"."id" AS "listID", "remindersLists"."title" AS "title"
      FROM "remindersLists"
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a view can be dropped`() {
    let view = BusyList.createTemporaryView(
      as: RemindersList.select { BusyList.Columns(listID: $0.id, title: $0.title) }
    )
    assertQuery(
      view
    ) {
      """
      CREATE TEMPORARY VIEW "busyLists"
      ("listID", "title")
      AS
      SELECT "remindersLists"."id" AS "listID", "remindersLists"."title" AS "title"
      FROM "remindersLists"
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      view.drop()
    ) {
      """
      DROP VIEW "busyLists"
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `values in a view become literals`() {
    assertQuery(
      BusyList.createTemporaryView(
        as: RemindersList.where { $0.title.eq("it's") }.select {
          BusyList.Columns(listID: $0.id + 1, title: $0.title)
        }
      )
    ) {
      """
      CREATE TEMPORARY VIEW "busyLists"
      ("listID", "title")
      AS
      SELECT ("remindersLists"."id") + (1) AS "listID", "remindersLists"."title" AS "title"
      FROM "remindersLists"
      WHERE (("remindersLists"."title") = ('it''s'))
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a view can be written through a trigger`() {
    assertQuery(
      BusyList.createTemporaryView(
        as: RemindersList.select { BusyList.Columns(listID: $0.id, title: $0.title) }
      )
    ) {
      """
      CREATE TEMPORARY VIEW "busyLists"
      ("listID", "title")
      AS
      SELECT "remindersLists"."id" AS "listID", "remindersLists"."title" AS "title"
      FROM "remindersLists"
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      BusyList.createTemporaryTrigger(
        "busyLists_insert",
        insteadOf: .insert { new in
          RemindersList.insert {
            ($0.id, $0.title)
          } values: {
            (new.listID, new.title)
          }
        }
      ),
      onlyOnSQLite: .triggers
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "busyLists_insert"
      INSTEAD OF INSERT ON "busyLists"
      FOR EACH ROW BEGIN
        INSERT INTO "remindersLists"
        ("id", "title")
        VALUES
        ("new"."listID", "new"."title");
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      BusyList.insert { BusyList(listID: 42, title: "Through the view") }
    ) {
      """
      INSERT INTO "busyLists"
      ("listID", "title")
      VALUES
      (42, 'Through the view')
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      RemindersList.find(42).select(\.title)
    ) {
      """
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      WHERE (("remindersLists"."id") IN ((42)))
      """
    } results: {
      """
      ┌────────────────────┐
      │ "Through the view" │
      └────────────────────┘
      """
    }
  }
}

@Table struct BusyList: Equatable {
  let listID: Int
  let title: String
}
