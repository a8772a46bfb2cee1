import DatabaseTypes
import IncrementalQueries

// Where changes are told without the values that rows had before, the engine knows of each query which rows it keeps. Those
// are the rows of the moment that was read last, and the rows that pass its filter by what was told since. A row that is read
// although it was not touched, as where a window moves, may have been changed by a commit that was told and is not in the
// moment: such commits are looked at once more.

/// Which rows a query keeps after it was read.
enum KnownRows: Sendable {
  /// Any row may matter.
  case none
  /// Those of the keys.
  case all(TableName, Set<RowKey>)
  /// Of those that were touched some; those that it kept besides it keeps.
  case touched(TableName, kept: Set<RowKey>, gone: [RowKey])
}

/// What was told since the engine began to take a moment, as far as that does not show it.
struct UnshownChanges: Sendable {
  private var sets: [ChangeSet] = []
  private var rowCount = 0
  private var contents = SnapshotContents.everything
  private var isRecording = false

  /// So many commits and rows are kept one by one.
  private static let most = 100_000

  /// From now on all is kept that is told.
  mutating func begin() {
    self = UnshownChanges()
    isRecording = true
  }

  /// A commit was told; of very many it is known no more than that there were some.
  mutating func add(_ changes: ChangeSet) {
    guard isRecording else { return }
    rowCount += 1 + changes.rowCount
    if rowCount > Self.most { sets = [] }
    sets.append(
      rowCount > Self.most ? .anything(changesSchema: false, number: changes.number) : changes
    )
  }

  /// It is known what the moment shows.
  mutating func add(_ contents: SnapshotContents) { self.contents = contents }

  /// Takes out what the moment does not show, and keeps nothing any more.
  mutating func end() -> [ChangeSet] {
    defer { self = UnshownChanges() }
    // What is hidden may have been told long before.
    return contents.hidden + sets.filter { $0.number > contents.number }
  }
}

extension LiveQueryMark {
  /// The keys of a table that commits touched; `nil` where they are not known.
  func touchedKeys(of table: TableName) -> [RowKey]? {
    guard let changes = changesOfCommits else { return nil }
    var keys: [RowKey] = []
    for set in changes {
      if set.mayChangeAnyTable || set.changesSchema { return nil }
      switch set.changes(of: table) {
      case nil: break
      case .anyRow: return nil
      case .rows(let rows): keys += rows.map(\.key)
      }
    }
    return keys
  }
}

extension LiveQueryEngine.State {
  /// Takes over which rows queries keep that were read, and marks those that a commit touches which the moment does not
  /// show, though it was not known to when it was told.
  mutating func takeKnownRows(of results: [LiveQueryResult]) {
    let unshown = unshown.end()
    guard results.contains(where: { $0.knownRows != nil }) else { return }
    tellsOldRows = false
    let doubtful = results.filter { takeKnownRows(of: $0) }.map(\.run.id)
    if doubtful.isEmpty { return }
    for changes in unshown {
      let touched = registry.queries(touchedBy: changes)
      let found = doubtful.filter {
        touched.contains($0) && marked[$0]?.contains(changes.number) != true
      }
      // By rows that they keep: what passes their filters now has marked them when it was told.
      NoticedCommit(changes: changes).mark(Set(found), in: &marked)
    }
  }

  /// - Returns: Whether it may keep rows for whose changes it was not marked: it has read others than those that were touched.
  private mutating func takeKnownRows(of result: LiveQueryResult) -> Bool {
    let id = result.run.id
    guard let known = result.knownRows, registry.contains(id) else { return false }
    switch known {
    case .none:
      registry.forgetRows(of: id)
      return true
    case .all(let table, let keys):
      if let pending = pendingKeys(of: id, in: table) {
        registry.setRows(of: id, in: table, keys.union(pending))
      } else {
        registry.forgetRows(of: id)
      }
      return true
    case .touched(let table, let kept, let gone):
      guard let pending = pendingKeys(of: id, in: table).map(Set.init) else {
        registry.forgetRows(of: id)
        return false
      }
      for key in kept { registry.addRow(key, of: id, in: table) }
      for key in gone where !pending.contains(key) { registry.removeRow(key, of: id, in: table) }
    }
    return false
  }

  /// The keys by which a query is marked once more; `nil` where they are not known.
  private func pendingKeys(of id: Int, in table: TableName) -> [RowKey]? {
    guard let mark = marked[id] else { return [] }
    return mark.touchedKeys(of: table)
  }
}
