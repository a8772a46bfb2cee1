import LiveSQL
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// Live queries that see commits of other database objects, to attached files and to shared memory.
@Suite(.timeLimit(.hang)) struct OtherDatabasesTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// The way in which the observed database is opened.
  enum Kind: CaseIterable { case queue, pool, memory }

  /// Opens a database with another file attached as `extra`.
  private func open(_ kind: Kind, attaching path: String) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "ATTACH ? AS extra", arguments: [path])
    }
    switch kind {
    case .queue:
      return try DatabaseQueue(path: scratch.path(of: "main.db"), configuration: configuration)
    case .pool:
      return try DatabasePool(path: scratch.path(of: "main.db"), configuration: configuration)
    case .memory: return try DatabaseQueue(configuration: configuration)
    }
  }

  private func makeExtra(in folder: String? = nil) throws -> (path: String, object: DatabaseQueue) {
    let path = scratch.path(of: "extra.db")
    let other = try DatabaseQueue(path: path)
    try other.write { db in
      try db.execute(sql: "CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
    }
    return (path, other)
  }

  @Test(arguments: Kind.allCases)
  func `a live query sees a commit to an attached file`(kind: Kind) async throws {
    let (path, other) = try makeExtra()
    let database = try open(kind, attaching: path)
    var updates = database.liveQuery(sql: "SELECT n FROM extra.tally").makeAsyncIterator()
    #expect(try await updates.next()?.rows.map(\.values) == [[0]])
    for n in 1...20 {
      try await other.run("UPDATE tally SET n = \(n)")
      var update = try await updates.next()
      while let rows = update?.rows, rows.map(\.values) != [[.integer(Int64(n))]] {
        update = try await updates.next()
      }
      #expect(update?.cause == .otherProcess)
    }
  }

  @Test func `live queries see a commit to two files`() async throws {
    let (path, other) = try makeExtra()
    _ = other
    let database = try open(.pool, attaching: path)
    try await database.run("CREATE TABLE main.tally (n INTEGER); INSERT INTO main.tally VALUES (0)")
    let writer = try open(.queue, attaching: path)
    @FetchOne(#sql("SELECT n FROM main.tally", as: Int.self), database: database) var left: Int?
    @FetchOne(#sql("SELECT n FROM extra.tally", as: Int.self), database: database) var right: Int?
    try await $left.load()
    try await $right.load()
    for n in 1...50 {
      try await writer.run("UPDATE main.tally SET n = \(n); UPDATE extra.tally SET n = \(n)")
      #expect(await $left.value { $0 == n } != nil)
      #expect(await $right.value { $0 == n } != nil)
    }
  }

  @Test func `a live query follows a file that is attached later, and another with the same name`()
    async throws
  {
    let (path, other) = try makeExtra()
    let database = try DatabaseQueue()
    @FetchOne(#sql("SELECT max(n) FROM tally", as: Int?.self), database: database) var n: Int??
    try? await $n.load()
    try await database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS extra", arguments: [path])
    }
    #expect(await $n.value { $0 == 0 } != nil)
    try await other.run("UPDATE tally SET n = 1")
    #expect(await $n.value { $0 == 1 } != nil)
    let second = try DatabaseQueue(path: scratch.path(of: "second.db"))
    try await second.run("CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (10)")
    try await database.writeWithoutTransaction { db in
      try db.execute(sql: "DETACH extra")
      try db.execute(sql: "ATTACH ? AS extra", arguments: [second.path])
    }
    #expect(await $n.value { $0 == 10 } != nil)
    try await second.run("UPDATE tally SET n = 11")
    #expect(await $n.value { $0 == 11 } != nil)
  }

  /// Ways to open memory that several database objects share.
  enum Memory: CaseIterable { case byVFS, byName }

  @Test(arguments: Memory.allCases)
  func `a live query sees a commit of another queue on shared memory`(memory: Memory) async throws {
    let name = "shared-\(scratch.path(of: "").hashValue)"
    var configuration = Configuration()
    let path: String
    switch memory {
    case .byVFS:
      configuration.vfs = "memdb"
      path = "/" + name
    case .byName: path = "file:\(name)?mode=memory&cache=shared"
    }
    let first = try DatabaseQueue(path: path, configuration: configuration)
    try await first.run("CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
    let second = try DatabaseQueue(path: path, configuration: configuration)
    @FetchOne(#sql("SELECT n FROM tally", as: Int.self), database: first) var n: Int?
    try await $n.load()
    for step in 1...5 {
      try await second.run("UPDATE tally SET n = \(step)")
      #expect(await $n.value { $0 == step } != nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func `live queries follow a temporary table that hides another, until it is dropped`(kind: Kind)
    async throws
  {
    guard kind != .pool else { return }
    let (path, _) = try makeExtra()
    let database = try open(kind, attaching: path)
    try await database.run(
      """
      CREATE TABLE main.reminders (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '', \
      isCompleted INTEGER NOT NULL DEFAULT 0, remindersListID INTEGER NOT NULL DEFAULT 1);
      INSERT INTO reminders (id) VALUES (1), (2);
      """
    )
    @FetchOne(Reminder.count(), database: database) var count = 0
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $count.load()
    try await $reminders.load()
    #expect(count == 2)
    try await database.run(
      """
      CREATE TEMP TABLE reminders (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '', \
      isCompleted INTEGER NOT NULL DEFAULT 0, remindersListID INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;
      """
    )
    #expect(await $count.value { $0 == 0 } != nil)
    try await database.run("INSERT INTO reminders (id) VALUES (7)")
    #expect(await $count.value { $0 == 1 } != nil)
    #expect(await $reminders.value { $0.map(\.id) == [7] } != nil)
    try await database.run("DROP TABLE temp.reminders")
    #expect(await $reminders.value { $0.map(\.id) == [1, 2] } != nil)
    try await database.run("INSERT INTO reminders (id) VALUES (3)")
    #expect(await $count.value { $0 == 3 } != nil)
  }

  @Selection fileprivate struct ListCount: Hashable, Sendable {
    let list: Int
    let count: Int
  }

  @Test func `live queries see a transaction that writes a temporary table and the table it hides`()
    async throws
  {
    let (path, _) = try makeExtra()
    let database = try open(.queue, attaching: path)
    try await database.run(
      """
      CREATE TABLE reminders (id INTEGER NOT NULL PRIMARY KEY, title TEXT DEFAULT '', isCompleted DEFAULT 0, \
      remindersListID INTEGER) WITHOUT ROWID;
      INSERT INTO reminders (id, remindersListID) VALUES (1, 1), (2, 1), (8, 3);
      """
    )
    @FetchAll(
      Reminder.group(by: \.remindersListID).select {
        ListCount.Columns(list: $0.remindersListID, count: $0.id.count())
      },
      database: database
    ) var counts
    @FetchOne(#sql("SELECT count(*) FROM main.reminders", as: Int.self), database: database)
    var hidden = 0
    try await $counts.load()
    try await $hidden.load()
    #expect(counts == [ListCount(list: 1, count: 2), ListCount(list: 3, count: 1)])
    try await database.run(
      """
      CREATE TEMP TABLE reminders (id INT NOT NULL PRIMARY KEY, title TEXT DEFAULT '', isCompleted DEFAULT 0, \
      remindersListID INTEGER);
      """
    )
    #expect(await $counts.value { $0.isEmpty } != nil)
    try await database.run(
      """
      INSERT OR REPLACE INTO reminders (id, remindersListID) VALUES (8, 1);
      UPDATE reminders SET id = 1 WHERE id = 15;
      INSERT OR REPLACE INTO main.reminders (id, remindersListID) VALUES (1, 1)
      """
    )
    #expect(await $counts.value { $0 == [ListCount(list: 1, count: 1)] } != nil)
  }

  @Test(arguments: Kind.allCases)
  func `a count of rows in an attached table is kept up to date`(kind: Kind) async throws {
    let (path, other) = try makeExtra()
    let database = try open(kind, attaching: path)
    @FetchOne(#sql("SELECT count(*) FROM tally", as: Int.self), database: database) var count: Int?
    try await $count.load()
    try await database.run("INSERT INTO tally VALUES (5)")
    #expect(await $count.value { $0 == 2 } != nil)
    try await other.run("INSERT INTO tally VALUES (6)")
    #expect(await $count.value { $0 == 3 } != nil)
  }

  /// The readers of a pool notice it as another database object would.
  @Test(arguments: Kind.allCases)
  func `a live query follows an attached table that becomes a view, and a table again`(kind: Kind)
    async throws
  {
    let (path, other) = try makeExtra()
    try await other.run(Self.reminders)
    let database = try open(kind, attaching: path)
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    #expect($reminders.plan == .orderedPatch)
    try await database.run(
      """
      ALTER TABLE extra.reminders RENAME TO stored;
      CREATE VIEW extra.reminders AS SELECT * FROM stored;
      INSERT INTO extra.stored (id) VALUES (3)
      """
    )
    #expect(await $reminders.value { $0.count == 3 } != nil)
    try await database.run("INSERT INTO extra.stored (id) VALUES (4)")
    #expect(await $reminders.value { $0.count == 4 } != nil)
    try await database.run(
      """
      DROP VIEW extra.reminders; ALTER TABLE extra.stored RENAME TO reminders;
      DELETE FROM extra.reminders WHERE id < 3
      """
    )
    #expect(await $reminders.value { $0.map(\.id) == [3, 4] } != nil)
    #expect($reminders.plan == .orderedPatch)
  }

  private static let reminders = """
    CREATE TABLE reminders (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '', \
    isCompleted INTEGER NOT NULL DEFAULT 0, remindersListID INTEGER NOT NULL DEFAULT 1);
    INSERT INTO reminders (id) VALUES (1), (2);
    """

  @Test(arguments: Kind.allCases)
  func `a live query follows a schema change of an attached file by another object`(kind: Kind)
    async throws
  {
    let (path, other) = try makeExtra()
    try await other.run(Self.reminders)
    let database = try open(kind, attaching: path)
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    #expect($reminders.plan == .orderedPatch)
    try await other.run(
      "ALTER TABLE reminders RENAME TO stored; CREATE VIEW reminders AS SELECT * FROM stored"
    )
    try await other.run("INSERT INTO stored (id) VALUES (3)")
    #expect(await $reminders.value { $0.count == 3 } != nil)
    try await other.run("DROP VIEW reminders; ALTER TABLE stored RENAME TO reminders")
    try await other.run("DELETE FROM reminders WHERE id = 1")
    #expect(await $reminders.value { $0.map(\.id) == [2, 3] } != nil)
    try await database.run("DELETE FROM reminders WHERE id = 2")
    #expect(await $reminders.value { $0.map(\.id) == [3] } != nil)
  }
}
