import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Synchronization

/// A database object whose files can fail.
enum FaultyDatabase: CaseIterable {
  case queueWithRollbackJournal, queueWithWAL, pool

  func open(_ path: String, vfs: FaultInjectingVFS?) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.vfs = vfs?.name
    configuration.journalMode = self == .queueWithRollbackJournal ? .delete : .wal
    configuration.synchronous = .full
    configuration.maximumReaderCount = 1
    // The checks for other commits would be counted, and at random times.
    configuration.observesExternalChanges = false
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = 5; PRAGMA wal_autocheckpoint = 20")
    }
    return self == .pool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }
}

/// The forms of a write: blocking, asynchronous, and as a transaction that suspends.
enum WriteForm: CaseIterable {
  case synchronous, asynchronous, suspending

  func write(_ sql: String, to database: any DatabaseWriter) async throws {
    switch self {
    case .synchronous: try writeNow(sql, to: database)
    case .asynchronous: try await database.write { db in try db.execute(sql: sql) }
    case .suspending:
      try await database.transaction(deadline: .unhurried) { tx in try await tx.execute(sql: sql) }
    }
  }

  private func writeNow(_ sql: String, to database: any DatabaseWriter) throws {
    try database.write { db in try db.execute(sql: sql) }
  }
}

/// A file with committed rows, a write through a database object, and the effect of a fault.
struct SweptWrite {
  /// The rows that are seen.
  enum Seen: Equatable {
    case before, after
    case neither(String)
  }

  /// The result of a write during a fault.
  struct Attempt {
    var wasHit = false
    /// The error that the write threw; `nil` if it returned.
    var error: (any Error)?
    /// The rows that the object reads after the write.
    var seen = Seen.neither("not read")
    /// The number of change sets that the object published for the write.
    var changeSetCount = 0
    /// The reason why the object is unusable afterwards; `nil` if it reads and writes.
    var uselessness: (any Error)?
    /// The rows that another object reads from the file after this one was closed.
    var seenLater = Seen.neither("not read")
  }

  private let scratch: ScratchDirectory
  private let template: URL
  private let before: [String]
  private let after: [String]

  init() throws {
    scratch = try ScratchDirectory()
    template = scratch.url.appending(path: "template.db")
    let queue = try FaultyDatabase.queueWithRollbackJournal.open(template.path, vfs: nil)
    try queue.writeWithoutTransaction { try $0.execute(sql: Self.rows) }
    before = try queue.read(Self.fetch)
    try queue.close()
    let copy = scratch.url.appending(path: "after.db")
    try FileManager.default.copyItem(at: template, to: copy)
    let other = try FaultyDatabase.queueWithRollbackJournal.open(copy.path, vfs: nil)
    try other.write { try $0.execute(sql: Self.write) }
    after = try other.read(Self.fetch)
    try other.close()
  }
}

extension SweptWrite {
  private static let rows = """
    PRAGMA page_size = 512;
    VACUUM;
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, photo BLOB);
    CREATE INDEX itemName ON item (name);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
    INSERT INTO item SELECT i, 'item ' || i, CAST(printf('%.*c', i * 40, 'x') AS BLOB) FROM n;
    """

  private static let write = """
    INSERT INTO item (name, photo) VALUES ('large', CAST(printf('%.4000c', 'y') AS BLOB));
    UPDATE item SET name = name || '!', photo = zeroblob(700) WHERE id % 7 = 0;
    DELETE FROM item WHERE id % 5 = 0;
    """

  /// Returns the rows, without those of the write that follows the fault.
  private static func fetch(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql:
        "SELECT id || ' ' || name || ' ' || coalesce(hex(photo), '') FROM item WHERE id < 1000 ORDER BY id"
    )
  }

  /// Makes a fresh copy of the file.
  func makeFile() throws -> String {
    let file = scratch.url.appending(path: "\(UUID().uuidString).db")
    try FileManager.default.copyItem(at: template, to: file)
    return file.path
  }

  /// Writes to a fresh copy of the file during a fault, and continues without the fault.
  func attempt(
    _ subject: FaultyDatabase,
    _ form: WriteForm,
    with fault: Fault
  ) async throws -> Attempt {
    let path = try makeFile()
    let vfs = try FaultInjectingVFS()
    let database = try subject.open(path, vfs: vfs)
    let counter = ChangeSetCounter()
    let subscription = database.changeSource.subscribe(to: .fullDatabase) { _ in counter.add() }
    var attempt = Attempt()
    vfs.inject(fault)
    do { try await form.write(Self.write, to: database) } catch { attempt.error = error }
    attempt.wasHit = !vfs.hits.isEmpty
    vfs.recover()
    attempt.changeSetCount = counter.count
    attempt.seen = seen(by: database)
    attempt.uselessness = uselessness(of: database)
    subscription.cancel()
    try database.close()
    attempt.seenLater = try seenLater(in: path)
    return attempt
  }

  /// Writes to a fresh copy of the file until nothing succeeds, as if the process died.
  func crash(_ subject: FaultyDatabase, with fault: Fault) throws -> Attempt {
    let path = try makeFile()
    let vfs = try FaultInjectingVFS()
    var attempt = Attempt()
    do {
      let database = try subject.open(path, vfs: vfs)
      vfs.inject(fault)
      do { try database.write { try $0.execute(sql: Self.write) } } catch { attempt.error = error }
      attempt.wasHit = !vfs.hits.isEmpty
      try database.close()
    }
    vfs.recover()
    attempt.seenLater = try seenLater(in: path)
    return attempt
  }

  /// Returns the rows that a database object reads.
  func seen(by database: any DatabaseWriter) -> Seen {
    do {
      let rows = try rows(of: database)
      let integrity = try database.read { db in
        try String.fetchAll(db, sql: "PRAGMA integrity_check")
      }
      guard integrity == ["ok"] else { return .neither("\(integrity)") }
      return rows
    } catch {
      return .neither("\(error)")
    }
  }

  /// Returns the rows that a database object reads, whatever else the file contains.
  func rows(of database: any DatabaseWriter) throws -> Seen {
    let rows = try database.read(Self.fetch)
    if rows == before { return .before }
    return rows == after ? .after : .neither("rows of both")
  }

  private func seenLater(in path: String) throws -> Seen {
    let vfs = try FaultInjectingVFS()
    let database = try FaultyDatabase.pool.open(path, vfs: vfs)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let seen = seen(by: database)
    try database.close()
    return seen
  }

  /// Returns the reason why a database object is unusable.
  private func uselessness(of database: any DatabaseWriter) -> (any Error)? {
    do {
      try database.write {
        try $0.execute(sql: "INSERT INTO item (id, name) VALUES (1000, 'next')")
      }
      let count = try database.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE id = 1000")
      }
      return count == 1 ? nil : DatabaseError(code: .other, message: "The next write is not seen.")
    } catch {
      return error
    }
  }
}

/// A counter of published change sets.
private final class ChangeSetCounter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .sequentiallyConsistent) }
  func add() { value.add(1, ordering: .sequentiallyConsistent) }
}
