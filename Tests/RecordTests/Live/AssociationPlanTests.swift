import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Suite struct AssociationPlanTests {
  private static let all =
    ShelvedLibrary.prefetching + ShelvedLibrary.joining + ShelvedLibrary.runAgain

  @Test func `each request has the plan that its parts allow`() async throws {
    let database = try DatabaseQueue()
    try await database.write { try $0.execute(sql: ShelvedLibrary.schema) }
    for shape in Self.all {
      @FetchAll(shape.request, database: database) var rows
      try await $rows.load()
      #expect($rows.plan == shape.plan, "\(shape.name)")
    }
  }

  @Test func `the description of a plan says what it does`() {
    #expect(LivePlan.prefetched.description == "rows by touched keys, with those of associations")
    #expect(
      LivePlan.rerun(.association("books")).description
        == """
        run again: the rows of books that belong to a row depend on more than column values; fetch books by a query of \
        their own
        """
    )
  }

  @Test func `a request whose keys are compared by a collation runs again`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(sql: ShelvedLibrary.schema)
      try db.execute(
        sql: """
          DROP TABLE author;
          CREATE TABLE author (
            id INTEGER PRIMARY KEY, name TEXT, country TEXT COLLATE NOCASE, mentorId INTEGER
          );
          INSERT INTO country VALUES ('a', 'Andorra'), ('B', 'Benin');
          INSERT INTO author VALUES (1, 'One', 'A', NULL), (2, 'Two', 'b', NULL);
          """
      )
    }
    let request = ShelvedLibrary.Country.including(all: ShelvedLibrary.Country.authors)
      .asRequest(of: Row.self)
    @FetchAll(request, database: database) var rows
    try await $rows.load()
    #expect($rows.plan == .rerun(.association("authors")))
    try await database.write { try $0.execute(sql: "UPDATE author SET country = 'B'") }
    try await database.liveQueriesCaughtUp()
    #expect(try await database.read { try request.fetchAll($0) } == rows)
  }

  @Test func `keys of another storage class make later updates run again`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(sql: ShelvedLibrary.schema)
      try db.execute(
        sql: "INSERT INTO author (id) VALUES (1); INSERT INTO book (authorId) VALUES (1)"
      )
    }
    let request = ShelvedLibrary.Author.including(all: ShelvedLibrary.Author.books)
      .asRequest(of: Row.self)
    @FetchAll(request, database: database) var rows
    try await $rows.load()
    #expect($rows.plan == .prefetched)
    for value in ["1.0", "'1'", "2"] {
      try await database.write { try $0.execute(sql: "UPDATE book SET authorId = \(value)") }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == rows)
      #expect($rows.plan == .rerun(.association("books")))
    }
    // The plan is tried again after some runs, and then keeps the result up to date.
    for number in 1...17 {
      try await database.write { db in
        try db.execute(sql: "UPDATE book SET authorId = ?", arguments: [number % 2])
      }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == rows)
    }
    #expect($rows.plan == .prefetched)
  }

  @Test(.requiresColumnMetadata)
  func `a changed child row reads only its parent`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(sql: ShelvedLibrary.schema)
      try db.execute(
        sql: """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
          INSERT INTO author (id, name) SELECT i, 'author' FROM n;
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
          INSERT INTO book (id, authorId) SELECT i, i % 20 + 1 FROM n;
          """
      )
    }
    @FetchAll(
      ShelvedLibrary.Author.including(all: ShelvedLibrary.Author.books)
        .asRequest(of: ShelvedLibrary.AuthorInfo.self),
      database: database
    )
    var authors
    try await $authors.load()
    let before = try #require(database.liveQueryStatistics.first)
    try await database.write { try $0.execute(sql: "UPDATE book SET title = 'New' WHERE id = 7") }
    try await database.liveQueriesCaughtUp()
    let after = try #require(database.liveQueryStatistics.first)
    #expect(authors[7].books.first?.title == "New")
    #expect(after.patchCount == before.patchCount + 1)
    // If each patch is verified, everything is read in addition.
    if ProcessInfo.processInfo.environment["LIVESQL_VERIFY_PATCHES"] != "1" {
      #expect(after.steppedRowCount - before.steppedRowCount <= 12)
    }
    try await database.write { try $0.execute(sql: "UPDATE book SET note = 'x' WHERE id = 7") }
    try await database.write { try $0.execute(sql: "INSERT INTO book (authorId) VALUES (99)") }
    try await database.liveQueriesCaughtUp()
    #expect(database.liveQueryStatistics.first?.updateCount == after.updateCount)
  }
}
