import DatabaseTypes
import Foundation
import LiveEngine
import PostgreSQL
import Synchronization

/// The change source that reads the server's change stream.
///
/// It requires no setup in the database apart from a publication.
///
/// Commits are in the stream before readers can see them, and become visible in a different order
/// than they are streamed. So a snapshot comes with the position up to which the server's log was
/// flushed afterwards. The barrier is that the stream has passed this position, and so has
/// reported all commits that the snapshot shows. Reported commits that are not in the snapshot are
/// hidden in it.
///
/// State: the commits that a new slot may not report, and the closure that checks the schema,
/// guarded by mutexes; the stream has its own state.
final class StreamedChanges: CatalogDependent {
  /// A snapshot, and the slot that must report the commits that it shows.
  struct Moment: Sendable {
    let epoch: Int
    let moment: PostgresMoment
  }

  let stream: PostgresChangeStream
  let publications: [String]
  private let barrier: MomentBarrier
  private let start = Mutex(SlotStart())
  /// Whether the stream has described a table that may have changed.
  private let isSchemaStale = AtomicFlag()
  /// A closure that the stream's thread calls when a table may have changed.
  ///
  /// It must not wait for the check that it starts.
  private let onStaleSchema = Mutex<@Sendable () -> Void>({})

  init(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings,
    barrier: MomentBarrier,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    stream = PostgresChangeStream(configuration, settings: settings, report: report)
    (publications, self.barrier) = (settings.publications, barrier)
    stream.whenRelationComes { [weak self] in self?.markSchemaStale() }
  }

  deinit { close() }

  func close() { stream.close() }

  private func markSchemaStale() {
    isSchemaStale.raise()
    onStaleSchema.withLock(\.self)()
  }

  func whenSchemaIsStale(_ body: @escaping @Sendable () -> Void) {
    onStaleSchema.withLock { $0 = body }
  }

  /// Whether the schema must be checked.
  var isSchemaInvalidated: Bool { isSchemaStale.isRaised }
}

// MARK: - Changes

extension StreamedChanges {
  func reportedTables(_ connection: PostgresConnection) throws -> PostgresReportedTables {
    try PublishedTables.read(connection, publications: publications)
  }

  func consumeSchemaInvalidation() -> Bool { isSchemaStale.take() }

  func reportUnknownChanges() { stream.reportUnknownChanges() }

  func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription {
    subscribe(to: region, rows: Region(), receive: receive, end: end)
  }

  func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription {
    let feed = stream.subscribe(to: region, rows: rows, receive: receive, end: end)
    return PostgresChangeSubscription { feed.cancel() }
  }

  var region: Region { stream.region }

  /// The number of streamed commits: a snapshot that shows a commit needs it to be streamed first.
  var heardCount: Int { stream.streamedCount }
  var reportedCount: Int { stream.reportedCount }
}

// MARK: - Moments

extension StreamedChanges {
  func beginMoment(
    on connection: PostgresConnection,
    reading tables: [PostgresTable],
    savepoint: String,
    within limit: Duration
  ) throws -> Moment {
    let epoch = try stream.awaitEpoch(within: limit)
    try settle(connection, epoch, within: limit)
    let moment = try connection.answering(within: limit) {
      try connection.beginMoment(barrier, locking: tables, waits: false, savepoint: savepoint)
    }
    return Moment(epoch: epoch, moment: moment)
  }

  func awaitReported(_ moment: Moment, on connection: PostgresConnection, within limit: Duration)
    throws -> Bool
  {
    let (epoch, lsn) = (moment.epoch, moment.moment.lsn)
    guard try stream.wait(upTo: lsn, epoch: epoch, within: limit) else { return false }
    if start.withLock({ $0.settles(in: moment.moment.snapshot) }) { stream.reportUnknownChanges() }
    return true
  }

