import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Live queries on a database to which everything possible happens: other processes, other schemas,
/// other plans, attached and temporary tables, and faults.
///
/// Each live query must equal its query run afresh, and so must the copies that followers make from
/// what they receive.
@Suite(.mayBlock, .serialized, .timeLimit(.hang)) struct LiveFuzzTests {
  @Test(arguments: FuzzSeeds.all)
  func `live queries and their followers are right whatever happens`(seed: UInt64)
    async
    throws
  {
    let database = try DatabaseQueue()
    let catalogue = FuzzCatalogue(database: database, delivery: .immediate, bell: FuzzBell())
    let script = FuzzScript(
      seed: seed,
      queryCount: catalogue.entries.count,
      operationCount: FuzzSeeds.operationCount
    )
    let round = try FuzzRound(script, patience: .hang)
    let complaint = await round.complaint()
    FuzzSeeds.report(round.counts, seed)
    guard let complaint else { return }
    // Told first, since the search may not end within the time of a test.
    Issue.record("LIVESQL_FUZZ_SEED=\(seed): \(complaint)")
    var shrinker = try FuzzShrinker(script, complaint)
    await shrinker.run()
    Issue.record("\(shrinker.report)")
  }
}

/// The seeds that are tried: `LIVESQL_FUZZ_ROUNDS` of them, starting at `LIVESQL_FUZZ_SEED`.
///
/// By default, a few that are always the same, so that a change is judged on its own;
/// `Scripts/fuzz` uses new ones each time.
enum FuzzSeeds {
  static let all: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["LIVESQL_FUZZ_SEED"].flatMap(UInt64.init)
    let count = environment["LIVESQL_FUZZ_ROUNDS"].flatMap(UInt64.init)
    guard first == nil, count == nil else {
      return Array((first ?? 0)..<(first ?? 0) + (count ?? 1))
    }
    return Array(0..<UInt64(TestRounds.scaled(3)))
  }()

  /// The number of operations in one round: longer rounds spend less time on creating databases,
  /// and find failures that are harder to read.
  static let operationCount =
    ProcessInfo.processInfo.environment["LIVESQL_FUZZ_OPERATIONS"].flatMap(Int.init) ?? 60

  private static let total = Mutex(FuzzCounts())

  /// Counts what was judged, and prints it now and then if many rounds were asked for.
  static func report(_ counts: FuzzCounts, _ seed: UInt64) {
    let total = total.withLock { total in
      total.add(counts)
      return total
    }
    guard ProcessInfo.processInfo.environment["LIVESQL_FUZZ_ROUNDS"] != nil else { return }
    if seed % 100 == 0 || seed == all.last { print("fuzz: seed \(seed), \(total)") }
  }
}
