import LiveSQL

/// Counts of what a round tried, and of the work of its live queries.
struct WrittenCounts: Sendable {
  private(set) var shapes: Set<String> = []
  private(set) var rounds = 0
  private(set) var commits = 0
  private(set) var comparisons = 0
  private(set) var refreshes = 0
  private(set) var patches = 0
  private(set) var runs = 0
  /// The reads that failed, as the statement itself did.
  private(set) var failures = 0

  /// Counts a shape, of SQL text or typed.
  mutating func noteShape(_ name: String) { shapes.insert(name) }

  mutating func noteCommit() { commits += 1 }

  mutating func noteComparison() { comparisons += 1 }

  /// Counts the work of the live queries of a round that has ended.
  mutating func noteEnd(_ statistics: [LiveQueryStatistics]) {
    rounds += 1
    for query in statistics {
      patches += query.patchCount
      runs += query.runCount
      failures += query.failureCount
      refreshes += query.patchCount + query.runCount + query.failureCount
    }
  }

  mutating func add(_ other: WrittenCounts) {
    shapes.formUnion(other.shapes)
    rounds += other.rounds
    commits += other.commits
    comparisons += other.comparisons
    refreshes += other.refreshes
    patches += other.patches
    runs += other.runs
    failures += other.failures
  }

  /// A table of one line, with its header.
  func table(seed: UInt64, differences: Int) -> String {
    let cells: [(String, String)] = [
      ("seed", "\(seed)"), ("shapes", "\(shapes.count)"), ("commits", "\(commits)"),
      ("compared", "\(comparisons)"), ("refreshes", "\(refreshes)"), ("patched", "\(patches)"),
      ("run again", "\(runs)"), ("failures", "\(failures)"), ("different", "\(differences)"),
    ]
    return [cells.map { Self.cell($0.0) }, cells.map { Self.cell($0.1) }]
      .map { $0.joined() }.joined(separator: "\n")
  }

  private static func cell(_ text: String) -> String {
    String(repeating: " ", count: max(1, 13 - text.count)) + text
  }
}
