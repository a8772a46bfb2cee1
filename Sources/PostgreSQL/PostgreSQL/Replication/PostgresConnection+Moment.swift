import DatabaseTypes

/// A snapshot of a database, together with a position in its log.
public struct PostgresMoment: Sendable, Hashable {
  /// The transactions that are visible.
  public let snapshot: PostgresSnapshot
  /// The position up to which the change stream must be read so that all visible commits are known.
  public let lsn: PostgresLSN
}

/// The guarantee of which commits are known once the change stream was read up to a moment's
/// position.
public enum MomentBarrier: Sendable, Hashable {
  /// The commits that were flushed before they became visible.
  ///
  /// These are all except those with `synchronous_commit=off`.
  ///
  /// An asynchronous commit may be visible up to half a second before the stream reports it. Until
  /// then, a result that is patched for another commit may show some of its rows and not others.
  case flushed
  /// All commits; waiting takes as long as the server needs to flush asynchronous ones, 60 ms on
  /// average.
  case written
}

extension PostgresConnection {
  /// Begins a read-only transaction that sees one moment.
  ///
  /// It takes one round trip. The caller ends the transaction with `COMMIT`.
  ///
  /// `TRUNCATE`, and commands that rewrite a table, empty it for older snapshots too. So tables
  /// whose rows are read can be locked against these commands, and only these, before the snapshot
  /// is taken; the commands then wait for the transaction.
  ///
  /// - Parameters:
  ///   - barrier: The commits that the change stream must have reported.
  ///   - tables: The tables to lock, so that their rows stay those of the snapshot even if someone
  ///     empties them.
  ///   - waits: Whether to wait for tables that someone else has locked; if not,
  ///     ``SQLState/lockNotAvailable`` is thrown, also by a later statement of the transaction that
  ///     waits longer than 100 ms for a table that was not locked here.
  ///   - savepoint: The name of a savepoint to which the transaction can roll back after an error
  ///     without losing the moment.
  /// - Throws: ``PostgresError``.
  public func beginMoment(
    _ barrier: MomentBarrier = .flushed,
    locking tables: [PostgresTable] = [],
    waits: Bool = true,
    savepoint: String? = nil
  ) throws(PostgresError) -> PostgresMoment {
    // The position is read in the same statement as the snapshot: if it was read earlier, commits
    // would be missed.
    let place = barrier == .flushed ? "pg_current_wal_flush_lsn" : "pg_current_wal_insert_lsn"
    let names = tables.map(\.sql).joined(separator: ", ")
    let lock =
      names.isEmpty ? "" : "LOCK TABLE \(names) IN ACCESS SHARE MODE\(waits ? "" : " NOWAIT"); "
    let patience = waits ? "" : "SET LOCAL lock_timeout = '100ms'; "
    let mark = savepoint.map { "SAVEPOINT \(Self.quoted($0)); " } ?? ""
    let sql = """
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(lock)\(patience)\(mark)\
      SELECT pg_catalog.pg_current_snapshot()::text, pg_catalog.\(place)()::text
      """
    closeDismissed()
    let rows: ResultHandle
    do throws(PostgresError) { rows = try run(sql) } catch {
      if transactionStatus != .idle { _ = try? run("ROLLBACK") }
      throw error.code == .objectNotInPrerequisiteState && isStandby ? .isStandby : error
    }
    guard let snapshot = rows.text(row: 0, column: 0).flatMap({ PostgresSnapshot($0) }),
      let lsn = rows.text(row: 0, column: 1).flatMap({ PostgresLSN($0) })
    else { throw .malformed("snapshot") }
    return PostgresMoment(
      snapshot: snapshot,
      lsn: barrier == .flushed ? lsn : lsn.beforePageHeader(segmentSize: try segmentSize())
    )
  }

  private var isStandby: Bool {
    (try? run("SELECT pg_catalog.pg_is_in_recovery()"))?.text(row: 0, column: 0) == "t"
  }

  /// Returns the size of the server's log segments, which is queried once.
  private func segmentSize() throws(PostgresError) -> UInt64 {
    if let logSegmentSize { return logSegmentSize }
    let rows = try run(
      "SELECT setting FROM pg_catalog.pg_settings WHERE name = 'wal_segment_size'"
    )
    let size = rows.text(row: 0, column: 0).flatMap { UInt64($0) } ?? 16 << 20
    logSegmentSize = size
    return size
  }
}

/// A table's name, with its schema if given.
public struct PostgresTable: Sendable, Hashable {
  /// The schema; `nil` for the first schema in the search path that has the table.
  public let schema: String?
  /// The name.
  public let name: String

  /// Creates a table's name.
  public init(_ name: String, schema: String? = nil) {
    self.name = name
    self.schema = schema
  }

  /// Returns whether both are the same name, byte by byte.
  public static func == (left: PostgresTable, right: PostgresTable) -> Bool {
    hasSameBytes(left.name, right.name) && hasSameBytes(left.schema, right.schema)
  }

  /// The quoted name, with the schema if given.
  package var sql: String {
    (schema.map { PostgresConnection.quoted($0) + "." } ?? "") + PostgresConnection.quoted(name)
  }
}

extension PostgresConnection {
  /// Returns the current snapshot.
  ///
  /// - Throws: ``PostgresError``.
  package func snapshot() throws(PostgresError) -> PostgresSnapshot {
    let rows = try run("SELECT pg_catalog.pg_current_snapshot()::text")
    guard let snapshot = rows.text(row: 0, column: 0).flatMap({ PostgresSnapshot($0) }) else {
      throw .malformed("snapshot")
    }
    return snapshot
  }
}
