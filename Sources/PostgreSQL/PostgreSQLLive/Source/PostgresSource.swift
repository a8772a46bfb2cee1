package import DatabaseTypes
import Dispatch
import Foundation
package import LiveEngine
package import PostgreSQL

/// A PostgreSQL database as a source of live queries.
///
/// It has a change source, and a reader whose snapshots match it.
///
/// State: what is known of schema changes, in atomics; the reader has its own lock.
package final class PostgresSource: LiveSource {
  package typealias Snapshot = PostgresSnapshotReader

  /// The source of the commits.
  package let changes: any PostgresChangeSource
  /// The same source, if it is the change stream.
  private let streamed: StreamedChanges?
  let reader: ReaderAccess
  let answerTimeout: Duration
  private let onReport: @Sendable (String) -> Void
  /// Whether the schema may have changed, and could not be checked.
  private let isSchemaStale = AtomicFlag()
  /// Whether a commit has reported a schema change.
  private let isSchemaSaid = AtomicFlag()
  /// Whether the source is closed.
  let hasClosed = AtomicFlag()
  /// The times at which the catalog is compared.
  let pace: CatalogPace

  /// Begins to read the changes of a database.
  ///
  /// - Parameters:
  ///   - configuration: The server.
  ///   - changes: The source of the commits.
  ///   - answerTimeout: The maximum time that a refresh waits for the change source.
  ///   - readLimit: The maximum time that a statement that reads may take; by default 20 times as
  ///     long, since a large result takes a while.
  ///   - catalogIntervals: The shortest and the longest time after which a change of the catalog is
  ///     noticed that no commit reports.
  ///   - onConnect: A closure that prepares each connection that reads.
  ///   - report: A closure that receives messages about bugs in the library.
  package init(
    _ configuration: PostgresConfiguration,
    changes: any PostgresChangeSource,
    answerTimeout: Duration = .seconds(30),
    readLimit: Duration? = nil,
    catalogIntervals: ClosedRange<Duration> = .seconds(2) ... .seconds(30),
    onConnect: (@Sendable (PostgresConnection) throws -> Void)? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.changes = changes
    pace = CatalogPace(catalogIntervals)
    // A live query whose statement takes longer than this is useless.
    reader = ReaderAccess(
      configuration,
      changes,
      answerTimeout: readLimit ?? answerTimeout * 20,
      onConnect: onConnect
    )
    (self.answerTimeout, onReport) = (answerTimeout, report)
    streamed = changes as? StreamedChanges
    if let streamed {
      thin(streamed)
      lookAtSchema(ifMarkedStaleBy: streamed)
    }
    if changes is any CatalogDependent { watchCatalog() }
  }

  /// Begins to read the change stream of a database.
  package convenience init(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings = .init(),
    barrier: MomentBarrier = .flushed,
    answerTimeout: Duration = .seconds(30),
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let changes = StreamedChanges(
      configuration,
      settings: settings,
      barrier: barrier,
      report: report
    )
    self.init(configuration, changes: changes, answerTimeout: answerTimeout, report: report)
  }

  deinit { close() }

  /// Returns a queue for work that waits for the server.
  ///
  /// Global queues have only as many threads as there are processors, which others need, too.
  static func queue(_ name: String) -> DispatchQueue {
    DispatchQueue(label: "LiveSQL.postgres.\(name)", qos: .utility)
  }

  /// Discards commits that are visible, in case no one reads for a long time.
  private func thin(_ streamed: StreamedChanges) {
    let isThinning = AtomicFlag()
    streamed.stream.whenCrowded { [weak streamed, reader, answerTimeout] in
      // Meanwhile the stream is still read: there may be no reader yet.
      guard let streamed, !isThinning.raise() else { return }
      Self.queue("thin")
        .async {
          defer { _ = isThinning.take() }
          try? reader.use { try streamed.forgetVisible(by: $0.connection, within: answerTimeout) }
        }
    }
  }

  /// Checks the schema after a table was described.
  ///
  /// It does so even if the accompanying commit touches no live query.
  private func lookAtSchema(ifMarkedStaleBy streamed: StreamedChanges) {
    let isLooking = AtomicFlag()
    streamed.whenSchemaIsStale { [weak self] in
      guard !isLooking.raise() else { return }
      Self.queue("schema")
        .async { [weak self] in
          _ = isLooking.take()
          // If this fails, the next read checks.
          try? self?.settleSchema()
        }
    }
  }

  /// Reports that anything may have changed, if tables have changed since they were last checked.
  private func settleSchema() throws {
    // A reader that is running now may be about to do it.
    let isStale = try reader.use { _ in streamed?.isSchemaInvalidated == true }
    if isStale { try readReported { _, _ in } }
  }

  /// Closes the change source and the connections.
  package func close() {
    hasClosed.raise()
    changes.close()
    reader.close()
  }

  package func report(_ message: String) { onReport(message) }
}

