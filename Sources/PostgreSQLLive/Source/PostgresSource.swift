package import DatabaseTypes
import Dispatch
import Foundation
package import LiveEngine
package import PostgreSQL
import Synchronization

/// A PostgreSQL database as live queries see it: its change stream, and a reader whose moments are matched to it.
///
/// Commits are in the stream before readers can see them, and become visible in another order than they are told. So a reader
/// takes its snapshot, and then the place up to which the server's log is flushed; it waits until the stream has passed that
/// place, and so has told all that the snapshot shows. What was told and is not in the snapshot is hidden in it.
///
/// State: what was noticed of the schema, an atomic; the reader has a lock of its own.
package final class PostgresSource: LiveSource {
  package typealias Snapshot = PostgresSnapshotReader

  /// The commits.
  package let stream: PostgresChangeStream
  private let reader: ReaderAccess
  private let barrier: MomentBarrier
  private let patience: Duration
  private let onReport: @Sendable (String) -> Void
  /// Whether the stream has told of a table that may be another than it was.
  private let isSchemaDoubtful = Suspicion()

  /// Begins to read the changes of a database.
  ///
  /// - Parameters:
  ///   - configuration: The server.
  ///   - settings: The publications, and how patient to be.
  ///   - barrier: Which commits a result has to show: all, or all but asynchronous ones that are a moment old.
  ///   - patience: How long a refresh waits for the stream.
  ///   - report: Told of faults of the library.
  package init(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings = .init(),
    barrier: MomentBarrier = .flushed,
    patience: Duration = .seconds(30),
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    stream = PostgresChangeStream(configuration, settings: settings)
    reader = ReaderAccess(configuration, publications: settings.publications)
    (self.barrier, self.patience, onReport) = (barrier, patience, report)
    stream.whenRelationComes { [isSchemaDoubtful] in isSchemaDoubtful.raise() }
    let isThinning = Suspicion()
    stream.whenCrowded { [weak stream, reader, patience] in
      // The stream is read on meanwhile: there may be no reader yet.
      guard let stream, !isThinning.raise() else { return }
      DispatchQueue.global(qos: .utility)
        .async {
          defer { _ = isThinning.take() }
          try? reader.use { try Self.thin(stream, by: $0, patience) }
        }
    }
  }

  /// Lets go of commits that are visible.
  private static func thin(
    _ stream: PostgresChangeStream,
    by reader: PostgresSnapshotReader,
    _ patience: Duration
  ) throws {
    let epoch = try stream.awaitEpoch(within: .zero)
    guard reader.connection.transactionStatus == .idle else { return }
    try requireSameServer(reader, stream, epoch, patience)
    let snapshot = try reader.connection.answering(within: patience) {
      try reader.connection.snapshot()
    }
    stream.forget(shownIn: snapshot, epoch: epoch)
  }

  deinit { close() }

  /// Ends the stream, and closes the connections.
  package func close() {
    stream.close()
    reader.close()
  }

  package func report(_ message: String) { onReport(message) }
}

// MARK: - Changes

extension PostgresSource {
  /// Rows' values are not told: live queries want keys, and what is told of rows are keys.
  package func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed { stream.subscribe(to: region, receive: receive, end: end) }

  /// The server tells a commit when it has ended.
  package func whenCommitIsNear(_ notice: @escaping @Sendable () -> Void) {}

  /// Each commit that has been streamed: before that no snapshot's place is reached that shows it.
  package var begunCount: Int { stream.streamedCount }
  package var toldCount: Int { stream.toldCount }
}

// MARK: - Reading

extension PostgresSource {
  package func read<Output>(_ body: (PostgresSnapshotReader) throws -> Output) throws -> Output {
    try reader.use { reader in
      _ = try reader.connection.answering(within: patience) {
        try reader.connection.beginMoment(savepoint: PostgresSnapshotReader.savepoint)
      }
      defer { reader.end() }
      return try body(reader)
    }
  }

  package func readTold<Output>(
    _ body: (PostgresSnapshotReader, SnapshotContents) throws -> Output
  ) throws -> Output {
    try reader.use { reader in
      // Each slot that is made anew begins another attempt.
      for _ in 0..<8 {
        let epoch = try stream.awaitEpoch(within: patience)
        try settle(reader, epoch)
        let moment = try begin(reader)
        defer { reader.end() }
        guard try stream.wait(upTo: moment.lsn, epoch: epoch, within: patience) else { continue }
        if reader.slotStart.settles(in: moment.snapshot) { stream.tellAnything() }
        guard let contents = stream.contents(shownIn: moment, epoch: epoch)
        else { continue }
        try checkSchema(reader)
        return try body(reader, contents)
      }
      throw StreamUnavailable(reason: .late)
    }
  }

