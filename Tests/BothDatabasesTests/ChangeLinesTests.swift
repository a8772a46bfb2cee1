import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import PostgreSQLTools
import Testing

/// The changes of an outbox as lines of JSON, on either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct OutboxLinesTests {
  private struct Line: Decodable {
    let token: OutboxToken
    let kind: String
  }

  private let notes = Outbox(of: Note.all, named: "notes")

  private func fixture(_ kind: DatabaseKind) async throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try await fixture.database.write { [notes] db in try notes.create(in: db, for: ["file"]) }
    return fixture
  }

  @Test(arguments: DatabaseKind.available)
  func `each change is a line with its token, its kind and its row`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try await fixture(kind)
    try await fixture.database.write { db in
      try Note.find(2).update { $0.title = "“Rye”\n" }.execute(db)
      try Note.find(1).delete().execute(db)
    }
    var lines = try notes.changeLines(in: fixture.database, after: .start).makeAsyncIterator()
    let first = try await lines.next()
    let second = try await lines.next()
    let (yes, no) = kind == .sqlite ? ("1", "0") : ("true", "false")
    #expect(
      first == #"{"token":1,"kind":"updated","row":{"id":2,"title":"“Rye”\n","shelf":null,"#
        + "\"isDone\":\(yes)}}\n"
    )
    #expect(
      second == #"{"token":2,"kind":"removed","row":{"id":1,"title":"Milk","shelf":"Dairy","#
        + "\"isDone\":\(no)}}\n"
    )
  }

  @Test(arguments: DatabaseKind.available)
  func `a file that continues after its last line has each change once`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try await fixture(kind)
    var file = ""
    for round in 0..<3 {
      try await fixture.database.write { db in
        for id in 0..<3 {
          try Note.insert { Note(id: 10 + 3 * round + id, title: "Note") }.execute(db)
        }
      }
      // Each round begins as after a crash: with nothing but the file.
      let last = file.split(separator: "\n").last
      let token = try last.map { line in
        try JSONDecoder().decode(Line.self, from: Data(line.utf8)).token
      }
      var lines = try notes.changeLines(
        in: fixture.database,
        after: token ?? .start,
        batchSize: 2
      )
      .makeAsyncIterator()
      for _ in 0..<(round == 2 ? 5 : 2) {
        let line = try await lines.next()
        file += try #require(line)
      }
    }
    let tokens = try file.split(separator: "\n").map { line in
      try JSONDecoder().decode(Line.self, from: Data(line.utf8)).token.rawValue
    }
    #expect(tokens == Array(1...9))
  }

  @Test(arguments: DatabaseKind.available)
  func `cancelling the task ends the lines`(kind: DatabaseKind) async throws {
    let fixture = try await fixture(kind)
    let lines = try notes.changeLines(in: fixture.database, after: .start)
    let following = Task {
      var count = 0
      for try await _ in lines { count += 1 }
      return count
    }
    following.cancel()
    // The first read may be cancelled, too.
    if case .success(let count) = await following.result { #expect(count == 0) }
  }

  @Test(arguments: DatabaseKind.available)
  func `lines before those that were removed are an error`(kind: DatabaseKind) async throws {
    let fixture = try await fixture(kind)
    try await fixture.database.write { db in try Note.find(1).delete().execute(db) }
    try await notes.deliver(from: fixture.database, to: "file", waits: false) { _ in }
    await #expect {
      var lines = try notes.changeLines(in: fixture.database, after: .start).makeAsyncIterator()
      _ = try await lines.next()
    } throws: { error in
      (error as? OutboxError)?.code == .pruned
    }
  }
}

/// Live queries of SQL text on PostgreSQL, and what commits change in them.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresLiveQueryTests {
  private let fixture: NotesFixture
  private let database: PostgresDatabase

  init() throws {
    fixture = try NotesFixture(.postgres)
    database = try #require(fixture.database as? PostgresDatabase)
  }

  @Test func `each commit that changes the result has a line`() async throws {
    var lines = database.liveQuery(
      sql: #"SELECT id, title, "isDone" FROM notes WHERE shelf = :shelf ORDER BY id"#,
      arguments: ["shelf": "Dairy"]
    )
    .changeLines.makeAsyncIterator()
    let first = try await lines.next()
    #expect(
      first?.hasSuffix(
        #""origin":"initial","inserted":[{"id":1,"title":"Milk","isDone":false},"#
          + #"{"id":3,"title":"Eggs","isDone":false}],"updated":[],"removed":[]}"# + "\n"
      ) == true
    )
    try await fixture.write { db in
      try Note.find(1).update { $0.isDone = true }.execute(db)
      try Note.find(3).delete().execute(db)
    }
    let second = try await lines.next()
    #expect(
      second?.hasSuffix(
        #""inserted":[],"updated":[{"id":1,"title":"Milk","isDone":true}],"#
          + #""removed":[{"id":3,"title":"Eggs","isDone":false}]}"# + "\n"
      ) == true
    )
  }

  @Test func `records have rows that decode, and the numbers of their commits`() async throws {
    var records = database.liveQuery(
      sql: #"SELECT id, title, "isDone" FROM notes WHERE id < $1"#,
      arguments: [3]
    )
    .changeRecords.makeAsyncIterator()
    let first = try #require(try await records.next())
    #expect(try first.inserted.filter { row in try row["isDone"] }.count == 1)
    try await fixture.write { db in try Note.find(2).delete().execute(db) }
    let second = try #require(try await records.next())
    #expect(try second.removed.map { row -> String in try row["title"] } == ["Bread"])
    #expect(second.commit > first.commit)
  }

  @Test func `cancelling the task, and closing the database, end the sequence`() async throws {
    let records = database.liveQuery(sql: "SELECT id FROM notes").changeRecords
    for closes in [false, true] {
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let following = Task {
        var count = 0
        for try await _ in records {
          count += 1
          start.finish()
        }
        return count
      }
      for await _ in started {}
      if closes { await database.close() } else { following.cancel() }
      let count = try await following.value
      #expect(count == 1)
    }
  }

  private static let refused: [(String, StatementArguments)] = [
    ("DELETE FROM notes", []),
    ("SELECT 1; SELECT 2", []),
    ("SELECT id FROM notes WHERE id = $1", []),
    ("SELECT id FROM notes WHERE id = $1", [1, 2]),
    ("SELECT id FROM notes WHERE id = :id", ["id": 1, "name": "a"]),
  ]

  @Test(arguments: refused)
  func `text that does not read, and values that do not match, are errors`(
    sql: String,
    arguments: StatementArguments
  ) async throws {
    var updates = database.liveQuery(sql: sql, arguments: arguments).makeAsyncIterator()
    await #expect {
      _ = try await updates.next()
    } throws: { error in
      (error as? PostgresError)?.code == .objectNotInPrerequisiteState
    }
  }
}
