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

  @Test func `half of the most rows since the last attempt are enough`() {
    var retry = PlanRetry(rowCount: 100)
    #expect(!retry.isDue(rowCount: 51))
    #expect(retry.isDue(rowCount: 50))
    retry = retry.doubled(rowCount: 50)
    #expect(!retry.isDue(rowCount: 50))
    #expect(!retry.isDue(rowCount: 80))
    #expect(retry.isDue(rowCount: 40))
  }

  @Test func `no rows, and one row, are not half of themselves`() {
    var none = PlanRetry(rowCount: 0)
    #expect(!none.isDue(rowCount: 0))
    #expect(!none.isDue(rowCount: 1))
    #expect(none.isDue(rowCount: 0))
    var one = PlanRetry(rowCount: 1)
    #expect(!one.isDue(rowCount: 1))
  }
}
