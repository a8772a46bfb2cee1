import DatabaseTools
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// The power fails at any moment: what was acknowledged is there as far as it was waited for, and the file is sound.
///
/// Each test goes through all operations on files, and for each looks at several of the things that can be on the disk.
@Suite struct PowerLossTests {
  private static var writes: [PowerLossRun.Step] { (1...3).map { PowerLossRun.write($0) } }

  /// A journal, and what it takes for a commit to be on the disk when it has returned.
  enum Durable: CaseIterable {
    case deletedJournal, truncatedJournal, persistentJournal, log, logOfPool

    private var settings: (journal: JournalMode, synchronous: SynchronousMode) {
      switch self {
      // The journal's name has to be gone too.
      case .deletedJournal: (.delete, .extra)
      case .truncatedJournal: (.truncate, .full)
      case .persistentJournal: (.persist, .full)
      case .log, .logOfPool: (.wal, .full)
      }
    }

    func run(_ steps: [PowerLossRun.Step], attaches: Bool = false, closes: Bool = true) throws
      -> PowerLossRun
    {
      try PowerLossRun(
        settings.journal,
        settings.synchronous,
        isPool: self == .logOfPool,
        attaches: attaches,
        closes: closes,
        steps
      )
    }
  }

  private func expectNothingLost(_ verdict: PowerLossRun.Verdict) {
    #expect(verdict.complaints == [])
    #expect(verdict.mostLost == 0)
    #expect(verdict.imageCount > 30)
  }

  @Test(arguments: Durable.allCases)
  func `what was acknowledged is there`(durable: Durable) throws {
    expectNothingLost(try durable.run(Self.writes).verdict())
  }

  @Test(arguments: Durable.allCases)
  func `so it is where the power fails again during the repair`(durable: Durable) throws {
    let run = try durable.run(Array(Self.writes.prefix(2)), closes: false)
    expectNothingLost(try run.verdict(losesAgain: true))
  }

  /// A file whose deletion was not waited for can come back: then the last transaction is undone, and no other.
  @Test
  func `a journal that is deleted can take the last commit with it, unless the folder is synced`()
    throws
  {
    let verdict = try PowerLossRun(.delete, .full, Self.writes).verdict()
    #expect(verdict.complaints == [])
    #expect(verdict.mostLost == 1)
  }

  @Test(arguments: [false, true])
  func `a log that is synced at checkpoints can lose the last commits, and keeps those before`(
    isPool: Bool
  ) throws {
    let verdict = try PowerLossRun(.wal, .normal, isPool: isPool, Self.writes).verdict()
    #expect(verdict.complaints == [])
    #expect(verdict.mostLost > 0)
  }

  @Test func `what is never waited for can be damaged`() throws {
    let verdict = try PowerLossRun(.delete, .off, Self.writes).verdict()
    #expect(!verdict.complaints.isEmpty)
  }

  @Test(arguments: Durable.allCases)
  func `what is done to the whole file is done, or not`(durable: Durable) throws {
    let other = try DatabaseQueue()
    try other.write { db in
      try db.execute(
        sql: """
          CREATE TABLE entries (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, body BLOB);
          INSERT INTO entries VALUES (1, 100, x'00'), (2, 100, zeroblob(9000))
          """
      )
    }
    let run = try durable.run([
      PowerLossRun.write(1), { try $0.vacuum() }, PowerLossRun.write(2),
      { try $0.restore(from: other) }, PowerLossRun.write(3), { try $0.erase() },
    ])
    expectNothingLost(try run.verdict())
  }

  /// A journal of journals makes one commit of two files; a log would not.
  @Test(arguments: [Durable.deletedJournal, .truncatedJournal, .persistentJournal])
  func `a transaction on two files is in both, or in neither`(durable: Durable) throws {
    let both = (1...2).map { PowerLossRun.write($0, to: ["main", "more"]) }
    expectNothingLost(try durable.run(both, attaches: true).verdict())
  }
}
