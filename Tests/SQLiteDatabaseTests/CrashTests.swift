import DatabaseTypes
import Dispatch
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of processes that are killed while they write: their acknowledged commits remain.
@Suite(.mayBlock, .timeLimit(.hang)) struct CrashTests {
  @Test(arguments: [JournalMode.wal, .delete, .truncate])
  func `keeps acknowledged commits after a kill`(journal: JournalMode) async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "crash.db")
    var acknowledged = 0
    for round in 0..<CrashSettings.roundCount {
      let count = try await acknowledgedCount(path, journal, round: round)
      acknowledged += count
      try checkAfterCrash(path, journal, acknowledged: &acknowledged)
    }
    #expect(acknowledged >= CrashSettings.roundCount - 1)
  }

  /// Lets another process write until it is killed.
  ///
  /// - Returns: The number of acknowledged commits.
  private func acknowledgedCount(_ path: String, _ journal: JournalMode, round: Int) async throws
    -> Int
  {
    var random = SeededGenerator(seed: UInt64(round))
    // Between the first commit and the hundredth, at any point of the commits that follow.
    let quiet = round == 0 ? 0 : Int.random(in: 1...100, using: &random)
    let fuse = Int.random(in: 0...3000, using: &random)
    let result = await #expect(
      processExitsWith: .signal(SIGKILL),
      observing: [\.standardOutputContent]
    ) {
      [
        path = path as String, mode = journal.rawValue as String, quiet = quiet as Int,
        fuse = fuse as Int,
      ] in
      let journal = JournalMode(rawValue: mode) ?? .wal
      try CrashingWriter(path: path, journal: journal, quietCommits: quiet, fuse: fuse).run()
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    return output.split(separator: "\n").count { $0.hasPrefix(CrashingWriter.mark) }
  }

  private func checkAfterCrash(
    _ path: String,
    _ journal: JournalMode,
    acknowledged: inout Int
  ) throws {
    let database = try CrashingWriter.open(path, journal)
    defer { try? database.close() }
    try database.read { db in
      #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
      guard try Bool.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == true else { return }
      let ids = try Int.fetchAll(db, sql: "SELECT id FROM entries ORDER BY id")
      #expect(ids == Array(0..<ids.count))
      #expect(ids.count >= acknowledged)
      // One transaction writes both tables.
      #expect(try Int.fetchOne(db, sql: "SELECT n FROM total") == ids.count)
      // The last commit may not have been acknowledged.
      #expect(ids.count <= acknowledged + 1)
      acknowledged = ids.count
    }
  }
}

/// The number of times that a process is killed in each journal mode; `LIVESQL_CRASH_ROUNDS`.
enum CrashSettings {
  static var roundCount: Int {
    let text = ProcessInfo.processInfo.environment["LIVESQL_CRASH_ROUNDS"]
    return text.flatMap(Int.init) ?? TestRounds.scaled(3)
  }
}

/// A process that commits, acknowledges each commit, and kills itself when its fuse has burned
/// down.
private struct CrashingWriter {
  static let mark = "committed"

  let path: String
  let journal: JournalMode
  /// The number of commits after which the fuse is lit.
  let quietCommits: Int
  /// The time until the kill, in microseconds.
  let fuse: Int

  static func open(_ path: String, _ journal: JournalMode) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.journalMode = journal
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  func run() throws {
    let database = try Self.open(path, journal)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, body BLOB);
          CREATE TABLE IF NOT EXISTS total (n INTEGER);
          INSERT INTO total SELECT 0 WHERE NOT EXISTS (SELECT * FROM total)
          """
      )
    }
    for count in 0... {
      if count == quietCommits { light() }
      try database.write { db in
        try db.execute(
          sql: """
            INSERT INTO entries SELECT n, randomblob(abs(random() % 6000)) FROM total;
            UPDATE total SET n = n + 1
            """
        )
      }
      FileHandle.standardOutput.write(Data("\(Self.mark)\n".utf8))
    }
  }

  private func light() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(fuse)) {
      kill(getpid(), SIGKILL)
    }
  }
}
