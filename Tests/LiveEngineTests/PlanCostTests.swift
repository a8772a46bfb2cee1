import IncrementalQueries
import Testing

@testable import LiveEngine

/// The choice between patching rows and running their query again.
@Suite struct PlanCostTests {
  private func ago(_ duration: Duration) -> ContinuousClock.Instant { .now - duration }

  @Test func `few rows are patched, whatever costs were measured`() {
    var cost = PlanCost()
    cost.didRun(since: ago(.microseconds(1)))
    cost.didPatch(keys: 100, since: ago(.seconds(10)))
    #expect(!cost.prefersRerun(forKeys: 16))
    #expect(cost.prefersRerun(forKeys: 17))
  }

  @Test func `patching single rows says nothing about the cost of many`() {
    var cost = PlanCost()
    cost.didRun(since: ago(.seconds(1)))
    for _ in 0..<100 { cost.didPatch(keys: 1, since: ago(.milliseconds(10))) }
    #expect(!cost.prefersRerun(forKeys: 1_000))
  }

  @Test func `a query runs again if patching its rows costs too much`() {
    var cost = PlanCost()
    cost.didRun(since: ago(.seconds(1)))
    #expect(!cost.prefersRerun(forKeys: 1_000))
    cost.didPatch(keys: 1_000, since: ago(.seconds(20)))
    #expect(cost.prefersRerun(forKeys: 1_000))
  }

  @Test func `an old cost of patching is forgotten after many runs`() {
    var cost = PlanCost()
    cost.didPatch(keys: 1_000, since: ago(.seconds(20)))
    for _ in 0..<200 { cost.didRun(since: ago(.seconds(1))) }
    #expect(!cost.prefersRerun(forKeys: 1_000))
  }

  @Test func `the cost of a patch includes showing it`() throws {
    var cost = PlanCost()
    cost.didRun(since: ago(.milliseconds(10)))
    let values = Array(0..<1_000)
    let change = ResultChange(
      patched: .inPlace(values, values.map { -$0 - 1 }, isSame: { $0 == $1 }),
      isSame: { $0 == $1 }
    )
    cost.willShow(change, ofKeys: 1_000)
    #expect(!cost.prefersRerun(forKeys: 1_000))
    guard case .patched(let patch) = change else {
      Issue.record("The change should be a patch, since all elements differ.")
      return
    }
    // As if showing it had taken this long, which is longer than this test was ever interrupted.
    patch.shownTime.set(.seconds(1000))
    #expect(cost.prefersRerun(forKeys: 1_000))
    var reading = LiveReading(value: values)
    try patch.apply(to: &reading)
    #expect(reading.value == values.map { -$0 - 1 })
    #expect(patch.shownTime.nanoseconds != 1e12)
  }
}
