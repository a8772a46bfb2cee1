import DatabaseTypes

/// A commit, and the time at which the engine noticed it.
struct PendingCommit: Sendable {
  let changes: ChangeSet
  let noticed = ContinuousClock.now

  /// Whether filters are no longer valid afterwards.
  ///
  /// A column may have another type or collation, which changes how its values compare.
  var invalidatesFilters: Bool { changes.changesSchema || changes.mayChangeAnyTable }

  /// Marks the queries that it touches.
  func mark(_ touched: Set<Int>, in marks: inout [Int: LiveQueryMark]) {
    let cause = LiveQueryUpdate.Cause(changes.origin)
    for id in touched {
      marks[id, default: LiveQueryMark(cause: cause, noticed: noticed)].add(changes)
    }
  }
}

/// The commits whose affected queries are not known yet, in order.
struct PendingCommits: Sendable {
  /// The commits whose affected queries are being looked up, by the engine's thread outside of its
  /// lock.
  private var searching: [PendingCommit] = []
  /// The commits that came later.
  private var newer: [PendingCommit] = []
  private var rowCount = 0

  private static let maxCommits = 4_096
  private static let maxRows = 100_000

  var isEmpty: Bool { searching.isEmpty && newer.isEmpty }

  /// Adds a commit, unless there are too many.
  ///
  /// - Returns: Whether it was added.
  mutating func add(_ commit: PendingCommit) -> Bool {
    let rows = commit.changes.rowCount
    guard newer.count < Self.maxCommits, rowCount + rows <= Self.maxRows else { return false }
    newer.append(commit)
    rowCount += rows
    return true
  }

  /// Starts a search, and returns the commits whose affected queries must be looked up.
  mutating func beginSearch() -> [PendingCommit] {
    if searching.isEmpty {
      swap(&searching, &newer)
      rowCount = 0
    }
    return searching
  }

  /// Takes the commits that were searched for; none if all have been taken in the meantime.
  mutating func takeSearched() -> [PendingCommit] {
    defer { searching = [] }
    return searching
  }

  /// Takes all commits.
  mutating func takeAll() -> [PendingCommit] {
    if isEmpty { return [] }
    defer { self = PendingCommits() }
    return searching + newer
  }
}
