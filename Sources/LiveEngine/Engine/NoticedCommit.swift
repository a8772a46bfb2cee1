import DatabaseTypes

/// A commit, and when the engine was told of it.
struct NoticedCommit: Sendable {
  let changes: ChangeSet
  let noticed = ContinuousClock.now

  /// Whether what filters say of rows holds no more: columns may have got another type or collation, by which values
  /// compare in another way.
  var endsFilters: Bool { changes.changesSchema || changes.mayChangeAnyTable }

  /// Marks the queries that it touches.
  func mark(_ touched: Set<Int>, in marks: inout [Int: LiveQueryMark]) {
    let cause = LiveQueryUpdate.Cause(changes.origin)
    for id in touched {
      marks[id, default: LiveQueryMark(cause: cause, noticed: noticed)].add(changes)
    }
  }
}

/// Commits in their order, until it is known what they touch.
struct NoticedCommits: Sendable {
  /// Those whose queries are being sought, by the engine's thread and outside of its lock.
  private var sought: [NoticedCommit] = []
  /// Those that came afterwards.
  private var newer: [NoticedCommit] = []
  private var rowCount = 0

  private static let most = 4_096
  private static let mostRows = 100_000

  var isEmpty: Bool { sought.isEmpty && newer.isEmpty }

  /// Adds a commit, as long as there are not too many.
  ///
  /// - Returns: Whether it was added.
  mutating func add(_ commit: NoticedCommit) -> Bool {
    let rows = commit.changes.rowCount
    guard newer.count < Self.most, rowCount + rows <= Self.mostRows else { return false }
    newer.append(commit)
    rowCount += rows
    return true
  }

  /// Those whose queries are to be sought now.
  mutating func startSeeking() -> [NoticedCommit] {
    if sought.isEmpty {
      swap(&sought, &newer)
      rowCount = 0
    }
    return sought
  }

  /// Takes out those whose queries were sought; none where somebody has taken all.
  mutating func takeSought() -> [NoticedCommit] {
    defer { sought = [] }
    return sought
  }

  /// Takes out all.
  mutating func takeAll() -> [NoticedCommit] {
    if isEmpty { return [] }
    defer { self = NoticedCommits() }
    return sought + newer
  }
}
