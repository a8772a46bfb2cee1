import DatabaseTypes
import Foundation
import LiveEngine
import PostgreSQL
import Synchronization

/// The server's change stream as what tells changes: nothing has to be set up in the database but a publication.
///
/// Commits are in the stream before readers can see them, and become visible in another order than they are told. So a moment is a
/// snapshot, with the place up to which the server's log was flushed afterwards: the barrier is that the stream has passed
/// it, and so has told all that the snapshot shows. What was told and is not in the snapshot is hidden in it.
///
/// State: what a new slot may not tell and who looks at the schema, guarded by mutexes; the stream has its own.
final class StreamedChanges: PostgresChangeSource {
  /// A moment, and the slot that has to tell what it shows.
  struct Moment: Sendable {
    let epoch: Int
    let moment: PostgresMoment
  }

  let stream: PostgresChangeStream
  private let publications: [String]
  private let barrier: MomentBarrier
  private let start = Mutex(SlotStart())
  /// Whether the stream has told of a table that may be another than it was.
  private let isSchemaDoubtful = Suspicion()
  /// Called by the stream's thread where it has; it does not wait for what it asks for.
  private let onDoubt = Mutex<@Sendable () -> Void>({})

  init(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings,
    barrier: MomentBarrier
  ) {
    stream = PostgresChangeStream(configuration, settings: settings)
    (publications, self.barrier) = (settings.publications, barrier)
    stream.whenRelationComes { [weak self] in self?.doubtSchema() }
  }

  deinit { close() }

  func close() { stream.close() }

  private func doubtSchema() {
    isSchemaDoubtful.raise()
    onDoubt.withLock(\.self)()
  }

  func whenSchemaIsDoubtful(_ body: @escaping @Sendable () -> Void) {
    onDoubt.withLock { $0 = body }
  }

  /// Whether the schema is to be looked at.
  var hasSchemaDoubt: Bool { isSchemaDoubtful.isRaised }
}

// MARK: - Changes

extension StreamedChanges {
  func toldTables(_ connection: PostgresConnection) throws -> PostgresToldTables {
    try PublishedTables.read(connection, publications: publications)
  }

  func takeSchemaDoubt() -> Bool { isSchemaDoubtful.take() }

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

  /// Each commit that has been streamed: before that no snapshot's place is reached that shows it.
  var heardCount: Int { stream.streamedCount }
  var toldCount: Int { stream.toldCount }
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

  func awaitTold(_ moment: Moment, on connection: PostgresConnection, within limit: Duration)
    throws -> Bool
  {
    let (epoch, lsn) = (moment.epoch, moment.moment.lsn)
    guard try stream.wait(upTo: lsn, epoch: epoch, within: limit) else { return false }
    if start.withLock({ $0.settles(in: moment.moment.snapshot) }) { stream.tellAnything() }
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
    let epoch = try stream.awaitEpoch(within: limit)
    var lsn = PostgresLSN.zero
    // What was committed asynchronously is not flushed yet.
    try lend { connection in
      try connection.answering(within: limit) {
        lsn = try connection.beginMoment(.written).lsn
        try connection.execute(script: "COMMIT")
      }
    }
    guard try stream.wait(upTo: lsn, epoch: epoch, within: limit) else {
      throw StreamUnavailable(reason: .late)
    }
  }

  /// Waits for those transactions that had ended in the server's log before a new slot, and were not visible yet: the slot does
  /// not tell them.
  ///
  /// That is over in a moment, unless a commit waits for a standby; then all is read again when it is over.
  private func settle(
    _ connection: PostgresConnection,
    _ epoch: Int,
    within limit: Duration
  ) throws {
    guard start.withLock({ $0.epoch != epoch }) else { return }
    try requireSameServer(connection, epoch, within: limit)
    // Nobody has heard of what happened before the slot was there.
    isSchemaDoubtful.raise()
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
  /// What a stream tells at one server says nothing of what a reader sees at another: with several hosts, the one may have
  /// gone on to the next while the other has stayed.
  ///
  /// A slot's name is at its server alone, and at no copy of it.
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
      message: "The change stream and the reader of live queries are at different servers.",
      hint: "Of several hosts the primary is found by target_session_attrs=read-write."
    )
  }

  /// Lets go of commits that are visible.
  ///
  /// - Parameter connection: The reader's; nothing is done while it is in a transaction.
  func forgetVisible(by connection: PostgresConnection, within limit: Duration) throws {
    let epoch = try stream.awaitEpoch(within: .zero)
    guard connection.transactionStatus == .idle else { return }
    try requireSameServer(connection, epoch, within: limit)
    let snapshot = try connection.answering(within: limit) { try connection.snapshot() }
    stream.forget(shownIn: snapshot, epoch: epoch)
  }
}

extension Mutex<SlotStart> {
  /// Whether nothing is doubtful any more, in a snapshot and all later ones.
  fileprivate borrowing func settles(in snapshot: PostgresSnapshot) -> Bool {
    withLock { start in
      _ = start.settles(in: snapshot)
      return start.bound == nil
    }
  }
}
