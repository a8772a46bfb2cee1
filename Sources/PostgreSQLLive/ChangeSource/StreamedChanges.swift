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
/// State: what a new slot may not tell, guarded by a mutex; the stream has its own.
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

  init(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings,
    barrier: MomentBarrier
  ) {
    stream = PostgresChangeStream(configuration, settings: settings)
    (publications, self.barrier) = (settings.publications, barrier)
    stream.whenRelationComes { [isSchemaDoubtful] in isSchemaDoubtful.raise() }
  }

  deinit { close() }

  func close() { stream.close() }
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
    let feed = stream.subscribe(to: region, receive: receive, end: end)
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
    try settle(connection, epoch)
    let moment = try connection.beginMoment(
      barrier,
      locking: tables,
      waits: false,
      savepoint: savepoint
    )
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
      lsn = try connection.beginMoment(.written).lsn
      try connection.execute(script: "COMMIT")
    }
    guard try stream.wait(upTo: lsn, epoch: epoch, within: limit) else {
      throw StreamUnavailable(reason: .late)
    }
  }

  /// Waits for those transactions that had ended in the server's log before a new slot, and were not visible yet: the slot does
  /// not tell them.
  ///
  /// That is over in a moment, unless a commit waits for a standby; then all is read again when it is over.
  private func settle(_ connection: PostgresConnection, _ epoch: Int) throws {
    guard start.withLock({ $0.epoch != epoch }) else { return }
    // Nobody has heard of what happened before the slot was there.
    isSchemaDoubtful.raise()
    let bound = try connection.execute("SELECT pg_catalog.pg_current_xact_id()::text")
      .first { row in UInt64(try row.decode(String.self, at: 0)) }
    start.withLock { $0 = SlotStart(epoch: epoch, bound: bound.flatMap(\.self)) }
    let deadline = ContinuousClock.now + .milliseconds(100)
    while !start.settles(in: try connection.snapshot()), ContinuousClock.now < deadline {
      Thread.sleep(forTimeInterval: 0.000_5)
    }
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
