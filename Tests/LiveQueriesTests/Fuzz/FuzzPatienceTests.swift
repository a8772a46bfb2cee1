import LiveSQLTestSupport
import Testing

/// How the search for a shorter script waits.
@Suite(.mayBlock, .timeLimit(.hang)) struct FuzzPatienceTests {
  @Test func `a complaint that stays is one after so many commits, however long they take`()
    async throws
  {
    let metronome = try FuzzMetronome()
    let found = await FuzzBell().wait(.beats(metronome, count: 5)) { "late" }
    #expect(found == "late")
    #expect(metronome.count == 5)
  }

  @Test func `a complaint that goes away is none, also with the last commit`() async throws {
    let metronome = try FuzzMetronome()
    let found = await FuzzBell().wait(.beats(metronome, count: 5)) {
      metronome.count < 5 ? "late" : nil
    }
    #expect(found == nil)
  }

  @Test func `a search ends after so many commits, and nothing is judged afterwards`()
    async throws
  {
    let metronome = try FuzzMetronome(limit: 5)
    let first = await FuzzBell().wait(.beats(metronome, count: 5)) { "late" }
    #expect(first == "late")
    #expect(metronome.end == nil)
    let second = await FuzzBell().wait(.beats(metronome, count: 1)) { "late" }
    #expect(second == nil)
    #expect(metronome.count == 5)
    #expect(metronome.end == "5 commits were waited for")
  }

  @Test func `a search whose test is cancelled ends, and says so`() async throws {
    let search = Task {
      let metronome = try FuzzMetronome()
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await metronome.wait(1) { "late" }
      return metronome.end
    }
    let end = try await search.value
    #expect(end == "the test's time was over")
  }

  @Test func `a shorter script is not tried by a clock`() throws {
    let patience = FuzzPatience.beats(try FuzzMetronome(), count: 3)
    guard case .beats(_, let count) = patience.afterFault else {
      Issue.record("It waits by a clock.")
      return
    }
    #expect(count == 30)
  }
}
