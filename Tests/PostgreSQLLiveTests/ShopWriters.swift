import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization

/// Eight threads that write to the tables of a test until they are stopped.
final class ShopWriters: Sendable {
  static let schema = """
    CREATE TABLE list (id int PRIMARY KEY, name text NOT NULL);
    CREATE TABLE item (
      id int PRIMARY KEY, list int REFERENCES list ON DELETE SET NULL ON UPDATE CASCADE, title text,
      value bigint NOT NULL, score float8, at timestamptz
    );
    CREATE TABLE part (item int REFERENCES item ON DELETE CASCADE ON UPDATE CASCADE, code text, size int,
      PRIMARY KEY (item, code));
    INSERT INTO list SELECT i, 'list ' || i FROM generate_series(1, 8) i;
    INSERT INTO item SELECT i, 1 + i % 8, 'item ' || i, i % 50, i / 7.0, now() FROM generate_series(1, 300) i;
    INSERT INTO part SELECT i, c, i % 10 FROM generate_series(1, 300) i, unnest(ARRAY['a', 'b']) c;
    CREATE PUBLICATION livesql FOR TABLE list, item, part
    """

  private let isStopped = Atomic(false)
  private let running = Atomic(0)
  private let failures = Atomic(0)
  private let seed: UInt64
  private let ended = DispatchSemaphore(value: 0)

  /// The number of failed transactions, for example because of deadlocks.
  var failureCount: Int { failures.load(ordering: .sequentiallyConsistent) }

  /// - Parameters:
  ///   - truncates: The number of transactions in a thousand that truncate a table.
  ///   - pause: The pause of each thread after a transaction, in seconds.
  ///   - isMoving: Whether most transactions move rows to other lists.
  init(
    _ configuration: PostgresConfiguration,
    seed: UInt64,
    settings: String = "",
    truncates: Int = 2,
    pause: Double = 0.02,
    isMoving: Bool = false
  ) {
    self.seed = seed
    running.store(8, ordering: .sequentiallyConsistent)
    for number in 0..<8 {
      Thread { [self] in
        var random = SeededGenerator(seed: seed &* 8 &+ UInt64(number))
        var connection: PostgresConnection?
        while !isStopped.load(ordering: .sequentiallyConsistent) {
          do {
            if connection?.isOpen != true {
              connection = try PostgresConnection(configuration)
              try connection?.execute(script: "SET deadlock_timeout = '20ms'; " + settings)
            }
            guard let connection else { continue }
            if isMoving, random.chance(60) {
              try move(connection, &random)
            } else {
              try write(connection, &random, truncates)
            }
            // Slow enough that reading only the touched rows is worthwhile.
            try connection.execute("SELECT pg_sleep($1)", [.double(pause)])
          } catch {
            failures.add(1, ordering: .sequentiallyConsistent)
            if connection?.transactionStatus != .idle {
              _ = try? connection?.execute(script: "ROLLBACK")
            }
          }
        }
        if running.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { ended.signal() }
      }.start()
    }
  }

