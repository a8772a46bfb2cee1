import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("notes") struct PlainNote: Identifiable, Equatable {
  let id: Int
  var title = ""
  var body: String?
}

/// A row whose `==` ignores what is shown.
@Table("notes") struct NoteEqualByID: Identifiable, Equatable {
  let id: Int
  var title = ""
  var body: String?

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}

/// A row that is not `Equatable`.
@Table("notes") struct UncomparedNote: Identifiable {
  let id: Int
  var title = ""
  var body: String?
}

@Selection struct NoteWithCount: Equatable {
  let note: NoteEqualByID
  let count: Int

  static func == (left: Self, right: Self) -> Bool { true }
}

/// A table whose rows are also records.
@Table("notes") struct RecordedNote: Codable, Equatable, FetchableRecord, TableRecord {
  let id: Int
  var title = ""
  var body: String?

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}

private enum Other: AliasName {}

/// A live query shows what a new read shows, whatever the rows' type considers equal.
@Suite(.timeLimit(.hang)) struct SameRowTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT);
          INSERT INTO notes VALUES (1, 'caf\u{e9}', NULL), (2, 'tea', 'hot');
          """
      )
    }
  }

  private func respell() async throws {
    try await database.run("UPDATE notes SET title = 'cafe\u{301}' WHERE id = 1")
    try await database.liveQueriesCaughtUp()
  }

  private func rename() async throws {
    try await database.run("UPDATE notes SET title = 'milk' WHERE id = 1")
    try await database.liveQueriesCaughtUp()
  }

  private func isRespelled(_ title: String?) -> Bool {
    title.map { Array($0.utf8) == Array("cafe\u{301}".utf8) } ?? false
  }

  @Test func `another spelling of a text is shown, whether rows are patched or read again`()
    async throws
  {
    @FetchAll(PlainNote.all, database: database) var keyed
    @FetchAll(PlainNote.order(by: \.id), database: database) var ordered
    @FetchAll(PlainNote.order(by: \.id).limit(1), database: database) var window
    @FetchAll(
      #sql("SELECT id, title, body FROM (SELECT * FROM notes LIMIT 9) n", as: PlainNote.self),
      database: database
    ) var again
    try await $keyed.load()
    try await $ordered.load()
    try await $window.load()
    try await $again.load()
    #expect($keyed.plan == .keyedPatch)
    #expect($ordered.plan == .orderedPatch)
    #expect($window.plan == .orderedWindow)
    if case .rerun? = $again.plan {} else { Issue.record("\(String(describing: $again.plan))") }
    try await respell()
    #expect(isRespelled(keyed.first { $0.id == 1 }?.title))
    #expect(isRespelled(ordered.first?.title))
    #expect(isRespelled(window.first?.title))
    #expect(isRespelled(again.first { $0.id == 1 }?.title))
  }

  @Test func `another spelling of a text is shown by single rows, values and tuples`()
    async throws
  {
    @FetchOne(PlainNote.find(1), database: database) var one = PlainNote(id: 0)
    @FetchOne(PlainNote.where { $0.id == 1 }, database: database) var first: PlainNote?
    @FetchOne(PlainNote.find(1).select(\.title), database: database) var title = ""
    @FetchAll(PlainNote.order(by: \.id).select(\.title), database: database) var titles: [String]
    @FetchAll(PlainNote.order(by: \.id).select { ($0.id, $0.title) }, database: database) var pairs
    try await $one.load()
    try await $first.load()
    try await $title.load()
    try await $titles.load()
    try await $pairs.load()
    try await respell()
    #expect(isRespelled(one.title))
    #expect(isRespelled(first?.title))
    #expect(isRespelled(title))
    #expect(isRespelled(titles.first))
    #expect(isRespelled(pairs.first?.1))
  }

  @Test func `a column that == leaves out is shown`() async throws {
    @FetchAll(NoteEqualByID.all, database: database) var keyed
    @FetchAll(NoteEqualByID.order(by: \.id), database: database) var ordered
    @FetchAll(
      #sql("SELECT id, title, body FROM (SELECT * FROM notes LIMIT 9) n", as: NoteEqualByID.self),
      database: database
    ) var again
    @FetchOne(NoteEqualByID.find(1), database: database) var one = NoteEqualByID(id: 0)
    @FetchAll(
      NoteEqualByID.order(by: \.id).select { NoteWithCount.Columns(note: $0, count: $0.id) },
      database: database
    ) var selected
    @FetchAll(
      NoteEqualByID.order(by: \.id).join(PlainNote.as(Other.self).all) { $0.id.eq($1.id) },
      database: database
    ) var pairs
    try await $keyed.load()
    try await $ordered.load()
    try await $again.load()
    try await $one.load()
    try await $selected.load()
    try await $pairs.load()
    try await rename()
    #expect(keyed.first { $0.id == 1 }?.title == "milk")
    #expect(ordered.first?.title == "milk")
    #expect(again.first { $0.id == 1 }?.title == "milk")
    #expect(one.title == "milk")
    #expect(selected.first?.note.title == "milk")
    #expect(pairs.first?.0.title == "milk")
  }

  @Test func `a column that == leaves out is a difference`() async throws {
    @FetchAll(NoteEqualByID.order(by: \.id), database: database) var notes
    var differences = $notes.differences.makeAsyncIterator()
    _ = await differences.next()
    try await rename()
    let difference = try #require(await differences.next())
    #expect(difference.updated.map(\.newElement.title) == ["milk"])
    #expect(difference.removed.isEmpty && difference.inserted.isEmpty)
  }

  @Test func `records that are rows of a table are compared by their columns, too`() async throws {
    @FetchAll(RecordedNote.order(Column("id")), database: database) var notes
    @FetchOne(RecordedNote.filter(key: 1), database: database) var note
    let request = SQLRequest<String>(sql: "SELECT title FROM notes ORDER BY id")
    @FetchAll(request, database: database) var titles
    try await $notes.load()
    try await $note.load()
    try await $titles.load()
    try await respell()
    #expect(isRespelled(notes.first?.title))
    #expect(isRespelled(note?.title))
    #expect(isRespelled(titles.first))
    try await rename()
    #expect(notes.first?.title == "milk")
    #expect(note?.title == "milk")
  }

  @Test func `writing the same values publishes nothing, even if rows are not Equatable`()
    async throws
  {
    @FetchAll(PlainNote.order(by: \.id), database: database) var plain
    @FetchAll(NoteEqualByID.all, database: database) var byID
    @FetchAll(UncomparedNote.order(by: \.title), database: database) var uncompared
    @FetchOne(UncomparedNote.find(1), database: database) var one = UncomparedNote(id: 0)
    try await $plain.load()
    try await $byID.load()
    try await $uncompared.load()
    try await $one.load()
    let updates = database.liveQueryStatistics.reduce(0) { $0 + $1.updateCount }
    try await database.run("UPDATE notes SET title = title, body = body")
    try await database.liveQueriesCaughtUp()
    #expect(database.liveQueryStatistics.reduce(0) { $0 + $1.updateCount } == updates)
    try await rename()
    #expect(database.liveQueryStatistics.reduce(0) { $0 + $1.updateCount } == updates + 4)
    #expect(uncompared.first?.title == "milk")
    #expect(one.title == "milk")
  }
}
