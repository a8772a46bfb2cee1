import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the queries on the page “View integration”.
@Suite(.mayBlock) struct ViewIntegrationTests {
  @Table struct Counter: Equatable {
    let id: Int
    var count = 0
  }

  @Table struct Fact: Equatable {
    let id: Int
    var body: String
  }

  @Selection struct ListSummary: Equatable {
    let list: RemindersList
    let incompleteCount: Int
  }

  @Table("items") struct Item: Equatable {
    let id: Int
    var title = ""
    var createdAt: Date
    var isArchived = false
  }

  @Table struct ItemDetail: Equatable {
    let id: Int
    var title: String
  }

  @Selection struct ItemRow: Equatable {
    let id: Int
    let title: String
    let createdAt: Date
  }

  /// Runs a closure on both databases, with the reminders and four more tables.
  private func both<Value>(_ body: (BothConnections) throws -> Value) throws -> Value {
    try remindersDatabase().both { db throws in
      try Counter.createTable().execute(db)
      try Fact.createTable().execute(db)
      try Item.createTable().execute(db)
      try ItemDetail.createTable().execute(db)
      try db.seed {
        Counter(id: 1, count: 7)
        for body in ["one", "two", "three"] { Fact.Draft(body: body) }
        Item(id: 1, createdAt: Date(timeIntervalSince1970: 1))
        Item(id: 2, createdAt: Date(timeIntervalSince1970: 2))
        Item(id: 3, createdAt: Date(timeIntervalSince1970: 3), isArchived: true)
        for id in 1...3 { ItemDetail(id: id, title: "Detail \(id)") }
      }
      return try body(db)
    }
  }

  @Test func `counters are fetched and counted`() throws {
    try both { db throws in
      #expect(try Counter.all.fetchAll(db) == [Counter(id: 1, count: 7)])
      #expect(try Counter.count().fetchOne(db) == 1)
    }
  }

  @Test func `facts are ordered from newest to oldest`() throws {
    let facts = try both { db in try Fact.order { $0.id.desc() }.fetchAll(db) }
    #expect(facts.map(\.body) == ["three", "two", "one"])
  }

  @Test func `facts are found by a part of their text`() throws {
    let query = "o"
    let facts = try both { db throws in
      try Fact.where { $0.body.contains(query) }.fetchAll(db)
    }
    #expect(facts.map(\.body) == ["one", "two"])
  }

  @Test func `facts are deleted by their keys`() throws {
    try both { db throws in
      let ids = [1, 3]
      try Fact.where { $0.id.in(ids) }.delete().execute(db)
      #expect(try Fact.all.fetchAll(db).map(\.body) == ["two"])
    }
  }

  @Test func `lists are fetched with the number of open reminders`() throws {
    let lists = try both { db throws in
      try RemindersList
        .group(by: \.id)
        .order(by: \.position)
        .leftJoin(Reminder.all) { $0.id.eq($1.remindersListID) && !$1.isCompleted }
        .select {
          ListSummary.Columns(
            list: $0,
            incompleteCount: $1.id.count()
          )
        }
        .fetchAll(db)
    }
    #expect(lists.map(\.list.title) == ["Personal", "Family", "Business"])
    #expect(lists.map(\.incompleteCount) == [4, 2, 1])
  }

  @Test func `open reminders are fetched`() throws {
    let count = try both { db throws in
      try Reminder.where { !$0.isCompleted }.fetchAll(db).count
    }
    #expect(count == 7)
  }

  @Test func `unarchived items are fetched with a column of another table`() throws {
    let items = try both { db throws in
      try Item
        .where { $0.isArchived == false }
        .order { $0.createdAt.desc() }
        .join(ItemDetail.all) { $1.id.eq($0.id) }
        .select {
          ItemRow.Columns(
            id: $0.id,
            title: $1.title,
            createdAt: $0.createdAt
          )
        }
        .fetchAll(db)
    }
    #expect(items.map(\.title) == ["Detail 2", "Detail 1"])
  }
}
