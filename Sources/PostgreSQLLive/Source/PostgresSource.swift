package import DatabaseTypes
import Dispatch
import Foundation
package import LiveEngine
package import PostgreSQL

/// A PostgreSQL database as live queries see it: what tells its changes, and a reader whose moments are matched to that.
///
/// State: what was noticed of the schema, an atomic; the reader has a lock of its own.
package final class PostgresSource: LiveSource {
  package typealias Snapshot = PostgresSnapshotReader

  /// The commits.
  package let changes: any PostgresChangeSource
  /// The same, where they are the change stream.
  private let streamed: StreamedChanges?
  private let reader: ReaderAccess
  private let patience: Duration
  private let onReport: @Sendable (String) -> Void
  /// Whether the schema may be another one, and could not be looked at.
  private let isSchemaDoubtful = Suspicion()
  /// Whether a commit has said that the schema is another one.
  private let isSchemaSaid = Suspicion()

  /// Begins to read the changes of a database.
  ///
  /// - Parameters:
  ///   - configuration: The server.
  ///   - changes: What tells them.
  ///   - patience: How long a refresh waits for what it has to be told.
  ///   - onConnect: What is done with each connection that reads.
  ///   - report: Told of faults of the library.
  package init(
    _ configuration: PostgresConfiguration,
    changes: any PostgresChangeSource,
    patience: Duration = .seconds(30),
    onConnect: (@Sendable (PostgresConnection) throws -> Void)? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.changes = changes
    // A large result takes a while; a statement of a live query that takes longer than this is none of use.
    reader = ReaderAccess(configuration, changes, patience: patience * 20, onConnect: onConnect)
    (self.patience, onReport) = (patience, report)
    streamed = changes as? StreamedChanges
    if let streamed {
      thin(streamed)
      lookAtSchema(whereDoubtedBy: streamed)
    }
  }

  /// Begins to read the change stream of a database.
  package convenience init(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings = .init(),
    barrier: MomentBarrier = .flushed,
    patience: Duration = .seconds(30),
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let changes = StreamedChanges(configuration, settings: settings, barrier: barrier)
    self.init(configuration, changes: changes, patience: patience, report: report)
  }

  deinit { close() }

  /// Lets go of commits that are visible, where nobody reads for long.
  private func thin(_ streamed: StreamedChanges) {
    let isThinning = Suspicion()
    streamed.stream.whenCrowded { [weak streamed, reader, patience] in
      // The stream is read on meanwhile: there may be no reader yet.
      guard let streamed, !isThinning.raise() else { return }
      DispatchQueue.global(qos: .utility)
        .async {
          defer { _ = isThinning.take() }
          try? reader.use { try streamed.forgetVisible(by: $0.connection, within: patience) }
        }
    }
  }

  /// Looks at the schema where a table was described, also where the commit that came with it touches no live query.
  private func lookAtSchema(whereDoubtedBy streamed: StreamedChanges) {
    let isLooking = Suspicion()
    streamed.whenSchemaIsDoubtful { [weak self] in
      guard !isLooking.raise() else { return }
      DispatchQueue.global(qos: .utility)
        .async { [weak self] in
          _ = isLooking.take()
          // Where that fails, who reads next looks.
          try? self?.settleSchema()
        }
    }
  }

  /// Tells that anything may have changed, where tables are not what they were when they were looked at last.
  private func settleSchema() throws {
    // Whoever reads now may be about to do it.
    let isDoubtful = try reader.use { _ in streamed?.hasSchemaDoubt == true }
    if isDoubtful { try readTold { _, _ in } }
  }

  /// Ends what tells changes, and closes the connections.
  package func close() {
    changes.close()
    reader.close()
  }

  package func report(_ message: String) { onReport(message) }
}

// MARK: - Changes

extension PostgresSource {
  /// What rows are like after a change is told by the change stream; what they were like before by nobody.
  package func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed {
    let tell = { @Sendable [isSchemaSaid] (changes: ChangeSet) in
      if changes.changesSchema { isSchemaSaid.raise() }
      receive(changes)
    }
    return changes.subscribe(to: region, rows: rows, receive: tell, end: end)
  }

  /// The server tells a commit when it has ended.
  package func whenCommitIsNear(_ notice: @escaping @Sendable () -> Void) {}

  package var begunCount: Int { changes.heardCount }
  package var toldCount: Int { changes.toldCount }
}

// MARK: - Reading

