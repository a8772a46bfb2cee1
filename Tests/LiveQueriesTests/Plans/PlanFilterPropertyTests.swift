import LiveSQLTestSupport
import Testing

/// Filters of queries: none may rule out a query whose result a commit changed.
@Suite(.mayBlock) struct PlanFilterPropertyTests {
  @Test(arguments: PropertySeeds.of(2))
  func `a query that its filter rules out has an unchanged result`(seed: UInt64) throws {
    var round = try PlanFilterRound(seed: seed)
    let complaint = try round.run(transactionCount: 60)
    #expect(complaint == nil, "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    #expect(round.ruledOutCount > 100)
  }
}
