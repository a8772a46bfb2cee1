import DatabaseTypes
import IncrementalQueries
import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import LiveEngine
@testable import LiveQueries

/// Plans, which must not depend on what happened on the connection before the query is watched.
@Suite(.mayBlock, .timeLimit(.hang)) struct PlanByOrderTests {
  /// A step that may come before.
  enum Step: CaseIterable {
    case fetch, prepare, watch, fetchAnother, changeSchema, changeSchemaElsewhere, analyze
    case searchText

    /// Sequences of three steps that are not all the same: all in `make verify`, and otherwise a
    /// sample of them, in which each step has each place.
    static let orders = TestSample.of(allOrders, every: 13)

    /// Such sequences with two equal steps in a row.
    static let repetitiveOrders = TestSample.of(
      allOrders.filter { $0[0] == $0[1] || $0[1] == $0[2] },
      every: 7
    )

    private static let allOrders: [[Step]] = allCases.flatMap { first in
      allCases.flatMap { second in
        allCases.filter { $0 != first || $0 != second }.map { [first, second, $0] }
      }
    }
  }

  enum Kind: CaseIterable { case queue, pool }

  let scratch: ScratchDirectory
  private let path: String

  init() throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "orders.db")
    let database = try DatabaseQueue(path: path)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE reminders (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
            remindersListID INTEGER NOT NULL DEFAULT 1
          );
          CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          CREATE INDEX byTitle ON reminders (title);
          INSERT INTO reminders (id, title) VALUES (1, 'Milk'), (2, 'Mail');
          CREATE VIRTUAL TABLE texts USING fts5(title, content='reminders', content_rowid='id');
          INSERT INTO texts (texts) VALUES ('rebuild');
          ANALYZE;
          """
      )
    }
    try database.close()
  }

  private func open(_ kind: Kind) throws -> any DatabaseWriter {
    switch kind {
    case .queue: return try DatabaseQueue(path: path)
    case .pool:
      var configuration = Configuration()
      configuration.maximumReaderCount = 1
      return try DatabasePool(path: path, configuration: configuration)
    }
  }

  private static var byTitle: SelectOf<Reminder> { Reminder.order(by: \.title) }
  private func take(_ step: Step, in database: any DatabaseWriter) async throws {
    switch step {
    case .fetch: _ = try await database.read { try Self.byTitle.fetchAll($0) }
    case .prepare:
      try await database.read { db in
        _ = try db.cachedStatement(sql: Self.byTitle.query.render().sql)
      }
    case .watch: try await FetchAll(Self.byTitle, database: database).load()
    case .fetchAnother: _ = try await database.read { try RemindersList.all.fetchCount($0) }
    case .changeSchema:
      try await database.run("CREATE TABLE IF NOT EXISTS more (id); DROP TABLE more")
    case .changeSchemaElsewhere:
      let other = try DatabaseQueue(path: path)
      try await other.run("CREATE TABLE more (id); DROP TABLE more; ANALYZE")
      try other.close()
    case .analyze: try await database.run("ANALYZE")
    case .searchText:
      _ = try await database.read {
        try Row.fetchAll($0, sql: "SELECT rowid, title FROM texts WHERE texts MATCH 'milk'")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `plans are the same after any three steps`(kind: Kind) async throws {
    for order in Step.orders {
      let database = try open(kind)
      for step in order { try await take(step, in: database) }
      @FetchAll(Self.byTitle, database: database) var reminders
      try await $reminders.load()
      #expect($reminders.plan == .orderedPatch, "\(order)")
      @FetchOne(Reminder.count(), database: database) var count = 0
      try await $count.load()
      #expect($count.plan == .aggregate, "\(order)")
      try database.close()
    }
  }

  @Test(arguments: Kind.allCases)
  func `the plan is the same if the first value is fetched at once`(kind: Kind) async throws {
    let database = try open(kind)
    @FetchAll(Self.byTitle, database: database, delivery: .automatic.fetchingImmediately)
    var reminders
    #expect(reminders.count == 2)
    try await $reminders.load()
    #expect($reminders.plan == .orderedPatch)
  }

  @Test(arguments: Kind.allCases)
  func `the region of a statement is the same after any steps`(kind: Kind) async throws {
    let sql = "SELECT title FROM texts WHERE texts MATCH 'milk' ORDER BY rowid"
    for order in Step.repetitiveOrders {
      let database = try open(kind)
      for step in order { try await take(step, in: database) }
      let regions = try await database.read { db in
        try [sql, sql + " ", Self.byTitle.query.render().sql].map { try db.region(ofSQL: $0) }
      }
      let tables = Set(regions[0].tables.keys)
      #expect(tables == [TableName("texts"), TableName("reminders")], "\(order)")
      #expect(regions[0] == regions[1], "\(order)")
      #expect(Set(regions[2].tables.keys) == [TableName("reminders")], "\(order)")
      try database.close()
    }
  }
}
