import IncrementalQueries
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

  @Test func `half of the rows of the last attempt are enough`() {
    var retry = PlanRetry(rowCount: 100)
    let first = answers(&retry, rowCounts: 51, 50)
    #expect(first == [false, true])
    retry = retry.doubled(rowCount: 50)
    let second = answers(&retry, rowCounts: 50, 80, 40, 25)
    #expect(second == [false, false, false, true])
  }

  /// Returns the runs of many that try a plan again, in vain.
  private func attempts(_ retry: PlanRetry, rowCount: (_ run: Int) -> Int) -> [Int] {
    var retry = retry
    var attempts: [Int] = []
    for run in 0..<10_000 where retry.isDue(rowCount: rowCount(run)) {
      attempts.append(run)
      // The run shows other rows than the result before it.
      retry = retry.doubled(rowCount: rowCount(run + 1))
    }
    return attempts
  }

  @Test(arguments: [
    LivePlan.Reason.manyLinks, .repeatedKey, .undecodableRow, .failingRow,
  ])
  func `attempts in vain are rare, and never end`(reason: LivePlan.Reason) {
    let swings: [(Int) -> Int] = [
      { _ in 100 }, { $0 % 2 == 0 ? 100 : 10 }, { $0 % 2 == 0 ? 10 : 100 }, { $0 % 3 * 500 },
      { 1_000_000 >> ($0 % 20) },
    ]
    for (index, swing) in swings.enumerated() {
      let runs = attempts(PlanRetry(rowCount: swing(0), after: reason), rowCount: swing)
      #expect(runs.count < 150, "\(index)")
      #expect((runs.last ?? 0) > 8_000, "\(index)")
    }
  }

  @Test func `no rows, and one row, are not half of themselves`() {
    var none = PlanRetry(rowCount: 0)
    let ofNone = answers(&none, rowCounts: 0, 1, 0)
    #expect(ofNone == [false, false, false])
    var one = PlanRetry(rowCount: 1)
    let ofOne = answers(&one, rowCounts: 1, 1)
    #expect(ofOne == [false, false])
  }
}
