import Testing

@testable import SQLiteDatabase

/// That no accesses of a pool wait for each other for ever, whatever they do within each other.
///
/// All orders in which three threads can take their steps are gone through, with the decisions of the library itself:
/// ``PoolSteps`` and ``Line``.
@Suite struct PoolStepsTests {
  /// What a thread does: every nesting that behaves differently.
  static let programs: [PoolProgram] = [
    .read(), .write(), .read([.write()]), .write([.read()]), .readLastCommit(), .barrier(),
    .read([.write([.read()])]), .write([.read([.write(), .read(), .barrier()])]),
    .readLastCommit([.write()]), .barrier([.read(), .write(), .readLastCommit()]),
    .transaction([.read(), .write(), .barrier(), .readLastCommit()]),
    .transaction([], leaving: .read([.write()])),
    .read([.barrier(), .readLastCommit(), .write()]),
  ]

  /// Those that take most, and each in another order.
  static let greedy: [PoolProgram] = [
    .read([.write()]), .write([.read()]), .readLastCommit([.write()]), .barrier(),
    .transaction([], leaving: .read([.write()])),
  ]

  @Test(arguments: 1...2, greedy)
  func `three accesses never wait for each other`(readerCount: Int, first: PoolProgram) throws {
    for (index, second) in Self.greedy.enumerated() {
      for third in Self.greedy[index...] {
        try expectEnd(of: [first, second, third], readerCount: readerCount)
      }
    }
  }

  @Test(arguments: 1...2, programs)
  func `two accesses of any kind never wait for each other`(
    readerCount: Int,
    first: PoolProgram
  ) throws {
    for second in Self.programs {
      try expectEnd(of: [first, second], readerCount: readerCount)
    }
    try expectEnd(of: [first, .read([.write()]), .write([.read()])], readerCount: readerCount)
  }

  @Test(arguments: 1...2)
  func `accesses whose waiting is cancelled or takes too long leave the others alone`(
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

  @Test func `more reads that write than readers, one write that reads, and a barrier`() throws {
    try expectEnd(
      of: [.read([.write()]), .read([.write()]), .write([.read()]), .barrier()],
      readerCount: 1
    )
  }

  @Test func `the search finds accesses that wait for each other where the pool knows too little`()
    throws
  {
    // A thread that a write starts and waits for: what it reads does not belong to the write.
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
