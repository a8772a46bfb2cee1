import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Rows that leave and enter a server piece by piece.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresRowStreamTests {
  private let fixture: NotesFixture
  private let database: PostgresDatabase

  init() throws {
    fixture = try NotesFixture(.postgres)
    database = try #require(fixture.database as? PostgresDatabase)
  }

  private func input(_ texts: [String], failing: (any Error)? = nil) -> AsyncThrowingStream<
    [UInt8], any Error
  > {
    AsyncThrowingStream { continuation in
      for text in texts { continuation.yield(Array(text.utf8)) }
      continuation.finish(throwing: failing)
    }
  }

  @Test func `typed statements and requests are dumped`() async throws {
    let query = Note.where { !$0.isDone }.order(by: \.id).select { ($0.id, $0.title, $0.shelf) }
    var text: [UInt8] = []
    for try await piece in database.dumpPieces(of: query, format: .csv) { text += piece }
    #expect(String(decoding: text, as: UTF8.self).hasSuffix("1,Milk,Dairy\r\n3,Eggs,Dairy\r\n"))
    var lines: [UInt8] = []
    let done = Note.where(\.isDone).select { ($0.id, $0.isDone, $0.shelf) }
    for try await piece in database.dumpPieces(of: done, format: .jsonLines) { lines += piece }
    #expect(
      String(decoding: lines, as: UTF8.self) == #"{"id":2,"isDone":true,"shelf":null}"# + "\n"
    )
  }

  @Test func `what is dumped can be imported, whatever the characters`() async throws {
    let title = "a\\b\tc\nd\"e\r'"
    try await database.write { db in
      try Note.find(1).update { $0.title = title }.execute(db)
    }
    let before = try await database.read { db in try Note.order(by: \.id).fetchAll(db) }
    let formats: [(RowDumpFormat, RowImportOptions.Format)] = [
      (.csv, .csv()), (.jsonLines, .jsonLines),
    ]
    for (dump, format) in formats {
      var text: [UInt8] = []
      for try await piece in database.dumpPieces(of: Note.order(by: \.id), format: dump) {
        text += piece
      }
      try await database.write { db in try Note.delete().execute(db) }
      let count = try await database.importRows(
        from: .bytes(text),
        into: "notes",
        RowImportOptions(format: format)
      )
      #expect(count == 3)
      let after = try await database.read { db in try Note.order(by: \.id).fetchAll(db) }
      #expect(after == before)
    }
  }

  @Test func `a sequence that fails leaves nothing of its rows`() async throws {
    struct Loss: Error {}
    let lines = input([#"{"id":10,"title":"a","isDone":false}"#, "\n"], failing: Loss())
    await #expect(throws: Loss.self) {
      try await database.importRows(
        from: lines,
        into: "notes",
        RowImportOptions(format: .jsonLines)
      )
    }
    let count = try await database.read { db in try Note.all.fetchCount(db) }
    #expect(count == 3)
  }
}
