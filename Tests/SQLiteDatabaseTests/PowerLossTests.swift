import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of losing power at any point: commits survive as far as they were synced, and the file is
/// intact.
///
/// Each test goes through all file operations, and for each checks several possible states of the
/// disk; `make test` checks a sample of these states.
@Suite(.mayBlock, .timeLimit(.hang)) struct PowerLossTests {
  private static var writes: [PowerLossRun.Step] { (1...3).map { PowerLossRun.write($0) } }

  /// A journal mode, with the synchronous mode that makes a returned commit durable.
  enum Durable: CaseIterable {
    case deletedJournal, truncatedJournal, persistentJournal, log, logOfPool

    private var settings: (journal: JournalMode, synchronous: SynchronousMode) {
      switch self {
      // The deletion of the journal must be durable as well.
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
    #expect(verdict.judgedCount * TestSample.distance(10) >= 30)
  }

  @Test(arguments: Durable.allCases)
  func `acknowledged commits survive`(durable: Durable) throws {
    expectNothingLost(try durable.run(Self.writes).verdict())
  }

  @Test(arguments: Durable.allCases)
  func `acknowledged commits survive a power loss during the repair`(durable: Durable) throws {
    let run = try durable.run(Array(Self.writes.prefix(2)), closes: false)
    expectNothingLost(try run.verdict(losesAgain: true))
  }

  /// A file whose deletion was not synced can reappear: then only the last transaction is undone.
  @Test
  func `a deleted journal can undo the last commit unless the folder is synced`() throws {
    let verdict = try PowerLossRun(.delete, .full, Self.writes).verdict { $0.mostLost > 0 }
    #expect(verdict.complaints == [])
    #expect(verdict.mostLost == 1)
  }

  @Test(arguments: [false, true])
  func `a log that is synced at checkpoints can lose only the last commits`(
    isPool: Bool
  ) throws {
    let run = try PowerLossRun(.wal, .normal, isPool: isPool, Self.writes)
    let verdict = try run.verdict { $0.mostLost > 0 }
    #expect(verdict.complaints == [])
    #expect(verdict.mostLost > 0)
  }

  @Test func `a database that is never synced can be damaged`() throws {
    let run = try PowerLossRun(.delete, .off, Self.writes)
    let verdict = try run.verdict { !$0.complaints.isEmpty }
    #expect(!verdict.complaints.isEmpty)
  }

  @Test(arguments: Durable.allCases)
  func `an operation on the whole file is done or not`(durable: Durable) throws {
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

  /// The journals are joined by a super-journal into one commit of both files; a log would not do
  /// so.
  @Test(arguments: [Durable.deletedJournal, .truncatedJournal, .persistentJournal])
  func `a transaction on two files is in both or in neither`(durable: Durable) throws {
    let both = (1...2).map { PowerLossRun.write($0, to: ["main", "more"]) }
    expectNothingLost(try durable.run(both, attaches: true).verdict())
  }
}