extension PostgresSource {
  package func read<Output>(_ body: (PostgresSnapshotReader) throws -> Output) throws -> Output {
    try reader.use { reader in
      defer { reader.end() }
      try reader.begin(within: patience)
      return try body(reader)
    }
  }

  package func readTold<Output>(
    _ body: (PostgresSnapshotReader, SnapshotContents) throws -> Output
  ) throws -> Output {
    try reader.use { reader in
      // Where changes are told from a new beginning, another attempt begins.
      for _ in 0..<8 {
        if let output = try readTold(reader, changes, body) { return output }
      }
      throw StreamUnavailable(reason: .late)
    }
  }

  /// Reads at one moment, unless it cannot be known what it shows.
  private func readTold<Changes: PostgresChangeSource, Output>(
    _ reader: PostgresSnapshotReader,
    _ changes: Changes,
    _ body: (PostgresSnapshotReader, SnapshotContents) throws -> Output
  ) throws -> Output? {
    // Also where it began, and could not be used.
    defer { reader.end() }
    let moment = try begin(reader, changes)
    guard try changes.awaitTold(moment, on: reader.connection, within: patience),
      let shown = changes.shown(in: moment)
    else { return nil }
    // Live queries that no commit has touched are marked now, and read in another moment.
    guard try !hasOtherSchema(reader, changes) else { return nil }
    // Who sees such a commit later looks again.
    defer { if shown.hidden.contains(where: \.changesSchema) { isSchemaSaid.raise() } }
    return try body(reader, SnapshotContents(upTo: shown.number, except: shown.hidden))
  }

  /// Takes a moment in which rows of the tables that live queries read stay, whoever empties a table.
  ///
  /// It never waits for one table while it has locked another: so it keeps nobody waiting who waits for it.
  private func begin<Changes: PostgresChangeSource>(
    _ reader: PostgresSnapshotReader,
    _ changes: Changes
  ) throws -> Changes.Moment {
    let deadline = ContinuousClock.now + patience
    var pause = 0.000_5
    while true {
      do {
        return try changes.beginMoment(
          on: reader.connection,
          reading: reader.tables(of: changes.region),
          savepoint: PostgresSnapshotReader.savepoint,
          within: patience
        )
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

  /// Looks whether the schema is still what it was, where it may be another one.
  ///
  /// - Returns: Whether it is another, and all who listen were told so just now.
  private func hasOtherSchema(
    _ reader: PostgresSnapshotReader,
    _ changes: some PostgresChangeSource
  ) throws -> Bool {
    let isDoubtful = changes.takeSchemaDoubt()
    if isSchemaSaid.take() {
      reader.forgetSchema()
      return false
    }
    guard isSchemaDoubtful.take() || isDoubtful else { return false }
    do {
      guard try !reader.isSchemaKnown(), let streamed else { return false }
      streamed.stream.tellAnything()
      return true
    } catch {
      isSchemaDoubtful.raise()
      throw error
    }
  }

  /// Returns when all that was committed before has been told.
  ///
  /// It blocks.
  package func awaitTold() throws {
    try changes.awaitCommitted(within: patience) { body in
      try reader.use { try body($0.connection) }
    }
    try settleSchema()
  }
}

extension PostgresSnapshotReader {
  /// Begins some moment.
  fileprivate func begin(within limit: Duration) throws {
    try connection.answering(within: limit) {
      try connection.execute(
        script: """
          BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
          SAVEPOINT \(PostgresConnection.quoted(Self.savepoint))
          """
      )
    }
  }

  /// Ends the moment, whatever became of it.
  ///
  /// A commit fails too where it asks other servers, as that of postgres_fdw does, and they are away. Where the transaction
  /// cannot be ended, the connection is left, and opened again by who reads next.
  fileprivate func end() {
    for statement in ["COMMIT", "ROLLBACK"] where connection.transactionStatus != .idle {
      try? connection.answering(within: .seconds(30)) { try connection.execute(script: statement) }
    }
    if connection.transactionStatus != .idle { connection.close() }
  }

  /// The tables of a region, of those whose changes are told.
  fileprivate func tables(of region: Region) throws -> [PostgresTable] {
    if region.isEmpty { return [] }
    let told = try tables
    let found =
      region.isFullDatabase ? told.all : region.tables.keys.flatMap { told.tables[$0] ?? [] }
    return found.filter(\.isReadable).sorted { $0.oid < $1.oid }.map(\.exactName)
  }
}
