import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the condition of an `INSERT`, which selects the rows that its update changes.
@Suite(.mayBlock) struct InsertConditionTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `without an update, a condition is an error and nothing is written`() throws {
    let none: ((inout Updates<Tag>) -> Void)? = nil
    let statements: [InsertOf<Tag>] = [
      Tag.insert {
        Tag(id: 9, title: "x")
      } where: {
        $0.id > 100
      },
      Tag.insert(values: { Tag(id: 9, title: "x") }, onConflictDoUpdate: none) { $0.id > 100 },
      Tag.insert {
        $0.title
      } values: {
        "x"
      } where: {
        $0.id > 100
      },
      Tag.insert {
        $0.title
      } select: {
        RemindersList.select(\.title)
      } where: {
        $0.id > 100
      },
    ]
    try database.both { db throws in
      for statement in statements {
        let error = #expect(throws: (any Error).self) { try statement.execute(db) }
        #expect(String(describing: error).contains("onConflictDoUpdate"))
        #expect(throws: (any Error).self) { try statement.returning(\.id).fetchAll(db) }
      }
      #expect(try Tag.fetchCount(db) == 4)
    }
  }

  @Test func `with an update, a condition selects the rows to change`() throws {
    try database.onlyOnSQLite(.conflictColumns) { db in
      let tags = [Tag(id: 1, title: "a"), Tag(id: 4, title: "d"), Tag(id: 9, title: "x")]
      try Tag.insert {
        tags
      } onConflictDoUpdate: {
        $0.title = $1.title
      } where: {
        $0.id > 2
      }
      .execute(db)
      #expect(
        try Tag.order(by: \.id).select(\.title).fetchAll(db) == [
          "car", "kids", "someday", "d", "x",
        ]
      )
    }
  }
}
