import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Live queries while all that can happen to a database happens: other processes, other schemas, other plans, attached and
/// temporary tables, faults; and those who follow them, who make copies of what they are told.
///
/// Each is what its query gives when it is run afresh, and each copy is equal to it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LiveFuzzTests {
  @Test(arguments: FuzzSeeds.all)
  func `live queries and those who follow them are right whatever happens`(seed: UInt64)
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
    let round = try FuzzRound(script, patience: .seconds(30))
    let complaint = await round.complaint()
    FuzzSeeds.report(round.counts, seed)
    guard let complaint else { return }
    var shrinker = FuzzShrinker(script, complaint)
    await shrinker.run()
    Issue.record(
      """
      LIVESQL_FUZZ_SEED=\(seed): \(complaint)
      The shortest:
      \(shrinker.script)
      \(shrinker.complaint)
      """
    )
  }
}

/// The seeds that are tried: `LIVESQL_FUZZ_ROUNDS` of them, from `LIVESQL_FUZZ_SEED` on.
///
/// Else a few that are always the same, so that a change is judged by itself; `Scripts/fuzz` takes others each time.
enum FuzzSeeds {
  static let all: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["LIVESQL_FUZZ_SEED"].flatMap(UInt64.init)
    let count = environment["LIVESQL_FUZZ_ROUNDS"].flatMap(UInt64.init)
    guard first == nil, count == nil else {
      return Array((first ?? 0)..<(first ?? 0) + (count ?? 1))
    }
    return Array(0..<12)
  }()

  /// How much happens in one round: longer ones spend less time on making databases, and find less that one can read.
  static let operationCount =
    ProcessInfo.processInfo.environment["LIVESQL_FUZZ_OPERATIONS"].flatMap(Int.init) ?? 60

  private static let total = Mutex(FuzzCounts())

  /// Counts what was judged, and tells of it now and then where somebody asked for much.
  static func report(_ counts: FuzzCounts, _ seed: UInt64) {
    let total = total.withLock { total in
      total.add(counts)
      return total
    }
    guard ProcessInfo.processInfo.environment["LIVESQL_FUZZ_ROUNDS"] != nil else { return }
    if seed % 100 == 0 || seed == all.last { print("fuzz: seed \(seed), \(total)") }
  }
}
