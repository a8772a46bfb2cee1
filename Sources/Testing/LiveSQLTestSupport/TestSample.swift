import Foundation

/// A sample of a space of cases that is too large for every run.
///
/// `make test` runs every so many-th case, from one that a seed chooses, and `make verify` runs
/// all. The seed is printed; `LIVESQL_TEST_SEED` repeats it.
package enum TestSample {
  /// The seed of all samples of this run.
  package static let seed: Int = {
    let text = ProcessInfo.processInfo.environment["LIVESQL_TEST_SEED"]
    let seed = text.flatMap { Int($0) } ?? .random(in: 0..<1_000_000)
    print("LIVESQL_TEST_SEED=\(seed) repeats the samples of this run.")
    return seed
  }()

  /// Returns the distance between the cases to run, where `make test` runs every `step`-th.
  package static func distance(_ step: Int) -> Int {
    TestRounds.isExhaustive ? 1 : max(1, step / TestRounds.factor)
  }

  /// Whether a case is in the sample.
  package static func contains(_ index: Int, every step: Int) -> Bool {
    index % distance(step) == offset(distance(step))
  }

  /// Returns the cases in the sample, at least one.
  package static func of<Case>(_ cases: [Case], every step: Int) -> [Case] {
    let distance = min(distance(step), max(1, cases.count))
    return stride(from: offset(distance), to: cases.count, by: distance).map { cases[$0] }
  }

  /// Returns the numbers from 1 on that are in the sample.
  package static func numbers(every step: Int) -> StrideThrough<Int> {
    let distance = distance(step)
    return stride(from: 1 + offset(distance), through: .max, by: distance)
  }

  private static func offset(_ distance: Int) -> Int {
    Int(seed.magnitude % distance.magnitude)
  }
}
