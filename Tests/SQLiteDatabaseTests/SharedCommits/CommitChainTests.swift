import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase

/// Tests of following the commits of others from one state of a database to another.
@Suite struct CommitChainTests {
  /// Returns the state after a number of commits.
  private static func state(_ number: UInt32) -> CommitState {
    CommitState(changeCount: number, frameCount: number, checksum: UInt64(number) * 31, salts: 1)
  }

  private static func content(_ number: Int) -> SharedCommit.Content {
    let change = Change(key: .rowID(Int64(number)), old: .unknown, new: .unknown)
    return .tables(["t": .rows([change])])
  }

  private static func link(_ number: UInt64, from before: UInt32, isVoid: Bool = false)
    -> CommitChain.Link
  {
    .commit(
      SharedCommit(
        number: number,
        writer: 1,
        before: state(before),
        after: state(before + 1),
        content: isVoid ? .void : content(Int(before) + 1)
      )
    )
  }

  private static func follow(
    _ chain: inout CommitChain,
    to target: UInt32,
    _ links: [CommitChain.Link]
  ) -> CommitChain.Outcome {
    chain.follow(to: state(target), last: UInt64(links.count)) { links[Int($0) - 1] }
  }

  private static func chain(at state: UInt32) -> CommitChain {
    var chain = CommitChain()
    chain.jump(to: self.state(state), last: nil)
    return chain
  }

  @Test func `links lead to a later state, and the next ones continue from there`() {
    var chain = Self.chain(at: 0)
    let links = (0..<5).map { Self.link($0 + 1, from: UInt32($0)) }
    #expect(Self.follow(&chain, to: 0, links) == .reached([]))
    #expect(Self.follow(&chain, to: 3, links) == .reached((1...3).map(Self.content)))
    #expect(chain.next == 4)
    #expect(Self.follow(&chain, to: 5, links) == .reached((4...5).map(Self.content)))
    #expect(chain.position == Self.state(5))
  }

  @Test func `an unreported commit is a missing link`() {
    var chain = Self.chain(at: 0)
    let before = chain
    let links = [Self.link(1, from: 0), Self.link(2, from: 2)]
    #expect(Self.follow(&chain, to: 3, links) == .broken)
    #expect(chain == before)
    #expect(Self.follow(&chain, to: 1, []) == .broken)
  }

  @Test func `void commits are skipped`() {
    var chain = Self.chain(at: 0)
    let links = [
      Self.link(1, from: 0, isVoid: true), .announced, Self.link(3, from: 7), Self.link(4, from: 0),
    ]
    #expect(Self.follow(&chain, to: 1, links) == .reached([Self.content(1)]))
  }

  @Test func `an announced commit may be the link, and a lost one is not`() {
    var chain = Self.chain(at: 0)
    #expect(Self.follow(&chain, to: 1, [.announced]) == .undecided)
    #expect(Self.follow(&chain, to: 1, [.announced, .overwritten]) == .broken)
    #expect(chain == Self.chain(at: 0))
  }

  @Test func `no link leads from an unknown state`() {
    var chain = CommitChain()
    #expect(Self.follow(&chain, to: 1, [Self.link(1, from: 0)]) == .broken)
  }

  @Test func `a log that was emptied belongs to the same commit, other content does not`() {
    let full = CommitState(changeCount: 4, frameCount: 9, checksum: 5, salts: 6)
    let empty = CommitState(changeCount: 4, frameCount: 0, checksum: 5, salts: 7)
    #expect(full.isSameCommit(as: empty))
    let others = [
      CommitState(changeCount: 4, frameCount: 9, checksum: 6, salts: 6),
      CommitState(changeCount: 5, frameCount: 9, checksum: 5, salts: 6),
      CommitState(changeCount: 4, frameCount: 9, checksum: 5, salts: 7),
      CommitState(changeCount: 4, frameCount: 8, checksum: 5, salts: 6),
    ]
    for other in others { #expect(!full.isSameCommit(as: other)) }
  }

  @Test func `each row of several commits is listed once`() {
    let set = ChangeSet(
      number: 3,
      of: [
        Self.content(1), Self.content(2), Self.content(1), .tables(["u": .anyRow, "v": .rows([])]),
      ]
    )
    #expect(set.origin == .otherProcess)
    #expect(!set.mayChangeAnyTable)
    #expect(set.tables["u"] == .anyRow)
    guard case .rows(let rows) = set.tables["t"] else { return #expect(Bool(false)) }
    #expect(Set(rows.map(\.key)) == [.rowID(1), .rowID(2)])
    #expect(rows.count == 2)
    #expect(ChangeSet(number: 4, of: [Self.content(1), .anything]).mayChangeAnyTable)
  }

  /// Some commits are reported and some are not, slots are lost, and the follower looks now and
  /// then.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a reached state reports everything that was touched`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (links, history) = ([CommitChain.Link](), [Int]())
    var (chain, known) = (Self.chain(at: 0), 0)
    for _ in 0..<60 {
      let state = history.count
      switch Int.random(in: 0..<10, using: &random) {
      case 0: history.append(state + 1)  // a stranger's
      case 1: links.append(.announced)
      case 2: links.append(Self.link(UInt64(links.count + 1), from: UInt32(state), isVoid: true))
      case 3:
        let outcome = Self.follow(&chain, to: UInt32(state), links)
        if case .reached(let contents) = outcome {
          #expect(contents == history[known...].map(Self.content))
        } else {
          chain.jump(to: Self.state(UInt32(state)), last: UInt64(links.count))
        }
        known = state
      default:
        links.append(Self.link(UInt64(links.count + 1), from: UInt32(state)))
        history.append(state + 1)
      }
    }
  }
}
