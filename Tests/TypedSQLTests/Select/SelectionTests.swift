import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct SelectionTests {
  @Selection struct ListWithCount {
    let list: RemindersList
    let count: Int
  }

  @Selection struct Pair {
    let first: Tag
    let second: User?
  }

  @Selection struct Outer {
    let pair: Pair
    let title: String
  }

  @Test func `names the columns of a selection`() {
    let query = RemindersList.group(by: \.id)
      .join(Reminder.all) { $0.id.eq($1.remindersListID) }
      .select { ListWithCount.Columns(list: $0, count: $1.id.count()) }
    let _: any SelectStatement<ListWithCount, RemindersList, Reminder> = query
    assertSQL(query) {
      """
      SELECT "remindersLists"."id" AS "id", "remindersLists"."color" AS "color", \
      "remindersLists"."title" AS "title", "remindersLists"."position" AS "position", \
      count("reminders"."id") AS "count"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      """
    }
  }

  @Test func `nests selections and optional rows`() {
    let query = Tag.leftJoin(User.all) { $0.id.eq($1.id) }
      .select { Outer.Columns(pair: Pair.Columns(first: $0, second: $1), title: $0.title) }
    let _: any SelectStatement<Outer, Tag, User?> = query
    assertSQL(query) {
      """
      SELECT "tags"."id" AS "id", "tags"."title" AS "title", "users"."id" AS "id", \
      "users"."name" AS "name", "tags"."title" AS "title"
      FROM "tags"
      LEFT JOIN "users" ON ("tags"."id") = ("users"."id")
      """
    }
  }

  @Test func `selects rows and tuples of rows`() {
    let row: some SelectStatement<Tag, Tag, ()> = Tag.select(\.self)
    let same: some SelectStatement<Tag, Tag, ()> = Tag.select { $0 }
    let star = Tag.all.selectStar()
    let _: any SelectStatement<Tag, Tag, ()> = star
    let limited: some SelectStatement<Tag, Tag, ()> = Tag.limit(1).selectStar()
    #expect(row.query == same.query)
    #expect(row.query == star.query)
    #expect(limited.query == star.limit(1).query)
    let both: some SelectStatement<(Tag, Int), Tag, ()> = Tag.select { ($0, $0.id) }
    assertSQL(both) {
      """
      SELECT "tags"."id", "tags"."title", "tags"."id"
      FROM "tags"
      """
    }
  }

  @Test func `maps the selected columns`() {
    let query = Reminder.select { ($0.id, $0.title) }
    let swapped: some SelectStatement<(String, Int), Reminder, ()> = query.map { ($1, $0) }
    assertSQL(swapped) {
      """
      SELECT "reminders"."title", "reminders"."id"
      FROM "reminders"
      """
    }
    let title: some SelectStatement<String, Reminder, ()> = query.map { $1 }
    assertSQL(title) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      """
    }
    let sum: some SelectStatement<Int, Reminder, ()> = query.map { id, _ in id + 1 }
    assertSQL(sum) {
      """
      SELECT ("reminders"."id") + (1)
      FROM "reminders"
      """
    }
    let star: SelectOf<Reminder> = query.map { _, _ in }
    #expect(star.query == Reminder.all.query)
  }

  @Test func `a mapped selection keeps its column names`() {
    let query = Tag.select { ($0.id, Pair.Columns(first: $0, second: User?.none)) }.map { ($1, $0) }
    let _: any SelectStatement<(Pair, Int), Tag, ()> = query
    assertSQL(query) {
      """
      SELECT "tags"."id" AS "id", "tags"."title" AS "title", NULL AS "id", NULL AS "name", \
      "tags"."id"
      FROM "tags"
      """
    }
  }

  @Test func `a mapped row gives its columns their own names`() {
    let joined = RemindersList.group(by: \.id)
      .join(Reminder.all) { $0.id.eq($1.remindersListID) }
    let direct = joined.select { ListWithCount.Columns(list: $0, count: $1.id.count()) }
    let swapped = joined.select { ($1.id.count(), $0) }
    let mapped = swapped.map { ListWithCount.Columns(list: $1, count: $0) }
    let _: any SelectStatement<ListWithCount, RemindersList, Reminder> = mapped
    #expect(mapped.query == direct.query)
    let row = SQLQueryExpression("1, 2, 'a, b', max(3, 4)", as: RemindersList.self)
    assertSQL(swapped.map { count, _ in ListWithCount.Columns(list: row, count: count) }) {
      """
      SELECT 1 AS "id", 2 AS "color", 'a, b' AS "title", max(3, 4) AS "position", \
      count("reminders"."id") AS "count"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      """
    }
  }

  @Test func `a mapped row in a selection in a selection gives its columns their own names`() {
    let joined = Tag.leftJoin(User.all) { $0.id.eq($1.id) }
    let direct = joined.select {
      Outer.Columns(pair: Pair.Columns(first: $0, second: $1), title: $0.title)
    }
    let rows = joined.select { ($1, $0.title, $0) }.map {
      Outer.Columns(pair: Pair.Columns(first: $2, second: $0), title: $1)
    }
    #expect(rows.query == direct.query)
    let pairs = joined.select { ($0.title, Pair.Columns(first: $0, second: $1)) }.map {
      Outer.Columns(pair: $1, title: $0)
    }
    #expect(pairs.query == direct.query)
  }

  @Test func `the bound values of a mapped row stay with their columns`() {
    let row = SQLQueryExpression(Tag(id: 7, title: "a, b").queryFragment, as: Tag.self)
    let query = Reminder.select { ($0.title + "c", row) }.map {
      Outer.Columns(pair: Pair.Columns(first: $1, second: User?.none), title: $0 + "d")
    }
    assertSQL(query) {
      """
      SELECT 7 AS "id", 'a, b' AS "title", NULL AS "id", NULL AS "name", \
      (("reminders"."title") || ('c')) || ('d') AS "title"
      FROM "reminders"
      """
    }
  }

  @Test func `chained scopes add columns and tables`() {
    let query = RemindersList.where { $0.id > 1 }.select(\.title).withCount.withTags
    let _: any SelectStatement<(String, Int, String), RemindersList, (Reminder, Tag)> = query
    assertSQL(query) {
      """
      SELECT "remindersLists"."title", count("reminders"."id"), "tags"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      JOIN "tags" ON ("remindersLists"."id") = ("tags"."id")
      WHERE (("remindersLists"."id") > (1))
      GROUP BY "remindersLists"."id"
      """
    }
    assertSQL(RemindersList.first.withCount) {
      """
      SELECT count("reminders"."id")
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      WHERE (("remindersLists"."id") = (1))
      GROUP BY "remindersLists"."id"
      """
    }
    assertSQL(RemindersList.Draft.first.select(\.title)) {
      """
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      WHERE (("remindersLists"."id") = (1))
      """
    }
  }
}

extension RemindersList {
  fileprivate static let first = Self.where { $0.id.eq(1) }
  fileprivate static let withCount = group(by: \.id)
    .join(Reminder.all) { $0.id.eq($1.remindersListID) }
    .select { $1.id.count() }
  fileprivate static var withTags: Select<String, RemindersList, Tag, ValueRow<String>> {
    join(Tag.all) { $0.id.eq($1.id) }.select { $1.title }
  }
}
