import Foundation
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

@Suite(.requiresPostgres, .timeLimit(.hang)) struct ReplicationStreamTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, title text, note text);
        CREATE TABLE part (id int PRIMARY KEY, item int REFERENCES item ON DELETE CASCADE);
        CREATE PUBLICATION "the 'live'" FOR TABLE item, part WITH (publish_via_partition_root = true)
        """
    )
  }

  private func open() throws -> ReplicationStream {
    try ReplicationStream(scratch.configuration, publications: ["the 'live'"])
  }

  /// Returns everything that the stream reports so far, as transactions.
  private func transactions(_ stream: ReplicationStream) throws
    -> [StreamedTransaction<TouchedTables>]
  {
    var collector = TransactionCollector()
    let lsn = try connection.beginMoment().lsn
    try connection.execute(script: "COMMIT")
    var found: [StreamedTransaction<TouchedTables>] = []
    let isReached = try stream.read(upTo: lsn, until: .now + .hang) { event in
      guard case .message(let message) = event else { return }
      if let transaction = collector.add(message) { found.append(transaction) }
    }
    #expect(isReached)
    return found
  }

  private func oid(_ table: String) throws -> UInt32 {
    let rows = try connection.execute("SELECT '\(table)'::regclass::oid").values()
    guard case .integer(let oid) = rows[0][0] else { return 0 }
    return UInt32(oid)
  }

  private func keys(_ numbers: UInt8...) -> TouchedTables.Rows {
    .keys(Set(numbers.map { [.binary([0, 0, 0, $0])] }))
  }

  @Test func `commits are reported with the keys that they touched`() throws {
    let stream = try open()
    let (item, part) = (try oid("item"), try oid("part"))
    for sql in [
      "INSERT INTO item VALUES (1, 'a'), (2, 'b'), (3, 'c')",
      "INSERT INTO part VALUES (7, 2), (8, 2)", "UPDATE item SET title = 'x' WHERE id = 1",
      "UPDATE item SET id = 4 WHERE id = 1", "DELETE FROM item WHERE id = 2",
    ] {
      try connection.execute(sql)
    }
    let seen = try transactions(stream).map(\.changes.tables)
    #expect(
      seen == [
        [item: keys(1, 2, 3)], [part: keys(7, 8)], [item: keys(1)], [item: keys(1, 4)],
        [item: keys(2), part: keys(7, 8)],
      ]
    )
  }

  @Test func `rolled-back changes are not reported, and savepoints leave no trace`() throws {
    let stream = try open()
    let item = try oid("item")
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1); ROLLBACK")
    for sql in [
      "BEGIN", "INSERT INTO item VALUES (2)", "SAVEPOINT a", "INSERT INTO item VALUES (3)",
      "ROLLBACK TO a", "INSERT INTO item VALUES (4)", "RELEASE a", "COMMIT",
    ] {
      try connection.execute(script: sql)
    }
    #expect(try transactions(stream).map(\.changes.tables) == [[item: keys(2, 4)]])
  }

  @Test func `truncation and very many rows count as any row`() throws {
    let stream = try open()
    let (item, part) = (try oid("item"), try oid("part"))
    try connection.execute("INSERT INTO item SELECT i FROM generate_series(1, 10001) i")
    try connection.execute(script: "TRUNCATE item CASCADE")
    #expect(
      try transactions(stream).map(\.changes.tables) == [[item: .all], [item: .all, part: .all]]
    )
  }

  @Test func `a message of a transaction is part of it`() throws {
    let stream = try open()
    try connection.execute(
      script: "BEGIN; SELECT pg_logical_emit_message(true, 'livesql', 'schema')"
    )
    try connection.execute(
      script: "ALTER TABLE item ADD price int; INSERT INTO item VALUES (1); COMMIT"
    )
    let seen = try transactions(stream)
    #expect(seen.map(\.changes.messages) == [["livesql"]])
  }

  @Test func `an unchanged large value is not reported, and not needed`() throws {
    let stream = try open()
    let item = try oid("item")
    let note = String(
      (0..<20_000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126))) }
    )
    try connection.execute("INSERT INTO item VALUES (1, 'a', $1)", [.text(note)])
    try connection.execute("UPDATE item SET title = 'b'")
    #expect(try transactions(stream).map(\.changes.tables) == [[item: keys(1)], [item: keys(1)]])
  }

  @Test func `rows of partitions are reported as rows of their table`() throws {
    try connection.execute(
      script: """
        CREATE TABLE event (id int PRIMARY KEY) PARTITION BY RANGE (id);
        CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (0) TO (10);
        ALTER PUBLICATION "the 'live'" ADD TABLE event
        """
    )
    let stream = try open()
    let event = try oid("event")
    try connection.execute("INSERT INTO event VALUES (5)")
    #expect(try transactions(stream).map(\.changes.tables) == [[event: keys(5)]])
  }

  @Test func `a missing publication is reported before a slot is created`() throws {
    let error = try failure {
      _ = try ReplicationStream(scratch.configuration, publications: ["nothing"])
    }
    #expect(error.code == .undefinedObject)
    #expect(error.hint == "CREATE PUBLICATION \"nothing\" FOR TABLE …")
  }

  @Test func `an error says which privilege a role needs`() throws {
    try connection.execute(script: "CREATE ROLE \(scratch.name) LOGIN")
    defer { _ = try? connection.execute(script: "DROP ROLE \(scratch.name)") }
    var configuration = scratch.configuration
    configuration.options["user"] = scratch.name
    let error = try failure {
      _ = try ReplicationStream(configuration, publications: ["the 'live'"])
    }
    #expect("\(error)".contains("REPLICATION") || "\(error)".contains("replication"))
  }

  @Test func `an error names a transaction that stays open as the cause`() throws {
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    let error = try failure {
      _ = try ReplicationStream(
        scratch.configuration,
        publications: ["the 'live'"],
        // After twice this time, it does not even wait for the answer to a cancellation.
        timeout: .seconds(3)
      )
    }
    #expect(error.code == .queryCanceled)
    #expect(error.hint?.contains("pg_stat_activity") == true)
    try connection.execute(script: "ROLLBACK")
    try open().close()
  }

  @Test func `an error names prepared transactions, which no session shows`() throws {
    let server = try PostgresTestServer(settings: ["fsync=off", "max_prepared_transactions=2"])
    let connection = try PostgresConnection(server.configuration())
    try connection.execute(
      script: "CREATE TABLE item (id int PRIMARY KEY); CREATE PUBLICATION live FOR TABLE item"
    )
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    try connection.execute(script: "PREPARE TRANSACTION 'forgotten'")
    let error = try failure {
      _ = try ReplicationStream(
        server.configuration(),
        publications: ["live"],
        timeout: .seconds(3)
      )
    }
    #expect(error.hint?.contains("pg_prepared_xacts") == true)
    try connection.execute(script: "ROLLBACK PREPARED 'forgotten'")
    try ReplicationStream(server.configuration(), publications: ["live"]).close()
  }

  @Test func `the slot is dropped with the stream`() async throws {
    let stream = try open()
    let count = "SELECT count(*) FROM pg_replication_slots WHERE slot_name = $1"
    #expect(try connection.execute(count, [.text(stream.slot)]).values() == [[1]])
    stream.close()
    #expect(throws: PostgresError.self) { try stream.next(until: .now) }
    // The server's process needs some time to notice it.
    let slot = PostgresValue.text(stream.slot)
    try await until { try connection.execute(count, [slot]).values() == [[0]] }
  }

  @Test func `a wait is ended by a waker, and by the server`() throws {
    let stream = try open()
    let waker = PostgresWaker()
    _ = try transactions(stream)
    Thread { waker.wake() }.start()
    while try stream.next(waker: waker) != nil {}
    try connection.execute(
      "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = $1",
      [.text(stream.slot)]
    )
    #expect(throws: PostgresError.self) { while true { _ = try stream.next() } }
  }

  @Test func `an error says how to enable logical decoding`() throws {
    let server = try PostgresTestServer(settings: ["wal_level=replica", "fsync=off"])
    let connection = try PostgresConnection(server.configuration())
    try connection.execute(script: "CREATE PUBLICATION live FOR ALL TABLES")
    let error = try failure {
      _ = try ReplicationStream(server.configuration(), publications: ["live"])
    }
    #expect(error.hint?.contains("wal_level = 'logical'") == true)
  }
}
