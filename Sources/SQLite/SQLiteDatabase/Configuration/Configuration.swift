public import DatabaseTypes

/// The settings with which a database is opened and used.
///
/// ```swift
/// var configuration = Configuration()
/// configuration.label = "shop"
/// configuration.busyMode = .timeout(.seconds(10))
/// configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cache_size = -16000") }
/// let database = try DatabasePool(path: "shop.db", configuration: configuration)
/// ```
public struct Configuration: Sendable {
  /// Whether foreign keys are enforced.
  ///
  /// Default: `true`.
  public var foreignKeysEnabled = true
  /// Whether the schema may call any function of the application.
  ///
  /// Triggers, views, constraints, indexes and generated columns run with the rights of this
  /// program, even if the file is from an unknown origin. So by default they may only call
  /// functions that were added as innocuous. Set this to `true` for a trusted database whose schema
  /// calls other functions.
  ///
  /// The schema may always use SQLite's built-in features, such as the JSON functions, R*Trees, and
  /// full-text tables that triggers update: at worst, they change the file that contains the
  /// schema. `PRAGMA trusted_schema = OFF` would forbid these as well, since some versions of
  /// SQLite do not declare them innocuous, and even for temporary triggers that write a full-text
  /// table. So that pragma stays on, and instead:
  ///
  /// - Functions of the application are added with `SQLITE_DIRECTONLY`, so that no schema can call
  ///   them. Statements can, and so can temporary triggers and views, which this program created.
  /// - The parts of SQLite that reach beyond the database already have that flag: `load_extension`,
  ///   `dbstat`, `sqlite_dbpage`.
  /// - `SQLITE_DBCONFIG_DEFENSIVE` is on: SQL cannot write the tables that store the data of
  ///   virtual tables.
  ///
  /// This does not cover functions and virtual tables that other libraries add to the connection.
  /// If a schema must not use them, they need that flag as well, or `PRAGMA trusted_schema = OFF`
  /// in ``prepareDatabase(_:)``.
  ///
  /// Default: `false`.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_trusted_schema
  public var trustsSchema = false
  /// Whether the database is read-only.
  ///
  /// Default: `false`.
  public var readOnly = false
  /// A name for log messages and threads.
  public var label: String?
  /// The journal mode.
  ///
  /// Default: WAL for writable files.
  public var journalMode = JournalMode.default
  /// The moments at which SQLite waits for the disk.
  ///
  /// Default: `NORMAL` in WAL mode, otherwise SQLite's own default.
  public var synchronous: SynchronousMode?
  /// The reaction to a lock of another connection.
  ///
  /// Default: retrying for five seconds.
  public var busyMode = BusyMode.timeout(.seconds(5))
  /// The maximum number of readers of a pool.
  ///
  /// One more is opened for reads within writes that find all readers in use.
  ///
  /// Default: 5.
  public var maximumReaderCount = 5
  /// The maximum number of compiled statements that a connection keeps.
  ///
  /// Default: 100.
  public var maximumCachedStatementCount = 100
  /// The maximum memory for kept statements, in bytes, for each connection.
  ///
  /// Default: 4 MiB.
  public var maximumCachedStatementBytes = 4 << 20
  /// The clock for the dates of transactions; by default, the time when the date is first
  /// requested.
  public var transactionClock: any TransactionClock = .default
  /// Whether the descriptions of errors show bound values.
  ///
  /// Default: `false`, since the values may be private.
  public var showsArgumentsInErrors = false
  /// The receiver of background errors and of warnings.
  public var logger: DatabaseLogger?
  /// The interval of polling for commits of other processes, in addition to the file watch.
  ///
  /// Default: 250 ms.
  public var externalChangePollInterval = Duration.milliseconds(250)
  /// Whether to watch for commits of other processes while the database is observed.
  ///
  /// Default: `true`.
  public var observesExternalChanges = true
  /// Whether processes that use this library report to each other which rows they changed.
  ///
  /// After a commit of another process, live queries then read only the changed rows again. The
  /// keys of changed rows are written to a file beside the database, with its permissions:
  /// `shop.db-live1`, of at most 2 MB. The file is created when a database in WAL mode is observed.
  /// It is kept afterwards, and can be deleted at any time. It costs a commit about two
  /// microseconds, and only while another process observes.
  ///
  /// After an unreported commit, such as one by another program, the affected queries run
  /// again. The same holds for all commits if this is `false`, in other journal modes, for attached
  /// databases, for an encrypted database, and with a custom VFS, which may encrypt the database
  /// but not the keys.
  ///
  /// Default: `true`.
  public var sharesChangedKeys = true
  /// The number of changed rows in a transaction beyond which the whole table counts as changed.
  ///
  /// Default: 10,000.
  public var maximumCapturedRowCount = 10_000
  /// The maximum time that a barrier waits for the readers of a pool.
  ///
  /// Default: 30 seconds.
  public var barrierTimeout = Duration.seconds(30)
  /// The name of a VFS, or `nil` for the system's default.
  public var vfs: String?
  /// A source for the key columns of views; `nil` by default.
  public var schemaSource: (any DatabaseSchemaSource)?
  /// Whether missing files are created, including attached ones.
  package var createsFiles = true

