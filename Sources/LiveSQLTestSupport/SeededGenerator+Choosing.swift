import Foundation

extension SeededGenerator {
  /// One of some things.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// Something that happens so many times in a hundred.
  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }
}

/// How much a property test tries: `LIVESQL_FUZZ_ROUNDS`, from `LIVESQL_FUZZ_SEED` on.
package enum PropertySeeds {
  /// The seeds.
  ///
  /// - Parameter count: How many, unless the environment says otherwise.
  package static func of(_ count: UInt64) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["LIVESQL_FUZZ_SEED"].flatMap(UInt64.init) ?? 0
    return first..<first + (environment["LIVESQL_FUZZ_ROUNDS"].flatMap(UInt64.init) ?? count)
  }
}
