import Foundation
import LiveSQLTestSupport
import SQLite

/// A file with committed rows, a transaction on them, and the effect of a fault.
///
/// Pages are small and so is the cache, so the transaction writes pages before it commits.
struct SweptTransaction {
  /// The state of the rows that a connection sees.
  enum Seen: Equatable {
    /// The rows that were committed before the transaction.
    case before
    /// The rows after the transaction.
    case after
    /// Any other state, which breaks the promise.
    case neither(String)
  }

  /// The result of a transaction during a fault.
  struct Attempt {
    /// Whether the fault occurred.
    var wasHit = false
    /// The error of the transaction; `nil` if it committed.
    var error: SQLiteError?
    /// What the connection itself sees afterwards; `nil` if it was not asked.
    var seenByItself: Seen?
    /// What a connection that is opened afterwards sees.
    var seenLater = Seen.before
  }

  private let scratch: ScratchDirectory
  private let template: URL
  private let mode: JournalMode
  /// The number of pages that a connection keeps in memory.
  private let cacheSize: Int
  private let before: [String]
  private let after: [String]

  init(_ mode: JournalMode, cacheSize: Int = 5) throws {
    self.mode = mode
    self.cacheSize = cacheSize
    scratch = try ScratchDirectory()
    template = scratch.url.appending(path: "template.db")
    let connection = try Connection(path: template.path)
    try connection.execute(Self.rows)
    try connection.execute("PRAGMA journal_mode = \(mode)")
    before = try connection.texts(Self.query)
    try connection.close()
    let copy = scratch.url.appending(path: "after.db")
    try FileManager.default.copyItem(at: template, to: copy)
    let other = try Connection(path: copy.path)
    try other.execute(Self.transaction)
    after = try other.texts(Self.query)
    try other.close()
  }
}

extension SweptTransaction {
  /// The rows that exist before the transaction.
  private static let rows = """
    PRAGMA page_size = 512;
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, photo BLOB);
    CREATE INDEX itemName ON item (name);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
    INSERT INTO item SELECT i, 'item ' || i, CAST(printf('%.*c', i * 40, 'x') AS BLOB) FROM n;
    """

  private static let transaction = """
    BEGIN IMMEDIATE;
    INSERT INTO item (name, photo)
    VALUES ('large', CAST(printf('%.5000c', 'y') AS BLOB)), ('none', NULL);
    UPDATE item SET name = name || '!', photo = zeroblob(700) WHERE id % 7 = 0;
    DELETE FROM item WHERE id % 5 = 0;
    INSERT INTO item (name) SELECT 'copy of ' || name FROM item WHERE id < 8;
    COMMIT;
    """

  private static let query = "SELECT id || ' ' || name || ' ' || hex(photo) FROM item ORDER BY id"

  /// Runs the transaction on a fresh copy of the file with a fault injected.
  ///
  /// - Parameters:
  ///   - fault: The fault, which is injected before the connection is opened.
  ///   - survives: Whether the connection continues without the fault; otherwise it is closed
  ///     with it.
  ///   - second: A fault while the file is opened again, before it is opened for good.
  func attempt(
    with fault: Fault,
    survives: Bool,
    andThen second: Fault? = nil
  ) throws -> Attempt {
    let file = scratch.url.appending(path: "\(UUID().uuidString).db")
    try FileManager.default.copyItem(at: template, to: file)
    let vfs = try FaultInjectingVFS()
    var attempt = Attempt()
    vfs.inject(fault)
    do throws(SQLiteError) {
      let connection = try Connection(path: file.path, vfs: vfs.name)
      attempt.error = run(on: connection)
      if survives {
        vfs.recover()
        attempt.seenByItself = seen(by: connection)
      }
      try connection.close()
    } catch {
      attempt.error = error
    }
    attempt.wasHit = !vfs.hits.isEmpty
    if let second { attempt.wasHit = isHit(by: second, opening: file, vfs) }
    vfs.recover()
    attempt.seenLater = seen(by: try Connection(path: file.path, vfs: vfs.name))
    try FileManager.default.removeItem(at: file)
    return attempt
  }

  /// Whether a fault occurs while a file is opened, which repairs the effects of a crash.
  private func isHit(by fault: Fault, opening file: URL, _ vfs: FaultInjectingVFS) -> Bool {
    vfs.inject(fault)
    if let connection = try? Connection(path: file.path, vfs: vfs.name) {
      _ = try? connection.texts(Self.query)
    }
    return !vfs.hits.isEmpty
  }

  private func run(on connection: Connection) -> SQLiteError? {
    do throws(SQLiteError) {
      try connection.execute(
        """
        PRAGMA cache_size = \(cacheSize); PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 20;
        PRAGMA journal_mode = \(mode);
        """
      )
      try connection.execute(Self.transaction)
      return nil
    } catch {
      // If SQLite has already rolled back, nothing is left to roll back.
      if !connection.isAutocommit { try? connection.execute("ROLLBACK") }
      return error
    }
  }

  /// Returns what a connection sees; the database must be intact and writable.
  private func seen(by connection: Connection) -> Seen {
    do {
      let integrity = try connection.texts("PRAGMA integrity_check")
      guard integrity == ["ok"] else { return .neither("\(integrity)") }
      let rows = try connection.texts(Self.query)
      try connection.execute("BEGIN IMMEDIATE; DELETE FROM item; ROLLBACK")
      if rows == before { return .before }
      return rows == after ? .after : .neither("rows of both")
    } catch {
      return .neither("\(error)")
    }
  }
}
