import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase

/// An exhaustive search for deadlocks between accesses of a pool, however they are nested.
///
/// The search covers all orders in which three threads can take their steps, with the library's own
/// decisions: ``PoolSteps`` and ``Line``.
@Suite(.ownThreads) struct PoolStepsTests {
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

  @Test(arguments: 1...2, greedy)
  func `three accesses never deadlock`(readerCount: Int, first: PoolProgram) throws {
    for (index, second) in Self.greedy.enumerated() {
      for third in Self.greedy[index...] {
        try expectEnd(of: [first, second, third], readerCount: readerCount)
      }
    }
  }

  @Test(arguments: 1...2, programs)
  func `two accesses of any kind never deadlock`(
    readerCount: Int,
    first: PoolProgram
  ) throws {
    for second in Self.programs {
      try expectEnd(of: [first, second], readerCount: readerCount)
    }
    try expectEnd(of: [first, .read([.write()]), .write([.read()])], readerCount: readerCount)
  }

  @Test(arguments: 1...2)
  func `accesses that are cancelled or time out while waiting leave others alone`(
    readerCount: Int
  ) throws {
    let programs: [PoolProgram] = [
      .read([.write()]), .write([.read()]), .readLastCommit(), .barrier(),
    ]
    for first in programs.indices {
      for second in programs.indices[first...] {
        for third in programs {
          let chosen = [programs[first], programs[second], third]
          try expectEnd(of: chosen, readerCount: readerCount, mayGiveUp: true)
        }
      }
    }
  }

  @Test func `writing reads, a reading write and a barrier never deadlock`() throws {
    try expectEnd(
      of: [.read([.write()]), .read([.write()]), .write([.read()]), .barrier()],
      readerCount: 1
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

  private func expectEnd(of programs: [PoolProgram], readerCount: Int, mayGiveUp: Bool = false)
    throws
  {
    var search = PoolSearch(programs, readerCount: readerCount, mayGiveUp: mayGiveUp)
    let stuck = try search.run()
    #expect(stuck == nil, "\(programs), \(readerCount) readers")
    #expect(search.stateCount > programs.count)
  }
}
