import DatabaseTypes
import Dispatch
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

@Suite(.requiresPostgres, .timeLimit(.hang)) struct ChangeStreamTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, title text);
        CREATE TABLE part (item int, code uuid, at timestamptz, PRIMARY KEY (item, code, at));
        CREATE TABLE log (line text);
        ALTER TABLE log REPLICA IDENTITY FULL;
        CREATE PUBLICATION livesql FOR TABLE item, part, log
        """
    )
  }

  /// The change sets that a stream reported.
  private final class Reported: Sendable {
    let sets = Mutex<[ChangeSet]>([])
    let hasEnded = Mutex(false)
  }

  /// Returns a stream that has reported that anything may have changed, as it does first.
  private func open() throws -> (PostgresChangeStream, Reported, any LiveFeed) {
    let stream = PostgresChangeStream(scratch.configuration)
    _ = try stream.awaitEpoch(within: .hang)
    let reported = Reported()
    let feed = stream.subscribe(to: .fullDatabase) { changes in
      reported.sets.withLock { $0.append(changes) }
    } end: {
      reported.hasEnded.withLock { $0 = true }
    }
    return (stream, reported, feed)
  }

  /// Returns everything reported so far, except the report that anything may have changed.
  private func sets(_ stream: PostgresChangeStream, _ reported: Reported) throws -> [ChangeSet] {
    let epoch = try stream.awaitEpoch(within: .hang)
    let lsn = try connection.beginMoment().lsn
    try connection.execute(script: "COMMIT")
    #expect(try stream.wait(upTo: lsn, epoch: epoch, within: .hang))
    return reported.sets.withLock { $0 }.filter { !($0.mayChangeAnyTable && $0.changesSchema) }
  }

  private func keys(_ changes: ChangeSet, _ table: String) -> Set<RowKey>? {
    guard case .rows(let rows)? = changes.tables[TableName(schema: "public", table)] else {
      return nil
    }
    return Set(rows.map(\.key))
  }

  @Test func `each commit is reported once, with the keys that it touched`() throws {
    let (stream, reported, feed) = try open()
    defer { stream.close() }
    try connection.execute("INSERT INTO item VALUES (1), (2)")
    try connection.execute("UPDATE item SET id = 3 WHERE id = 1")
    try connection.execute(
      "INSERT INTO part VALUES (7, '00000000-0000-0000-0000-000000000001', '2000-01-01 00:00:01Z')"
    )
    let sets = try sets(stream, reported)
    #expect(sets.map(\.number) == Array(sets[0].number..<sets[0].number + 3))
    #expect(keys(sets[0], "item") == [.rowID(1), .rowID(2)])
    #expect(keys(sets[1], "item") == [.rowID(1), .rowID(3)])
    let uuid = DatabaseValue.blob(Array(repeating: 0, count: 15) + [1])
    #expect(
      keys(sets[2], "part") == [.primaryKey([.integer(7), uuid, .integer(1_000_000)])]
    )
    _ = feed
  }

  @Test func `truncation, many keys, and rows without a key count as any row`() throws {
    let (stream, reported, feed) = try open()
    defer { stream.close() }
    try connection.execute("INSERT INTO item SELECT i FROM generate_series(1, 10001) i")
    try connection.execute(script: "TRUNCATE item")
    try connection.execute("INSERT INTO log VALUES ('a')")
    let changes = try sets(stream, reported).map { $0.tables.mapValues { $0 == .anyRow } }
    #expect(
      changes == [
        [TableName(schema: "public", "item"): true], [TableName(schema: "public", "item"): true],
        [TableName(schema: "public", "log"): true],
      ]
    )
    _ = feed
  }

  @Test func `a message with our prefix reports a schema change`() throws {
    let (stream, reported, feed) = try open()
    defer { stream.close() }
    try connection.execute("SELECT pg_logical_emit_message(true, 'livesql', 'schema')")
    try connection.execute("SELECT pg_logical_emit_message(true, 'others', 'schema')")
    #expect(try sets(stream, reported).map(\.changesSchema).contains(true))
    _ = feed
  }

  @Test func `tables whose names differ only in case count as one, with any row changed`()
    throws
  {
    try connection.execute(
      script: """
        CREATE TABLE "Item" (id int PRIMARY KEY); ALTER PUBLICATION livesql ADD TABLE "Item"
        """
    )
    let (stream, reported, feed) = try open()
    defer { stream.close() }
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    try connection.execute(script: "INSERT INTO \"Item\" VALUES (2); COMMIT")
    #expect(try sets(stream, reported)[0].tables[TableName(schema: "public", "item")] == .anyRow)
    _ = feed
  }

  @Test func `a lost stream comes back with a new slot, and reports that anything changed`()
    async throws
  {
    let (stream, reported, feed) = try open()
    defer { stream.close() }
    let first = try stream.awaitEpoch(within: .hang)
    try connection.execute(
      """
      SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots
      WHERE database = current_database()
      """
    )
    try connection.execute("INSERT INTO item VALUES (5)")
    // Until the stream is back, waiters get the reason.
    var epoch = first
    await until {
      epoch = (try? stream.awaitEpoch(within: .seconds(30))) ?? first
      return epoch != first
    }
    #expect(epoch == first + 1)
    _ = try sets(stream, reported)
    #expect(reported.sets.withLock { $0 }.contains { $0.mayChangeAnyTable && $0.number > 1 })
    #expect(try stream.wait(upTo: .zero, epoch: first, within: .zero) == false)
    _ = feed
  }

  @Test func `closing ends the thread, the slot and the listeners`() async throws {
    let (stream, reported, feed) = try open()
    stream.close()
    stream.close()
    #expect(reported.hasEnded.withLock { $0 })
    #expect(throws: StreamUnavailable.self) { try stream.awaitEpoch(within: .hang) }
    // The server's process needs some time to notice it.
    let slots = "SELECT count(*) FROM pg_replication_slots WHERE database = $1"
    try await until { try connection.execute(slots, [.text(scratch.name)]).values() == [[0]] }
    _ = feed
  }

  @Test func `a stream that waits for an open transaction is closed at once`() async throws {
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    let stream = PostgresChangeStream(scratch.configuration)
    let other = try scratch.connect()
    let waiting = "SELECT count(*) FROM pg_replication_slots WHERE database = $1"
    try await until { try other.execute(waiting, [.text(scratch.name)]).values() == [[1]] }
    stream.close()
    try connection.execute(script: "ROLLBACK")
  }

  @Test(arguments: [true, false])
  func `commits that no one requests are released once they are visible`(isRead: Bool) async throws
  {
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    // The reader exists from the first read on.
    if isRead { try source.read { _ in } }
    _ = try source.stream.awaitEpoch(within: .hang)
    for _ in 0..<3_000 { try connection.execute("INSERT INTO log VALUES ('a')") }
    await until { source.stream.reportedCount >= 3_000 }
    // The search runs again after a quarter more commits have arrived.
    await until { source.stream.bufferedCount < 1_300 }
  }
}

/// Errors that prevent opening a stream, each with the SQL to run.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct StreamErrorTests {
  private func failure(_ configuration: PostgresConfiguration) -> String {
    let stream = PostgresChangeStream(configuration)
    defer { stream.close() }
    do {
      _ = try stream.awaitEpoch(within: .hang)
      return ""
    } catch { return "\(error)" }
  }

  @Test func `a missing publication`() throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    #expect(failure(scratch.configuration).contains("CREATE PUBLICATION \"livesql\" FOR TABLE"))
  }

  @Test func `a missing privilege`() throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    try connection.execute(
      script: "CREATE PUBLICATION livesql FOR ALL TABLES; CREATE ROLE \(scratch.name) LOGIN"
    )
    defer { _ = try? connection.execute(script: "DROP ROLE \(scratch.name)") }
    var configuration = scratch.configuration
    configuration.options["user"] = scratch.name
    #expect(failure(configuration).contains("ALTER ROLE \"\(scratch.name)\" REPLICATION"))
  }

  @Test func `a server without logical decoding`() throws {
    let server = try PostgresTestServer(settings: ["wal_level=replica", "fsync=off"])
    let connection = try PostgresConnection(server.configuration())
    try connection.execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES")
    #expect(failure(server.configuration()).contains("ALTER SYSTEM SET wal_level = 'logical'"))
  }
}
