import DatabaseTypes
import Dispatch
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine
@testable import LiveQueries

/// Filters of live queries, which are valid only as long as values compare in the same way.
@Suite(.mayBlock, .timeLimit(.hang)) struct FilterEndTests {
  private static let table = """
    CREATE TABLE reminders (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
      remindersListID INTEGER NOT NULL DEFAULT 1
    );
    INSERT INTO reminders (id, title) VALUES (1, 'milk'), (2, 'mail');
    """

  /// The same table with a title that ignores case.
  private static let another =
    "DROP TABLE reminders; "
    + table.replacing("title TEXT NOT NULL", with: "title TEXT NOT NULL COLLATE NOCASE")

  private let scratch: ScratchDirectory
  private let database: DatabasePool

  init() throws {
    scratch = try ScratchDirectory()
    database = try DatabasePool(path: scratch.path(of: "a.db"))
    try database.write { try $0.execute(sql: Self.table) }
  }

  @Test func `a row that a new collation matches is seen while queries are still being read`()
    async throws
  {
    try await expectSeen { try await database.write { try $0.execute(sql: Self.another) } }
  }

  @Test func `a row that matches after another process changed the collation is seen`() async throws
  {
    let other = try DatabaseQueue(path: scratch.path(of: "a.db"))
    try await expectSeen { try await other.write { try $0.execute(sql: Self.another) } }
  }

  /// Changes the schema, and commits a row while the queries are being read for that reason.
  private func expectSeen(_ changeSchema: () async throws -> Void) async throws {
    let turnstile = Turnstile()
    @FetchAll(Reminder.where { $0.title.eq("milk") }, database: database) var milk
    // So many queries filter the table that the values of its rows are reported.
    let others = ["a", "b", "c", "d"].map { title in
      FetchAll(Reminder.where { $0.title.eq(title) }, database: database)
    }
    for other in others { try await other.load() }
    @FetchAll(Reminder.all, database: database) var all
    @Fetch(SlowRequest(turnstile: turnstile), database: database) var slow = 0
    try await $milk.load()
    try await $all.load()
    try await $slow.load()
    turnstile.close()
    try await changeSchema()
    await turnstile.someoneWaits()
    try await database.run("INSERT INTO reminders (id, title) VALUES (3, 'MILK')")
    turnstile.open()
    // Everything that one commit touches is published together.
    #expect(await $all.value { $0.count == 3 } != nil)
    #expect(milk.map(\.id) == [1, 3])
    withExtendedLifetime(others) {}
  }
}

/// A request that reads a table once it is let through.
private struct SlowRequest: FetchKeyRequest {
  let turnstile: Turnstile
  static func == (left: Self, right: Self) -> Bool { left.turnstile === right.turnstile }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(turnstile)) }

  func fetch(_ db: Database) throws -> Int {
    defer { turnstile.pass() }
    return try Reminder.fetchCount(db)
  }
}

/// A gate that blocks a thread and notifies a task of its arrival.
///
/// State: whether it is closed, guarded by the mutex.
private final class Turnstile: Sendable {
  private let isClosed = Mutex(false)
  private let opened = DispatchSemaphore(value: 0)
  private let (arrivals, arrived) = AsyncStream<Void>.makeStream()

  func close() { isClosed.withLock { $0 = true } }

  /// Lets the waiting thread through, and all later ones.
  func open() {
    isClosed.withLock { $0 = false }
    opened.signal()
  }

  func someoneWaits() async { for await _ in arrivals { return } }

  func pass() {
    guard isClosed.withLock({ $0 }) else { return }
    arrived.yield()
    opened.wait()
  }
}
