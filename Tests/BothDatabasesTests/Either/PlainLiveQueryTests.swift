import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@Table("noteTags") struct NoteTag: Hashable {
  let id: Int
  var noteID: Int
  var name = ""
}

@Selection struct TaggedNote: Hashable {
  let title: String
  let tag: String
}

@Selection struct DoneCount: Hashable {
  let isDone: Bool
  let count: Int
}

extension NotesFixture {
  /// The work that the live queries have done.
  fileprivate var statistics: [LiveQueryStatistics] {
    get throws {
      if let sqlite = database as? any DatabaseWriter { return sqlite.liveQueryStatistics }
      return try #require(database as? PostgresDatabase).live.statistics
    }
  }

  /// Writes, and expects that no live query runs again as a whole.
  fileprivate func patch(
    _ sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Void
  ) async throws {
    let before = try statistics.map(\.runCount)
    try await write(body)
    let after = try statistics
    #expect(after.map(\.runCount) == before, "\(after)", sourceLocation: sourceLocation)
    #expect(after.allSatisfy { $0.failedPatchCount == 0 }, sourceLocation: sourceLocation)
  }
}

/// The plain behaviors of live queries, which are the same on both databases: what is written is
/// shown, and nothing is read again that can be patched.
@Suite(.mayBlock, .timeLimit(.hang)) struct PlainLiveQueryTests {
  @Test(arguments: DatabaseKind.available)
  func `rows in an order, the first of them, and columns`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    let database = fixture.database
    @FetchAll(Note.order { $0.title.desc() }, database: database) var notes
    @FetchAll(Note.order(by: \.title).limit(2), database: database) var first
    @FetchAll(Note.where { !$0.isDone }.order(by: \.id).select(\.title), database: database)
    var open: [String]
    @FetchOne(Note.where { $0.id == 2 }, database: database) var bread: Note?
    try await $notes.load()
    try await $first.load()
    try await $open.load()
    try await $bread.load()
    #expect($notes.plan == .orderedPatch)
    #expect($first.plan == .orderedWindow)
    #expect($bread.plan == .pointLookup)
    #expect($open.plan?.isRerun == false)
    #expect(notes.map(\.title) == ["Milk", "Eggs", "Bread"])
    #expect(first.map(\.title) == ["Bread", "Eggs"])
    #expect(open == ["Milk", "Eggs"])

    try await fixture.patch { db in
      try Note.insert { Note(id: 4, title: "Apples") }.execute(db)
    }
    #expect(notes.map(\.title) == ["Milk", "Eggs", "Bread", "Apples"])
    #expect(first.map(\.title) == ["Apples", "Bread"])
    #expect(open == ["Milk", "Eggs", "Apples"])

    try await fixture.patch { db in
      try Note.find(2).update { note in
        note.title = "Rye"
        note.isDone = false
      }
      .execute(db)
    }
    #expect(notes.map(\.title) == ["Rye", "Milk", "Eggs", "Apples"])
    #expect(first.map(\.title) == ["Apples", "Eggs"])
    #expect(open == ["Milk", "Rye", "Eggs", "Apples"])
    #expect(bread?.title == "Rye")

    try await fixture.patch { db in try Note.find(2).delete().execute(db) }
    #expect(notes.map(\.title) == ["Milk", "Eggs", "Apples"])
    #expect(open == ["Milk", "Eggs", "Apples"])
    #expect(bread == nil)
    #expect($notes.loadError == nil && $first.loadError == nil && $open.loadError == nil)
    fixture.keep()
  }

  @Test(arguments: DatabaseKind.available)
  func `joined rows follow both tables`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    try await fixture.write { db in
      try NoteTag.createTable().execute(db)
      try NoteTag.insert {
        NoteTag(id: 1, noteID: 1, name: "cold")
        NoteTag(id: 2, noteID: 3, name: "fresh")
      }
      .execute(db)
    }
    @FetchAll(
      Note
        .join(NoteTag.all) { $0.id.eq($1.noteID) }
        .order { _, tag in tag.id }
        .select { TaggedNote.Columns(title: $0.title, tag: $1.name) },
      database: fixture.database
    )
    var tagged
    try await $tagged.load()
    #expect($tagged.plan == .join)
    #expect(tagged.map { "\($0.title) \($0.tag)" } == ["Milk cold", "Eggs fresh"])

    try await fixture.patch { db in
      try NoteTag.insert { NoteTag(id: 3, noteID: 1, name: "white") }.execute(db)
      try Note.find(3).update { $0.title = "Egg" }.execute(db)
    }
    #expect(tagged.map { "\($0.title) \($0.tag)" } == ["Milk cold", "Egg fresh", "Milk white"])

    try await fixture.patch { db in
      try Note.find(1).delete().execute(db)
      try NoteTag.find(2).update { $0.noteID = 2 }.execute(db)
    }
    #expect(tagged.map { "\($0.title) \($0.tag)" } == ["Bread fresh"])
    #expect($tagged.loadError == nil)
    fixture.keep()
  }

  @Test(arguments: DatabaseKind.available)
  func `groups, aggregates and distinct rows follow their rows`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    let database = fixture.database
    @FetchAll(
      Note
        .group(by: \.isDone)
        .order(by: \.isDone)
        .select { DoneCount.Columns(isDone: $0.isDone, count: $0.id.count()) },
      database: database
    )
    var groups
    @FetchAll(Note.select(\.title).distinct(), database: database) var titles: [String]
    @FetchOne(Note.count(), database: database) var count = 0
    @FetchOne(Note.select { $0.id.max() }, database: database) var last: Int?
    try await $groups.load()
    try await $titles.load()
    try await $count.load()
    try await $last.load()
    #expect($groups.plan == .groups)
    #expect($titles.plan == .distinctRows)
    #expect($count.plan == .aggregate)
    #expect($last.plan == .aggregate)
    #expect(groups.map(\.count) == [2, 1])
    #expect(titles.sorted() == ["Bread", "Eggs", "Milk"])
    #expect(count == 3 && last == 3)
    let before = try fixture.statistics.prefix(2).map(\.runCount)

    try await fixture.write { db in
      try Note.insert {
        Note(id: 7, title: "Milk", isDone: true)
        Note(id: 8, title: "Tea")
      }
      .execute(db)
    }
    #expect(groups.map(\.count) == [3, 2])
    #expect(titles.sorted() == ["Bread", "Eggs", "Milk", "Tea"])
    #expect(count == 5 && last == 8)

    try await fixture.write { db in
      try Note.where(\.isDone).delete().execute(db)
      try Note.find(8).update { $0.title = "Eggs" }.execute(db)
    }
    #expect(groups.map(\.count) == [3])
    #expect(titles.sorted() == ["Eggs", "Milk"])
    #expect(count == 3 && last == 8)

    try await fixture.write { db in try Note.delete().execute(db) }
    #expect(groups.isEmpty && titles.isEmpty)
    #expect(count == 0 && last == nil)
    let statistics = try fixture.statistics
    #expect(statistics.allSatisfy { $0.failedPatchCount == 0 })
    // Only totals may be read again, which are one row.
    #expect(statistics.prefix(2).map(\.runCount) == before, "\(statistics)")
    fixture.keep()
  }
}
