import IncrementalQueries
import LiveSQLTestSupport
import Testing

/// Property tests of each plan: after any commit, its result equals that of the query run afresh,
/// and its difference leads to it.
@Suite(.mayBlock) struct PlanPropertyTests {
  private func judge(_ judges: [any JudgedResult], seed: UInt64) throws -> [any JudgedResult] {
    var round = try PlanRound(seed: seed, judges)
    let complaint = try round.run(transactionCount: 60)
    #expect(complaint == nil, "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    return round.judges
  }

  @Test(arguments: PropertySeeds.of(2))
  func `a row that is looked up equals a fresh read`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.lookups, seed: seed)
    #expect(judges.dropLast().allSatisfy { $0.plan == .pointLookup })
  }

  @Test(arguments: PropertySeeds.of(2))
  func `filtered rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.filters, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .keyedPatch })
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `ordered rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.orders, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .orderedPatch }, "\(judges.map(\.plan))")
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `the first rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.windows, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .orderedWindow }, "\(judges.map(\.plan))")
  }

  @Test(arguments: PropertySeeds.of(2))
  func `patched aggregates equal those of the query`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.aggregates, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .aggregate }, "\(judges.map(\.plan))")
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `touched groups are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.groups, seed: seed)
    // A custom collation may distinguish groups, and such groups cannot be patched.
    let plans: [LivePlan?] = [.groups, .rerun(.groupCollation("backwards"))]
    #expect(judges.allSatisfy { plans.contains($0.plan) }, "\(judges.map(\.plan))")
    #expect(judges[0].plan == .groups)
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `joined rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.joins, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .join }, "\(judges.map(\.plan))")
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `groups of joined rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.groupedJoins, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .groups }, "\(judges.map(\.plan))")
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `the first joined rows and groups are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.joinedWindows, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .orderedWindow }, "\(judges.map(\.plan))")
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `distinct rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.distinctRows, seed: seed)
    let plans: [LivePlan?] = [.distinctRows, .orderedWindow]
    #expect(judges.allSatisfy { plans.contains($0.plan) }, "\(judges.map(\.plan))")
    // With a few seeds in a thousand, no commit changes the set of values of the first statement.
    #expect(judges.contains { $0.patchCount > 0 })
  }

  @Test(arguments: PropertySeeds.of(2))
  func `SQL text is patched as if it were fetched`(seed: UInt64) throws {
    let texts = PlanQueries.texts
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    let collations: [LivePlan?] = [.rerun(.groupCollation("backwards"))]
    for (judge, text) in zip(judges, texts) {
      #expect(judge.plan == text.plan || collations.contains(judge.plan), "\(text.sql)")
    }
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `partitions of window functions are patched as if they were fetched`(seed: UInt64) throws {
    let texts = PlanQueries.partitions
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) { #expect(judge.plan == text.plan, "\(text.sql)") }
    #expect(judges[0].patchCount > 0)
  }

  @Test(.requiresSQLite(3, 39), arguments: PropertySeeds.of(2))
  func `right joins are patched as if they were fetched`(seed: UInt64) throws {
    let texts = PlanQueries.rightJoins
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) { #expect(judge.plan == text.plan, "\(text.sql)") }
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `rows with subqueries are patched as if they were fetched`(seed: UInt64) throws {
    let texts = PlanQueries.subqueries
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) { #expect(judge.plan == text.plan, "\(text.sql)") }
    #expect(judges.contains { $0.patchCount > 0 })
  }

  @Test(arguments: PropertySeeds.of(2))
  func `rows that show the last of others are patched as if they were fetched`(seed: UInt64) throws
  {
    let texts = PlanQueries.lastOf
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) { #expect(judge.plan == text.plan, "\(text.sql)") }
    #expect(judges[0].patchCount > 0 && judges[1].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `views and statements in FROM are expanded and patched`(seed: UInt64) throws {
    let texts = PlanQueries.derived
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) {
      let plans: [LivePlan?] = [text.plan, .rerun(.groupCollation("backwards"))]
      #expect(plans.contains(judge.plan), "\(text.sql)")
    }
    #expect(judges.contains { $0.patchCount > 0 })
  }

  /// The reasons why a compound statement may not be patched for some seeds: collations, and a
  /// column with both 1 and 1.0.
  private static let compoundRefusals: [LivePlan?] = [
    .rerun(.groupCollation("backwards")), .rerun(.unknownOrder), .rerun(.distinct),
    .rerun(.repeatedKey),
  ]

  @Test(arguments: PropertySeeds.of(2))
  func `compound statements are patched as if they were fetched`(seed: UInt64) throws {
    let texts = PlanQueries.compounds
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) {
      let isRefused = Self.compoundRefusals.contains(judge.plan)
      #expect(judge.plan == text.plan || isRefused, "\(text.sql)")
    }
    #expect(judges[0].plan == .compound)
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `subqueries that do not depend on the row are read again when they change`(seed: UInt64)
    throws
  {
    let texts = PlanQueries.commonSubqueries
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) { #expect(judge.plan == text.plan, "\(text.sql)") }
    #expect(judges.contains { $0.patchCount > 0 })
  }

  @Test(arguments: PropertySeeds.of(2))
  func `an inner join behind an outer one shows the rows that a fresh query shows`(seed: UInt64)
    throws
  {
    let texts = PlanQueries.innerBehindOuter
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) {
      #expect(judge.plan == text.plan, "\(text.sql)")
    }
  }

  @Test(.requiresSQLite(3, 39), arguments: PropertySeeds.of(2))
  func `full joins are patched as if they were fetched`(seed: UInt64) throws {
    let texts = PlanQueries.fullJoins
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) { #expect(judge.plan == text.plan, "\(text.sql)") }
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `patched totals equal those of the query`(seed: UInt64) throws {
    let texts = PlanQueries.totals
    let judges = try judge(try texts.map { try #require(PlanQueries.text($0.sql)) }, seed: seed)
    for (judge, text) in zip(judges, texts) { #expect(judge.plan == text.plan, "\(text.sql)") }
    #expect(judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `queries that cannot be patched run again`(seed: UInt64) throws {
    let texts = PlanQueries.textReruns.compactMap(PlanQueries.text)
    #expect(texts.count == PlanQueries.textReruns.count)
    let judges = try judge(texts, seed: seed)
    #expect(judges.allSatisfy { $0.plan?.isRerun == true }, "\(judges.map(\.plan))")
  }
}
