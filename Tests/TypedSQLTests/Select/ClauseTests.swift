import Testing
import TypedSQL

@Suite struct ClauseTests {
  @Test func `distinct leaves out equal rows`() {
    assertSQL(Reminder.distinct().select(\.priority)) {
      """
      SELECT DISTINCT "reminders"."priority"
      FROM "reminders"
      """
    }
    assertSQL(Reminder.distinct().select(\.priority).distinct(false)) {
      """
      SELECT "reminders"."priority"
      FROM "reminders"
      """
    }
  }

  @Test func `groups and their conditions are written`() {
    assertSQL(
      Reminder.group(by: \.isCompleted).group { ($0.priority, $0.isFlagged) }
        .having { $0.id.count() > 3 }
        .select { ($0.isCompleted, $0.id.count()) }
    ) {
      """
      SELECT "reminders"."isCompleted", count("reminders"."id")
      FROM "reminders"
      GROUP BY "reminders"."isCompleted", "reminders"."priority", "reminders"."isFlagged"
      HAVING ((count("reminders"."id")) > (3))
      """
    }
    assertSQL(
      RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }
        .group { list, _ in list.id }
        .having { $1.id.count() > 1 }
        .select { ($0.title, $1.id.count()) }
    ) {
      """
      SELECT "remindersLists"."title", count("reminders"."id")
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      HAVING ((count("reminders"."id")) > (1))
      """
    }
  }

  @Test func `orders are appended in sequence`() {
    func assertOrder(
      _ query: SelectOf<Tag>,
      sourceLocation: SourceLocation = #_sourceLocation,
      _ sql: () -> String
    ) {
      assertSQL(query.select(\.id), sourceLocation: sourceLocation) {
        "SELECT \"tags\".\"id\"\nFROM \"tags\"\n" + sql()
      }
    }
    assertOrder(Tag.order(by: \.title)) { #"ORDER BY "tags"."title""# }
    assertOrder(Tag.order(by: \.title, .descending)) { #"ORDER BY "tags"."title" DESC"# }
    assertOrder(Tag.order(by: \.title, .ascending, nulls: .last)) {
      #"ORDER BY "tags"."title" ASC NULLS LAST"#
    }
    assertOrder(Tag.order { $0.title }) { #"ORDER BY "tags"."title""# }
    assertOrder(Tag.order { $0.title.desc() }) { #"ORDER BY "tags"."title" DESC"# }
    assertOrder(Tag.order { ($0.title, $0.id) }) { #"ORDER BY "tags"."title", "tags"."id""# }
    assertOrder(Tag.order { ($0.title.desc(nulls: .first), $0.id) }) {
      #"ORDER BY "tags"."title" DESC NULLS FIRST, "tags"."id""#
    }
    assertOrder(Tag.order(by: { $0.id.asc() }).order(by: \.title)) {
      #"ORDER BY "tags"."id" ASC, "tags"."title""#
    }
  }

  enum Sort { case title, id, none }

  @Test(arguments: [
    (Sort.title, #"ORDER BY "tags"."title" DESC, "tags"."id""#), (.id, #"ORDER BY "tags"."id""#),
    (.none, ""),
  ])
  func `an order can be built with conditions`(sort: Sort, sql: String) {
    let query = Tag.order {
      switch sort {
      case .title: ($0.title.desc(), $0.id)
      case .id: $0.id
      case .none: nil
      }
    }
    let expected = #"SELECT "tags"."id", "tags"."title" FROM "tags""#
    #expect(query.query.render().sql == expected + (sql.isEmpty ? "" : " " + sql))
    let other = Tag.order { if sort == .id { $0.id } }
    #expect(other.query.render().sql == expected + (sort == .id ? " " + sql : ""))
  }

  @Test func `a limit and an offset can be set, replaced and omitted`() {
    func assertLimit(
      _ query: SelectOf<Tag>,
      _ sql: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let text = query.select(\.id).query.description(layout: .singleLine)
      #expect(text == #"SELECT "tags"."id" FROM "tags""# + sql, sourceLocation: sourceLocation)
    }
    assertLimit(Tag.limit(2), " LIMIT 2")
    assertLimit(Tag.limit(2).offset(3), " LIMIT 2 OFFSET 3")
    assertLimit(Tag.offset(3).limit(2), " LIMIT 2 OFFSET 3")
    assertLimit(Tag.offset(8), " LIMIT -1 OFFSET 8")
    assertLimit(Tag.limit(2, offset: 1), " LIMIT 2 OFFSET 1")
    assertLimit(Tag.limit(2).limit(nil), " LIMIT 2")
    assertLimit(Tag.limit(nil).offset(nil), "")
    let count: Int? = nil
    assertLimit(Tag.limit(count), "")
    assertLimit(Tag.limit { _ in nil }, "")
    assertLimit(Tag.limit { _ in 3 }.offset { _ in 4 }, " LIMIT 3 OFFSET 4")
    assertLimit(Tag.limit { if count != nil { $0.id } }, "")
  }

  @Test func `count works on a table, a filter and a join`() {
    let sql = #"SELECT count(*) FROM "users""#
    #expect(User.count.query.render().sql == sql)
    #expect(User.count().query.render().sql == sql)
    #expect(User.all.count.query.render().sql == sql)
    #expect(User.all.count().query.render().sql == sql)
    let all = User.count
    let same: some SelectStatement<Int, User, ()> = all
    #expect(same.query == User.count().query)
    assertSQL(User.join(Tag.all) { $0.id.eq($1.id) }.count { $1.title.eq("a") }) {
      """
      SELECT count(*) FILTER (WHERE ("tags"."title") = ('a'))
      FROM "users"
      JOIN "tags" ON ("users"."id") = ("tags"."id")
      """
    }
    assertSQL(User.where { $0.name.eq("a") }.count()) {
      """
      SELECT count(*)
      FROM "users"
      WHERE (("users"."name") = ('a'))
      """
    }
  }

  @Test func `exists takes any statement`() {
    assertSQL(
      RemindersList.where { list in
        Reminder.where { $0.remindersListID.eq(list.id) }.select(\.id).exists()
      }
      .select(\.id)
    ) {
      """
      SELECT "remindersLists"."id"
      FROM "remindersLists"
      WHERE (EXISTS (
        SELECT "reminders"."id"
        FROM "reminders"
        WHERE (("reminders"."remindersListID") = ("remindersLists"."id"))
      ))
      """
    }
    assertSQL(Values(Tag.exists())) {
      """
      SELECT EXISTS (
        SELECT "tags"."id", "tags"."title"
        FROM "tags"
      )
      """
    }
    #expect(
      Values(Tag.none.exists()).query.render().sql == "SELECT EXISTS (SELECT NULL WHERE 0)"
    )
  }
}
