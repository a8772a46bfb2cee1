import Foundation

/// The number of rounds of tests that repeat themselves with other seeds.
///
/// `make test` runs each a few times, and `make verify` ten times as often: it sets
/// `LIVESQL_TEST_ROUNDS=10`.
package enum TestRounds {
  /// The number with which rounds are multiplied, at least 1.
  package static let factor: Int = {
    let text = ProcessInfo.processInfo.environment["LIVESQL_TEST_ROUNDS"]
    return max(1, text.flatMap { Int($0) } ?? 1)
  }()

  /// Whether tests run every case of a space of which `make test` runs a sample.
  package static var isExhaustive: Bool { factor >= 10 }

  /// Returns the number of rounds to run where `make test` runs `count`.
  package static func scaled(_ count: Int) -> Int { count * factor }
}
