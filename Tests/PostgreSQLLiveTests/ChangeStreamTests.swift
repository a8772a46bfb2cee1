import DatabaseTypes
import Dispatch
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

@Suite(.requiresPostgres) struct ChangeStreamTests {
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

  /// What a stream told.
  private final class Told: Sendable {
    let sets = Mutex<[ChangeSet]>([])
    let hasEnded = Mutex(false)
  }

  /// A stream that has told that anything may have changed, as it does first.
  private func open() throws -> (PostgresChangeStream, Told, any LiveFeed) {
    let stream = PostgresChangeStream(scratch.configuration)
    _ = try stream.awaitEpoch(within: .seconds(30))
    let told = Told()
    let feed = stream.subscribe(to: .fullDatabase) { changes in
      told.sets.withLock { $0.append(changes) }
    } end: {
      told.hasEnded.withLock { $0 = true }
    }
    return (stream, told, feed)
  }

  /// All that has been told up to now, but that anything may have changed.
  private func sets(_ stream: PostgresChangeStream, _ told: Told) throws -> [ChangeSet] {
    let epoch = try stream.awaitEpoch(within: .seconds(30))
    let lsn = try connection.beginMoment().lsn
    try connection.execute(script: "COMMIT")
    #expect(try stream.wait(upTo: lsn, epoch: epoch, within: .seconds(60)))
    return told.sets.withLock { $0 }.filter { !($0.mayChangeAnyTable && $0.changesSchema) }
  }

  private func keys(_ changes: ChangeSet, _ table: String) -> Set<RowKey>? {
    guard case .rows(let rows)? = changes.tables[TableName(schema: "public", table)] else {
      return nil
    }
    return Set(rows.map(\.key))
  }

