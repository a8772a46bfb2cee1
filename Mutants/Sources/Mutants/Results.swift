import Foundation
import Synchronization

/// The results of the mutants the last time.
struct Results {
  private let file: URL
  private let suitesFile: URL

  private struct Survey: Codable {
    let stamp: String
    let suites: [TestSuites.Suite]
  }

  init(folder: URL) {
    file = folder.deletingLastPathComponent().appending(path: "results.json")
    suitesFile = folder.deletingLastPathComponent().appending(path: "suites.json")
  }

  /// The mutants that each suite runs, if it was not built again since.
  func suites(of stamp: String) -> [TestSuites.Suite]? {
    guard let data = try? Data(contentsOf: suitesFile),
      let survey = try? JSONDecoder().decode(Survey.self, from: data), survey.stamp == stamp
    else { return nil }
    return survey.suites
  }

  func save(_ suites: [TestSuites.Suite], of stamp: String) throws {
    try JSONEncoder().encode(Survey(stamp: stamp, suites: suites)).write(to: suitesFile)
  }

  func save(_ outcomes: [Campaign.Outcome]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(outcomes).write(to: file)
  }

  /// The numbers of those that survived.
  func survivors() throws -> Set<Int> {
    let outcomes = try JSONDecoder().decode([Campaign.Outcome].self, from: Data(contentsOf: file))
    return Set(outcomes.filter { $0.killer == nil }.map(\.mutant.number))
  }
}

/// Does something with each element, several at a time.
func inParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element],
  _ workers: Int,
  _ body: @Sendable (Element) -> Result
) -> [Result] {
  let results = Mutex<[(Int, Result)]>([])
  let queue = Mutex(Array(elements.enumerated())[...])
  DispatchQueue.concurrentPerform(iterations: workers) { _ in
    while let (index, element) = queue.withLock({ $0.popFirst() }) {
      let result = body(element)
      results.withLock { $0.append((index, result)) }
    }
  }
  return results.withLock { $0 }.sorted { $0.0 < $1.0 }.map(\.1)
}