// MARK: - Changes

extension PostgresSource {
  /// Subscribes to commits.
  ///
  /// The change stream reports the values of rows after a change, but never those before it.
  package func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed {
    let receive = { @Sendable [isSchemaSaid, weak self] (changes: ChangeSet) in
      if changes.changesSchema { isSchemaSaid.raise() }
      receive(changes)
      self?.watchCatalogSooner()
    }
    watchCatalogSooner()
    return changes.subscribe(to: region, rows: rows, receive: receive, end: end)
  }

  /// Does nothing: the server reports a commit only when it has ended.
  package func onUpcomingCommit(_ notice: @escaping @Sendable () -> Void) {}

  package var startedCount: Int { changes.heardCount }
  package var reportedCount: Int { changes.reportedCount }
}

// MARK: - Reading

extension PostgresSource {
  /// Reads in a snapshot; while somebody else has locked a table, it tries again.
  package func read<Output>(_ body: (PostgresSnapshotReader) throws -> Output) throws -> Output {
    let deadline = ContinuousClock.now + answerTimeout.clamped
    var pause = 0.02
    while true {
      do { return try readNow(body) } catch let error as PostgresError
        where error.code == .lockNotAvailable && ContinuousClock.now < deadline
      {
        // Meanwhile, live queries of other tables are read.
        Thread.sleep(forTimeInterval: pause)
        pause = min(pause * 2, 0.1)
      }
    }
  }

  private func readNow<Output>(_ body: (PostgresSnapshotReader) throws -> Output) throws -> Output {
    try reader.use { reader in
      defer { reader.end() }
      try reader.begin(within: answerTimeout)
      let knewTables = reader.knowsTables
      let output = try body(reader)
      settleNewNames(reader, knewTables: knewTables)
      return output
    }
  }

  package func readReported<Output>(
    _ body: (PostgresSnapshotReader, SnapshotContents) throws -> Output
  ) throws -> Output {
    try reader.use { reader in
      // If the change source restarts, another attempt is made.
      for _ in 0..<8 {
        if let output = try readReported(reader, changes, body) { return output }
      }
      throw StreamUnavailable(reason: .late)
    }
  }

  /// Reads at one snapshot, unless it cannot be determined what the snapshot shows.
  private func readReported<Changes: PostgresChangeSource, Output>(
    _ reader: PostgresSnapshotReader,
    _ changes: Changes,
    _ body: (PostgresSnapshotReader, SnapshotContents) throws -> Output
  ) throws -> Output? {
    // The snapshot must also end if it turned out to be unusable.
    defer { reader.end() }
    let moment = try begin(reader, changes)
    guard try changes.awaitReported(moment, on: reader.connection, within: answerTimeout),
      let shown = changes.shown(in: moment)
    else { return nil }
    // Live queries that no commit has touched are marked now, and read at another snapshot.
    guard try !hasOtherSchema(reader, changes) else { return nil }
    // A later read that shows such a commit must check again.
    defer { if shown.hidden.contains(where: \.changesSchema) { isSchemaSaid.raise() } }
    let knewTables = reader.knowsTables
    let output = try body(reader, SnapshotContents(upTo: shown.number, except: shown.hidden))
    settleNewNames(reader, knewTables: knewTables)
    return output
  }

