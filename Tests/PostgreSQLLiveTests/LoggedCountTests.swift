import DatabaseTypes
import Foundation
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// A count and its list by the trigger log, while the schema changes.
@Suite(.requiresPostgres, .serialized, .timeLimit(.hang)) struct LoggedCountTests {
  /// The number of transactions; `LIVESQL_POSTGRES_REFRESHES` sets another one.
  private static let transactions =
    ProcessInfo.processInfo.environment["LIVESQL_POSTGRES_REFRESHES"].flatMap { Int($0) }
    ?? TestRounds.scaled(200)
  private static let seed =
    ProcessInfo.processInfo.environment["LIVESQL_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  /// The changes of the schema, which leave all results as they are.
  private static let changes = [
    "ALTER TABLE item ADD COLUMN extra int DEFAULT 7", "ALTER TABLE item DROP COLUMN extra",
    "CREATE INDEX item_size ON item (size)", "DROP INDEX item_size",
    "ALTER TABLE item ALTER COLUMN title TYPE varchar(90)",
    "ALTER TABLE item ALTER COLUMN title TYPE text",
  ]

  @Test(arguments: [ChangeSourceKind.log, .logWithoutWaking])
  func `a count is that of its list in each snapshot, while the schema changes`(
    kind: ChangeSourceKind
  ) throws {
    let scratch = try PostgresScratchDatabase()
    let connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, size int NOT NULL, title text);
        INSERT INTO item SELECT i, i % 7, 'item' FROM generate_series(1, 40) AS i
        """
    )
    try connection.execute(script: kind.setUp(["item"]))
    let (list, count) = (TestSink(), TestSink())
    let source = CheckedSource(kind.source(scratch.configuration)) {
      guard let rows = list.rows, let counted = count.rows,
        counted != [[.integer(Int64(rows.count))]]
      else { return nil }
      return "The count is \(counted), and the list has \(rows.count) rows."
    }
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let queries = [
      (TestQuery(text: "SELECT id, title FROM item WHERE size > 2 ORDER BY id", width: 2), list),
      (TestQuery(text: "SELECT count(*) FROM item WHERE size > 2", width: 1), count),
    ]
    let subscriptions = queries.map { query, sink in
      source.watch(query, sink)
      return engine.subscribe(query.request, in: source, sink)
    }
    // Without writers, the first results are of one state, although they are read one by one.
    for (_, sink) in queries { #expect(sink.wait { _ in true }, "\(sink.errors)") }
    let changer = EndlessStatements(Self.changes, scratch.configuration)
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<Self.transactions { try write(connection, &random) }
    changer.stop()
    for (query, sink) in queries {
      let rows = try query.fresh(connection)
      #expect(sink.wait { $0 == rows }, "\(query.sql), seed \(Self.seed)")
      #expect(sink.errors.isEmpty, "\(sink.errors)")
    }
    #expect(source.complaints == [], "seed \(Self.seed)")
    withExtendedLifetime(subscriptions) {}
  }

  /// Runs a transaction that changes how many rows the list has, or which.
  private func write(
    _ db: PostgresConnection,
    _ random: inout SeededGenerator
  ) throws {
    let id = PostgresValue.integer(Int64.random(in: 1...60, using: &random))
    let size = PostgresValue.integer(Int64.random(in: 0...6, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try db.execute("DELETE FROM item WHERE id = $1", [id])
    case 1: try db.execute("UPDATE item SET size = $2 WHERE id = $1", [id, size])
    case 2:
      try db.execute(script: "BEGIN")
      try db.execute("DELETE FROM item WHERE size = $1", [size])
      try db.execute("INSERT INTO item VALUES ($1, 6, 'one') ON CONFLICT DO NOTHING", [id])
      try db.execute(script: "COMMIT")
    default:
      try db.execute("INSERT INTO item VALUES ($1, $2, 'new') ON CONFLICT DO NOTHING", [id, size])
    }
  }
}

/// A thread that runs statements one after another, again and again, beside a test.
private final class EndlessStatements: Sendable {
  private let isStopped = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ statements: [String], _ configuration: PostgresConfiguration) {
    Thread { [self] in
      defer { ended.signal() }
      guard let connection = try? PostgresConnection(configuration) else { return }
      while !isStopped.load(ordering: .sequentiallyConsistent) {
        for sql in statements { try? connection.execute(script: sql) }
      }
    }.start()
  }

  /// Waits until the thread has ended.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    ended.wait(for: "the end of the statements")
  }
}
