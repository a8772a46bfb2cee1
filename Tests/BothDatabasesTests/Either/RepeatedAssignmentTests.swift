import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Updates and upserts of records that set a column several times, on either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct RepeatedAssignmentTests {
  private struct Word: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "word"
    var id: Int
    var text: String
    var uses: Int
  }

  private func withWords(_ kind: DatabaseKind, _ body: (any SQLConnection) throws -> Void) throws {
    try EmptyDatabases.run(kind) { db throws in
      try db.execute(
        sql: """
          CREATE TABLE word (
            id \(kind.generatedKey), text TEXT UNIQUE, uses INTEGER, "\u{E9}" INTEGER, "e\u{301}" INTEGER
          )
          """
      )
      try Word(id: 1, text: "a", uses: 1).insert(db)
      try Word(id: 2, text: "b", uses: 1).insert(db)
      try body(db)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `the last assignment to a column counts in an update`(kind: DatabaseKind) throws {
    try withWords(kind) { db throws in
      let uses = Column("uses")
      let count = try Word.filter(key: 1).updateAll(
        db,
        uses.set(to: 10),
        Column("text").set(to: "c"),
        uses += 1
      )
      #expect(count == 1)
      #expect(try Word.fetchOne(db, key: 1) == Word(id: 1, text: "c", uses: 2))
      #expect(try Word.updateAll(db, uses.set(to: 8), uses.set(to: 9)) == 2)
      let words = try Word.filter(key: 2)
        .updateAndFetchAll(db, uses.set(to: 3), uses.set(to: 4))
      #expect(words == [Word(id: 2, text: "b", uses: 4)])
      #expect(try Word.fetchOne(db, key: 1)?.uses == 9)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `the last assignment to a column counts in an upsert`(kind: DatabaseKind) throws {
    try withWords(kind) { db throws in
      let (uses, word) = (Column("uses"), Word(id: 9, text: "a", uses: 5))
      let added = try word.upsertAndFetch(db, onConflict: ["text"]) { excluded in
        [uses.set(to: 100), uses += excluded[uses]]
      }
      #expect(added == Word(id: 1, text: "a", uses: 6))
      let kept = try word.upsertAndFetch(db, onConflict: ["text"]) { _ in
        [uses.set(to: 100), uses.noOverwrite]
      }
      #expect(kept == added)
      let other = try Word(id: 2, text: "d", uses: 5).upsertAndFetch(db, onConflict: ["id"]) { _ in
        [uses.noOverwrite, uses.set(to: 7)]
      }
      #expect(other == Word(id: 2, text: "d", uses: 7))
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `columns whose names differ only in their bytes are two columns`(
    kind: DatabaseKind
  ) throws {
    try withWords(kind) { db throws in
      let (one, two) = (Column("\u{E9}"), Column("e\u{301}"))
      try Word.filter(key: 1).updateAll(db, one.set(to: 1), two.set(to: 2))
      #expect(try Word.filter(key: 1).select(one, as: Int.self).fetchOne(db) == 1)
      #expect(try Word.filter(key: 1).select(two, as: Int.self).fetchOne(db) == 2)
    }
  }
}
