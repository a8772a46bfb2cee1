import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests that each column of mapped rows has the name of its value.
@Suite(.mayBlock) struct MappedNamesTests {
  private let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `the columns of a mapped row have the names of their values`() throws {
    let query = RemindersList.group(by: \.id).order(by: \.id)
      .join(Reminder.all) { $0.id.eq($1.remindersListID) }
      .select { ($1.id.count(), $0) }
      .map { ListAndCount.Columns(list: $1, count: $0) }
    try database.both { db throws in
      let values = try query.fetchAll(db)
      let rows = try Row.fetchAll(db.sqlite, sql: query.query.render().sql)
      #expect(values.map(\.count) == [5, 3, 2])
      try #require(rows.count == values.count)
      for (row, value) in zip(rows, values) {
        #expect(row.columnNames == ["id", "color", "title", "position", "count"])
        #expect(try row["id"] as Int == value.list.id)
        #expect(try row["color"] as Int == value.list.color)
        #expect(try row["title"] as String == value.list.title)
        #expect(try row["position"] as Int == value.list.position)
        #expect(try row["count"] as Int == value.count)
      }
    }
  }

  @Test func `the columns of a mapped optional row have the names of their values`() throws {
    let query = Reminder.order(by: \.id)
      .leftJoin(User.all) { $0.assignedUserID.eq($1.id) }
      .select { ($1, $0.title) }
      .map { TitleAndUser.Columns(title: $1, user: $0) }
    try database.both { db throws in
      let values = try query.fetchAll(db)
      let rows = try Row.fetchAll(db.sqlite, sql: query.query.render().sql)
      #expect(values.contains { $0.user == nil })
      #expect(values.contains { $0.user != nil })
      try #require(rows.count == values.count)
      for (row, value) in zip(rows, values) {
        #expect(row.columnNames == ["title", "id", "name"])
        #expect(try row["title"] as String == value.title)
        #expect(try row["id"] as Int? == value.user?.id)
        #expect(try row["name"] as String? == value.user?.name)
      }
    }
  }
}
