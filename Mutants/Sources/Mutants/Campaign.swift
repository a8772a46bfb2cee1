import Foundation
import Synchronization

/// Switches on one mutant after another, and runs the suites that run it until one notices it.
struct Campaign {
  /// The result of a mutant.
  struct Outcome: Sendable, Codable {
    let mutant: Mutant
    /// The suite that noticed it; `nil` if none did.
    let killer: String?
    /// The number of suites that run it.
    let suiteCount: Int
  }

  let suites: [TestSuites.Suite]
  let runner: TestSuites
  let workers: Int

  /// The batches with which each mutant begins: they find most.
  private static let firstCount = 2

  func run(_ mutants: [Mutant]) -> [Outcome] {
    let first = pass(mutants) { $0.prefix(Self.firstCount) }
    let left = first.filter { $0.killer == nil }.map(\.mutant)
    say("\(left.count) are tried with all suites that run them.")
    let second = pass(left) { $0.dropFirst(Self.firstCount) }
    return (first.filter { $0.killer != nil } + second)
      .sorted { $0.mutant.number < $1.mutant.number }
  }

  private func pass(
    _ mutants: [Mutant],
    _ choose: @Sendable ([[TestSuites.Suite]]) -> ArraySlice<[TestSuites.Suite]>
  ) -> [Outcome] {
    let doneCount = Atomic<Int>(0)
    return inParallel(mutants, workers) { mutant in
      let suites = suitesConcerned(by: mutant)
      var killer: String?
      for batch in choose(Self.batches(suites)) where killer == nil {
        killer = self.killer(of: mutant, in: batch)
      }
      let count = doneCount.add(1, ordering: .relaxed).newValue
      let place = "\(mutant.file):\(mutant.line): \(mutant.description)"
      say("\(count)/\(mutants.count) #\(mutant.number) \(place): \(killer ?? "not noticed")")
      return Outcome(mutant: mutant, killer: killer, suiteCount: suites.count)
    }
  }

  /// The suites that run it: first those of its own module, and the quick ones.
  private func suitesConcerned(by mutant: Mutant) -> [TestSuites.Suite] {
    func rank(_ suite: TestSuites.Suite) -> Double {
      let isOwn = suite.name.hasPrefix(mutant.module.prefix(6))
      return suite.seconds * (isOwn ? 1 : 4) * (1 + Double(suite.reached.count) / 100)
    }
    return suites.filter { $0.passes && $0.reached.contains(mutant.number) }
      .sorted { rank($0) < rank($1) }
  }

  /// Some seconds at first, then more and more.
  private static func batches(_ suites: [TestSuites.Suite]) -> [[TestSuites.Suite]] {
    var batches: [[TestSuites.Suite]] = []
    var (batch, seconds, limit) = ([TestSuites.Suite](), 0.0, 4.0)
    for suite in suites {
      batch.append(suite)
      seconds += suite.seconds
      guard seconds >= limit || batch.count >= 12 else { continue }
      batches.append(batch)
      (batch, seconds, limit) = ([], 0, limit * 2)
    }
    return batch.isEmpty ? batches : batches + [batch]
  }

  private func killer(of mutant: Mutant, in batch: [TestSuites.Suite]) -> String? {
    let seconds = batch.reduce(0) { $0 + $1.seconds }
    do {
      let (end, output, _) = try runner.run(
        batch.map(\.name),
        environment: ["LIVESQL_MUTANT": "\(mutant.number)"],
        limit: .seconds(60 + 8 * seconds)
      )
      switch end {
      case .exit(0): return nil
      case .exit(let code): return "exit \(code) in \(batch.map(\.name))"
      case .signal(let signal): return "signal \(signal) in \(batch.map(\.name))"
      case .timeout: return "no end of " + Self.unfinished(in: output)
      case .line(let line): return String(line.drop { !$0.isLetter }.prefix(140))
      }
    } catch {
      return "\(error)"
    }
  }

  /// The tests that began and did not end.
  private static func unfinished(in output: String) -> String {
    var open: Set<String> = []
    for line in output.split(separator: "\n") {
      guard let test = line.firstMatch(of: /Test (.*?) (started|passed|failed)/) else { continue }
      if test.2 == "started" { open.insert(String(test.1)) } else { open.remove(String(test.1)) }
    }
    return open.sorted().prefix(3).joined(separator: ", ")
  }
}
