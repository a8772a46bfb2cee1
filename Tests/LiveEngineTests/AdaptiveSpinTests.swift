import Synchronization
import Testing
import Waiting

/// Tests of active waiting, with a clock that advances by 10 µs each time it is looked at.
@Suite struct AdaptiveSpinTests {
  private let fake = FakeSystem()

  private func spin(hasOtherProcessors: Bool = true) -> AdaptiveSpin {
    AdaptiveSpin(microseconds: 50, system: fake.system(hasOtherProcessors: hasOtherProcessors))
  }

  /// Waits in vain, as often as given.
  private func fail(_ spin: AdaptiveSpin, times: Int) {
    for _ in 0..<times {
      #expect(spin.shouldSpin())
      #expect(!spin.spin { false })
    }
  }

  /// Returns how many times waiting is skipped.
  private func skips(_ spin: AdaptiveSpin) -> Int {
    var count = 0
    while !spin.shouldSpin(), count < 1_000 { count += 1 }
    return count
  }

  @Test func `waiting in vain ends at the limit, and yields after each 256 checks`() {
    var checks = 0
    let isDone = spin().spin {
      checks += 1
      return false
    }
    #expect(!isDone)
    #expect(fake.yieldCount == 5)
    #expect(checks == 5 * 256)
    #expect(fake.lookCount == 6)
  }

  @Test func `a short wait costs one look at the clock, and no yield`() {
    var checks = 0
    let isDone = spin().spin {
      checks += 1
      return checks == 256
    }
    #expect(isDone)
    #expect(checks == 256)
    #expect(fake.yieldCount == 0)
    #expect(fake.lookCount == 1)
  }

  @Test func `an event after a yield is noticed by the next check`() {
    var checks = 0
    let isDone = spin().spin {
      checks += 1
      return fake.yieldCount == 1
    }
    #expect(isDone)
    #expect(checks == 257)
    #expect(fake.yieldCount == 1)
  }

  @Test func `after three failures waiting is skipped 8 times, then twice as often, up to 256`() {
    let spin = spin()
    for count in [8, 16, 32, 64, 128, 256, 256] {
      fail(spin, times: 3)
      #expect(skips(spin) == count)
    }
  }

  @Test func `a success makes all failures forgotten`() {
    let spin = spin()
    fail(spin, times: 3)
    #expect(skips(spin) == 8)
    fail(spin, times: 2)
    #expect(spin.spin { true })
    fail(spin, times: 3)
    #expect(skips(spin) == 8)
  }

  @Test func `with one processor nothing is waited for, and the clock is not read`() {
    let spin = spin(hasOtherProcessors: false)
    var checks = 0
    #expect(!spin.shouldSpin())
    let isDone = spin.wait {
      checks += 1
      return false
    }
    #expect(!isDone)
    #expect(checks == 1)
    #expect(fake.lookCount == 0)
    #expect(fake.yieldCount == 0)
  }

  @Test func `a condition that is already true is no success of waiting, and uses up no skip`() {
    let spin = spin()
    fail(spin, times: 3)
    for _ in 0..<20 { #expect(spin.wait { true }) }
    for _ in 0..<8 { #expect(!spin.wait { false }) }
    #expect(fake.yieldCount == 3 * 5)
    #expect(!spin.wait { false })
    #expect(fake.yieldCount == 4 * 5)
  }
}

/// A system whose clock advances only when it is looked at.
///
/// State: counters.
private final class FakeSystem: Sendable {
  private let start = ContinuousClock.now
  private let looks = Atomic<Int>(0)
  private let yields = Atomic<Int>(0)

  var lookCount: Int { looks.load(ordering: .relaxed) }
  var yieldCount: Int { yields.load(ordering: .relaxed) }

  func system(hasOtherProcessors: Bool) -> SpinSystem {
    SpinSystem(
      hasOtherProcessors: hasOtherProcessors,
      now: { [self] in
        start + .microseconds(10 * looks.add(1, ordering: .relaxed).oldValue)
      },
      yield: { [self] in yields.add(1, ordering: .relaxed) }
    )
  }
}