  /// Stops the threads, and waits for their end.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    ended.wait(for: "The end of the writers")
    ended.signal()
  }

  private func write(
    _ db: PostgresConnection,
    _ random: inout SeededGenerator,
    _ truncates: Int
  ) throws {
    func number(_ range: ClosedRange<Int64>) -> PostgresValue {
      .integer(Int64.random(in: range, using: &random))
    }
    let (id, other, list) = (number(1...320), number(1...320), number(1...8))
    if Int.random(in: 0..<1_000, using: &random) < truncates {
      try db.execute(script: random.chance(50) ? "TRUNCATE part" : "TRUNCATE item CASCADE")
      return
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: try db.execute("DELETE FROM item WHERE id = $1", [id])
    case 1, 2, 3:
      try db.execute(
        """
        INSERT INTO item VALUES ($1, $2, 'new ' || $3::int, $3::int, $3::int / 3.0, now()) ON CONFLICT (id) DO \
        UPDATE SET value = item.value + 1
        """,
        [id, list, other]
      )
    case 4: try db.execute("UPDATE item SET id = $2 WHERE id = $1", [id, other])
    case 5: try db.execute("UPDATE part SET item = $2 WHERE item = $1 AND code = 'a'", [id, other])
    case 6:
      let code = PostgresValue.text(random.pick(["a", "b", "c", "d"]))
      try db.execute("INSERT INTO part VALUES ($1, $2, 3) ON CONFLICT DO NOTHING", [id, code])
    case 7: try db.execute("DELETE FROM part WHERE item BETWEEN $1 AND $1 + 3", [id])
    case 8: try savepoints(db, &random, id)
    case 9: try db.execute("UPDATE item SET list = $2 WHERE id = $1", [id, list])
    case 10: try db.execute("UPDATE item SET list = NULL WHERE id = $1", [id])
    case 11: try db.execute("DELETE FROM list WHERE id = $1", [list])
    case 12:
      try db.execute("INSERT INTO list VALUES ($1, 'list') ON CONFLICT DO NOTHING", [list])
    case 13: try db.execute("UPDATE item SET title = 'Ä' || value WHERE id = $1", [id])
    case 14: try db.execute("UPDATE item SET score = $2 WHERE id = $1", [id, score(&random)])
    case 15:
      try db.execute("UPDATE item SET value = value + 1 WHERE id BETWEEN $1 AND $1 + 5", [id])
    default: try db.execute("UPDATE item SET value = value % 60 + 1 WHERE id = $1", [id])
    }
  }

  private func move(_ db: PostgresConnection, _ random: inout SeededGenerator) throws {
    func number(_ range: ClosedRange<Int64>) -> PostgresValue {
      .integer(Int64.random(in: range, using: &random))
    }
    let (id, list, value) = (number(1...320), number(1...8), number(0...60))
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      try db.execute("UPDATE item SET list = $2, value = $3 WHERE id = $1", [id, list, value])
    case 1:
      try db.execute("UPDATE item SET title = 'Ä' || $2::int WHERE id = $1", [id, value])
    case 2: try db.execute("UPDATE item SET value = $2 WHERE id = $1", [id, value])
    // There and back, so that nothing has moved at the end.
    case 3:
      try db.execute(script: "BEGIN")
      try db.execute("UPDATE item SET list = list % 8 + 1 WHERE id = $1", [id])
      try db.execute("UPDATE item SET list = (list + 6) % 8 + 1 WHERE id = $1", [id])
      try db.execute(script: "COMMIT")
    // Another row with the same key.
    case 4:
      try db.execute(script: "BEGIN")
      try db.execute("DELETE FROM item WHERE id = $1", [id])
      try db.execute("INSERT INTO item VALUES ($1, $2, 'again', $3)", [id, list, value])
      try db.execute(script: "COMMIT")
    default: try db.execute("UPDATE item SET list = $2 WHERE id = $1", [id, list])
    }
  }

  private func score(_ random: inout SeededGenerator) -> PostgresValue {
    random.pick([
      .double(.nan), .double(-.infinity), .null, .double(-0.0), .double(2.5), .double(-7),
    ])
  }

  private func savepoints(
    _ db: PostgresConnection,
    _ random: inout SeededGenerator,
    _ id: PostgresValue
  ) throws {
    try db.execute(script: "BEGIN")
    try db.execute("UPDATE item SET value = value + 1 WHERE id = $1", [id])
    try db.execute(script: "SAVEPOINT a")
    try db.execute("UPDATE item SET value = 0 WHERE id = $1", [id])
    try db.execute("DELETE FROM part WHERE item = $1", [id])
    try db.execute(script: random.chance(50) ? "ROLLBACK TO a" : "RELEASE a")
    try db.execute(script: random.chance(30) ? "ROLLBACK" : "COMMIT")
  }
}
