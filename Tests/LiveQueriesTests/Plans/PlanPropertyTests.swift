import IncrementalQueries
import Testing

/// Each plan: after any commit its result is that of the query run afresh, and its difference leads there.
@Suite struct PlanPropertyTests {
  private func judge(_ judges: [any JudgedResult], seed: UInt64) throws -> [any JudgedResult] {
    var round = try PlanRound(seed: seed, judges)
    let complaint = try round.run(transactionCount: 60)
    #expect(complaint == nil, "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    return round.judges
  }

  @Test(arguments: PlanFuzz.seeds)
  func `a row that is looked up is that of the database`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.lookups, seed: seed)
    #expect(judges.dropLast().allSatisfy { $0.plan == .pointLookup })
  }

  @Test(arguments: PlanFuzz.seeds)
  func `filtered rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.filters, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .keyedPatch })
    #expect(judges[0].patchCount > 10)
  }

  @Test(arguments: PlanFuzz.seeds)
  func `ordered rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.orders, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .orderedPatch }, "\(judges.map(\.plan))")
    #expect(judges[0].patchCount > 10)
  }

  @Test(arguments: PlanFuzz.seeds)
  func `the first rows are patched as if they were fetched`(seed: UInt64) throws {
    let judges = try judge(PlanQueries.windows, seed: seed)
    #expect(judges.allSatisfy { $0.plan == .orderedWindow }, "\(judges.map(\.plan))")
  }
}