  /// Takes a moment in which rows of the tables that live queries read stay, whoever empties a table.
  ///
  /// It never waits for one table while it has locked another: so it keeps nobody waiting who waits for it.
  private func begin(_ reader: PostgresSnapshotReader) throws -> PostgresMoment {
    let deadline = ContinuousClock.now + patience
    var pause = 0.000_5
    while true {
      do {
        let tables = try reader.tables(of: stream.region)
        return try reader.connection.answering(within: patience) {
          try reader.connection.beginMoment(
            barrier,
            locking: tables,
            waits: false,
            savepoint: PostgresSnapshotReader.savepoint
          )
        }
      } catch let error as PostgresError where ContinuousClock.now < deadline {
        switch error.code {
        case .lockNotAvailable: Thread.sleep(forTimeInterval: pause)
        // It was dropped, or renamed, or must not be read any more.
        case .undefinedTable, .insufficientPrivilege:
          guard pause < 0.02 else { throw error }
          reader.forgetSchema()
        default: throw error
        }
        pause = min(pause * 2, 0.02)
      }
    }
  }

  /// Waits for those transactions that had ended in the server's log before a new slot, and were not visible yet: the slot does
  /// not tell them.
  ///
  /// That is over in a moment, unless a commit waits for a standby; then all is read again when it is over.
  private func settle(_ reader: PostgresSnapshotReader, _ epoch: Int) throws {
    guard reader.slotStart.epoch != epoch else { return }
    try Self.requireSameServer(reader, stream, epoch, patience)
    // What was told of tables since the last slot ended is not known.
    isSchemaDoubtful.raise()
    let bound = try reader.connection.execute("SELECT pg_catalog.pg_current_xact_id()::text")
      .first { row in UInt64(try row.decode(String.self, at: 0)) }
    reader.slotStart = SlotStart(epoch: epoch, bound: bound.flatMap(\.self))
    let deadline = ContinuousClock.now + .milliseconds(100)
    while try !reader.slotStart.settles(in: reader.connection.snapshot()),
      reader.slotStart.bound != nil, ContinuousClock.now < deadline
    {
      Thread.sleep(forTimeInterval: 0.000_5)
    }
  }

  /// What a stream tells at one server says nothing of what a reader sees at another: with several hosts, the one may have
  /// gone on to the next while the other has stayed.
  ///
  /// A slot's name is at its server alone, and at no copy of it.
  private static func requireSameServer(
    _ reader: PostgresSnapshotReader,
    _ stream: PostgresChangeStream,
    _ epoch: Int,
    _ patience: Duration
  ) throws {
    guard let slot = stream.slot(ofEpoch: epoch) else { return }
    let sql = "SELECT count(*) FROM pg_catalog.pg_replication_slots WHERE slot_name = $1"
    let count = try reader.connection.answering(within: patience) {
      try reader.connection.execute(sql, [.text(slot)]).first { row in
        try row.decode(Int.self, at: 0)
      }
    }
    guard count == 0, stream.slot(ofEpoch: epoch) != nil else { return }
    reader.connection.close()
    throw PostgresError(
      code: .connectionFailure,
      message: "The change stream and the reader of live queries are at different servers.",
      hint: "Of several hosts the primary is found by target_session_attrs=read-write."
    )
  }

  /// Looks whether the schema is still what it was, where the stream has told of a table.
  private func checkSchema(_ reader: PostgresSnapshotReader) throws {
    guard isSchemaDoubtful.take() else { return }
    do { try reader.checkSchema() } catch {
      isSchemaDoubtful.raise()
      throw error
    }
  }

  /// Returns when all that was committed before has been told.
  ///
  /// It blocks.
  package func awaitTold() throws {
    let epoch = try stream.awaitEpoch(within: patience)
    // What was committed asynchronously is not flushed yet.
    let lsn = try reader.use { reader in
      let moment = try reader.connection.answering(within: patience) {
        try reader.connection.beginMoment(.written)
      }
      reader.end()
      return moment.lsn
    }
    guard try stream.wait(upTo: lsn, epoch: epoch, within: patience) else {
      throw StreamUnavailable(reason: .late)
    }
  }
}

extension PostgresSnapshotReader {
  /// Ends the moment.
  fileprivate func end() {
    guard connection.transactionStatus != .idle else { return }
    // Where it fails, the connection was lost, and is opened again by who reads next.
    try? connection.answering(within: .seconds(30)) { try connection.execute(script: "COMMIT") }
  }

  /// The tables of a region, of those whose changes are told.
  fileprivate func tables(of region: Region) throws -> [PostgresTable] {
    if region.isEmpty { return [] }
    let all = try catalog.tables
    if region.isFullDatabase {
      return all.values.joined().filter(\.isReadable).map(\.exactName)
    }
    return region.tables.keys.flatMap { all[$0] ?? [] }.filter(\.isReadable)
      .sorted { $0.oid < $1.oid }.map(\.exactName)
  }
}

/// A doubt that any thread may raise, and one takes.
private final class Suspicion: Sendable {
  private let isRaised = Atomic(false)

  /// - Returns: Whether it was raised before.
  @discardableResult
  func raise() -> Bool { isRaised.exchange(true, ordering: .sequentiallyConsistent) }

  func take() -> Bool {
    isRaised.exchange(false, ordering: .sequentiallyConsistent)
  }
}
