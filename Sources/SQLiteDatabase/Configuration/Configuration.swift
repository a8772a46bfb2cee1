/// How a database is opened and used.
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
  /// A trigger, view, constraint, index or generated column runs whoever wrote it: in a file of unknown origin, with
  /// the rights of this program. So by default they may only call functions that were added as innocuous. Switch it on
  /// for a database of your own whose schema calls others.
  ///
  /// What is SQLite's own a schema may use either way, such as full-text tables, which triggers keep in step with their
  /// texts, R*Trees, and the functions of JSON: the worst that they do is to change the file that the schema is in. By
  /// `PRAGMA trusted_schema = OFF` SQLite would refuse these too, since some of its versions do not declare them
  /// innocuous, and would refuse a trigger that writes a full-text table even where it is temporary. So that pragma is
  /// on, and instead:
  ///
  /// - Functions of the application are added with `SQLITE_DIRECTONLY`, which no schema can call. Statements, and
  ///   temporary triggers and views, which this program made, can.
  /// - What of SQLite reaches out of the database has that flag by itself: `load_extension`, `dbstat`, `sqlite_dbpage`.
  /// - `SQLITE_DBCONFIG_DEFENSIVE` is on: no SQL writes the tables in which virtual tables keep their data.
  ///
  /// Functions and virtual tables that other libraries add to the connection are not known here: those that a schema
  /// must not use need that flag too, or `PRAGMA trusted_schema = OFF` in ``prepareDatabase(_:)``.
  ///
  /// Default: `false`.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_trusted_schema
  public var trustsSchema = false
  /// Whether the database is only read.
  ///
  /// Default: `false`.
  public var readOnly = false
  /// A name for the logger's messages and for threads.
  public var label: String?
  /// The journal.
  ///
  /// Default: WAL for files that can be written.
  public var journalMode = JournalMode.default
  /// When SQLite waits for the disk.
  ///
  /// Default: `NORMAL` in WAL mode, else SQLite's own default.
  public var synchronous: SynchronousMode?
  /// What happens while another connection holds a lock.
  ///
  /// Default: five seconds of trying again.
  public var busyMode = BusyMode.timeout(.seconds(5))
  /// The largest number of readers of a pool.
  ///
  /// One more is opened for reads within writes, where they find all in use.
  ///
  /// Default: 5.
  public var maximumReaderCount = 5
  /// How many compiled statements a connection keeps.
  ///
  /// Default: 100.
  public var maximumCachedStatementCount = 100
  /// How much memory the kept statements may take, in bytes, for each connection.
  ///
  /// Default: 4 MiB.
  public var maximumCachedStatementBytes = 4 << 20
  /// Tells the date of a transaction; by default the time at which it is first asked for.
  public var transactionClock: any TransactionClock = .default
  /// Whether the descriptions of errors show bound values.
  ///
  /// Default: `false`, since they may be private.
  public var showsArgumentsInErrors = false
  /// Receives what goes wrong in the background, and warnings.
  public var logger: DatabaseLogger?
  /// How often other processes' commits are looked for, beyond the watch on the file.
  ///
  /// Default: 250 ms.
  public var externalChangePollInterval = Duration.milliseconds(250)
  /// Whether other processes' commits are watched for while somebody observes the database.
  ///
  /// Default: `true`.
  public var observesExternalChanges = true
  /// Whether processes that use the file with this library tell each other which rows they changed.
  ///
  /// Live queries then read those rows after another process's commit, and not all of theirs. The keys of changed rows
  /// are written to a file beside the database, with its permissions: `shop.db-live1`, of 2 MB at most. It is made when
  /// somebody observes a database in WAL mode, stays afterwards, and can be deleted at any time. Who commits pays about
  /// two microseconds for it, and only while another process observes.
  ///
  /// After a commit that nobody tells of, such as one by another program, what it may have touched runs again. So it is
  /// always where this is off, in other journal modes, for attached databases, and with a VFS of one's own, under which
  /// the file may be encrypted, while the keys would not be.
  ///
  /// Default: `true`.
  public var sharesChangedKeys = true
  /// How many rows of a table a transaction may change before the whole table counts as changed.
  ///
  /// Default: 10,000.
  public var maximumCapturedRowCount = 10_000
  /// How long a barrier waits for the readers of a pool.
  ///
  /// Default: 30 seconds.
  public var barrierTimeout = Duration.seconds(30)
  /// The name of a VFS, or `nil` for the system's default.
  public var vfs: String?
  /// Tells which columns identify the rows of views; `nil` where nobody does, as unless set.
  public var schemaSource: (any DatabaseSchemaSource)?
  /// Whether a file that is not there is made, also one that is attached.
  package var createsFiles = true

  private var preparations: [@Sendable (Database) throws -> Void] = []

  /// Makes a configuration of the defaults.
  public init() {}
}

