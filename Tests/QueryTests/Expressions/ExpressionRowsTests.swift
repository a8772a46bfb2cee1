import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of expressions as SQLite evaluates them, and PostgreSQL too.
///
/// Reminder 3 has all values except a user; reminder 2 has no priority.
@Suite(.mayBlock) struct ExpressionRowsTests {
  let database: DatabaseQueue
  let midnight = Date(timeIntervalSinceReferenceDate: 0)

  init() throws { database = try remindersDatabase() }

  private func value<E: QueryExpression>(
    ofReminder id: Int = 3,
    onlyOnSQLite reason: SQLiteOnly? = nil,
    _ expression: (Reminder.TableColumns) -> E
  ) throws -> E.QueryValue.QueryOutput? where E.QueryValue: QueryRepresentable {
    try database.both(unless: reason) { db in
      try Reminder.find(id).select(expression).fetchOne(db)
    }
  }

  private func ids(
    onlyOnSQLite reason: SQLiteOnly? = nil,
    @QueryFragmentBuilder<Bool> _ condition: (Reminder.TableColumns) -> [QueryFragment]
  ) throws -> [Int] {
    try database.both(unless: reason) { db in
      try Reminder.where(condition).order(by: \.id).select(\.id).fetchAll(db)
    }
  }

  @Test func `comparisons treat NULL as a value or as unknown`() throws {
    #expect(try ids { $0.priority == .high } == [3, 6, 8])
    #expect(try ids { $0.priority == nil } == [1, 2, 4, 5, 9])
    #expect(try ids { $0.priority != .high } == [1, 2, 4, 5, 7, 9, 10])
    #expect(try ids { $0.priority.neq(Priority.high) } == [7, 10])
    #expect(try ids { $0.priority.isNot(nil) && !$0.isCompleted } == [3, 6, 8])
    #expect(try ids { $0.assignedUserID.is(1) } == [1])
    #expect(try ids { $0.assignedUserID.eq(nil as Int?) } == [])
    let user: Int? = nil
    #expect(try ids { $0.assignedUserID == user && $0.id < 4 } == [2, 3])
    #expect(try ids { !($0.assignedUserID == 1) && $0.id < 4 } == [2, 3])
  }

  @Test func `an aggregate in flatMap sees all rows`() throws {
    try database.both { db throws in
      let sum = try Reminder.select { $0.assignedUserID.flatMap { $0.sum() } }.fetchOne(db)
      #expect(sum == 3)
      let last = try Reminder.select { $0.dueDate.flatMap { $0.max() } }.fetchOne(db)
      #expect(last == midnight.addingTimeInterval(4 * 86_400))
      // The first row of the table has no user, which must not matter.
      let byList = try Reminder.group(by: \.remindersListID).order(by: \.remindersListID)
        .select { $0.assignedUserID.flatMap { $0.max() } }.fetchAll(db)
      #expect(byList == [1, nil, 2])
    }
  }

