import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of more than SQLite accepts, and of nothing at all.
@Suite(.mayBlock) struct BadSizeTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `forty thousand keys work`() throws {
    let ids = Array(1...40_000)
    try database.both { db throws in
      #expect(try Reminder.where { $0.id.in(ids) }.fetchCount(db) == 10)
      #expect(try Reminder.where { $0.id.notIn(ids) }.fetchCount(db) == 0)
      #expect(try Reminder.find(ids).fetchCount(db) == 10)
      #expect(try Reminder.all.find(ids).select(\.id).fetchAll(db).count == 10)
      #expect(try Reminder.select(\.id).find(ids).fetchAll(db).count == 10)
      #expect(try Reminder.Draft.find(ids).fetchAll(db).count == 10)
      try Reminder.find(ids).update { $0.notes = "all" }.execute(db)
      #expect(try Reminder.where { $0.notes.eq("all") }.fetchCount(db) == 10)
      #expect(
        try Reminder.update { $0.notes = "x" }.find(ids).returning(\.id).fetchAll(db).count == 10
      )
      try Reminder.delete().find(ids).execute(db)
      #expect(try Reminder.fetchCount(db) == 0)
    }
  }

  @Test func `forty thousand texts, optional numbers and dates work`() throws {
    try database.both { db throws in
      let titles = (1...40_000).map { "\($0)" } + ["car", "it's"]
      #expect(try Tag.where { $0.title.in(titles) }.fetchCount(db) == 1)
      let users = Array(1...40_000)
      #expect(try Reminder.where { $0.assignedUserID.in(users) }.fetchCount(db) == 2)
      let dates = (0...40_000).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) }
      #expect(try Reminder.where { $0.dueDate.in(dates) }.fetchCount(db) == 5)
    }
  }

  @Test func `three thousand columns are an error`() throws {
    let list = (0..<3_000).map { _ in "\(Reminder.id)" as QueryFragment }.joined(separator: ", ")
    try database.onlyOnSQLite(.sizes) { db throws in
      let error = #expect(throws: DatabaseError.self) {
        try #sql("SELECT \(list) FROM \(Reminder.self)", as: Int.self).fetchAll(db)
      }
      #expect(error?.message.contains("too many columns") == true)
    }
  }

  @Test func `five thousand conditions in one expression are an error`() throws {
    try database.onlyOnSQLite(.sizes) { db throws in
      var condition: SQLQueryExpression<Bool> = #sql("1")
      for _ in 0..<5_000 { condition = condition && Reminder.columns.isCompleted }
      let error = #expect(throws: DatabaseError.self) {
        try Reminder.where { _ in condition }.fetchAll(db)
      }
      let message = error?.explanation ?? ""
      // The parser of SQLite 3.46 has no limit of its own, so the tree's limit is met.
      #expect(message.contains("use IN with a list"))
      var filter = Reminder.where(\.isFlagged)
      for _ in 0..<1_000 { filter = filter.or(.where(\.isCompleted)).not() }
      _ = try? filter.fetchAll(db)
      _ = filter.query.description(layout: .multiLine)
    }
  }

  @Test func `five thousand conditions of a closure work`() throws {
    try database.both { db throws in
      let query = Reminder.where { reminder in for id in 3..<5_000 { reminder.id.neq(id) } }
      #expect(try query.select(\.id).order(by: \.id).fetchAll(db) == [1, 2])
      #expect(try query.fetchCount(db) == 2)
    }
  }

  @Test func `five thousand sums are an error`() throws {
    try database.onlyOnSQLite(.sizes) { db throws in
      var sum: SQLQueryExpression<Int> = #sql("1")
      var text: SQLQueryExpression<String> = #sql("''")
      for number in 0..<5_000 {
        sum = sum + number
        text = text + "x"
      }
      #expect(throws: DatabaseError.self) { try Values(sum).fetchAll(db) }
      #expect(throws: DatabaseError.self) { try Values(text).fetchAll(db) }
    }
  }

  @Test func `a thousand unions throw`() throws {
    try database.onlyOnSQLite(.sizes) { db throws in
      var union = Tag.select(\.id).union(Tag.select(\.id))
      for _ in 0..<1_000 { union = union.union(all: true, Tag.select(\.id)) }
      #expect(throws: DatabaseError.self) { try union.fetchAll(db) }
    }
  }

  @Test func `deeply nested subqueries throw or return rows`() throws {
    try database.onlyOnSQLite(.sizes) { db throws in
      var number: SQLQueryExpression<Int> = #sql("1")
      for _ in 0..<500 {
        let inner = number
        number = SQLQueryExpression(Tag.limit(1).select { _ in inner }.queryFragment)
      }
      _ = try? Values(number).fetchAll(db)
    }
  }

  @Test func `conditions of a loop are rendered in time`() throws {
    let names = (0..<900).map { "n\($0)" }
    try database.both { db throws in
      let query = Tag.where { tag in for name in names { tag.title.neq(name) } }
      #expect(try query.fetchCount(db) == 4)
    }
  }

  @Test func `empty statements run nothing`() throws {
    try database.both { db throws in
      let before = db.sqlite.totalChangesCount
      try Tag.insert { [Tag]() }.execute(db)
      try Tag.insert { [Tag.Draft]() }.execute(db)
      try Tag.insert(\.title) { [String]() }.execute(db)
      try Tag.upsert { [Tag]() }.execute(db)
      try Tag.update { _ in }.execute(db)
      try Tag.none.delete().execute(db)
      try Tag.none.update { $0.title = "x" }.execute(db)
      try Tag.insert(\.title) { Tag.none.select(\.title) }.execute(db)
      #expect(try Tag.insert { [Tag]() }.returning(\.id).fetchAll(db).isEmpty)
      #expect(try Tag.update { _ in }.returning(\.id).fetchAll(db).isEmpty)
      #expect(try Tag.none.fetchAll(db).isEmpty)
      #expect(try Tag.none.fetchOne(db) == nil)
      #expect(try Tag.none.fetchCount(db) == 0)
      #expect(try Tag.find([Int]()).fetchAll(db).isEmpty)
      #expect(try Tag.where { $0.id.in([Int]()) }.fetchAll(db).isEmpty)
      #expect(try Tag.where { $0.id.notIn([Int]()) }.fetchAll(db).count == 4)
      #expect(db.sqlite.totalChangesCount == before)
    }
  }
}
