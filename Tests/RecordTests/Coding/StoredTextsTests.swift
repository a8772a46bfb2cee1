import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import Records

/// Texts of records, by whose bytes live queries see a change.
@Suite(.timeLimit(.hang)) struct StoredTextsTests {
  struct Note: Codable, Equatable, FetchableRecord, TableRecord {
    static let databaseTableName = "notes"
    var id: Int
    var title: String
    var body: String?
  }

  /// A record whose `==` leaves out an identifier that each copy has for itself.
  private struct Labelled: Equatable {
    var isDone: Bool
    var note: Note
    let copy = UUID()
    var labels: [String]

    static func == (left: Self, right: Self) -> Bool {
      left.isDone == right.isDone && left.note.id == right.note.id
    }
  }

  private enum Kind: Equatable {
    case text(String)
  }

  private func note(_ title: String, _ body: String? = nil) -> Note {
    Note(id: 1, title: title, body: body)
  }

  @Test func `texts of a record and of its parts are compared by their bytes`() throws {
    let areEqual = try #require(recordEquality(of: Note.self))
    #expect(areEqual(note("\u{e9}", "a"), note("\u{e9}", "a")))
    #expect(!areEqual(note("\u{e9}"), note("e\u{301}")))
    #expect(!areEqual(note("a", "\u{e9}"), note("a", "e\u{301}")))
    #expect(!areEqual(note("a", nil), note("a", "")))
    #expect(!areEqual(note("a"), Note(id: 2, title: "a")))
    let nested = try #require(recordEquality(of: Labelled.self))
    let labelled = Labelled(isDone: true, note: note("\u{e9}"), labels: ["a"])
    #expect(nested(labelled, Labelled(isDone: true, note: note("\u{e9}"), labels: ["a"])))
    #expect(!nested(labelled, Labelled(isDone: true, note: note("e\u{301}"), labels: ["a"])))
  }

  @Test func `a type without stored texts is compared by ==`() throws {
    let areEqual = try #require(recordEquality(of: Kind.self))
    #expect(areEqual(.text("\u{e9}"), .text("e\u{301}")))
    #expect(StoredTexts(in: Kind.self).isEmpty)
    #expect(StoredTexts(in: Date.self).isEmpty)
    #expect(StoredTexts(in: (any Sendable).self).isEmpty)
  }

  @Test func `a live query of records shows another spelling of a text`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT);
          INSERT INTO notes VALUES (1, 'caf\u{e9}', NULL), (2, 'tea', 'hot');
          """
      )
    }
    @FetchAll(Note.order(Column("id")), database: database) var ordered
    @FetchAll(Note.all(), database: database) var keyed
    @FetchOne(Note.filter(key: 1), database: database) var one
    let request = SQLRequest<Note>(sql: "SELECT * FROM (SELECT * FROM notes LIMIT 9) n")
    @FetchAll(request, database: database) var again
    try await $ordered.load()
    try await $keyed.load()
    try await $one.load()
    try await $again.load()
    var values = $again.values.makeAsyncIterator()
    _ = await values.next()
    let updates = database.liveQueryStatistics.reduce(0) { $0 + $1.updateCount }
    try await database.write { try $0.execute(sql: "UPDATE notes SET title = title") }
    try await database.liveQueriesCaughtUp()
    #expect(database.liveQueryStatistics.reduce(0) { $0 + $1.updateCount } == updates)
    try await database.write { db in
      try db.execute(sql: "UPDATE notes SET title = 'cafe\u{301}' WHERE id = 1")
    }
    try await database.liveQueriesCaughtUp()
    let next = await values.next()?.first { $0.id == 1 }
    let shown = [ordered.first, keyed.first { $0.id == 1 }, one, again.first { $0.id == 1 }, next]
    for note in shown {
      let title = try #require(note).title
      #expect(Array(title.utf8) == Array("cafe\u{301}".utf8))
    }
  }
}
