import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Queries of every shape, all of which conform to one protocol.
@Suite(.timeLimit(.hang)) struct RowQueryTests {
  private let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  private struct StoredList: Codable, FetchableRecord, TableRecord, Equatable {
    static let databaseTableName = "remindersLists"
    let id: Int
    let title: String
  }

  private static let titles = ["Bread", "Mail", "Milk"]

  private func sorted(_ query: some RowQuery<String>) async throws -> [String] {
    try await database.read { db in try query.fetchAll(db) }.sorted()
  }

  @Test func `a function accepts queries however they are written`() async throws {
    #expect(try await sorted(Reminder.select(\.title)) == Self.titles)
    #expect(try await sorted(#sql("SELECT title FROM reminders", as: String.self)) == Self.titles)
    #expect(
      try await sorted(Reminder.select(\.title).union(Reminder.select(\.title))) == Self.titles
    )
    #expect(
      try await sorted(SQLRequest<String>(sql: "SELECT title FROM reminders")) == Self.titles
    )
    #expect(
      try await sorted(StoredList.select(Column("title"), as: String.self)) == ["Home", "Work"]
    )
  }

  private func ids(_ query: some SelectStatementOf<Reminder>) async throws -> [Int] {
    try await database.read { db in try query.fetchAll(db) }.map(\.id)
  }

  @Test func `a statement of a table can be a parameter and a result`() async throws {
    func open() -> some SelectStatementOf<Reminder> { Reminder.where { !$0.isCompleted } }
    #expect(try await ids(open()) == [1, 3])
    #expect(try await ids(Reminder.order { $0.id.desc() }.limit(1)) == [3])
    @FetchAll(open(), database: database) var reminders
    try await $reminders.load()
    #expect(reminders.map(\.id) == [1, 3])
    #expect($reminders.plan == .keyedPatch)
  }

  private func all<S: SelectStatement>(_ statement: S, _ db: Database) throws -> [Reminder]
  where S.QueryValue == (), S.Joins == (), S.From == Reminder { try statement.fetchAll(db) }

  @Test func `a statement of which only its table is known can be fetched`() async throws {
    let titles = try await database.read { db in
      try all(Reminder.order(by: \.id), db).map(\.title)
    }
    #expect(titles == ["Milk", "Mail", "Bread"])
  }

  @Test func `a property can hold tuples of five columns if its type is written`() async throws {
    @FetchAll(
      Reminder.order(by: \.id).limit(1).select {
        ($0.id, $0.title, $0.isCompleted, $0.remindersListID, $0.id + 1)
      },
      database: database
    ) var rows: [(Int, String, Bool, Int, Int)]
    try await $rows.load()
    #expect(rows.map { "\($0)" } == [#"(1, "Milk", false, 1, 2)"#])
  }

  @Test func `a join gives tuples of rows`() async throws {
    @FetchAll(
      Reminder.order(by: \.id).join(RemindersList.all) { $0.remindersListID.eq($1.id) },
      database: database
    ) var pairs
    try await $pairs.load()
    #expect($pairs.plan == .join)
    #expect(pairs.map { "\($0.title) \($1.title)" } == ["Milk Home", "Mail Work", "Bread Home"])
    try await database.run("UPDATE remindersLists SET title = 'House' WHERE id = 1")
    let new = ["Milk House", "Mail Work", "Bread House"]
    #expect(await $pairs.value { $0.map { "\($0.title) \($1.title)" } == new } != nil)
  }

  @Test func `differences of tuples are keyed by the primary keys of their tables`() async throws {
    @FetchAll(
      Reminder.order(by: \.title).join(RemindersList.all) { $0.remindersListID.eq($1.id) },
      database: database
    ) var pairs: [(Reminder, RemindersList)]
    try await $pairs.load()
    var differences = $pairs.differences.makeAsyncIterator()
    var followed: [String] = []
    func follow() async throws {
      let difference = try #require(await differences.next()).map { "\($0.title) \($1.title)" }
      try followed.apply(difference)
    }
    try await follow()
    #expect(followed == ["Bread Home", "Mail Work", "Milk Home"])
    try await database.run("UPDATE reminders SET isCompleted = 1, title = 'Aprons' WHERE id = 1")
    let moved = try #require(await differences.next())
    #expect(moved.updated.map(\.newElement.0.title) == ["Aprons"])
    #expect(moved.updated.contains { !$0.isMoved } == false)
    #expect(moved.inserted.isEmpty && moved.removed.isEmpty)
    try followed.apply(moved.map { "\($0.title) \($1.title)" })
    #expect(followed == ["Aprons Home", "Bread Home", "Mail Work"])
    try await database.run("DELETE FROM reminders WHERE id = 3")
    let removed = try #require(await differences.next())
    #expect(removed.removed.map(\.element.0.title) == ["Bread"])
    #expect(removed.updated.isEmpty)
  }

  @Test func `columns give tuples, and equal tuples are not a change`() async throws {
    @FetchAll(Reminder.order(by: \.id).select { ($0.id, $0.title) }, database: database) var pairs
    try await $pairs.load()
    #expect($pairs.plan == .orderedPatch)
    var values = $pairs.values.makeAsyncIterator()
    #expect(await values.next()?.map(\.1) == ["Milk", "Mail", "Bread"])
    // The first commit changes another column, and the second one writes the existing values.
    try await database.run("UPDATE reminders SET isCompleted = 1")
    try await database.run("UPDATE reminders SET title = title")
    try await database.run("UPDATE reminders SET title = 'Cocoa' WHERE id = 1")
    #expect(await values.next()?.map(\.1) == ["Cocoa", "Mail", "Bread"])
    try await $pairs.load(Reminder.where(\.isCompleted).select { ($0.remindersListID, $0.title) })
    #expect(pairs.map(\.0) == [1, 2, 1])
  }

  @Test func `a left join gives optional rows`() async throws {
    try await database.run("INSERT INTO remindersLists VALUES (3, 'Empty')")
    @FetchAll(
      RemindersList.order(by: \.id).leftJoin(Reminder.all) { $0.id.eq($1.remindersListID) },
      database: database
    ) var pairs: [(RemindersList, Reminder?)]
    try await $pairs.load()
    #expect(pairs.map { $1?.title } == ["Milk", "Bread", "Mail", nil])
    try await database.run("INSERT INTO reminders VALUES (9, 'Tea', 0, 3)")
    #expect(await $pairs.value { $0.last?.1?.title == "Tea" } != nil)
  }

  @Test func `SQL text gives tuples`() async throws {
    @FetchAll(
      #sql("SELECT id, title FROM reminders ORDER BY id", as: (Int, String).self),
      database: database
    ) var pairs
    try await $pairs.load()
    #expect(pairs.map(\.1) == ["Milk", "Mail", "Bread"])
  }

  @Test func `a statement that is defined on a table selects drafts if it is used on its draft`()
    async throws
  {
    let drafts = try await database.read { db in try Reminder.Draft.byTitle.fetchAll(db) }
    let _: [Reminder.Draft] = drafts
    #expect(drafts.map(\.title) == ["Bread", "Mail", "Milk"])
    let pairs = try await database.read { db in try Reminder.Draft.withLists.fetchAll(db) }
    let _: [(Reminder.Draft, RemindersList)] = pairs
    #expect(pairs.map(\.1.title) == ["Home", "Work", "Home"])
  }

  @Test func `the first row is that of the scope in which the query was made`() async throws {
    let query = Session.$title.withValue("Mail") {
      FetchOne(wrappedValue: nil, ScopedReminder.distinct(), database: database)
    }
    try await query.load()
    #expect(query.wrappedValue?.title == "Mail")
    try await database.run("UPDATE reminders SET isCompleted = 0")
    let reopened: ScopedReminder? = await query.value { $0?.isCompleted == false } ?? nil
    #expect(reopened?.title == "Mail")
  }

  @Test func `adding two statements of a table gives a statement of its rows`() async throws {
    var query: SelectOf<Reminder> = Reminder.order(by: \.title)
    query = query + Reminder.limit(1)
    #expect(try await ids(query) == [3])
    let alias: SelectOf<TableAlias<Reminder, Other>> = Reminder.order(by: \.title).as(Other.self)
    #expect(try await database.read { db in try alias.fetchOne(db)?.title } == "Bread")
  }

  private enum Other: AliasName {}

  @Test func `a statement of which only the type is known may give NULL`() async throws {
    func none() -> some TypedSQL.Statement<String?> {
      #sql("SELECT title FROM reminders WHERE id = 9", as: String?.self)
    }
    @FetchOne(none(), database: database) var title: String? = "old"
    try await $title.load()
    #expect(title == nil && $title.loadError == nil)
    @FetchOne(#sql("SELECT count(*) FROM reminders"), connection: database) var count = 0
    try await $count.load()
    #expect(count == 3)
  }

  @Test func `the same text with two decodings is two queries`() async throws {
    @FetchOne(#sql("SELECT 2440588", as: Date.UnixTimeRepresentation.self), database: database)
    var seconds: Date?
    @FetchOne(#sql("SELECT 2440588", as: Date.JulianDayRepresentation.self), database: database)
    var days: Date?
    try await $seconds.load()
    try await $days.load()
    #expect(seconds == Date(timeIntervalSince1970: 2_440_588))
    #expect(days == Date(timeIntervalSince1970: 43_200))
  }

  @Test func `the first tuple may be a value or missing`() async throws {
    let query = Reminder.where(\.isCompleted).join(RemindersList.all) {
      $0.remindersListID.eq($1.id)
    }
    @FetchOne(query, database: database) var pair: (Reminder, RemindersList)?
    try await $pair.load()
    #expect(pair?.1.title == "Work")
    try await database.run("DELETE FROM reminders")
    #expect(await $pair.value { $0 == nil } != nil)
    @FetchOne(Reminder.select { ($0.id.count(), $0.id.max()) }, database: database)
    var extremes: (Int, Int?) = (7, 7)
    try await $extremes.load()
    #expect(extremes == (0, nil))
  }

  @Test func `sections can hold tuples`() async throws {
    let query = Reminder.order(by: \.id).join(RemindersList.all) { $0.remindersListID.eq($1.id) }
    @FetchAll(query, sectionBy: { _, list in list.title }, database: database) var pairs
    try await $pairs.load()
    #expect($pairs.sections.map(\.name) == ["Home", "Work"])
    #expect($pairs.sections.map { $0.map(\.0.id) } == [[1, 3], [2]])
  }

  @Test func `an observation can take a query`() async throws {
    let query = Reminder.order(by: \.id).select(\.title)
    var values = ValueObservation.tracking(query).values(in: database).makeAsyncIterator()
    #expect(try await values.next() == ["Milk", "Mail", "Bread"])
    try await database.run("DELETE FROM reminders WHERE id < 3")
    #expect(try await values.next() == ["Bread"])
    var first = ValueObservation.trackingFirst(of: query).values(in: database).makeAsyncIterator()
    #expect(try await first.next() == "Bread")
  }

  private func count<Row>(_ query: some RowQuery<Row>) async throws -> Int {
    try await database.read { db in try query.fetchAll(db).count }
  }

  @Test func `tuples of text, of compound selects and of combined joins are queries`()
    async throws
  {
    let text = #sql("SELECT id, title FROM reminders ORDER BY id", as: (Int, String).self)
    let titles = Reminder.select { ($0.id, $0.title) }
      .union(RemindersList.select { ($0.id, $0.title) })
    let joined = Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }
    #expect(try await count(text) == 3)
    #expect(try await count(titles) == 5)
    #expect(try await count(joined.where { row, _ in row.id.eq(1) }.union(joined)) == 3)
    #expect(try await count(joined.except(joined.where { row, _ in row.id.eq(1) })) == 2)
    #expect(try await count(joined.union(joined).intersect(joined)) == 3)
    #expect(try await count(joined.union(all: true, joined.union(joined)).limit(4)) == 4)
    let all = Reminder.all
    #expect(try await count(all.union(all).except(all.where { $0.id.eq(1) })) == 2)
    #expect(try await count(Values(1, "a").union(Values(2, "b")).union(titles)) == 7)
    #expect(try await count(joined.union(joined).order { row, _ in row.desc() }.limit(1)) == 1)
    var texts = ValueObservation.tracking(text).values(in: database).makeAsyncIterator()
    #expect(try await texts.next()?.map(\.1) == ["Milk", "Mail", "Bread"])
    var compound = ValueObservation.tracking(titles).values(in: database).makeAsyncIterator()
    #expect(try await compound.next()?.count == 5)
    try await database.run("DELETE FROM reminders WHERE id < 3")
    #expect(try await texts.next()?.map(\.1) == ["Bread"])
    #expect(try await compound.next()?.count == 3)
  }

  @Test func `text whose columns do not match its types is an error`() async throws {
    let text = #sql("SELECT id FROM reminders", as: (Int, String).self)
    await #expect(throws: DatabaseError.self) {
      try await database.read { db in _ = try text.fetchAll(db) }
    }
    @Sendable func opaque() -> some TypedSQL.Statement<(Int, String)> { text }
    await #expect(throws: DatabaseError.self) {
      try await database.read { db in _ = try opaque().fetchAll(db) }
    }
  }

  @Test func `text with several types can be used as an expression`() async throws {
    let text: SQLQueryExpression<(Int, String)> = #sql(
      "SELECT id, title FROM reminders",
      as: (Int, String).self
    )
    #expect(try await database.read { db in try text.fetchAll(db).count } == 3)
    let prepared = PreparedQuery { (id: Parameter<Int>) in
      #sql("SELECT id, title FROM reminders WHERE id = \(id)", as: (Int, String).self)
    }
    #expect(try await database.read { db in try prepared.fetchOne(db, 2)?.1 } == "Mail")
  }

  @Test func `joins of three tables can be prepared, iterated over and read one by one`()
    async throws
  {
    enum Other: AliasName {}
    let query = PreparedQuery { (id: Parameter<Int>) in
      Reminder.where { $0.id > id }
        .join(RemindersList.all) { $0.remindersListID.eq($1.id) }
        .join(RemindersList.as(Other.self).all) { $1.id.eq($2.id) }
    }
    let found = try await database.read { db in try query.fetchAll(db, 1) }
    #expect(
      found.map { [$0.title, $1.title, $2.title] } == [
        ["Mail", "Work", "Work"], ["Bread", "Home", "Home"],
      ]
    )
    let pairs = Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }
    var titles: [String] = []
    for try await (reminder, list) in pairs.rows(in: database) {
      titles.append("\(reminder.title) \(list.title)")
    }
    #expect(titles == ["Milk Home", "Mail Work", "Bread Home"])
    let first = try await database.read { db in try pairs.fetchCursor(db).next()?.1.title }
    #expect(first == "Home")
  }

  private struct Opaque {}

  @Test func `an error names a request's type that cannot be decoded`() async throws {
    let request = StoredList.all().asRequest(of: Opaque.self)
    await #expect(throws: RequestError.undecodable("Opaque")) {
      try await database.read { db in _ = try request.fetchAll(db).count }
    }
  }
}

extension Reminder {
  fileprivate static var byTitle: SelectOf<Reminder> { order(by: \.title) }
  fileprivate static var withLists:
    Select<(), Reminder, RemindersList, TupleRow<Reminder, RemindersList>>
  { order(by: \.id).join(RemindersList.all) { $0.remindersListID.eq($1.id) } }
}

private enum Session {
  @TaskLocal static var title = "none"
}

@Table("reminders") private struct ScopedReminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false

  static var all: Where<ScopedReminder> { unscoped.where { $0.title.eq(Session.title) } }
}
