import DatabaseTypes
import Foundation

/// A generator of random numbers that gives the same ones for the same seed, on every machine: SplitMix64.
///
/// Each row has one of its own, seeded with its table and key, so that rows do not depend on each other.
struct ShopRandom {
  private var state: UInt64

  /// The tables, as far as they differ for the generator.
  enum Table: UInt64 {
    case customers = 1
    case products, orders, orderLines
  }

  init(seed: UInt64, table: Table, id: Int) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 ^ table.rawValue << 56 ^ UInt64(truncatingIfNeeded: id)
    // Neighbouring keys give neighbouring states, whose first numbers are alike in some bits.
    _ = next()
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number below a bound.
  mutating func number(below bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of a range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.count)
  }

  /// True so many times in a hundred.
  mutating func percent(_ share: Int) -> Bool { number(below: 100) < share }

  /// One of several.
  mutating func choice<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}

/// The instant at which the shop opened, 2022-01-01, in seconds since 1970.
let openingTime = 1_640_995_200

/// A time as the library stores dates: `2024-03-01 09:30:00.000`.
func timeText(_ seconds: Int) -> String {
  DateText.text(for: Date(timeIntervalSince1970: Double(seconds))) ?? ""
}
