import Foundation

/// A seeded random number generator: a seed yields the same numbers on every machine.
///
/// ```swift
/// @Test(arguments: 0..<100 as Range<UInt64>)
/// func `agrees with running the query again`(seed: UInt64) {
///   var random = SeededGenerator(seed: seed)
///   let count = Int.random(in: 0...20, using: &random)
/// }
/// ```
///
/// A test that draws from it fails again with the seed that its failure names, provided that it
/// draws in a fixed order. So never draw while iterating over a set or a dictionary, whose order
/// differs between runs.
///
/// The algorithm is [SplitMix64](https://prng.di.unimi.it/splitmix64.c). It is not
/// cryptographically secure.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator from a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

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