  func shown(in moment: Moment) -> PostgresShownChanges? {
    guard let contents = stream.contents(shownIn: moment.moment, epoch: moment.epoch) else {
      return nil
    }
    return PostgresShownChanges(upTo: contents.number, except: contents.hidden)
  }

  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws {
    // If the stream is lost meanwhile, another slot has to pass another position.
    for _ in 0..<8 {
      let epoch = try stream.awaitEpoch(within: limit)
      var lsn = PostgresLSN.zero
      // Asynchronous commits are not flushed yet.
      try lend { connection in
        try connection.answering(within: limit) {
          lsn = try connection.beginMoment(.written).lsn
          try connection.execute(script: "COMMIT")
        }
      }
      if try stream.wait(upTo: lsn, epoch: epoch, within: limit) { return }
    }
    throw StreamUnavailable(reason: .late)
  }

  /// Waits for transactions that ended before a new slot but were not visible yet.
  ///
  /// The slot does not report them.
  ///
  /// This takes little time, unless a commit waits for a standby; then everything is read again
  /// when it becomes visible.
  private func settle(
    _ connection: PostgresConnection,
    _ epoch: Int,
    within limit: Duration
  ) throws {
    guard start.withLock({ $0.epoch != epoch }) else { return }
    try requireSameServer(connection, epoch, within: limit)
    // Changes before the slot existed were not reported.
    isSchemaStale.raise()
    let bound = try connection.answering(within: limit) {
      try connection.execute("SELECT pg_catalog.pg_current_xact_id()::text")
        .first { row in UInt64(try row.decode(String.self, at: 0)) }
    }
    start.withLock { $0 = SlotStart(epoch: epoch, bound: bound.flatMap(\.self)) }
    let deadline = ContinuousClock.now + .milliseconds(100)
    while ContinuousClock.now < deadline {
      let snapshot = try connection.answering(within: limit) { try connection.snapshot() }
      if start.settles(in: snapshot) { return }
      Thread.sleep(forTimeInterval: 0.000_5)
    }
  }
}

// MARK: - The server

extension StreamedChanges {
  /// Throws if the stream and the reader are connected to different servers.
  ///
  /// With several hosts, one may have moved on to the next host while the other has not.
  ///
  /// A slot's name exists only on its server, and not on copies of it.
  private func requireSameServer(
    _ connection: PostgresConnection,
    _ epoch: Int,
    within limit: Duration
  ) throws {
    guard let slot = stream.slot(ofEpoch: epoch) else { return }
    let sql = "SELECT count(*) FROM pg_catalog.pg_replication_slots WHERE slot_name = $1"
    let count = try connection.answering(within: limit) {
      try connection.execute(sql, [.text(slot)]).first { row in try row.decode(Int.self, at: 0) }
    }
    guard count == 0, stream.slot(ofEpoch: epoch) != nil else { return }
    connection.close()
    throw PostgresError(
      code: .connectionFailure,
      message:
        "The change stream and the reader of live queries are connected to different servers.",
      hint: "With several hosts, use target_session_attrs=read-write to find the primary."
    )
  }

  /// Discards commits that are visible.
  ///
  /// - Parameter connection: The reader's connection; nothing is done while it is in a transaction.
  func forgetVisible(by connection: PostgresConnection, within limit: Duration) throws {
    let epoch = try stream.awaitEpoch(within: .zero)
    guard connection.transactionStatus == .idle else { return }
    try requireSameServer(connection, epoch, within: limit)
    let snapshot = try connection.answering(within: limit) { try connection.snapshot() }
    stream.forget(shownIn: snapshot, epoch: epoch)
  }
}

extension Mutex<SlotStart> {
  /// Returns whether a snapshot, and all later ones, show every transaction that was in doubt.
  fileprivate borrowing func settles(in snapshot: PostgresSnapshot) -> Bool {
    withLock { start in
      _ = start.settles(in: snapshot)
      return start.bound == nil
    }
  }
}
