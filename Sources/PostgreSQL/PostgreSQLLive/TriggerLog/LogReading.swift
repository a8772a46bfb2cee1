import DatabaseTypes
import PostgreSQL

/// The entries of the log that one snapshot shows and another did not.
struct LogReading: Sendable {
  /// A row of the log: the rows that a statement touched.
  struct Entry: Sendable {
    /// The number of the transaction.
    let xid: UInt64
    /// The OID of the table; 0 for a schema change.
    let table: UInt32
    /// The OID of the partition to which it was written, or of the table.
    let part: UInt32
    /// A number that changes when the table changes.
    let shape: Int32?
    /// The columns of the keys.
    let layout: String?
    /// The keys, each as its values with their lengths; `nil` for any row.
    let keys: [UInt8]?
  }

  /// The snapshot.
  let snapshot: PostgresSnapshot
  /// Whether the reader is registered, so that nothing it has not seen was removed from the log.
  let isRegistered: Bool
  /// The server's time, in seconds.
  let now: Double
  /// The second until which triggers write the log.
  let deadline: Int64
  let entries: [Entry]
}

extension LogReading {
  /// Reads the log.
  ///
  /// - Parameters:
  ///   - connection: The connection, which sees the snapshot, or takes one.
  ///   - progress: The snapshot up to which the log has been read.
  init(
    _ connection: PostgresConnection,
    _ log: PostgresTriggerLog,
    after progress: TriggerLogState.Progress
  ) throws {
    let rows = try connection.execute(
      Self.sql(log),
      [
        .text("\(progress.reported.xmax)"), .text(progress.reader),
        .text("{" + progress.reported.running.lazy.map(String.init).joined(separator: ",") + "}"),
      ]
    )
    var header: (PostgresSnapshot?, Bool, Double, Int64) = (nil, false, 0, 0)
    var entries: [Entry] = []
    entries.reserveCapacity(rows.count)
    try rows.forEach { row throws in
      if header.0 == nil {
        header = (
          PostgresSnapshot(try row.decode(String.self, at: 0)), try row.decode(at: 1),
          try row.decode(at: 2), try row.decode(at: 3)
        )
      }
      guard let xid = try row.decode(String?.self, at: 4).flatMap({ UInt64($0) }) else { return }
      entries.append(
        Entry(
          xid: xid,
          table: try row.decode(at: 5),
          part: try row.decode(at: 6),
          shape: try row.decode(at: 7),
          layout: try row.decode(at: 8),
          keys: try row.value(at: 9).bytes
        )
      )
    }
    guard let snapshot = header.0 else {
      throw PostgresError(
        code: .invalidTextRepresentation,
        message: "The server did not return a snapshot."
      )
    }
    self.init(
      snapshot: snapshot,
      isRegistered: header.1,
      now: header.2,
      deadline: header.3,
      entries: entries
    )
  }

  private static func sql(_ log: PostgresTriggerLog) -> String {
    """
    SELECT pg_catalog.pg_current_snapshot()::text, EXISTS (SELECT FROM \(log.name).readers WHERE id = $2::text),
      extract(epoch FROM clock_timestamp())::float8, (SELECT last_value FROM \(log.name).attention),
      l.xid::text, l.tab::bigint, coalesce(l.part, 0)::bigint, l.shape, l.layout, l.keys
    FROM (SELECT) AS one LEFT JOIN (
      -- Not what is later than the oldest transaction, of which there may be very much, but what was not visible.
      SELECT * FROM \(log.name).log WHERE xid >= $1::text::xid8
      UNION ALL SELECT * FROM \(log.name).log WHERE xid = ANY($3::text::xid8[])
    ) AS l ON true
    """
  }
}

extension PostgresValue {
  fileprivate var bytes: [UInt8]? {
    if case .blob(let bytes) = databaseValue { Array(bytes) } else { nil }
  }
}

extension PostgresSnapshot {
  /// The snapshot in the server's text format.
  var text: String { "\(xmin):\(xmax):" + running.lazy.map(String.init).joined(separator: ",") }

  /// Returns whether it shows all transactions that another one shows.
  func covers(_ other: PostgresSnapshot) -> Bool {
    xmax >= other.xmax && running.allSatisfy { !other.sees($0) }
  }

  /// Returns the number of transactions below a number that it does not show.
  func hiddenCount(below bound: UInt64) -> UInt64 {
    UInt64(running.count { $0 < bound }) &+ (bound > xmax ? bound - xmax : 0)
  }
}

extension PostgresConnection {
  /// Begins a read-only transaction in which tables cannot be emptied, before it takes its
  /// snapshot.
  func beginReading(_ tables: [PostgresTable], savepoint: String) throws(PostgresError) {
    let names = tables.map(\.quotedName).joined(separator: ", ")
    let lock = names.isEmpty ? "" : "LOCK TABLE \(names) IN ACCESS SHARE MODE NOWAIT; "
    try execute(
      script: """
        BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(lock)SET LOCAL lock_timeout = '100ms'; \
        SAVEPOINT \(Self.quoted(savepoint))
        """
    )
  }
}
