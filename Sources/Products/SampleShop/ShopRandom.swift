import DatabaseTypes
import Foundation

/// A random number generator (SplitMix64) that gives the same numbers for a seed on every machine.
///
/// Each row has its own generator, seeded with its table and key, so rows do not depend on each
/// other.
struct ShopRandom {
  private var state: UInt64

  /// The tables that the generator distinguishes.
  enum Table: UInt64 {
    case customers = 1
    case products, orders, orderLines
  }

  init(seed: UInt64, table: Table, id: Int) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 ^ table.rawValue << 56 ^ UInt64(truncatingIfNeeded: id)
    // Neighbouring keys give neighbouring states, whose first numbers share some bits.
    _ = next()
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 0 up to, but not including, a bound.
  mutating func number(below bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a number in a range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.count)
  }

  /// Returns `true` with a probability in percent.
  mutating func percent(_ share: Int) -> Bool { number(below: 100) < share }

  /// Returns one of the elements.
  mutating func choice<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}

/// The time at which the shop opened, 2022-01-01, in seconds since 1970.
let openingTime = 1_640_995_200

/// Returns a time as the library stores dates: `2024-03-01 09:30:00.000`.
func timeText(_ seconds: Int) -> String {
  DateText.text(for: Date(timeIntervalSince1970: Double(seconds))) ?? ""
}
