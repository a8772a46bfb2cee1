package import DatabaseTypes
public import Foundation
package import SQLite

/// A connection to a database, within an access.
///
/// Accesses hand it to their closure, which alone may use it, on its own thread:
///
/// ```swift
/// try database.write { db in
///   try db.execute(sql: "UPDATE lists SET title = ? WHERE id = ?", arguments: ["Home", 7])
/// }
/// ```
public final class Database {
  /// The configuration with which the database was opened.
  public let configuration: Configuration
  /// Whether the configuration's schema source is asked.
  var usesSchemaSource = true
  /// The path with which the database was opened.
  public let path: String
  package let connection: Connection
  package let capture: ChangeCapture
  package let recorder = AccessRecorder()
  package let busy: BusyPolicy
  @exclusivity(unchecked) @usableFromInline package var keptStatements: KeptStatements
  @exclusivity(unchecked) var schemaCache = SchemaCache()
  /// What tables stand for that statements read.
  var knownReads = KnownReads()
  @exclusivity(unchecked) var controlStatements = [ControlStatementBox?](
    repeating: nil,
    count: ControlStatement.count
  )
  /// Those that read changed rows again: one for each table that is observed in full.
  var internalStatements: [String: ControlStatementBox] = [:]

  /// What is known of the tables of records; it is forgotten when the schema changes.
  @exclusivity(unchecked) package var recordPlans: KeptPlans

  /// What those who know more than a connection have found out about statements; it is forgotten when the schema or the functions
  /// and collations change.
  @exclusivity(unchecked) package var schemaFacts: [AnyHashable: any Sendable] = [:]

  /// Whether an access is going on; outside of one the database refuses to work.
  @exclusivity(unchecked) var isInAccess = false
  /// Whether the access only reads.
  @exclusivity(unchecked) var isReadOnlyAccess = false
  /// Whether a transaction is open that the library ends.
  @exclusivity(unchecked) var isInManagedTransaction = false
  /// Whether the access has begun a transaction itself that it has not ended yet, whatever SQLite did to it.
  @exclusivity(unchecked) var isInOpenTransaction = false
  /// Grows when an access begins and ends, so that cursors know their own.
  @exclusivity(unchecked) var accessNumber = 0
  /// How many statements are in the middle of their rows.
  @exclusivity(unchecked) var runningCount = 0
  /// Whether a statement of the access was interrupted.
  @exclusivity(unchecked) var wasInterrupted = false
  /// How many rows statements have given so far, for statistics.
  @exclusivity(unchecked) @usableFromInline package var steppedRowCount = 0
  /// Whether the task of the access was cancelled; `nil` where no task can be.
  @exclusivity(unchecked) package var cancellation: CancellationFlag? {
    didSet {
      busy.cancellation = cancellation
      guard oldValue !== cancellation else { return }
      oldValue?.exclude(connection.interruptHandle)
      cancellation?.include(connection.interruptHandle)
    }
  }
  /// What the statements of the migration that runs write; `nil` outside of one.
  @exclusivity(unchecked) package var writesOfMigration: Region?
  /// Whether somebody wants to know what statements read, and what they have read so far.
  @exclusivity(unchecked) var isRecordingReads = false
  var recordedReads = Region()
  /// What the writer has seen of the commits of others; `nil` where nobody is to be told of them.
  @exclusivity(unchecked) var othersCommits: OthersCommits?
  /// The schemas that the writer of a reader's pool changes.
  @exclusivity(unchecked) var writersSchema: WritersSchema?
  /// How often an option of the connection was switched, after which SQLite compiles each statement again.
  private(set) var optionSwitchCount = 0
  /// What observers may ask of a commit besides its change set, while they are told of it.
  package internal(set) var commitDetails: CommitDetails?
  private var knownTransactionDate: Date?
  /// What is added or removed as soon as no statement runs.
  @exclusivity(unchecked) var postponedInstallations: [(Connection) throws -> Void] = []
  /// What went wrong with something that was added.
  var installationError: (any Error)?
  let tracer = Tracer()
  /// Whether a read transaction goes on from one access to the next.
  var holdsSnapshot = false

  init(_ connection: Connection, configuration: Configuration, source: ChangeSource?) throws {
    self.connection = connection
    self.configuration = configuration
    path = connection.path
    busy = BusyPolicy(configuration.busyMode)
    keptStatements = KeptStatements(
      maximumCount: configuration.maximumCachedStatementCount,
      maximumBytes: configuration.maximumCachedStatementBytes
    )
    recordPlans = KeptPlans(maximumCount: configuration.maximumCachedStatementCount)
    capture = ChangeCapture(source: source, limit: configuration.maximumCapturedRowCount)
    capture.connection = connection
    do throws(SQLiteError) { try installHooks() } catch { throw databaseError(error) }
  }
}

extension Database {
  /// Switches an option of the connection: SQLite compiles each statement again when it runs next.
  package func switchOption(_ option: ConnectionOption, _ isOn: Bool) throws {
    optionSwitchCount += 1
    do throws(SQLiteError) { try connection.setOption(option, isOn) } catch {
      throw databaseError(error)
    }
  }

  /// SQLite compiles each statement again when it runs next.
  func expireStatements() throws(SQLiteError) {
    optionSwitchCount += 1
    try connection.expireStatements()
  }
}

extension Database {
  /// Hooks are installed once, before the first statement; that for changes is paused while nobody wants to know them.
  ///
  /// Their closures hold parts of this object rather than itself, since a leaked statement can keep the
  /// connection alive for longer.
  private func installHooks() throws(SQLiteError) {
    try connection.setAuthorizer { [recorder] in recorder.authorize($0) }
    try connection.setBusyHook { [busy] in busy.isBusy(tries: $0) }
    try connection.addTextCollationsWhenNeeded()
    try connection.setProgressHook(every: 4000) { [busy] in
      busy.cancellation?.isCancelled == true ? .interrupt : .proceed
    }
    guard capture.isPossible else { return }
    if Capability.preupdateHook.isAvailable {
      try connection.setPreupdateHook { [capture] in capture.record($0) }
    }
    try connection.setCommitHook { [capture] in capture.willCommit() }
    try connection.setRollbackHook { [capture] in capture.didRollback() }
  }

  /// Lets go of everything that belongs to the connection.
  func releaseStatements() {
    keptStatements.removeAll()
    recordPlans.removeAll()
    schemaFacts = [:]
    controlStatements = [ControlStatementBox?](repeating: nil, count: ControlStatement.count)
    internalStatements = [:]
    schemaCache = SchemaCache()
  }

  /// The date of the transaction: the same until it ends; outside of one, now.
  public var transactionDate: Date {
    guard !connection.isAutocommit else { return configuration.transactionClock.now(self) }
    if let knownTransactionDate { return knownTransactionDate }
    let date = configuration.transactionClock.now(self)
    knownTransactionDate = date
    return date
  }

  func forgetTransactionDate() { knownTransactionDate = nil }

  /// Whether a transaction is open.
  public var isInsideTransaction: Bool { !connection.isAutocommit }

  /// The row number of the last insertion; stale after an `INSERT OR IGNORE` that ignored.
  public var lastInsertedRowID: Int64 { connection.lastInsertedRowID }

  /// The rows that the last statement inserted, updated or deleted, without those of triggers.
  public var changesCount: Int { connection.changesCount }

  /// The rows inserted, updated and deleted by this connection, with those of triggers.
  public var totalChangesCount: Int { connection.totalChangesCount }
}
