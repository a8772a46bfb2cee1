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

  @Test func `a shorter script is not tried by a clock`() throws {
    let patience = FuzzPatience.beats(try FuzzMetronome(), count: 3)
    guard case .beats(_, let count) = patience.afterFault else {
      Issue.record("It waits by a clock.")
      return
    }
    #expect(count == 30)
  }
}
