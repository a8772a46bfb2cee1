import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Live queries beside a table that somebody else has locked.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct LockedTableTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection
  private let locker: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TABLE item (id int PRIMARY KEY, title text);
      CREATE TABLE other (id int PRIMARY KEY, title text);
      INSERT INTO item VALUES (1, 'a'); INSERT INTO other VALUES (1, 'a');
      CREATE PUBLICATION livesql FOR TABLE item, other
      """
    )
    locker = try scratch.connect()
  }

  @Test func `only queries of a locked table wait, and they show it once it is free`() throws {
    let reports = Mutex<[String]>([])
    let source = PostgresSource(scratch.configuration) { text in
      reports.withLock { $0.append(text) }
    }
    defer { source.close() }
    let engine = LiveQueryEngine<PostgresSource>()
    let (items, others, late) = (TestSink(), TestSink(), TestSink())
    let itemQuery = engine.subscribe(TestQuery.rows(of: "item").request, in: source, items)
    let otherQuery = engine.subscribe(TestQuery.rows(of: "other").request, in: source, others)
    #expect(items.wait { $0.count == 1 })
    #expect(others.wait { $0.count == 1 })
    try connection.execute(script: "UPDATE item SET title = 'b'")
    #expect(items.wait { $0 == [[1, .text("b")]] })
    try locker.execute(
      script: """
        BEGIN; ALTER TABLE item ADD COLUMN extra int; INSERT INTO item VALUES (2, 'c')
        """
    )
    for id in 2..<6 {
      try connection.execute(script: "INSERT INTO other VALUES (\(id), 'd')")
      #expect(others.wait { $0.count == id })
    }
    // A query that is new has to wait, too.
    let lateQuery = engine.subscribe(
      TestQuery(
        ["item.id"],
        from: "\"item\"",
        tables: [(.first, "item")],
        sameAs: "SELECT id FROM item"
      ).request,
      in: source,
      late
    )
    try connection.execute(script: "INSERT INTO other VALUES (6, 'd')")
    #expect(others.wait { $0.count == 6 })
    #expect(items.rows == [[1, .text("b")]])
    #expect(late.rows == nil)
    try locker.execute(script: "COMMIT")
    #expect(items.wait { $0.count == 2 })
    #expect(late.wait { $0.count == 2 })
    #expect(items.errors.isEmpty)
    #expect(others.errors.isEmpty)
    #expect(late.errors.isEmpty)
    let texts = reports.withLock(\.self)
    #expect(texts.contains { $0.contains("item") && $0.contains("locked") })
    withExtendedLifetime((itemQuery, otherQuery, lateQuery)) {}
  }

  @Test func `a snapshot does not wait without a limit for a table that it could not lock`() throws
  {
    try locker.execute(script: "BEGIN; LOCK TABLE item")
    _ = try connection.beginMoment(waits: false)
    let error = #expect(throws: PostgresError.self) {
      _ = try connection.execute("SELECT id FROM item")
    }
    #expect(error?.code == .lockNotAvailable)
    try connection.execute(script: "ROLLBACK")
  }

  @Test func `many new queries of a locked table do not keep the reader from others`() throws {
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    try locker.execute(script: "BEGIN; LOCK TABLE item")
    let limits = try source.read { reader -> [String] in
      var limits: [String] = []
      for _ in 0..<3 {
        limits += try reader.connection.execute("SHOW lock_timeout")
          .map { row in try row.decode(String.self, at: 0) }
        #expect(throws: (any Error).self) { try TestQuery.rows(of: "item").request.region?(reader) }
      }
      return limits
    }
    #expect(limits == ["10ms", "1ms", "1ms"])
  }
}
