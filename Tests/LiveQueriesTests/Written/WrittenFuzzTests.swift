import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Live queries of statements as people and generators write them, on databases as they have them.
///
/// The other fuzzers choose among a few dozen fixed statements in one spelling, which their authors
/// wrote for plans that existed. So they never do what this one is made of:
/// - `USING` and `NATURAL`, and views with them: what only the names of columns join.
/// - Comments, odd spaces, the four kinds of quotes, keywords as names, `rowid` by its other names
///   and as a column, aliases that hide tables and columns, a `WITH` called like its table.
/// - Files with UTF-16, texts that are not UTF-8 or that only Swift considers equal, and
///   comparisons whose sides have different collations.
/// - Rows that fail where the statement does not look: behind `LIMIT` and `OFFSET`, in later
///   groups, beside the condition of an outer row.
/// - Equal numbers of several kinds, signed zeros and infinite numbers in one column.
/// - Correlated subqueries with an inequality, and a count of what they cost: `WrittenCostTests`.
/// - A second opinion on what a statement reads: ``WrittenRegions``.
@Suite(.mayBlock, .serialized, .timeLimit(.hang)) struct WrittenFuzzTests {
  @Test(arguments: 0..<UInt64(TestRounds.scaled(2)))
  func `every shape is a statement, however it is written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var layout = WrittenLayout(seed: seed, using: &random)
    while !layout.hasTemporary { layout = WrittenLayout(seed: seed, using: &random) }
    let bench = try WrittenBench(layout)
    for shape in WrittenShape.all {
      let query = WrittenScribe.query(shape.template, using: &random)
      try expectCompiles(query.written, bench)
      try expectCompiles(query.plain, bench)
    }
    // Without its trigger, nothing can be inserted into the view.
    for template in WrittenStatements.all where !template.contains("INTO [named]") {
      try expectCompiles(WrittenScribe.statement(template, using: &random), bench)
    }
  }

  private func expectCompiles(_ sql: String, _ bench: WrittenBench) throws {
    let failure = try bench.here.writeWithoutTransaction { db -> String? in
      do { _ = try db.region(ofSQL: sql) } catch { return "\(error)" }
      return nil
    }
    #expect(failure == nil, "\(sql)")
  }

  @Test(arguments: [
    ("SELECT count(*) FROM o NATURAL JOIN cu", ["cu", "o"]),
    ("SELECT n FROM counted", ["cu", "o"]),
    ("SELECT 1 FROM extra.note", ["extra.note"]),
    ("SELECT count(*) FROM hay JOIN item ON item.id = hay.rowid", ["hay", "item"]),
  ])
  func `the program of a statement says which tables it opens`(
    sql: String,
    tables: [String]
  ) throws {
    var random = SeededGenerator(seed: 1)
    let bench = try WrittenBench(WrittenLayout(plain: &random))
    let opened = try bench.here.read { try WrittenRegions.openedTables(sql, $0) }
    #expect(Set(opened.map(\.description)).sorted() == tables)
  }

  @Test(arguments: WrittenSettings.seeds)
  func `a live query shows the rows of a fresh read`(seed: UInt64) async throws {
    var next = seed
    repeat {
      guard try await isRight(next) else { return }
      next += 1
    } while WrittenSettings.total.withLock(\.commits) < WrittenSettings.wantedCommits
  }

  /// Runs a round, and records what is wrong in it.
  private func isRight(_ seed: UInt64) async throws -> Bool {
    let script = WrittenScript(seed: seed, commitCount: WrittenSettings.commitCount)
    let round = try WrittenRound(script, patience: .hang)
    let complaint = await round.complaint()
    WrittenSettings.report(round.counts, seed, differences: complaint == nil ? 0 : 1)
    guard let complaint else { return true }
    // Told first, since the search may not end within the time of a test.
    Issue.record("LIVESQL_FUZZ_SEED=\(seed): \(complaint.text)")
    var shrinking = try WrittenShrinking(script, complaint)
    await shrinking.run()
    Issue.record("\(shrinking.report)")
    return false
  }
}

/// The seeds that are tried: `LIVESQL_FUZZ_ROUNDS` of them, starting at `LIVESQL_FUZZ_SEED`; or as
/// many, one after the other, as `LIVESQL_FUZZ_COMMITS` needs.
///
/// By default, those that together have every shape once.
enum WrittenSettings {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The number of commits after which no further seed is tried; 0 if that is not limited by it.
  static let wantedCommits = number("LIVESQL_FUZZ_COMMITS") ?? 0

  static let seeds: Range<UInt64> = {
    let seeds = PropertySeeds.of(12)
    return wantedCommits > 0 ? seeds.lowerBound..<seeds.lowerBound + 1 : seeds
  }()

  private static let isAsked = wantedCommits > 0 || number("LIVESQL_FUZZ_ROUNDS") != nil

  /// The number of transactions in a round.
  static let commitCount = number("LIVESQL_FUZZ_OPERATIONS") ?? (isAsked ? 60 : 14)

  static let total = Mutex(WrittenCounts())

  /// Counts what was judged, and prints the table now and then if many rounds were asked for.
  static func report(_ counts: WrittenCounts, _ seed: UInt64, differences: Int) {
    let total = total.withLock { total in
      total.add(counts)
      return total
    }
    guard isAsked else { return }
    let isLast = seed + 1 == seeds.upperBound || wantedCommits > 0 && total.commits >= wantedCommits
    if isLast || differences > 0 || total.rounds % 100 == 0 {
      print("fuzz:\n\(total.table(seed: seed, differences: differences))")
    }
  }
}