extension Configuration {
  /// Adds a closure that each connection runs when it is opened, readers too.
  ///
  /// Closures run in the order in which they were added, before the first access. Functions and collations belong here,
  /// since each connection has its own:
  ///
  /// ```swift
  /// configuration.prepareDatabase { db in
  ///   db.add(function: slug)
  ///   db.add(collation: numericOrder)
  /// }
  /// ```
  ///
  /// So does `ATTACH`, where readers of a pool are to see the other database too:
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

  /// Tells the logger something, with the label before it.
  package func log(_ level: DatabaseLogger.Level, _ message: String) {
    logger?.log(level, (label.map { $0 + ": " } ?? "") + message)
  }
}

/// Where changes go before they are in the database file.
///
/// https://www.sqlite.org/pragma.html#pragma_journal_mode
public enum JournalMode: String, Sendable, Hashable {
  /// WAL for a file that can be written, else what the database has.
  case `default`
  /// A write-ahead log: readers and the writer do not wait for each other.
  case wal
  /// A rollback journal that is deleted at each commit.
  case delete
  /// A rollback journal that is cut to nothing at each commit.
  case truncate
  /// A rollback journal whose header is overwritten at each commit.
  case persist
  /// What the database has.
  case unchanged
}

/// When SQLite waits for the disk.
///
/// https://www.sqlite.org/pragma.html#pragma_synchronous
public enum SynchronousMode: String, Sendable, Hashable {
  /// Never: a crash of the system can damage the database.
  case off
  /// At checkpoints; a crash of the system can lose the last commits in WAL mode, not damage the database.
  case normal
  /// At each commit: what was committed outlasts a loss of power, but for the last commit of a rollback journal that is
  /// deleted, which can come back.
  case full
  /// At each commit, and for the folder too: then a journal that was deleted does not come back.
  case extra
}

/// What happens while another connection holds a lock.
public enum BusyMode: Sendable {
  /// The statement fails at once.
  case immediateError
  /// SQLite tries again, more and more seldom, until the time is over.
  case timeout(Duration)
  /// SQLite tries again as long as the closure, which gets the number of tries so far, returns `true`.
  case callback(@Sendable (_ tries: Int) -> Bool)
}

/// Receives messages of one database.
///
/// ```swift
/// configuration.logger = DatabaseLogger { level, message in print(level, message) }
/// ```
public struct DatabaseLogger: Sendable {
  /// How much a message matters.
  public enum Level: String, Sendable, Hashable {
    /// Something that helps to find a mistake.
    case debug
    /// Something that will cause trouble.
    case warning
    /// Something that went wrong in the background.
    case error
  }

  private let receive: @Sendable (Level, String) -> Void

  /// Makes a logger.
  ///
  /// - Parameter receive: Gets messages, from any thread.
  public init(_ receive: @escaping @Sendable (_ level: Level, _ message: String) -> Void) {
    self.receive = receive
  }

  func log(_ level: Level, _ message: String) { receive(level, message) }
}