  private var preparations: [@Sendable (Database) throws -> Void] = []

  /// Creates a configuration with the defaults.
  public init() {}
}

extension Configuration {
  /// Adds a closure that every connection, including readers, runs when it is opened.
  ///
  /// Closures run in the order in which they were added, before the first access. Use it for
  /// functions and collations, which each connection has to add:
  ///
  /// ```swift
  /// configuration.prepareDatabase { db in
  ///   db.add(function: slug)
  ///   db.add(collation: numericOrder)
  /// }
  /// ```
  ///
  /// Also use it for `ATTACH` if the readers of a pool should see the other database:
  ///
  /// ```swift
  /// configuration.prepareDatabase { db in
  ///   try db.execute(sql: "ATTACH ? AS archive", arguments: [archivePath])
  /// }
  /// ```
  public mutating func prepareDatabase(_ prepare: @escaping @Sendable (Database) throws -> Void) {
    preparations.append(prepare)
  }

  func prepare(_ database: Database) throws {
    for prepare in preparations { try prepare(database) }
  }

  /// Logs a message, preceded by the label.
  package func log(_ level: DatabaseLogger.Level, _ message: String) {
    logger?.log(level, (label.map { $0 + ": " } ?? "") + message)
  }
}

/// The place where changes are stored before they are in the database file.
///
/// https://www.sqlite.org/pragma.html#pragma_journal_mode
public enum JournalMode: String, Sendable, Hashable {
  /// WAL for a writable file, otherwise the current mode of the database.
  case `default`
  /// A write-ahead log: readers and the writer do not block each other.
  case wal
  /// A rollback journal that is deleted at each commit.
  case delete
  /// A rollback journal that is truncated at each commit.
  case truncate
  /// A rollback journal whose header is overwritten at each commit.
  case persist
  /// The current mode of the database.
  case unchanged
}

/// The moments at which SQLite waits for the disk.
///
/// https://www.sqlite.org/pragma.html#pragma_synchronous
public enum SynchronousMode: String, Sendable, Hashable {
  /// Never: a system crash can corrupt the database.
  case off
  /// At checkpoints: in WAL mode, a system crash can lose the last commits, but not corrupt the
  /// database.
  case normal
  /// At each commit.
  ///
  /// Commits survive a loss of power, except that a deleted rollback journal can reappear and undo
  /// the last commit.
  case full
  /// At each commit, including the folder, so that a deleted journal cannot reappear.
  case extra
}

/// The reaction to a lock of another connection.
public enum BusyMode: Sendable {
  /// The statement fails immediately.
  case immediateError
  /// SQLite retries, with increasing delays, until the time has passed.
  case timeout(Duration)
  /// SQLite retries as long as the closure, which receives the number of previous tries, returns
  /// `true`.
  case callback(@Sendable (_ tries: Int) -> Bool)
}

extension BusyMode {
  /// Retries with increasing delays, until a number of seconds has passed: `.timeout(5)`.
  ///
  /// It retries forever if the number is infinite or too large, and not at all if it is negative or
  /// NaN.
  public static func timeout(_ seconds: Double) -> BusyMode {
    guard seconds > 0 else { return .timeout(Duration.zero) }
    return .timeout(Duration.seconds(min(seconds, 1e15)))
  }
}

// Alternative names of settings that are familiar from other libraries.
extension Configuration {
  /// Whether the database is read-only: another name of ``readOnly``.
  public var readonly: Bool {
    get { readOnly }
    set { readOnly = newValue }
  }

  /// Whether errors show bound values: another name of ``showsArgumentsInErrors``.
  public var publicStatementArguments: Bool {
    get { showsArgumentsInErrors }
    set { showsArgumentsInErrors = newValue }
  }
}
