import Foundation
package import Testing

extension TimeLimitTrait.Duration {
  /// The one time limit of tests: it ends a test that hangs, and judges nothing.
  ///
  /// It is ten minutes in `make test`, more where `make verify` multiplies rounds, and a day where
  /// somebody asks for a number of rounds. No test is refused for being slow: a machine may have
  /// much else to do.
  package static var hang: Self {
    let environment = ProcessInfo.processInfo.environment
    let asked = ["LIVESQL_FUZZ_ROUNDS", "LIVESQL_FUZZ_COMMITS", "LIVESQL_POSTGRES_REFRESHES"]
    if asked.contains(where: { environment[$0] != nil }) { return .minutes(24 * 60) }
    return .minutes(10 * TestRounds.factor)
  }
}

extension Duration {
  /// The limit of a wait within a test: it ends a wait for what never happens, so that the failure
  /// names it, and judges nothing.
  ///
  /// It is shorter than the test's own limit, which would only name the test.
  package static var hang: Self { .seconds(300) }
}
