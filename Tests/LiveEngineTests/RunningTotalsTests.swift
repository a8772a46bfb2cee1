import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Testing

@testable import LiveEngine

@Suite struct RunningTotalsTests {
  @Test(arguments: [true, false], PropertySeeds.of(3))
  func `an extreme is that of the values that are left`(isGreatest: Bool, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var extreme = RunningExtreme(isGreatest: isGreatest)
    var values: [DatabaseValue] = []
    for _ in 0..<2_000 {
      if values.count > Int.random(in: 0...12, using: &random) {
        let place = Int.random(in: 0..<values.count, using: &random)
        extreme.remove(Addend(values.remove(at: place)))
      } else {
        let number = random.pick([.min, -2, 0, 1, 1, 7, 1 << 41, .max] as [Int64])
        let value = random.pick([.integer(number), .integer(number), .null] as [DatabaseValue])
        values.append(value)
        extreme.add(Addend(value))
      }
      guard Bool.random(using: &random) else { continue }
      let numbers = values.compactMap { Addend($0).number }
      let expected = isGreatest ? numbers.max() : numbers.min()
      let found = extreme.value { values.map(Addend.init) }
      #expect(found == expected.map(DatabaseValue.integer) ?? .null)
    }
  }

  @Test func `an extreme is not known beside values that are no integers`() {
    var extreme = RunningExtreme(isGreatest: true)
    for value: DatabaseValue in [.integer(3), .text("a"), .real(7.5)] { extreme.add(Addend(value)) }
    #expect(extreme.value { [] } == nil)
    extreme.remove(Addend(.text("a")))
    #expect(extreme.value { [] } == nil)
    extreme.remove(Addend(.real(7.5)))
    #expect(extreme.value { [] } == .integer(3))
  }

  @Test func `integers whose sums may overflow are counted and not added`() {
    var sum = RunningSum()
    sum.add(Addend(.integer(1 << 60)))
    #expect(sum.value(of: .count) == .integer(1))
    #expect(sum.value(of: .sum) == nil)
    sum.remove(Addend(.integer(1 << 60)))
    sum.add(Addend(.integer(5)))
    #expect(sum.value(of: .sum) == .integer(5))
    #expect(sum.value(of: .avg) == .real(5))
  }
}
