import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@Table("odd \"table's") struct OddNote: Hashable, Sendable {
  let id: Int
  @Column("the \"title") var title = ""
  @Column("select") var isOpen = true
}

/// Changes that are delivered to consumers, on either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct OutboxTests {
  private let notes = Outbox(of: Note.all, named: "notes")

  private func fixture(
    _ kind: DatabaseKind,
    for consumers: [String] = ["search"]
  ) async throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try await fixture.database.write { [notes] db in try notes.create(in: db, for: consumers) }
    return fixture
  }

  private func insert(_ ids: ClosedRange<Int>, _ fixture: NotesFixture) async throws {
    try await fixture.database.write { db in
      for id in ids { try Note.insert { Note(id: id, title: "Note \(id)") }.execute(db) }
    }
  }

  private func waiting(_ fixture: NotesFixture, for consumer: String) async throws
    -> [OutboxChange<Note>]
  {
    var changes: [OutboxChange<Note>] = []
    try await notes.deliver(from: fixture.database, to: consumer, waits: false) { batch in
      changes += batch.changes
    }
    return changes
  }

  @Test(arguments: DatabaseKind.available)
  func `inserts, updates and deletions are delivered in order, with their rows`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try await fixture(kind)
    try await insert(4...4, fixture)
    try await fixture.database.write { db in
      try Note.find(4).update { $0.title = "Salt" }.execute(db)
      try Note.find(1).delete().execute(db)
    }
    let changes = try await waiting(fixture, for: "search")
    #expect(changes.map(\.kind) == [.inserted, .updated, .removed])
    #expect(changes.map(\.row.id) == [4, 4, 1])
    #expect(changes.map(\.row.title) == ["Note 4", "Salt", "Milk"])
    #expect(changes.map(\.token.rawValue) == [1, 2, 3])
    let rest = try await waiting(fixture, for: "search")
    #expect(rest.isEmpty)
  }

  @Test(arguments: DatabaseKind.available)
  func `a transaction that is rolled back leaves nothing`(kind: DatabaseKind) async throws {
    struct Refusal: Error {}
    let fixture = try await fixture(kind)
    await #expect(throws: Refusal.self) {
      try await fixture.database.write { db in
        try Note.find(1).delete().execute(db)
        throw Refusal()
      }
    }
    let changes = try await waiting(fixture, for: "search")
    #expect(changes.isEmpty)
  }

  @Test(arguments: DatabaseKind.available)
  func `what was not acknowledged comes again, and a stored token shows what is new`(
    kind: DatabaseKind
  ) async throws {
    struct Crash: Error {}
    let fixture = try await fixture(kind)
    try await insert(11...15, fixture)
    var seen: [Int] = []
    var stored = OutboxToken.start
    do {
      try await notes.deliver(from: fixture.database, to: "search", batchSize: 2) { batch in
        seen += batch.changes.map(\.row.id)
        stored = batch.token
        if seen.count == 4 { throw Crash() }
      }
    } catch is Crash {}
    #expect(seen == [11, 12, 13, 14])
    let again = try await waiting(fixture, for: "search")
    #expect(again.map(\.row.id) == [13, 14, 15])
    #expect(again.filter { $0.token > stored }.map(\.row.id) == [15])
  }

  @Test(arguments: DatabaseKind.available)
  func `each consumer gets all changes, and what all have handled is removed`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try await fixture(kind, for: ["search", "cache"])
    try await insert(11...12, fixture)
    let search = try await waiting(fixture, for: "search")
    #expect(search.map(\.row.id) == [11, 12])
    let cache = try await waiting(fixture, for: "cache")
    #expect(cache.map(\.row.id) == [11, 12])
    await #expect {
      var batches = try notes.batches(in: fixture.database, after: .start).makeAsyncIterator()
      _ = try await batches.next()
    } throws: { error in
      (error as? OutboxError)?.code == .pruned
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a waiting consumer is woken by each commit`(kind: DatabaseKind) async throws {
    let fixture = try await fixture(kind)
    var batches = try notes.batches(in: fixture.database, after: .start).makeAsyncIterator()
    try await insert(11...11, fixture)
    let first = try await batches.next()
    #expect(first?.changes.map(\.row.id) == [11])
    async let written: Void = insert(12...12, fixture)
    let second = try await batches.next()
    try await written
    #expect(second?.changes.map(\.row.id) == [12])
  }

  @Test(arguments: DatabaseKind.available)
  func `closing the database ends the sequence`(kind: DatabaseKind) async throws {
    let fixture = try await fixture(kind)
    let batches = try notes.batches(in: fixture.database, after: .start)
    let following = Task {
      var count = 0
      for try await batch in batches { count += batch.changes.count }
      return count
    }
    try fixture.database.close()
    let result = await following.result
    // The database may be closed before the first read.
    if case .success(let count) = result { #expect(count == 0) }
  }

  @Test(arguments: DatabaseKind.available)
  func `of a query, rows come and go with their conditions, whatever their names`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try NotesFixture(kind)
    let outbox = Outbox(of: OddNote.where(\.isOpen), named: "it's \"odd\"")
    try await fixture.database.write { db in
      try OddNote.createTable().execute(db)
      try outbox.create(in: db, for: ["it's"])
      try OddNote.insert {
        OddNote(id: 1, title: "a")
        OddNote(id: 2, title: "b", isOpen: false)
      }
      .execute(db)
      try OddNote.find(2).update { $0.isOpen = true }.execute(db)
      try OddNote.find(1).update { $0.isOpen = false }.execute(db)
      // Creating it again changes nothing.
      try outbox.create(in: db, for: ["it's"])
      try OddNote.find(1).delete().execute(db)
      try OddNote.find(2).delete().execute(db)
    }
    var changes: [OutboxChange<OddNote>] = []
    try await outbox.deliver(from: fixture.database, to: "it's", waits: false) { batch in
      changes += batch.changes
    }
    #expect(changes.map(\.kind) == [.inserted, .inserted, .removed, .removed])
    #expect(changes.map(\.row.title) == ["a", "b", "a", "b"])
  }

  @Test(arguments: DatabaseKind.available)
  func `writers in parallel lose nothing, and each row ends with its last change`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try await fixture(kind)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 1...25 {
            try await fixture.database.write { db in
              try Note.find(1).update { $0.title = "\(writer) \(round)" }.execute(db)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let changes = try await waiting(fixture, for: "search")
    #expect(changes.count == 100)
    let last = try await fixture.database.read { db in try Note.find(1).fetchOne(db) }
    #expect(changes.last?.row == last)
  }

  @Test(arguments: DatabaseKind.available)
  func `a query with more than conditions is refused`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    let outbox = Outbox(of: Note.where(\.isDone).limit(3), named: "few")
    await #expect {
      try await fixture.database.write { db in try outbox.create(in: db) }
    } throws: { error in
      (error as? OutboxError)?.code == .misuse
    }
  }
}

/// Changes whose transactions commit in another order than they were written.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct OutboxOrderTests {
  @Test func `a change is not skipped because its transaction commits late`() async throws {
    let fixture = try NotesFixture(.postgres)
    let outbox = Outbox(of: Note.all, named: "notes")
    let database = try #require(fixture.database as? PostgresDatabase)
    try await database.write { db in try outbox.create(in: db, for: ["search"]) }
    var titles: [String] = []
    try await database.withTransaction(deadline: .hang) { transaction in
      try await transaction.run { db in
        try Note.find(1).update { $0.title = "late" }.execute(db)
      }
      let other = PostgresDatabase(database.configuration)
      try await other.write { db in try Note.find(2).update { $0.title = "early" }.execute(db) }
      try await outbox.deliver(from: other, to: "search", waits: false) { batch in
        titles += batch.changes.map(\.row.title)
      }
      await other.close()
      #expect(titles == ["early"])
    }
    try await outbox.deliver(from: database, to: "search", waits: false) { batch in
      titles += batch.changes.map(\.row.title)
    }
    #expect(titles == ["early", "late"])
  }
}
