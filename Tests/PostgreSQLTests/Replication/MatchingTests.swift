import Foundation
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import PostgreSQL

/// A dictionary that the change stream keeps up to date, with eight concurrent writers: after each
/// refresh, it equals a full read in the same snapshot.
@Suite(.requiresPostgres, .serialized, .timeLimit(.hang)) struct MatchingTests {
  let scratch: PostgresScratchDatabase

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    try scratch.connect().execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, value int NOT NULL);
        INSERT INTO item SELECT i, 0 FROM generate_series(1, 300) i;
        CREATE PUBLICATION live FOR TABLE item
        """
    )
  }

  /// The number of refreshes; `LIVESQL_POSTGRES_REFRESHES` sets another one.
  private static let refreshes =
    ProcessInfo.processInfo.environment["LIVESQL_POSTGRES_REFRESHES"].flatMap { Int($0) }
    ?? TestRounds.scaled(300)

  @Test func `no refresh differs from a full read in the same snapshot`() throws {
    let writers = try Writers(scratch, settings: "")
    defer { writers.stop() }
    var patched = try PatchedItems(scratch, barrier: .flushed)
    var wrong = 0
    for _ in 0..<Self.refreshes { wrong += try patched.refresh() ? 0 : 1 }
    // On a busy machine, writers may have had few turns: then it goes on until there were changes.
    while wrong == 0, patched.transactionCount <= Self.refreshes / 4, !Task.isCancelled {
      wrong += try patched.refresh() ? 0 : 1
    }
    #expect(wrong == 0)
    print(
      "\(Self.refreshes) refreshes beside 8 writers: \(patched.transactionCount) transactions patched, "
        + "\(patched.delayedCount) times one was told before it was visible."
    )
  }

  @Test func `no refresh differs with asynchronous commits if reads wait for everything written`()
    throws
  {
    let writers = try Writers(scratch, settings: "SET synchronous_commit = off")
    defer { writers.stop() }
    var patched = try PatchedItems(scratch, barrier: .written)
    var wrong = 0
    for _ in 0..<40 { wrong += try patched.refresh() ? 0 : 1 }
    #expect(wrong == 0)
  }

  @Test func `asynchronous commits that were visible before they were reported are corrected`()
    throws
  {
    let writers = try Writers(scratch, settings: "SET synchronous_commit = off")
    var patched = try PatchedItems(scratch, barrier: .flushed)
    for _ in 0..<40 { _ = try patched.refresh() }
    writers.stop()
    // Once everything is flushed, one more refresh shows it all.
    try patched.flush()
    #expect(try patched.refresh())
  }
}

/// The patched rows of `item`.
private struct PatchedItems {
  private let reader: PostgresConnection
  private let stream: ReplicationStream
  private let barrier: MomentBarrier
  private var collector = TransactionCollector()
  private var streamed = StreamedTransactions<TouchedTables>()
  private var rows: [Int64: Int64] = [:]
  private(set) var transactionCount = 0
  private(set) var delayedCount = 0

  init(_ scratch: PostgresScratchDatabase, barrier: MomentBarrier) throws {
    self.barrier = barrier
    stream = try ReplicationStream(scratch.configuration, publications: ["live"])
    reader = try scratch.connect()
    let moment = try reader.beginMoment(barrier, locking: [PostgresTable("item")])
    rows = try all()
    try reader.execute(script: "COMMIT")
    streamed.begin(at: moment.snapshot, lsn: moment.lsn)
  }

  /// Patches the rows to a new snapshot.
  ///
  /// - Returns: Whether they equal a full read.
  mutating func refresh() throws -> Bool {
    let moment = try reader.beginMoment(barrier, locking: [PostgresTable("item")])
    defer { _ = try? reader.execute(script: "COMMIT") }
    let isReached = try stream.read(upTo: moment.lsn, until: .now + .hang) { event in
      switch event {
      case .reached(let lsn): streamed.reach(lsn)
      case .message(let message):
        if let transaction = collector.add(message) { streamed.append(transaction) }
      }
    }
    #expect(isReached)
    guard let visible = streamed.take(visibleIn: moment.snapshot, lsn: moment.lsn) else {
      return false
    }
    transactionCount += visible.count
    delayedCount += streamed.pending.count
    try patch(visible.flatMap { $0.changes.tables.values })
    return try rows == all()
  }

  /// Reads the touched rows once, however many transactions touched them; otherwise, writers would
  /// be faster.
  private mutating func patch(_ touched: [TouchedTables.Rows]) throws {
    var ids: Set<Int64> = []
    for table in touched {
      guard case .keys(let keys) = table else {
        rows = try all()
        return
      }
      ids.formUnion(keys.map(Self.id))
    }
    for id in ids { rows[id] = nil }
    let list = PostgresValue.array(PostgresArray(ids.map { .integer($0) }))
    let result = try reader.execute("SELECT id, value FROM item WHERE id = ANY($1)", [list])
    try result.forEach { row throws in
      rows[try row.decode(Int64.self, at: 0)] = try row.decode(Int64.self, at: 1)
    }
  }

  private func all() throws -> [Int64: Int64] {
    let result = try reader.execute("SELECT id, value FROM item")
    let pairs = try result.map { row in
      (try row.decode(Int64.self, at: 0), try row.decode(Int64.self, at: 1))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private static func id(_ key: [ReplicatedValue]) -> Int64 {
    guard case .binary(let bytes) = key.first else { return -1 }
    return bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  /// Makes the server flush asynchronous commits, by a synchronous commit.
  func flush() throws {
    try reader.execute(
      script: "SET synchronous_commit = on; SELECT pg_catalog.pg_current_xact_id()"
    )
    try reader.execute(script: "CREATE TABLE flushed (x int); DROP TABLE flushed")
  }
}

/// Eight threads that write until they are stopped.
private final class Writers: Sendable {
  private let isStopped = Atomic(false)
  private let ended = DispatchGroup()

  init(_ scratch: PostgresScratchDatabase, settings: String) throws {
    let configuration = scratch.configuration
    for seed in 0..<8 {
      ended.enter()
      Thread { [self] in
        defer { ended.leave() }
        guard let connection = try? PostgresConnection(configuration) else { return }
        try? connection.execute(script: settings)
        var random = SeededGenerator(seed: UInt64(seed))
        while !isStopped.load(ordering: .sequentiallyConsistent) {
          // Deadlocks and existing keys are expected.
          do {
            try write(connection, &random)
            // Not always at full speed, so that some refreshes have few transactions.
            if random.chance(8) { try connection.execute("SELECT pg_sleep(0.002)") }
          } catch {
            if connection.transactionStatus != .idle {
              _ = try? connection.execute(script: "ROLLBACK")
            }
          }
        }
      }.start()
    }
  }

  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    // The limit only ends what hangs.
    #expect(ended.wait(timeout: .now() + .seconds(300)) == .success)
  }

  private func write(_ connection: PostgresConnection, _ random: inout SeededGenerator) throws {
    func id() -> PostgresValue { .integer(Int64.random(in: 1...300, using: &random)) }
    let other = PostgresValue.integer(Int64.random(in: 301...340, using: &random))
    switch Int.random(in: 0..<20, using: &random) {
    case 0: try connection.execute("DELETE FROM item WHERE id = $1", [id()])
    case 1, 2:
      try connection.execute("INSERT INTO item VALUES ($1, 1) ON CONFLICT DO NOTHING", [id()])
    case 3: try connection.execute("UPDATE item SET id = $2 WHERE id = $1", [id(), other])
    case 4: try connection.execute("UPDATE item SET id = $2 WHERE id = $1", [other, id()])
    case 5:
      try connection.execute(script: "BEGIN")
      try connection.execute("UPDATE item SET value = value + 1 WHERE id = $1", [id()])
      try connection.execute(script: "SAVEPOINT a")
      try connection.execute("UPDATE item SET value = -1 WHERE id = $1", [id()])
      try connection.execute(script: random.chance(50) ? "ROLLBACK TO a" : "RELEASE a")
      try connection.execute(script: random.chance(30) ? "ROLLBACK" : "COMMIT")
    case 6 where random.chance(4):
      try connection.execute(script: "TRUNCATE item")
    case 7:
      try connection.execute(
        "UPDATE item SET value = value + 1 WHERE id BETWEEN $1 AND $1 + 5",
        [id()]
      )
    default: try connection.execute("UPDATE item SET value = value + 1 WHERE id = $1", [id()])
    }
  }
}
