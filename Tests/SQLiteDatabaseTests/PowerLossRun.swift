import DatabaseTools
import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase

/// Steps on a database, each of which commits once, and what a loss of power at any moment of them leaves.
struct PowerLossRun {
  typealias Step = (any DatabaseWriter) throws -> Void

  /// What the losses left.
  struct Verdict {
    var imageCount = 0
    /// How many acknowledged steps were missing at worst.
    var mostLost = 0
    /// What is wrong whatever was waited for: damage, and states that never were.
    var complaints: [String] = []
  }

  private let scratch: ScratchDirectory
  private let path: String
  private let configuration: Configuration
  private let isPool: Bool
  /// What the database shows before the first step and after each.
  private var states: [[String]] = []
  private var disk = UnsyncedDisk()
  private var notes: [RecordingVFS.Note] = []

  /// Makes a file, and notes what steps do with it.
  ///
  /// - Parameters:
  ///   - isPool: Whether a pool takes the steps, and not a queue.
  ///   - attaches: Whether there is a second file, attached as `more`.
  ///   - closes: Whether the database is closed after the last step, which is noted too.
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
      // Little memory, so that pages are written before a transaction ends, and a log that is soon worked off.
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

// MARK: - What is done

extension PowerLossRun {
  private static let schema = """
    PRAGMA page_size = 512;
    VACUUM;
    CREATE TABLE entries (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, body BLOB);
    CREATE INDEX entryStep ON entries (step, body);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
    INSERT INTO entries SELECT i, 0, CAST(printf('%.*c', i * 40, 'x') AS BLOB) FROM n;
    """

  /// A transaction that adds pages, overwrites some and frees others.
  static func write(_ step: Int) -> Step { write(step, to: ["main"]) }

  /// Such a transaction in several files.
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

  /// All rows of all files.
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

// MARK: - What is left

extension PowerLossRun {
  /// Looks at what losses of power would leave at any moment.
  ///
  /// - Parameter losesAgain: Whether the power fails again, now and then, while the database is opened and repaired.
  func verdict(losesAgain: Bool = false) throws -> Verdict {
    var verdict = Verdict()
    var known: Set<[String: [UInt8]]> = []
    var disk = disk
    var acknowledged = 0
    for (moment, note) in notes.enumerated() {
      switch note {
      case .mark(let step):
        acknowledged = step
        // The same files are too little now.
        known = []
      case .event(let event): disk.apply(event)
      }
      for landing in landings(at: moment) {
        let files = disk.afterPowerLoss(landing)
        guard known.insert(files).inserted else { continue }
        let hint = "event \(moment), \(landing)"
        try judge(files, acknowledged, &verdict, hint)
        if losesAgain, verdict.imageCount % 7 == 0 {
          try judgeRecovery(of: files, acknowledged, &verdict, hint, seed: moment)
        }
      }
    }
    return verdict
  }

  /// A log takes few operations, of which each is worth more looks.
  private var isLog: Bool { configuration.journalMode == .wal }

  private func landings(at moment: Int) -> [UnsyncedDisk.Landing] {
    let first = UInt64(moment) &* 1_000 &+ PowerLossSettings.seed
    // That everything is there is what a process that dies leaves, which other tests look at.
    return [moment % 4 == 0 ? .everything : .nothing]
      + (0..<PowerLossSettings.roundCount * (isLog ? 5 : 1)).map { .some(first &+ $0) }
  }

  /// Opens what is left, looks at it, and uses it.
  private func judge(
    _ files: [String: [UInt8]],
    _ acknowledged: Int,
    _ verdict: inout Verdict,
    _ hint: String
  ) throws {
    verdict.imageCount += 1
    do {
      try put(files)
      let seen = try look()
      // The last one that looks so: a step may lead back to a state that was there before.
      guard let step = states.prefix(acknowledged + 2).lastIndex(of: seen) else {
        verdict.complaints.append("\(hint): a state that never was, of \(seen.count) rows")
        return
      }
      verdict.mostLost = max(verdict.mostLost, acknowledged - step)
    } catch {
      verdict.complaints.append("\(hint): \(error)")
    }
  }

  /// What a database that is opened on the files shows; it has to be sound and to take writes.
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

  /// Lets the power fail at each moment of the opening that repairs what is left.
  private func judgeRecovery(
    of files: [String: [UInt8]],
    _ acknowledged: Int,
    _ verdict: inout Verdict,
    _ hint: String,
    seed: Int
  ) throws {
    try put(files)
    let vfs = try RecordingVFS()
    // What cannot be opened has been complained of.
    guard let database = try? open(vfs: vfs.name) else { return }
    _ = try? database.read(Self.state)
    let notes = vfs.notes
    try database.close()
    var disk = UnsyncedDisk(files)
    for (moment, note) in notes.enumerated() {
      guard case .event(let event) = note else { continue }
      disk.apply(event)
      guard disk.unsyncedCount > 0 else { continue }
      let landing = UnsyncedDisk.Landing.some(UInt64(seed * 31 + moment))
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
      // Shared memory does not outlast the power.
      guard !name.hasSuffix("-shm") else { continue }
      let path = scratch.path(of: name)
      files[path] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    return files
  }

  /// Has these files in the folder, and no others: at their places, since journals name each other.
  private func put(_ files: [String: [UInt8]]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
      try FileManager.default.removeItem(atPath: scratch.path(of: name))
    }
    for (path, content) in files { try Data(content).write(to: URL(fileURLWithPath: path)) }
  }
}

/// How often it is decided anew, at each moment, what of the unsynced reaches the disk: `LIVESQL_POWER_ROUNDS`, with seeds
/// from `LIVESQL_POWER_SEED` on.
enum PowerLossSettings {
  static var seed: UInt64 { number("LIVESQL_POWER_SEED") ?? 0 }
  static var roundCount: UInt64 { number("LIVESQL_POWER_ROUNDS") ?? 1 }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }
}