  /// Begins a snapshot in which the tables that live queries read cannot be emptied.
  ///
  /// It never waits for one table while it holds a lock on another, so it blocks no one who waits
  /// for it. A table that stays locked is left out, and the live queries that read it wait.
  private func begin<Changes: PostgresChangeSource>(
    _ reader: PostgresSnapshotReader,
    _ changes: Changes
  ) throws -> Changes.Moment {
    let start = ContinuousClock.now
    let deadline = start + answerTimeout.clamped
    var pause = 0.000_5
    while true {
      do {
        return try reader.begin(changes, reading: changes.region, within: answerTimeout)
      } catch let error as PostgresError where ContinuousClock.now < deadline {
        switch error.code {
        case .lockNotAvailable:
          Thread.sleep(forTimeInterval: pause)
          guard ContinuousClock.now - start >= Self.patience else { break }
          try leaveOutLocked(of: changes.region, reader)
        // The table was dropped or renamed, or may no longer be read.
        case .undefinedTable, .insufficientPrivilege:
          guard pause < 0.02 else { throw error }
          reader.forgetSchema()
        default: throw error
        }
        pause = min(pause * 2, 0.02)
      }
    }
  }

  /// The time for which all live queries wait for a table that is locked only briefly, so that they
  /// show one snapshot.
  private static var patience: Duration { .milliseconds(100) }

  /// Leaves tables that somebody else has locked out of the next snapshots, and says so.
  private func leaveOutLocked(of region: Region, _ reader: PostgresSnapshotReader) throws {
    let new = try reader.locked.leaveOut(
      reader.tables(of: region),
      on: reader.connection,
      within: answerTimeout
    )
    for table in new {
      report(
        "The table \(table.quotedName) is locked by somebody else: live queries that read it wait, "
          + "while others go on."
      )
    }
  }

  /// Checks whether the schema is unchanged, if it may have changed.
  ///
  /// - Returns: Whether it has changed, and all subscribers were just notified of it.
  private func hasOtherSchema(
    _ reader: PostgresSnapshotReader,
    _ changes: some PostgresChangeSource
  ) throws -> Bool {
    let isStale = changes.consumeSchemaInvalidation()
    if isSchemaSaid.take() {
      reader.forgetSchema()
      return false
    }
    guard isSchemaStale.take() || isStale else {
      return try hasOtherViews(reader)
    }
    do {
      // Unchanged tables say nothing about views.
      guard try !reader.isSchemaKnown(), let streamed else { return try hasOtherViews(reader) }
      learnCatalog(reader, streamed)
      streamed.reportUnknownChanges()
      return true
    } catch {
      isSchemaStale.raise()
      throw error
    }
  }

  /// Checks whether the views whose statements plans have used are unchanged.
  ///
  /// - Returns: Whether they have changed, and all subscribers were just notified of it. With a
  ///   source of another kind, no one is notified: the queries that are read now get another plan,
  ///   and others when they are read.
  private func hasOtherViews(_ reader: PostgresSnapshotReader) throws -> Bool {
    if try reader.areViewsKnown() { return false }
    guard let changes = changes as? any CatalogDependent else {
      reader.forgetSchema()
      return false
    }
    restartOnce(reader, changes)
    return true
  }

  /// Waits until all earlier commits have been reported.
  ///
  /// It blocks the thread.
  package func awaitReported() throws {
    try changes.awaitCommitted(within: answerTimeout) { body in
      try reader.use { try body($0.connection) }
    }
    try settleSchema()
    try settleCatalog()
  }

  /// Waits until all earlier commits have been reported; if a connection was lost, tries again.
  ///
  /// It blocks the thread.
  ///
  /// - Parameter limit: The time within which it tries again; one attempt may take longer.
  package func awaitReported(reconnectingWithin limit: Duration) throws {
    let deadline = ContinuousClock.now + limit.clamped
    var pause = 0.005
    while true {
      do { return try awaitReported() } catch let error as PostgresError {
        guard error.isOfLostConnection, reader.hasConnected, ContinuousClock.now < deadline else {
          throw error
        }
      }
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 2, 0.2)
    }
  }
}

extension PostgresError {
  /// Whether another connection may succeed soon.
  fileprivate var isOfLostConnection: Bool {
    let ends: Set<SQLState> = [.adminShutdown, .crashShutdown, .cannotConnectNow]
    return code.class == .connectionException || ends.contains(code)
  }
}