  @Test func `each commit is told once, with the keys that it touched`() throws {
    let (stream, told, feed) = try open()
    defer { stream.close() }
    try connection.execute("INSERT INTO item VALUES (1), (2)")
    try connection.execute("UPDATE item SET id = 3 WHERE id = 1")
    try connection.execute(
      "INSERT INTO part VALUES (7, '00000000-0000-0000-0000-000000000001', '2000-01-01 00:00:01Z')"
    )
    let sets = try sets(stream, told)
    #expect(sets.map(\.number) == Array(sets[0].number..<sets[0].number + 3))
    #expect(keys(sets[0], "item") == [.rowID(1), .rowID(2)])
    #expect(keys(sets[1], "item") == [.rowID(1), .rowID(3)])
    let uuid = DatabaseValue.blob(Array(repeating: 0, count: 15) + [1])
    #expect(
      keys(sets[2], "part") == [.primaryKey([.integer(7), uuid, .integer(1_000_000)])]
    )
    _ = feed
  }

  @Test func `truncation, many keys and rows without a key touch a whole table`() throws {
    let (stream, told, feed) = try open()
    defer { stream.close() }
    try connection.execute("INSERT INTO item SELECT i FROM generate_series(1, 10001) i")
    try connection.execute(script: "TRUNCATE item")
    try connection.execute("INSERT INTO log VALUES ('a')")
    let changes = try sets(stream, told).map { $0.tables.mapValues { $0 == .anyRow } }
    #expect(
      changes == [
        [TableName(schema: "public", "item"): true], [TableName(schema: "public", "item"): true],
        [TableName(schema: "public", "log"): true],
      ]
    )
    _ = feed
  }

  @Test func `a message of one's own says that the schema has changed`() throws {
    let (stream, told, feed) = try open()
    defer { stream.close() }
    try connection.execute("SELECT pg_logical_emit_message(true, 'livesql', 'schema')")
    try connection.execute("SELECT pg_logical_emit_message(true, 'others', 'schema')")
    #expect(try sets(stream, told).map(\.changesSchema).contains(true))
    _ = feed
  }

  @Test func `the names of two tables that differ in case alone are one, of which any row changed`()
    throws
  {
    try connection.execute(
      script: """
        CREATE TABLE "Item" (id int PRIMARY KEY); ALTER PUBLICATION livesql ADD TABLE "Item"
        """
    )
    let (stream, told, feed) = try open()
    defer { stream.close() }
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    try connection.execute(script: "INSERT INTO \"Item\" VALUES (2); COMMIT")
    #expect(try sets(stream, told)[0].tables[TableName(schema: "public", "item")] == .anyRow)
    _ = feed
  }

  @Test func `a lost stream comes back with a slot of its own, and tells that anything changed`()
    throws
  {
    let (stream, told, feed) = try open()
    defer { stream.close() }
    let first = try stream.awaitEpoch(within: .seconds(30))
    try connection.execute(
      """
      SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots
      WHERE database = current_database()
      """
    )
    try connection.execute("INSERT INTO item VALUES (5)")
    // Until it is there again, who asks is told why it is not.
    var epoch = first
    while epoch == first { epoch = (try? stream.awaitEpoch(within: .seconds(30))) ?? first }
    #expect(epoch == first + 1)
    _ = try sets(stream, told)
    #expect(told.sets.withLock { $0 }.contains { $0.mayChangeAnyTable && $0.number > 1 })
    #expect(try stream.wait(upTo: .zero, epoch: first, within: .zero) == false)
    _ = feed
  }

  @Test func `closing ends the thread, the slot and those who listen`() throws {
    let (stream, told, feed) = try open()
    stream.close()
    stream.close()
    #expect(told.hasEnded.withLock { $0 })
    #expect(throws: StreamUnavailable.self) { try stream.awaitEpoch(within: .seconds(30)) }
    // The server's process notices it in its own time.
    let slots = "SELECT count(*) FROM pg_replication_slots WHERE database = $1"
    while try connection.execute(slots, [.text(scratch.name)]).values() != [[0]] {}
    _ = feed
  }

  @Test func `a stream that waits for an open transaction is closed at once`() throws {
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    let stream = PostgresChangeStream(scratch.configuration)
    let other = try scratch.connect()
    let waiting = "SELECT count(*) FROM pg_replication_slots WHERE database = $1"
    while try other.execute(waiting, [.text(scratch.name)]).values() != [[1]] {}
    stream.close()
    try connection.execute(script: "ROLLBACK")
  }

  @Test(arguments: [true, false])
  func `commits that nobody asks for are let go of once they are visible`(isRead: Bool) async throws
  {
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    // The reader is there from the first reading on.
    if isRead { try source.read { _ in } }
    _ = try source.stream.awaitEpoch(within: .seconds(30))
    for _ in 0..<3_000 { try connection.execute("INSERT INTO log VALUES ('a')") }
    await until { source.stream.toldCount >= 3_000 }
    // It is looked for them again after a quarter more has come.
    await until { source.stream.keptCount < 1_300 }
  }
}

/// What keeps a stream from being opened is told with the SQL to run.
@Suite(.requiresPostgres) struct StreamErrorTests {
  private func failure(_ configuration: PostgresConfiguration) -> String {
    let stream = PostgresChangeStream(configuration)
    defer { stream.close() }
    do {
      _ = try stream.awaitEpoch(within: .seconds(60))
      return ""
    } catch { return "\(error)" }
  }

  @Test func `a publication that is missing`() throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    #expect(failure(scratch.configuration).contains("CREATE PUBLICATION \"livesql\" FOR TABLE"))
  }

  @Test func `a right that is missing`() throws {
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

  @Test func `a server that decodes nothing`() throws {
    let server = try PostgresTestServer(settings: ["wal_level=replica", "fsync=off"])
    let connection = try PostgresConnection(server.configuration())
    try connection.execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES")
    #expect(failure(server.configuration()).contains("ALTER SYSTEM SET wal_level = 'logical'"))
  }
}
