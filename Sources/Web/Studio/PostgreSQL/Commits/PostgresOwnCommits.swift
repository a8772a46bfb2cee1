import DatabaseTypes
import Synchronization

/// The studio's own commits, by the rows that they changed.
///
/// The change stream does not name the author of a commit. So the first commit after an edit that
/// affects all rows of the edit is considered the studio's own.
///
/// State: the rows of the edits whose commits were seen, and of the others, guarded by a mutex.
final class PostgresOwnCommits: Sendable {
  private struct Edit {
    let id: Int
    let rows: Set<String>
    /// The number of the commit that is considered its own.
    var commit: Int?
  }

  private struct State {
    var lastID = 0
    var edits: [Edit] = []
  }

  private static let limit = 50
  private let state = Mutex(State())

  /// Expects the commit of an edit.
  ///
  /// - Returns: A token that removes the expectation if the commit fails.
  func expect(_ changes: [StagedChange], _ structure: StudioStructure) -> Int {
    let rows = changes.compactMap { change -> String? in
      guard let table = try? structure.table(change.table) else { return nil }
      return Self.name(change.table, change.key(in: table))
    }
    return state.withLock { state in
      state.lastID += 1
      state.edits.append(Edit(id: state.lastID, rows: Set(rows)))
      if state.edits.count > Self.limit { state.edits.removeFirst() }
      return state.lastID
    }
  }

  /// Removes the expectation of a commit.
  func forget(_ id: Int) { state.withLock { $0.edits.removeAll { $0.id == id } } }

  /// Whether a commit belongs to an edit.
  ///
  /// - Parameter rows: The keys of the rows that it affected.
  func contains(commit number: Int, _ rows: [(table: TableName, key: [WireCell])]) -> Bool {
    let names = Set(rows.map { Self.name($0.table, $0.key) })
    return state.withLock { state in
      if state.edits.contains(where: { $0.commit == number }) { return true }
      let index = state.edits.firstIndex { $0.commit == nil && $0.rows.isSubset(of: names) }
      guard let index else { return false }
      state.edits[index].commit = number
      return true
    }
  }

  private static func name(_ table: TableName, _ key: [WireCell]) -> String {
    "\(table) \(key.keyJSON)"
  }
}

extension StagedChange {
  /// The key of the row that a change affects; for an insertion, the new key.
  fileprivate func key(in table: StudioTable) -> [WireCell] {
    switch kind {
    case .update(let key, _), .delete(let key, _): key
    case .insert(let values): table.key.map { values[$0] ?? WireCell(.null) }
    }
  }
}
