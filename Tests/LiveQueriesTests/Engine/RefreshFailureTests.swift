import DatabaseTypes
import LiveSQL
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import Synchronization
import Testing

@testable import LiveEngine
@testable import LiveQueries

/// Live queries that could not be read, and are retried even if nothing is committed in the
/// meantime.
@Suite(.mayBlock, .timeLimit(.hang)) struct RefreshFailureTests {
  /// A kind of database object.
  enum Kind: CaseIterable { case pool, queue, queueWithRollbackJournal }

  let scratch: ScratchDirectory
  let vfs: FaultInjectingVFS
  private let path: String

  init() throws {
    scratch = try ScratchDirectory()
    vfs = try FaultInjectingVFS()
    path = scratch.path(of: "failing.db")
  }

  /// Opens a database whose files can fail, and another one on the same file whose files cannot.
  private func open(_ kind: Kind) throws -> (faulty: any DatabaseWriter, sound: DatabaseQueue) {
    var configuration = Configuration()
    if kind == .queueWithRollbackJournal { configuration.journalMode = .delete }
    let sound = try DatabaseQueue(path: path, configuration: configuration)
    try sound.write { db in
      try db.execute(
        sql: """
          CREATE TABLE reminders (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
            remindersListID INTEGER NOT NULL DEFAULT 1
          );
          INSERT INTO reminders (id, title) VALUES (1, 'Milk');
          """
      )
    }
    configuration.vfs = vfs.name
    configuration.externalChangePollInterval = .milliseconds(20)
    let faulty: any DatabaseWriter =
      kind == .pool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    return (faulty, sound)
  }

  @Test(arguments: Kind.allCases)
  func `live queries recover from any file operation that fails while a commit is read`(kind: Kind)
    async throws
  {
    let (faulty, sound) = try open(kind)
    @FetchAll(Reminder.order(by: \.id), database: faulty) var reminders
    @FetchOne(Reminder.count(), database: faulty) var count = 0
    @FetchAll(#sql("SELECT title FROM reminders ORDER BY id", as: String.self), database: faulty)
    var titles
    try await $reminders.load()
    try await $count.load()
    try await $titles.load()
    for nth in 1...40 {
      vfs.inject(.failing(nth: nth))
      try await sound.run("INSERT INTO reminders (title) VALUES ('New')")
      let wanted = nth + 1
      #expect(await $reminders.value { $0.count == wanted } != nil)
      #expect(await $count.value { $0 == wanted } != nil)
      #expect(await $titles.value { $0.count == wanted } != nil)
    }
    vfs.recover()
    #expect($reminders.loadError == nil)
  }

  /// With write-ahead logs, each file is committed separately, and the first one stays committed
  /// when the second one fails.
  @Test(arguments: [Kind.pool, .queue])
  func `live queries recover if a file operation fails while a commit to two files ends`(kind: Kind)
    async throws
  {
    let extra = scratch.path(of: "extra.db")
    let other = try DatabaseQueue(path: extra)
    try await other.run("CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
    let (_, sound) = try open(.queue)
    try await sound.run("CREATE TABLE counter (n INTEGER); INSERT INTO counter VALUES (0)")
    var configuration = Configuration()
    configuration.vfs = vfs.name
    configuration.observesExternalChanges = false
    configuration.prepareDatabase { db in
      try db.execute(sql: "ATTACH ? AS extra", arguments: [extra])
    }
    let faulty: any DatabaseWriter =
      kind == .pool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    @FetchOne(#sql("SELECT n FROM counter", as: Int.self), database: faulty) var counter: Int?
    @FetchOne(#sql("SELECT n FROM tally", as: Int.self), database: faulty) var tally: Int?
    try await $counter.load()
    try await $tally.load()
    var torn = 0
    for nth in 1...16 {
      vfs.inject(.failing(nth: nth, of: [.write, .sync]))
      _ = try? await faulty.run("UPDATE counter SET n = \(nth); UPDATE tally SET n = \(nth)")
      vfs.recover()
      let wanted = try await (sound.read { try Int.fetchOne($0, sql: "SELECT n FROM counter") })
      let other = try await (other.read { try Int.fetchOne($0, sql: "SELECT n FROM tally") })
      if wanted != other { torn += 1 }
      #expect(await $counter.value { $0 == wanted } != nil)
      #expect(await $tally.value { $0 == other } != nil)
    }
    #expect(torn > 0)
  }

  /// Opens a pool on the same file, with an SQL function that interrupts its own statement.
  private func openInterrupting(_ interruptions: Interruptions) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      let function = DatabaseFunction("interrupting", argumentCount: 1, pure: true) {
        interruptions.interruptIfArmed()
        return $0[0]
      }
      db.add(function: function)
    }
    let database = try DatabasePool(path: path, configuration: configuration)
    interruptions.database.withLock { $0 = database }
    return database
  }

  @Test func `live queries recover from interruptions`() async throws {
    let (_, sound) = try open(.pool)
    let interruptions = Interruptions()
    let database = try openInterrupting(interruptions)
    @FetchAll(Reminder.where { #sql("interrupting(\($0.id)) > 0") }, database: database)
    var reminders
    try await $reminders.load()
    for id in 2...8 {
      interruptions.left.store(id % 3 + 1, ordering: .sequentiallyConsistent)
      try await database.run("INSERT INTO reminders (id, title) VALUES (\(id), 'New')")
      #expect(await $reminders.value { $0.count == id } != nil)
      #expect(interruptions.left.load(ordering: .sequentiallyConsistent) == 0)
    }
    try sound.close()
  }

  @MainActor
  @Test func `a load error lasts as long as its cause`() async throws {
    let (_, sound) = try open(.pool)
    let interruptions = Interruptions()
    let database = try openInterrupting(interruptions)
    @FetchAll(Reminder.where { #sql("interrupting(\($0.id)) > 0") }, database: database)
    var reminders
    try await $reminders.load()
    let failed = AsyncStream<Void>.makeStream()
    let token = observe { if $reminders.loadError != nil { failed.continuation.yield() } }
    interruptions.left.store(.max, ordering: .sequentiallyConsistent)
    try await database.run("INSERT INTO reminders (id, title) VALUES (2, 'New')")
    for await _ in failed.stream { break }
    #expect(($reminders.loadError as? DatabaseError)?.code == .interrupted)
    #expect(reminders.count == 1)
    interruptions.left.store(0, ordering: .sequentiallyConsistent)
    #expect(await $reminders.value { $0.count == 2 } != nil)
    #expect($reminders.loadError == nil)
    token.cancel()
    try sound.close()
  }

  @Test func `a live query recovers if its reader cannot be opened at first`() async throws {
    let (faulty, _) = try open(.pool)
    vfs.inject(.crash(atNth: 1, of: [.open]))
    @FetchAll(Reminder.order(by: \.id), database: faulty) var reminders
    await #expect(throws: DatabaseError.self) { try await $reminders.load() }
    vfs.recover()
    #expect(await $reminders.value { $0.count == 1 } != nil)
  }

  @Test func `retries become less frequent, and permanent errors are not retried`() {
    #expect(RetryDelay.delay(afterFailures: 1) == .milliseconds(10))
    #expect(RetryDelay.delay(afterFailures: 2) == .milliseconds(20))
    #expect(RetryDelay.delay(afterFailures: .max) == .milliseconds(5120))
    for code in [DatabaseError.Code.busy, .interrupted, .inputOutput, .outOfMemory, .cannotOpen] {
      #expect(Database.isTransient(DatabaseError(code: code, message: "")))
    }
    for code in [DatabaseError.Code.sql, .notFound, .closed, .columns, .misuse] {
      #expect(!Database.isTransient(DatabaseError(code: code, message: "")))
    }
  }
}

/// A counter of the interruptions that a database still gets.
private final class Interruptions: Sendable {
  let database = Mutex<DatabasePool?>(nil)
  let left = Atomic<Int>(0)

  func interruptIfArmed() {
    let count = left.load(ordering: .sequentiallyConsistent)
    guard count > 0 else { return }
    left.store(count - 1, ordering: .sequentiallyConsistent)
    database.withLock { $0 }?.interrupt()
  }
}
