import Foundation

extension SeededGenerator {
  /// Returns a random element.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// Returns true with a probability in percent.
  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }
}

/// The seeds that a property test tries.
///
/// `LIVESQL_FUZZ_ROUNDS` sets their number, and `LIVESQL_FUZZ_SEED` the first.
package enum PropertySeeds {
  /// Returns the seeds to try.
  ///
  /// - Parameter count: The number of seeds in `make test`, unless the environment sets another;
  ///   `make verify` tries ten times as many.
  package static func of(_ count: Int) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["LIVESQL_FUZZ_SEED"].flatMap(UInt64.init) ?? 0
    let rounds = environment["LIVESQL_FUZZ_ROUNDS"].flatMap(UInt64.init)
    return first..<first + (rounds ?? UInt64(TestRounds.scaled(count)))
  }
}
