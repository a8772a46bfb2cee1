import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools

/// Steps on a database, each with one commit, and the results of losing power at any point.
struct PowerLossRun {
  typealias Step = (any DatabaseWriter) throws -> Void

  /// The result of the losses.
  struct Verdict {
    /// The number of different states of the disk that were found.
    var imageCount = 0
    /// The number of them that were judged.
    var judgedCount = 0
    /// The largest number of acknowledged steps that were lost.
    var mostLost = 0
    /// The failures under any durability: damage, and states that never existed.
    var complaints: [String] = []
  }

  private let scratch: ScratchDirectory
  private let path: String
  private let configuration: Configuration
  private let isPool: Bool
  /// The rows of the database before the first step and after each step.
  private var states: [[String]] = []
  private var disk = UnsyncedDisk()
  private var notes: [RecordingVFS.Note] = []

  /// Creates a file, and records the file operations of the steps.
  ///
  /// - Parameters:
  ///   - isPool: Whether a pool takes the steps instead of a queue.
  ///   - attaches: Whether a second file is attached as `more`.
  ///   - closes: Whether the database is closed after the last step, which is also recorded.
  init(
    _ journal: JournalMode,
    _ synchronous: SynchronousMode,
    isPool: Bool = false,
    attaches: Bool = false,
    closes: Bool = true,
    _ steps: [Step]
  ) throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "a.db")
    self.isPool = isPool
    var configuration = Configuration()
    configuration.journalMode = journal
    configuration.synchronous = synchronous
    configuration.maximumReaderCount = 1
    configuration.observesExternalChanges = false
    let attached = attaches ? scratch.path(of: "b.db") : nil
    configuration.prepareDatabase { db in
      // Little memory, so pages are written before a transaction ends, and a log that is
      // checkpointed soon.
      try db.execute(sql: "PRAGMA cache_size = 5; PRAGMA wal_autocheckpoint = 30")
      guard let attached else { return }
      try db.execute(sql: "ATTACH ? AS more", arguments: [attached])
      try db.execute(
        sql: "PRAGMA more.journal_mode = \(journal); PRAGMA more.synchronous = \(synchronous)"
      )
    }
    self.configuration = configuration
    for name in attaches ? ["b.db", "a.db"] : ["a.db"] { try makeFile(name) }
    try record(steps, closes: closes)
  }

  private func open(vfs: String? = nil) throws -> any DatabaseWriter {
    var configuration = configuration
    configuration.vfs = vfs
    return isPool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }
}

// MARK: - Steps

extension PowerLossRun {
  private static let schema = """
    PRAGMA page_size = 512;
    VACUUM;
    CREATE TABLE entries (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, body BLOB);
    CREATE INDEX entryStep ON entries (step, body);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
    INSERT INTO entries SELECT i, 0, CAST(printf('%.*c', i * 40, 'x') AS BLOB) FROM n;
    """

  /// Returns a transaction that adds pages, overwrites some and frees others.
  static func write(_ step: Int) -> Step { write(step, to: ["main"]) }

  /// Returns such a transaction on several files.
  static func write(_ step: Int, to schemas: [String]) -> Step {
    { database in
      try database.write { db in
        for schema in schemas {
          try db.execute(
            sql: """
              INSERT INTO \(schema).entries (step, body)
              VALUES (\(step), CAST(printf('%.*c', \(step * 300), 'y') AS BLOB)), (\(step), NULL);
              UPDATE \(schema).entries SET step = \(step), body = body || 'z' WHERE id % 5 = \(step % 5);
              DELETE FROM \(schema).entries WHERE id % 7 = \(step % 7)
              """
          )
        }
      }
    }
  }

  private func makeFile(_ name: String) throws {
    var configuration = Configuration()
    configuration.journalMode = self.configuration.journalMode
    let database = try DatabaseQueue(path: scratch.path(of: name), configuration: configuration)
    try database.writeWithoutTransaction { try $0.execute(sql: Self.schema) }
    try database.close()
  }

  private mutating func record(_ steps: [Step], closes: Bool) throws {
    disk = UnsyncedDisk(try files())
    let vfs = try RecordingVFS()
    let database = try open(vfs: vfs.name)
    states = [try database.read(Self.state)]
    for (index, step) in steps.enumerated() {
      try step(database)
      vfs.note(index + 1)
      states.append(try database.read(Self.state))
    }
    if closes { try database.close() }
    notes = vfs.notes
    if !closes { try database.close() }
  }

  /// Returns all rows of all files.
  private static func state(_ db: Database) throws -> [String] {
    var state: [String] = []
    for schema in try String.fetchAll(db, sql: "SELECT name FROM pragma_database_list ORDER BY 1") {
      let table = try String.fetchOne(
        db,
        sql: "SELECT name FROM \(quoted(schema)).sqlite_schema WHERE name = 'entries'"
      )
      guard table != nil else { continue }
      state += try String.fetchAll(
        db,
        sql: """
          SELECT '\(schema) ' || id || ' ' || step || ' ' || coalesce(hex(body), '')
          FROM \(quoted(schema)).entries
          """
      )
    }
    return state
  }
}

