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
