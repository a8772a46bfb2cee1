import IncrementalQueries
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import Testing

/// Live queries of SQL text, of views and of compound statements, which are patched on either
/// database.
@Suite(.mayBlock, .timeLimit(.hang)) struct TextQueryTests {
  @Test(arguments: DatabaseKind.available)
  func `results of SQL text with bound values are patched`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    let shelf = "Dairy"
    @FetchAll(
      #sql(
        "SELECT \(Note.columns) FROM \(Note.self) WHERE \(Note.shelf) = \(bind: shelf) ORDER BY \(Note.title)",
        as: Note.self
      ),
      database: fixture.database
    )
    var notes
    try await $notes.load()
    #expect(notes.map(\.title) == ["Eggs", "Milk"])
    #expect($notes.plan == .orderedPatch)
    try await fixture.write { db in
      try Note.find(2).update { $0.shelf = "Dairy" }.execute(db)
      try Note.find(1).delete().execute(db)
    }
    #expect(notes.map(\.title) == ["Bread", "Eggs"])
    fixture.keep()
  }

  @Test(arguments: DatabaseKind.available)
  func `typed compound statements are patched`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    let query = Note.where { !$0.isDone }.select(\.title).union(
      Note.where(\.isDone).select(\.title)
    )
    @FetchAll(query, database: fixture.database) var titles
    try await $titles.load()
    #expect(titles == ["Bread", "Eggs", "Milk"])
    #expect($titles.plan == .compound)
    try await fixture.write { db in
      try Note.find(2).update { $0.title = "Milk" }.execute(db)
      try Note.insert { Note(id: 9, title: "Apples") }.execute(db)
    }
    #expect(titles == ["Apples", "Eggs", "Milk"])
    fixture.keep()
  }
}