// MARK: - Remaining state

extension PowerLossRun {
  /// Checks the database after losing power at any point.
  ///
  /// `make test` checks a sample of the states of the disk.
  ///
  /// - Parameters:
  ///   - losesAgain: Whether power sometimes fails again while the database is opened and repaired.
  ///   - isFound: Whether what a test looks for was found; until then, all states are checked.
  func verdict(losesAgain: Bool = false, until isFound: (Verdict) -> Bool = { _ in true }) throws
    -> Verdict
  {
    var verdict = Verdict()
    var known: Set<[String: [UInt8]]> = []
    var disk = disk
    var acknowledged = 0
    for (moment, note) in notes.enumerated() {
      switch note {
      case .mark(let step):
        acknowledged = step
        // The same files must now show more steps.
        known = []
      case .event(let event): disk.apply(event)
      }
      for landing in landings(at: moment) {
        let files = disk.afterPowerLoss(landing)
        guard known.insert(files).inserted else { continue }
        verdict.imageCount += 1
        guard !isFound(verdict) || TestSample.contains(verdict.imageCount, every: 10) else {
          continue
        }
        let hint = "event \(moment), \(landing)"
        try judge(files, acknowledged, &verdict, hint)
        if losesAgain, verdict.judgedCount % 7 == 1 {
          try judgeRecovery(of: files, acknowledged, &verdict, hint, seed: moment)
        }
      }
    }
    return verdict
  }

  /// A log takes few operations, so each is checked more often.
  private var isLog: Bool { configuration.journalMode == .wal }

  private func landings(at moment: Int) -> [UnsyncedDisk.PersistedPart] {
    let first = UInt64(moment) &* 1_000 &+ PowerLossSettings.seed
    // If everything is written, it is as if the process died, which other tests check.
    return [moment % 4 == 0 ? .everything : .nothing]
      + (0..<PowerLossSettings.roundCount * (isLog ? 5 : 1)).map { .some(first &+ $0) }
  }

  /// Opens the remaining files, checks the rows, and writes to the database.
  private func judge(
    _ files: [String: [UInt8]],
    _ acknowledged: Int,
    _ verdict: inout Verdict,
    _ hint: String
  ) throws {
    verdict.judgedCount += 1
    do {
      try put(files)
      let seen = try look()
      // The last matching state, since a step may restore an earlier state.
      guard let step = states.prefix(acknowledged + 2).lastIndex(of: seen) else {
        verdict.complaints.append("\(hint): a state that never was, of \(seen.count) rows")
        return
      }
      verdict.mostLost = max(verdict.mostLost, acknowledged - step)
    } catch {
      verdict.complaints.append("\(hint): \(error)")
    }
  }

  /// Returns the rows of a database on the files, which must be intact and writable.
  private func look() throws -> [String] {
    let database = try open()
    defer { try? database.close() }
    let damage = try database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    guard damage == ["ok"] else { throw Damage(lines: damage) }
    let seen = try database.read(Self.state)
    try database.write { db in
      try db.execute(sql: "CREATE TABLE another (n); INSERT INTO another VALUES (1)")
    }
    return seen
  }

  private struct Damage: Error { let lines: [String] }

  /// Loses power at each point of the opening that repairs the files.
  private func judgeRecovery(
    of files: [String: [UInt8]],
    _ acknowledged: Int,
    _ verdict: inout Verdict,
    _ hint: String,
    seed: Int
  ) throws {
    try put(files)
    let vfs = try RecordingVFS()
    // The caller has already reported files that cannot be opened.
    guard let database = try? open(vfs: vfs.name) else { return }
    _ = try? database.read(Self.state)
    let notes = vfs.notes
    try database.close()
    var disk = UnsyncedDisk(files)
    for (moment, note) in notes.enumerated() {
      guard case .event(let event) = note else { continue }
      disk.apply(event)
      guard disk.unsyncedCount > 0 else { continue }
      let landing = UnsyncedDisk.PersistedPart.some(UInt64(seed * 31 + moment))
      let left = disk.afterPowerLoss(landing)
      try judge(left, acknowledged, &verdict, "\(hint), then \(moment) of the repair")
    }
  }
}

// MARK: - Files

extension PowerLossRun {
  private func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
      // Shared memory does not survive a power loss.
      guard !name.hasSuffix("-shm") else { continue }
      let path = scratch.path(of: name)
      files[path] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    return files
  }

  /// Replaces the folder's files by these, at the same paths, since journals name each other.
  private func put(_ files: [String: [UInt8]]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
      try FileManager.default.removeItem(atPath: scratch.path(of: name))
    }
    for (path, content) in files { try Data(content).write(to: URL(fileURLWithPath: path)) }
  }
}

/// The number of random choices, at each point, of the unsynced writes that reach the disk.
///
/// It is `LIVESQL_POWER_ROUNDS`, with seeds from `LIVESQL_POWER_SEED` on.
enum PowerLossSettings {
  static var seed: UInt64 { number("LIVESQL_POWER_SEED") ?? 0 }
  static var roundCount: UInt64 { number("LIVESQL_POWER_ROUNDS") ?? 1 }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }
}
