import DatabaseTypes
import IncrementalQueries

// If changes are reported without the old values of rows, the engine records for each query which
// rows it keeps: the rows of the last snapshot that was read, and the rows that pass its filter
// according to the commits reported since. A row that is read although it was not touched, for
// example when a window moves, may have been changed by a reported commit that is not in the
// snapshot. Such commits are examined once more.

/// The rows that a query keeps after it was read.
enum KnownRows: Sendable {
  /// Unknown: any row may matter.
  case none
  /// Exactly the rows with these keys.
  case all(TableName, Set<RowKey>)
  /// Of the touched rows these; all other rows that it kept, it still keeps.
  case touched(TableName, retained: Set<RowKey>, gone: [RowKey])
}

/// The changes reported since the engine began to take a snapshot that the snapshot does not show.
struct InvisibleChanges: Sendable {
  private var sets: [ChangeSet] = []
  private var rowCount = 0
  private var contents = SnapshotContents.everything
  private var isRecording = false

  /// The largest number of commits and rows that are kept individually.
  private static let limit = 100_000

  /// Starts recording the changes that are reported.
  mutating func begin() {
    self = InvisibleChanges()
    isRecording = true
  }

  /// Adds a reported commit; of very many, only that there were some is recorded.
  mutating func add(_ changes: ChangeSet) {
    guard isRecording else { return }
    rowCount += 1 + changes.rowCount
    if rowCount > Self.limit { sets = [] }
    sets.append(
      rowCount > Self.limit ? .anything(changesSchema: false, number: changes.number) : changes
    )
  }

  /// Records what the snapshot shows.
  mutating func add(_ contents: SnapshotContents) { self.contents = contents }

  /// Returns the changes that the snapshot does not show, and stops recording.
  mutating func end() -> [ChangeSet] {
    defer { self = InvisibleChanges() }
    // Hidden commits may have been reported long before.
    return contents.hidden + sets.filter { $0.number > contents.number }
  }
}

extension LiveQueryMark {
  /// Returns the keys of a table that commits touched; `nil` if they are not known.
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
  /// Records which rows the queries that were read keep, and marks queries for overlooked commits.
  ///
  /// These are commits that the snapshot does not show and that touch a query, although that was
  /// not known when they were reported.
  mutating func takeKnownRows(of refreshes: [QueryRefresh]) {
    let invisible = invisible.end()
    guard refreshes.contains(where: { $0.knownRows != nil }) else { return }
    reportsOldRows = false
    let uncertain = refreshes.filter { takeKnownRows(of: $0) }.map(\.run.id)
    if uncertain.isEmpty { return }
    for changes in invisible {
      let touched = registry.queries(touchedBy: changes)
      let found = uncertain.filter {
        touched.contains($0) && marked[$0]?.contains(changes.number) != true
      }
      // Search by the rows that queries keep; rows that pass filters marked queries when reported.
      PendingCommit(changes: changes).mark(Set(found), in: &marked)
    }
  }

  /// Records which rows a query keeps.
  ///
  /// - Returns: Whether it may keep rows for whose changes it was not marked, since it has read
  ///   more than the touched rows.
  private mutating func takeKnownRows(of refresh: QueryRefresh) -> Bool {
    let id = refresh.run.id
    guard let known = refresh.knownRows, registry.contains(id) else { return false }
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
    case .touched(let table, let retained, let gone):
      guard let pending = pendingKeys(of: id, in: table).map(Set.init) else {
        registry.forgetRows(of: id)
        return false
      }
      for key in retained { registry.addRow(key, of: id, in: table) }
      for key in gone where !pending.contains(key) { registry.removeRow(key, of: id, in: table) }
    }
    return false
  }

  /// Returns the keys for which a query is marked again; `nil` if they are not known.
  private func pendingKeys(of id: Int, in table: TableName) -> [RowKey]? {
    guard let mark = marked[id] else { return [] }
    return mark.touchedKeys(of: table)
  }
}
