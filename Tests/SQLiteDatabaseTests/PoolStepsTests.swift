import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase

/// An exhaustive search for deadlocks between accesses of a pool, however they are nested.
///
/// The search covers all orders in which three threads can take their steps, with the library's own
/// decisions: ``PoolSteps`` and ``Line``. `make test` searches a sample of the combinations.
@Suite(.mayBlock, .timeLimit(.hang)) struct PoolStepsTests {
  /// The programs of a thread: every nesting that behaves differently.
  static let programs: [PoolProgram] = [
    .read(), .write(), .read([.write()]), .write([.read()]), .readLastCommit(), .barrier(),
    .read([.write([.read()])]), .write([.read([.write(), .read(), .barrier()])]),
    .readLastCommit([.write()]), .barrier([.read(), .write(), .readLastCommit()]),
    .transaction([.read(), .write(), .barrier(), .readLastCommit()]),
    .transaction([], leaving: .read([.write()])),
    .read([.barrier(), .readLastCommit(), .write()]),
  ]

  /// The programs that take the most, each in a different order.
  static let greedy: [PoolProgram] = [
    .read([.write()]), .write([.read()]), .readLastCommit([.write()]), .barrier(),
    .transaction([], leaving: .read([.write()])),
  ]

  /// Three of the greedy programs in each combination.
  static let threes: [PoolCase] = PoolCase.all { readerCount in
    var cases: [PoolCase] = []
    for first in greedy {
      for index in greedy.indices {
        for third in greedy[index...] {
          cases.append(PoolCase([first, greedy[index], third], readerCount: readerCount))
        }
      }
    }
    return cases
  }

  /// Any two programs, and any with two others.
  static let twos: [PoolCase] = PoolCase.all { readerCount in
    var cases: [PoolCase] = []
    for first in programs {
      for second in programs { cases.append(PoolCase([first, second], readerCount: readerCount)) }
      let three: [PoolProgram] = [first, .read([.write()]), .write([.read()])]
      cases.append(PoolCase(three, readerCount: readerCount))
    }
    return cases
  }

  /// Three programs whose accesses may be cancelled or time out while they wait.
  static let abandoned: [PoolCase] = PoolCase.all { readerCount in
    let programs: [PoolProgram] = [
      .read([.write()]), .write([.read()]), .readLastCommit(), .barrier(),
    ]
    var cases: [PoolCase] = []
    for index in programs.indices {
      for second in programs[index...] {
        for third in programs {
          let chosen = [programs[index], second, third]
          cases.append(PoolCase(chosen, readerCount: readerCount, mayGiveUp: true))
        }
      }
    }
    return cases
  }

  @Test(arguments: TestSample.of(threes, every: 20))
  func `three accesses never deadlock`(pool: PoolCase) throws { try expectEnd(of: pool) }

  @Test(arguments: TestSample.of(twos, every: 10))
  func `two accesses of any kind never deadlock`(pool: PoolCase) throws {
    try expectEnd(of: pool)
  }

  @Test(arguments: TestSample.of(abandoned, every: 20))
  func `accesses that are cancelled or time out while waiting leave others alone`(
    pool: PoolCase
  ) throws { try expectEnd(of: pool) }

  @Test func `writing reads, a reading write and a barrier never deadlock`() throws {
    try expectEnd(
      of: PoolCase(
        [.read([.write()]), .read([.write()]), .write([.read()]), .barrier()],
        readerCount: 1
      )
    )
  }

  @Test func `the search finds a deadlock that the pool cannot know of`() throws {
    // The write starts a thread and waits for it; the reads of that thread do not belong to the
    // write.
    var search = PoolSearch(
      [.write([.readOfAnotherThread]), .read([.write()])],
      readerCount: 1,
      mayGiveUp: false
    )
    let stuck = try #require(try search.run())
    #expect(stuck.contains("waits"))
  }

  private func expectEnd(of pool: PoolCase) throws {
    var search = PoolSearch(
      pool.programs,
      readerCount: pool.readerCount,
      mayGiveUp: pool.mayGiveUp
    )
    let stuck = try search.run()
    #expect(stuck == nil, "\(pool)")
    #expect(search.stateCount > pool.programs.count)
  }
}

/// A pool and the programs of the threads that use it.
struct PoolCase: Sendable, CustomTestStringConvertible {
  let programs: [PoolProgram]
  let readerCount: Int
  /// Whether accesses may be cancelled or time out while they wait.
  let mayGiveUp: Bool

  init(_ programs: [PoolProgram], readerCount: Int, mayGiveUp: Bool = false) {
    self.programs = programs
    self.readerCount = readerCount
    self.mayGiveUp = mayGiveUp
  }

  var testDescription: String { "\(programs), \(readerCount) readers" }

  /// Returns the cases for each number of readers.
  static func all(_ cases: (Int) -> [PoolCase]) -> [PoolCase] { (1...2).flatMap(cases) }
}
