import Foundation
import LiveSQLTestSupport
import SQLite

/// A file with committed rows, a transaction on them, and what a fault makes of it.
///
/// Pages are small and so is the cache, so that the transaction writes pages before it commits.
struct SweptTransaction {
  /// What a connection sees of the rows.
  enum Seen: Equatable {
    /// What was committed before the transaction.
    case before
    /// What the transaction leaves.
    case after
    /// A broken promise.
    case neither(String)
  }

  /// What a fault made of the transaction.
  struct Attempt {
    /// Whether the fault hit anything.
    var wasHit = false
    /// Why the transaction failed; `nil` where it committed.
    var error: SQLiteError?
    /// What the connection itself sees afterwards; `nil` where it was not asked or cannot tell.
    var seenByItself: Seen?
    /// What a connection sees that is opened afterwards.
    var seenLater = Seen.before
  }

  private let scratch: ScratchDirectory
  private let template: URL
  private let mode: JournalMode
  /// How many pages a connection keeps in memory.
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
  /// The rows that are there before.
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

  /// Runs the transaction on a fresh copy of the file while a fault waits for it.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong, from the opening of the connection on.
  ///   - survives: Whether the connection lives on, without the fault; else it is closed with it.
  ///   - second: What goes wrong when the file is opened again, before it is opened for good.
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

  /// Whether a fault hits the opening of a file, which repairs what a crash left.
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
      // Where SQLite has rolled back by itself there is nothing left to roll back.
      if !connection.isAutocommit { try? connection.execute("ROLLBACK") }
      return error
    }
  }

  /// What a connection sees, which has to be whole and writable.
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
