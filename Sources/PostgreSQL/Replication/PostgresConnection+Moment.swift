/// One moment of a database, which a transaction sees.
public struct PostgresMoment: Sendable, Hashable {
  /// Which transactions are seen.
  public let snapshot: PostgresSnapshot
  /// Up to where the change stream must have been read, so that all of them are known.
  public let lsn: PostgresLSN
}

/// Which commits are surely known when the change stream was read up to a moment's place.
public enum MomentBarrier: Sendable, Hashable {
  /// Those that were flushed before they were visible: all but those with `synchronous_commit=off`.
  ///
  /// An asynchronous commit may be seen up to half a second before it is told; it is told then.
  case flushed
  /// All; waiting takes as long as the server needs to flush asynchronous commits, 60 ms on average.
  case written
}

extension PostgresConnection {
  /// Begins a transaction that only reads, and sees one moment.
  ///
  /// It asks the server once. The transaction is ended by `COMMIT`.
  ///
  /// `TRUNCATE`, and what rewrites a table, empty it for older snapshots too. So where rows of a table are read, it is
  /// locked
  /// before the snapshot is taken, against nothing else than these, and they wait for the transaction.
  ///
  /// - Parameters:
  ///   - barrier: Which commits the change stream must have told.
  ///   - tables: What will be read, where the rows must be those that the snapshot shows although somebody empties a
  /// table.
  ///   - waits: Whether to wait for tables that somebody else has locked; if not, ``SQLState/lockNotAvailable`` is thrown.
  ///   - savepoint: The name of a savepoint to which the transaction can go back after an error, and still see the moment.
  /// - Throws: ``PostgresError``.
  public func beginMoment(
    _ barrier: MomentBarrier = .flushed,
    locking tables: [PostgresTable] = [],
    waits: Bool = true,
    savepoint: String? = nil
  ) throws(PostgresError) -> PostgresMoment {
    // The place is asked for in the same statement as the snapshot: before it, commits would be missed.
    let place = barrier == .flushed ? "pg_current_wal_flush_lsn" : "pg_current_wal_insert_lsn"
    let names = tables.map(\.sql).joined(separator: ", ")
    let lock =
      names.isEmpty ? "" : "LOCK TABLE \(names) IN ACCESS SHARE MODE\(waits ? "" : " NOWAIT"); "
    let mark = savepoint.map { "SAVEPOINT \(Self.quoted($0)); " } ?? ""
    let sql = """
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(lock)\(mark)\
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

  /// The size of the files of the server's log, asked for once.
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

/// A table by its names.
public struct PostgresTable: Sendable, Hashable {
  /// The schema; `nil` for the first of the search path that has the table.
  public let schema: String?
  /// The name.
  public let name: String

  /// Makes a table's name.
  public init(_ name: String, schema: String? = nil) {
    self.name = name
    self.schema = schema
  }

  /// The names as SQL has them, quoted.
  var sql: String {
    (schema.map { PostgresConnection.quoted($0) + "." } ?? "") + PostgresConnection.quoted(name)
  }
}

extension PostgresConnection {
  /// Which transactions are visible now.
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
