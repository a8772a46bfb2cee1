import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of a table's default scope in all its statements.
@Suite(.reminders) struct DefaultScopeCases {
  @Test func `a default scope applies to each query`() {
    assertQuery(
      LiveTag.all
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."title") <> ('kids'))
      """
    } results: {
      """
      ┌─────────────────────┐
      │ LiveTag(            │
      │   id: 1,            │
      │   title: "car"      │
      │ )                   │
      ├─────────────────────┤
      │ LiveTag(            │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      ├─────────────────────┤
      │ LiveTag(            │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      LiveTag.where { $0.id < 3 }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."title") <> ('kids')) AND (("tags"."id") < (3))
      """
    } results: {
      """
      ┌────────────────┐
      │ LiveTag(       │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
    assertQuery(
      LiveTag.find(2)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."title") <> ('kids')) AND (("tags"."id") IN ((2)))
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      LiveTag.select(\.id).order(by: \.title)
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
      WHERE (("tags"."title") <> ('kids'))
      ORDER BY "tags"."title"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 4 │
      │ 3 │
      └───┘
      """
    }
    assertQuery(
      LiveTag.count()
    ) {
      """
      SELECT count(*)
      FROM "tags"
      WHERE (("tags"."title") <> ('kids'))
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      └───┘
      """
    }
  }

  @Test func `unscoped removes the default scope`() {
    assertQuery(
      LiveTag.unscoped
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ LiveTag(            │
      │   id: 1,            │
      │   title: "car"      │
      │ )                   │
      ├─────────────────────┤
      │ LiveTag(            │
      │   id: 2,            │
      │   title: "kids"     │
      │ )                   │
      ├─────────────────────┤
      │ LiveTag(            │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      ├─────────────────────┤
      │ LiveTag(            │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      LiveTag.unscoped.where { $0.id.eq(2) }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") = (2))
      """
    } results: {
      """
      ┌─────────────────┐
      │ LiveTag(        │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
    assertQuery(
      LiveTag.unscoped.find(2).select(\.title)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((2)))
      """
    } results: {
      """
      ┌────────┐
      │ "kids" │
      └────────┘
      """
    }
  }

  @Test func `all restores the default scope`() {
    assertQuery(
      LiveTag.unscoped.all
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."title") <> ('kids'))
      """
    } results: {
      """
      ┌─────────────────────┐
      │ LiveTag(            │
      │   id: 1,            │
      │   title: "car"      │
      │ )                   │
      ├─────────────────────┤
      │ LiveTag(            │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      ├─────────────────────┤
      │ LiveTag(            │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """
    }
  }

  @Test func `a default scope applies to a joined table`() {
    assertQuery(
      ReminderTag.join(LiveTag.all) { $0.tagID.eq($1.id) }.select { $1.title }
    ) {
      """
      SELECT "tags"."title"
      FROM "remindersTags"
      JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      WHERE (("tags"."title") <> ('kids'))
      """
    } results: {
      """
      ┌────────────┐
      │ "someday"  │
      │ "optional" │
      │ "someday"  │
      │ "optional" │
      │ "car"      │
      └────────────┘
      """
    }
    assertQuery(
      LiveTag.join(ReminderTag.all) { $0.id.eq($1.tagID) }.select { tag, _ in tag.title }.distinct()
    ) {
      """
      SELECT DISTINCT "tags"."title"
      FROM "tags"
      JOIN "remindersTags" ON ("tags"."id") = ("remindersTags"."tagID")
      WHERE (("tags"."title") <> ('kids'))
      """
    } results: {
      """
      ┌────────────┐
      │ "someday"  │
      │ "optional" │
      │ "car"      │
      └────────────┘
      """
    }
  }

  @Test func `a default scope applies to updates and deletions`() {
    assertQuery(
      LiveTag.update { $0.title += "!" }.returning(\.title)
    ) {
      """
      UPDATE "tags"
      SET "title" = ("tags"."title") || ('!')
      WHERE (("tags"."title") <> ('kids'))
      RETURNING "title"
      """
    } results: {
      """
      ┌─────────────┐
      │ "car!"      │
      │ "someday!"  │
      │ "optional!" │
      └─────────────┘
      """
    }
    assertQuery(
      LiveTag.find(2).delete().returning(\.id)
    ) {
      """
      DELETE FROM "tags"
      WHERE (("tags"."title") <> ('kids')) AND (("tags"."id") IN ((2)))
      RETURNING "id"
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      LiveTag.unscoped.delete().returning(\.id)
    ) {
      """
      DELETE FROM "tags"
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      │ 4 │
      └───┘
      """
    }
  }

  @Test func `a default order applies to each query`() {
    assertQuery(
      OrderedTag.all
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      ORDER BY "tags"."title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ OrderedTag(         │
      │   id: 1,            │
      │   title: "car"      │
      │ )                   │
      ├─────────────────────┤
      │ OrderedTag(         │
      │   id: 2,            │
      │   title: "kids"     │
      │ )                   │
      ├─────────────────────┤
      │ OrderedTag(         │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      ├─────────────────────┤
      │ OrderedTag(         │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      OrderedTag.where { $0.id > 1 }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") > (1))
      ORDER BY "tags"."title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ OrderedTag(         │
      │   id: 2,            │
      │   title: "kids"     │
      │ )                   │
      ├─────────────────────┤
      │ OrderedTag(         │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      ├─────────────────────┤
      │ OrderedTag(         │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      OrderedTag.unscoped.limit(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 1
      """
    } results: {
      """
      ┌────────────────┐
      │ OrderedTag(    │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
  }
}
