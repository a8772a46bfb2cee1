import Testing
import TypedSQL

@Suite struct JoinTests {
  @Test func `a left join makes the other table optional`() {
    let query = Reminder.leftJoin(User.all) { $0.assignedUserID.eq($1.id) }
    let _: any SelectStatement<(), Reminder, User?> = query
    let rows: some SelectStatement<(Reminder, User?), Reminder, User?> = query.select { ($0, $1) }
    let names: some SelectStatement<(String, String?), Reminder, User?> = query.select {
      ($0.title, $1.name)
    }
    assertSQL(names) {
      """
      SELECT "reminders"."title", "users"."name"
      FROM "reminders"
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      """
    }
    #expect(rows.query == query.selectStar().query)
    #expect(rows.query == query.query)
  }

  @Test func `a right join makes the tables before it optional`() {
    let query = Reminder.rightJoin(User.all) { $0.assignedUserID.eq($1.id) }
    let _: any SelectStatement<(), Reminder?, User> = query
    let names: some SelectStatement<(String?, String), Reminder?, User> = query.select {
      ($0.title, $1.name)
    }
    assertSQL(names) {
      """
      SELECT "reminders"."title", "users"."name"
      FROM "reminders"
      RIGHT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      """
    }
    let twice = query.rightJoin(Tag.all) { $2.id.eq($1.id) }
    let _: any SelectStatement<(), Reminder?, (User?, Tag)> = twice
    assertSQL(twice.select { reminder, _, tag in (reminder.title, tag.title) }) {
      """
      SELECT "reminders"."title", "tags"."title"
      FROM "reminders"
      RIGHT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      RIGHT JOIN "tags" ON ("tags"."id") = ("users"."id")
      """
    }
  }

  @Test func `a full join makes all tables optional`() {
    let query = Reminder.select(\.title).fullJoin(User.select(\.name)) {
      $0.assignedUserID.eq($1.id)
    }
    let _: any SelectStatement<(String?, String?), Reminder?, User?> = query
    assertSQL(query) {
      """
      SELECT "reminders"."title", "users"."name"
      FROM "reminders"
      FULL JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      """
    }
  }

  @Test func `columns of a joined statement become optional as the join demands`() {
    let query = Reminder.select { ($0.id, $0.title) }
      .leftJoin(User.select { ($0.id, $0.name) }) { $0.assignedUserID.eq($1.id) }
    let _: any SelectStatement<(Int, String, Int?, String?), Reminder, User?> = query
    let right = Reminder.group(by: \.id).select(\.title)
      .rightJoin(User.all) { $0.assignedUserID.eq($1.id) }.select { $1.name }
    let _: any SelectStatement<(String?, String), Reminder?, User> = right
    assertSQL(right) {
      """
      SELECT "reminders"."title", "users"."name"
      FROM "reminders"
      RIGHT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      GROUP BY "reminders"."id"
      """
    }
  }

  @Test func `a statement with joins can be joined`() {
    let tagged = ReminderTag.join(Tag.all) { $0.tagID.eq($1.id) }
    let query = Reminder.join(tagged.where { $1.title.eq("car") }) { reminder, link, _ in
      reminder.id.eq(link.reminderID)
    }
    let _: any SelectStatement<(), Reminder, (ReminderTag, Tag)> = query
    assertSQL(query.select { ($0.title, $2.title) }) {
      """
      SELECT "reminders"."title", "tags"."title"
      FROM "reminders"
      JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      WHERE (("tags"."title") = ('car'))
      """
    }
    let left = RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }
      .leftJoin(tagged) { _, reminder, link, _ in reminder.id.eq(link.reminderID) }
    let _: any SelectStatement<(), RemindersList, (Reminder, ReminderTag?, Tag?)> = left
    assertSQL(left.select { ($0.title, $1.title, $3.title) }) {
      """
      SELECT "remindersLists"."title", "reminders"."title", "tags"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      LEFT JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      """
    }
  }

  @Test func `cross joins and joins with USING need no condition`() {
    assertSQL(Tag.crossJoin(User.all).select { ($0.title, $1.name) }) {
      """
      SELECT "tags"."title", "users"."name"
      FROM "tags"
      CROSS JOIN "users"
      """
    }
    assertSQL(Tag.select(\.title).join(User.select(\.name), using: \.id)) {
      """
      SELECT "tags"."title", "users"."name"
      FROM "tags"
      JOIN "users" USING ("id")
      """
    }
    let left = Tag.join(RemindersList.all, using: \.id).leftJoin(User.all, using: \.id)
    let _: any SelectStatement<(), Tag, (RemindersList, User?)> = left
    assertSQL(left.select { ($0.title, $1.title, $2.name) }) {
      """
      SELECT "tags"."title", "remindersLists"."title", "users"."name"
      FROM "tags"
      JOIN "remindersLists" USING ("id")
      LEFT JOIN "users" USING ("id")
      """
    }
  }

  @Test func `seven tables can be joined`() {
    let query =
      RemindersList
      .join(Reminder.all) { $0.id.eq($1.remindersListID) }
      .join(ReminderTag.all) { $1.id.eq($2.reminderID) }
      .join(Tag.all) { $2.tagID.eq($3.id) }
      .leftJoin(User.all) { $1.assignedUserID.eq($4.id) }
      .leftJoin(User.as(Manager.self).all) { $4.id.eq($5.id) }
      .leftJoin(Tag.as(Other.self).all) { $3.id.eq($6.id) }
    let _:
      any SelectStatement<
        (), RemindersList,
        (Reminder, ReminderTag, Tag, User?, TableAlias<User, Manager>?, TableAlias<Tag, Other>?)
      > = query
    assertSQL(
      query.where { list, reminder, _, tag, user, _, _ in
        reminder.isCompleted
        tag.title.eq("car")
        list.id > 2
        user.name.eq("Blob")
      }
      .select { ($0.title, $1.title, $3.title, $5.name, $6.title) }
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title", "tags"."title", "managers"."name", \
      "others"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      LEFT JOIN "users" AS "managers" ON ("users"."id") = ("managers"."id")
      LEFT JOIN "tags" AS "others" ON ("tags"."id") = ("others"."id")
      WHERE ("reminders"."isCompleted") AND (("tags"."title") = ('car')) \
      AND (("remindersLists"."id") > (2)) AND (("users"."name") = ('Blob'))
      """
    }
  }

  enum Manager: AliasName {}
  enum Other: AliasName {}
}
