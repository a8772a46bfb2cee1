import Foundation
import LiveSQLTestSupport
import Synchronization
import Testing

/// Live queries of all kinds, through properties and sequences: after each commit, each shows the
/// same result as its query run afresh, and all show the same snapshot.
@Suite(.mayBlock, .serialized, .timeLimit(.hang)) struct EngineFuzzTests {
  @Test(arguments: EngineFuzz.seeds)
  func `live queries show the same results as their queries run afresh`(seed: UInt64) async throws {
    let script = EngineScript(
      seed: seed,
      queryCount: EngineCatalogue.queryCount,
      eventCount: 60
    )
    var round = try EngineRound(script)
    let complaint = try await round.complaint()
    EngineFuzz.report(round.commitCount, seed)
    guard let complaint else { return }
    var shrinking = EngineShrinking(script, complaint)
    await shrinking.run()
    Issue.record("\(complaint)\nThe shortest:\n\(shrinking.script)\n\(shrinking.complaint)")
  }
}

/// The seeds that are tried: `LIVESQL_FUZZ_ROUNDS` of them, starting at `LIVESQL_FUZZ_SEED`.
enum EngineFuzz {
  static var seeds: Range<UInt64> { PropertySeeds.of(6) }

  private static let commitCount = Atomic(0)

  /// Counts commits, and prints the number now and then if many rounds were asked for.
  static func report(_ count: Int, _ seed: UInt64) {
    let total = commitCount.wrappingAdd(count, ordering: .relaxed).newValue
    guard ProcessInfo.processInfo.environment["LIVESQL_FUZZ_ROUNDS"] != nil else { return }
    if seed % 100 == 0 || seed + 1 == seeds.upperBound {
      print("fuzz: seed \(seed), \(total) commits checked")
    }
  }
}
