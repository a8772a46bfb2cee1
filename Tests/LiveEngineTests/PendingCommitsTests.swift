import DatabaseTypes
import Testing

@testable import LiveEngine

/// Commits that are deferred until the queries that they touch are known.
@Suite struct PendingCommitsTests {
  private static func commit(_ number: Int, rows: Int = 1) -> PendingCommit {
    let changes = (0..<rows).map { Change(key: .rowID(Int64($0)), old: .unknown, new: .unknown) }
    return PendingCommit(
      changes: ChangeSet(
        number: number,
        origin: .thisProcess,
        tables: [TableName("items"): .rows(changes)]
      )
    )
  }

  private static func numbers(_ commits: [PendingCommit]) -> [Int] { commits.map(\.changes.number) }

  @Test func `commits whose queries are being looked up come before later ones`() {
    var commits = PendingCommits()
    #expect(commits.isEmpty)
    for number in 1...2 { _ = commits.add(Self.commit(number)) }
    let sought = commits.beginSearch()
    _ = commits.add(Self.commit(3))
    let all = commits.takeAll()
    #expect(Self.numbers(sought) == [1, 2])
    #expect(Self.numbers(all) == [1, 2, 3])
    #expect(commits.isEmpty)
  }

  @Test func `commits that were taken during the lookup are not taken again`() {
    var commits = PendingCommits()
    _ = commits.add(Self.commit(1))
    _ = commits.beginSearch()
    _ = commits.takeAll()
    _ = commits.add(Self.commit(2))
    let before = commits.takeSearched()
    _ = commits.beginSearch()
    let after = commits.takeSearched()
    #expect(before.isEmpty)
    #expect(Self.numbers(after) == [2])
    #expect(commits.isEmpty)
  }

  @Test func `only a limited number of commits and rows is deferred`() {
    var commits = PendingCommits()
    var count = 0
    while count < 100_000, commits.add(Self.commit(count)) { count += 1 }
    #expect(count == 4_096)
    _ = commits.beginSearch()
    let hasRoom = commits.add(Self.commit(0, rows: 100_000))
    let hasMore = commits.add(Self.commit(1))
    #expect(hasRoom)
    #expect(!hasMore)
  }
}
