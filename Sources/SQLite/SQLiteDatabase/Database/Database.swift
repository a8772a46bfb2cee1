package import DatabaseTypes
public import Foundation
package import SQLite

/// A connection to a database, for use within an access.
///
/// Accesses pass it to their closure. Only the closure may use it, on its own thread:
///
/// ```swift
/// try database.write { db in
///   try db.execute(sql: "UPDATE lists SET title = ? WHERE id = ?", arguments: ["Home", 7])
/// }
/// ```
public final class Database {
  /// The configuration with which the database was opened.
  public let configuration: Configuration
  /// Whether to ask the configuration's schema source.
  var usesSchemaSource = true
  /// The path with which the database was opened.
  public let path: String
  package let connection: Connection
  package let capture: ChangeCapture
  package let recorder = AccessRecorder()
  package let busy: BusyPolicy
  @exclusivity(unchecked) @usableFromInline package var statementCache: StatementCache
  @exclusivity(unchecked) var schemaCache = SchemaCache()
  /// The tables on which the tables read by statements are based.
  var knownReads = KnownReads()
  @exclusivity(unchecked) var controlStatements = [StatementBox?](
    repeating: nil,
    count: ControlStatement.count
  )
  /// Internal statements, such as those that read changed rows again for each fully observed table.
  var internalStatements: [ByteText: StatementBox] = [:]

  /// Facts about the tables of records, discarded when the schema changes.
  @exclusivity(unchecked) package var recordPlans: PlanCache

  /// Facts about statements found by higher layers.
  ///
  /// They are discarded when the schema, functions or collations change.
  @exclusivity(unchecked) package var schemaFacts: [AnyHashable: any Sendable] = [:]

  /// Whether an access is running; outside of one, the database refuses to work.
  @exclusivity(unchecked) var isInAccess = false
  /// Whether the access is read-only.
  @exclusivity(unchecked) var isReadOnlyAccess = false
  /// Whether a transaction is open that the library will end.
  @exclusivity(unchecked) var isInManagedTransaction = false
  /// Whether the access has begun a transaction and not yet ended it, even if SQLite has.
  @exclusivity(unchecked) var isInOpenTransaction = false
  /// A number that increases when an access begins and ends, which identifies the cursors of an
  /// access.
  @exclusivity(unchecked) var accessNumber = 0
  /// The number of statements that are currently being stepped.
  @exclusivity(unchecked) var runningCount = 0
  /// Whether a statement of the access was interrupted.
  @exclusivity(unchecked) var wasInterrupted = false
  /// The violation of a constraint after which the schema was read, until the next statement.
  @exclusivity(unchecked) var lastViolation: SQLiteError?
  /// The number of rows returned by statements so far, for statistics.
  @exclusivity(unchecked) @usableFromInline package var steppedRowCount = 0
  /// The cancellation flag of the access's task; `nil` if the access cannot be cancelled.
  @exclusivity(unchecked) package var cancellation: CancellationFlag? {
    didSet {
      busy.cancellation = cancellation
      guard oldValue !== cancellation else { return }
      oldValue?.exclude(connection.interruptHandle)
      cancellation?.include(connection.interruptHandle)
    }
  }
  /// The region written by the current migration; `nil` outside of one.
  @exclusivity(unchecked) package var writesOfMigration: Region?
  /// Whether to record what statements read.
  @exclusivity(unchecked) var isRecordingReads = false
  var recordedReads = Region()
  /// The commits of others that the writer has seen; `nil` if they are not reported.
  @exclusivity(unchecked) var externalCommits: ExternalCommits?
  /// The schemas that the writer changes, for a reader of a pool.
  @exclusivity(unchecked) var writerSchemaChanges: WriterSchemaChanges?
  /// The number of times an option was switched, after which SQLite recompiles each statement.
  private(set) var optionSwitchCount = 0
  /// Details of a commit, while observers are notified of it.
  package internal(set) var commitDetails: CommitDetails?
  private var knownTransactionDate: Date?
  /// Functions and collations to add or remove as soon as no statement is running.
  @exclusivity(unchecked) var pendingInstallations: [Installation] = []
  /// The functions and collations that were added.
  @exclusivity(unchecked) var installed: [InstalledName: Implementation] = [:]
  /// An error of adding or removing a function or collation.
  var installationError: (any Error)?
  let tracer = Tracer()
  /// Whether a read transaction stays open between accesses.
  var holdsSnapshot = false
  /// Whether the readers of the pool have a key that the writer has changed.
  var haveReadersOldKey = false

  init(_ connection: Connection, configuration: Configuration, source: ChangeSource?) throws {
    self.connection = connection
    self.configuration = configuration
    path = connection.path
    busy = BusyPolicy(configuration.busyMode)
    statementCache = StatementCache(
      maximumCount: configuration.maximumCachedStatementCount,
      maximumBytes: configuration.maximumCachedStatementBytes
    )
    recordPlans = PlanCache(maximumCount: configuration.maximumCachedStatementCount)
    capture = ChangeCapture(source: source, limit: configuration.maximumCapturedRowCount)
    capture.connection = connection
    do throws(SQLiteError) { try installHooks() } catch { throw databaseError(error) }
  }
}

extension Database {
  /// Switches an option of the connection, after which SQLite recompiles each statement.
  package func switchOption(_ option: ConnectionOption, _ isOn: Bool) throws {
    optionSwitchCount += 1
    do throws(SQLiteError) { try connection.setOption(option, isOn) } catch {
      throw databaseError(error)
    }
  }

  /// Makes SQLite recompile each statement before its next run.
  func expireStatements() throws(SQLiteError) {
    optionSwitchCount += 1
    try connection.expireStatements()
  }
}

extension Database {
  /// Installs all hooks, once and before the first statement.
  ///
  /// The hook for changes is paused while no one wants to know them. The closures of the hooks
  /// retain parts of this object and not the object itself, since a leaked statement can keep the
  /// connection alive longer.
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

  /// Releases everything that belongs to the connection.
  func releaseStatements() {
    statementCache.removeAll()
    recordPlans.removeAll()
    schemaFacts = [:]
    controlStatements = [StatementBox?](repeating: nil, count: ControlStatement.count)
    internalStatements = [:]
    schemaCache = SchemaCache()
  }

  /// The date of the transaction, which stays the same until it ends; outside of one, the current
  /// date.
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

  /// The rowid of the last insertion; stale after an `INSERT OR IGNORE` that ignored the row.
  public var lastInsertedRowID: Int64 { connection.lastInsertedRowID }

  /// The number of rows that the last statement inserted, updated or deleted, excluding triggers.
  public var changesCount: Int { connection.changesCount }

  /// The number of rows that this connection inserted, updated or deleted, including triggers.
  public var totalChangesCount: Int { connection.totalChangesCount }
}