  @Test func `dates are compared, moved and taken apart`() throws {
    #expect(try ids { $0.dueDate < midnight } == [2, 4, 7, 10])
    #expect(try ids { $0.dueDate == midnight } == [1, 3])
    #expect(try ids { $0.dueDate.eq(midnight) } == [1, 3])
    #expect(
      try ids { $0.dueDate.between(midnight, and: midnight.addingTimeInterval(172_800)) }
        == [1, 3, 6, 9]
    )
    #expect(try ids { $0.dueDate > .now }.isEmpty)
    #expect(try ids { $0.dueDate.year == 2000 && $0.dueDate.month < 12 } == [4])
    #expect(try value { $0.dueDate.weekday } == 1)
    #expect(
      try value { $0.dueDate(.startOfMonth.months(1).days(-1)) }
        == midnight.addingTimeInterval(30 * 86_400)
    )
    #expect(try value { $0.dueDate.strftime("%Y-%m") } == "2001-01")
    #expect(try value(ofReminder: 5) { $0.dueDate.strftime("%Y") } == .some(nil))
    #expect(try value { $0.updatedAt.fractionalSecond } == 30)
    #expect(try value { $0.dueDate.max() } == midnight)
  }

  @Test func `membership works with values, ranges and subqueries`() throws {
    #expect(try ids { $0.id.in([1, 2, 99]) } == [1, 2])
    #expect(try ids { $0.id.in([]) } == [])
    #expect(try ids { $0.id.notIn(3...10) } == [1, 2])
    #expect(try ids { (2...4).contains($0.id) } == [2, 3, 4])
    #expect(try ids { (2..<4).contains($0.id) } == [2, 3])
    #expect(try ids { $0.priority.in([.low, .medium]) } == [7, 10])
    #expect(try ids { $0.id.in(ReminderTag.select(\.reminderID)) } == [1, 2, 4])
    #expect(
      try ids { $0.remindersListID.in(RemindersList.where { $0.position > 1 }.select(\.id)) }
        == [9, 10]
    )
    #expect(try ids { $0.id.in(Array(1...2_000)) }.count == 10)
    #expect(
      try ids { reminder in
        ReminderTag.where { $0.reminderID == reminder.id && $0.tagID == 1 }.exists()
      } == [4]
    )
  }

  @Test func `texts are matched, compared and changed`() throws {
    #expect(try ids { $0.title.like("%get%") } == [7])
    #expect(try ids { $0.title.contains("TAKE") } == [4, 8])
    #expect(try ids { $0.title.hasPrefix("take") && !$0.title.hasSuffix("trash") } == [4])
    #expect(try ids(onlyOnSQLite: .glob) { $0.title.glob("Take*") } == [4, 8])
    #expect(try ids { $0.title.collate(.nocase) == "HAIRCUT" } == [2])
    #expect(try ids { $0.title.length() > 20 } == [6])
    #expect(try value { $0.title.upper().substr(1, 6) } == "DOCTOR")
    #expect(try value { $0.title.instr("app") } == 8)
    #expect(try value { $0.title.replace("Doctor", "Dentist").lower() } == "dentist appointment")
    #expect(try value { ("  " + $0.title + "!").trim(" !").length() } == 18)
    #expect(try value { $0.title.quote() } == "'Doctor appointment'")
    #expect(try value { $0.title.unicode() } == 68)
    #expect(try value { $0.title.hex().substr(1, 4) } == "446F")
    #expect(try value { $0.notes.concatWS(", ", $0.assignedUserID, $0.id) } == "Ask about diet, 3")
    #expect(try value(onlyOnSQLite: .format) { $0.id.printf("%03d") } == "003")
  }

  @Test func `numbers are computed as in SQL`() throws {
    #expect(try value { $0.id + 2 * $0.id - 1 } == 8)
    #expect(try value { -$0.id % 2 } == -1)
    #expect(try value { $0.id % 0 } == .some(nil))
    #expect(try value { ($0.id << 2) | 1 } == 13)
    #expect(try value { ~$0.id } == -4)
    #expect(try value { (-$0.id).abs() } == 3)
    #expect(try value { ($0.id.cast(as: Double.self) / 2).round() } == 2)
    #expect(try value { ($0.id.cast(as: Double.self) / 2).floor() } == 1)
    #expect(try value { $0.id.pow(2) } == 9)
    #expect(try value { $0.id.sqrt().round(3) } == 1.732)
    #expect(try value { $0.id.max(5, 4) } == 5)
    #expect(try value { $0.id.cast(as: String.self) + "!" } == "3!")
    #expect(try value { $0.isFlagged.cast(as: Int.self) } == 0)
    #expect(try value(onlyOnSQLite: .randomBytes) { $0.id.randomblob() }?.count == 3)
  }

  @Test func `optional values have defaults and are transformed`() throws {
    #expect(try value(ofReminder: 2) { $0.priority ?? .low } == .low)
    #expect(try value(ofReminder: 3) { $0.priority ?? .low } == .high)
    #expect(
      try value(ofReminder: 5) { $0.dueDate ?? $0.updatedAt }
        == Date(timeIntervalSinceReferenceDate: 1_234_567_890)
    )
    #expect(try value(ofReminder: 3) { $0.assignedUserID ?? $0.assignedUserID ?? $0.id } == 3)
    #expect(try value(ofReminder: 2) { $0.priority.map { $0 < Priority.high } } == .some(nil))
    #expect(try value(ofReminder: 3) { $0.priority.map { $0 < Priority.high } } == false)
    #expect(try value { $0.notes.nullif("Ask about diet") } == .some(nil))
    #expect(try value { $0.assignedUserID.ifnull(7) } == 7)
    #expect(try value { $0.isFlagged.iif("yes", "no") } == "no")
    #expect(
      try value {
        Case($0.priority).when(Priority.high, then: "!!!").when(Priority.low, then: "!").else("")
      } == "!!!"
    )
    #expect(try value { Case().when($0.isFlagged, then: 1) } == .some(nil))
  }

  @Test func `aggregates are computed over rows and groups`() throws {
    try database.both { db in
      let totals = try Reminder.select {
        (
          .count(), $0.priority.count(distinct: true), $0.id.sum(filter: $0.isCompleted),
          $0.id.avg(), $0.dueDate.min()
        )
      }
      .fetchOne(db)
      #expect(totals?.0 == 10)
      #expect(totals?.1 == 3)
      #expect(totals?.2 == 21)
      #expect(totals?.3 == 5.5)
      #expect(totals?.4 == midnight.addingTimeInterval(-190 * 86_400))
      let none = try Reminder.where { $0.id > 99 }.select { ($0.id.max(), $0.id.total()) }.fetchOne(
        db
      )
      #expect(none?.0 == nil)
      #expect(none?.1 == 0)
    }
    assertQuery(
      Reminder.group(by: \.remindersListID)
        .having { $0.id.count() > 2 }
        .order(by: \.remindersListID)
        .select { ($0.remindersListID, $0.id.count(), $0.priority.max()) },
      database: database
    ) {
      """
      ┌───┬───┬───────┐
      │ 1 │ 5 │ .high │
      │ 2 │ 3 │ .high │
      └───┴───┴───────┘
      """
    }
    let titles = try database.both { db in
      try Tag.select { $0.title.groupConcat(", ") }.fetchOne(db)
    }
    #expect(titles == "car, kids, someday, optional")
  }

  @Test func `window functions are computed over their partitions`() throws {
    let rows = try database.both { db in
      try Reminder.where { $0.remindersListID == 2 }.order(by: \.id)
        .select {
          (
            $0.id, WindowFunction.rank().over(orderBy: $0.priority.desc()),
            $0.id.lag(1, default: 0).over(orderBy: $0.id),
            $0.id.sum().over(orderBy: $0.id)
          )
        }
        .fetchAll(db)
    }
    #expect(rows.map(\.1) == [1, 3, 1])
    #expect(rows.map(\.2) == [0, 6, 7])
    #expect(rows.map(\.3) == [6, 13, 21])
  }

  @Test func `updates compute new values`() throws {
    let reminder = try database.both { db in
      try Reminder.find(2).update {
        $0.title += "!"
        $0.isCompleted.toggle()
        $0.priority = #bind(.medium)
        $0.dueDate = #bind(nil)
        $0.assignedUserID = Case().when($0.isFlagged, then: 2).else(1)
        $0.remindersListID += 1
      }
      .execute(db)
      return try Reminder.find(db, key: 2)
    }
    #expect(reminder.title == "Haircut!")
    #expect(reminder.isCompleted)
    #expect(reminder.priority == .medium)
    #expect(reminder.dueDate == nil)
    #expect(reminder.assignedUserID == 2)
    #expect(reminder.remindersListID == 2)
  }
}
