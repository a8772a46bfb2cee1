import Testing

@testable import LiveEngine

/// The wait until a plan is tried again that was given up because of the rows.
@Suite struct PlanRetryTests {
  /// Returns the number of runs until a plan is tried again.
  private func distance(_ retry: inout PlanRetry) -> Int {
    var count = 1
    while !retry.isDue(rowCount: 10) { count += 1 }
    return count
  }

  @Test func `each attempt in vain doubles the number of runs, up to a limit`() {
    var retry = PlanRetry(rowCount: 10)
    var distances: [Int] = []
    for _ in 0..<9 {
      distances.append(distance(&retry))
      retry = retry.doubled(rowCount: 10)
    }
    #expect(distances == [16, 32, 64, 128, 256, 512, 1024, 1024, 1024])
  }

  /// Returns whether a plan is tried again after each of several runs.
  private func answers(_ retry: inout PlanRetry, rowCounts: Int...) -> [Bool] {
    rowCounts.map { retry.isDue(rowCount: $0) }
  }

  @Test func `half of the most rows since the last attempt are enough`() {
    var retry = PlanRetry(rowCount: 100)
    let first = answers(&retry, rowCounts: 51, 50)
    #expect(first == [false, true])
    retry = retry.doubled(rowCount: 50)
    let second = answers(&retry, rowCounts: 50, 80, 40)
    #expect(second == [false, false, true])
  }

  @Test func `no rows, and one row, are not half of themselves`() {
    var none = PlanRetry(rowCount: 0)
    let ofNone = answers(&none, rowCounts: 0, 1, 0)
    #expect(ofNone == [false, false, true])
    var one = PlanRetry(rowCount: 1)
    let ofOne = answers(&one, rowCounts: 1, 1)
    #expect(ofOne == [false, false])
  }
}
