import DatabaseTypes

extension ChangeSet {
  /// Creates a change set after which any row of any table may have changed.
  static func anything(changesSchema: Bool, number: Int = 0) -> ChangeSet {
    ChangeSet(
      number: number,
      origin: .thisProcess,
      mayChangeAnyTable: true,
      changesSchema: changesSchema
    )
  }

  /// Creates the union of several commits' changes, in which each row occurs once.
  ///
  /// Values are dropped: only keys remain, and which columns may differ.
  init(merging sets: [ChangeSet]) {
    var tables: [TableName: MergedTable] = [:]
    for set in sets {
      for (table, changes) in set.tables { tables[table, default: MergedTable()].add(changes) }
    }
    self.init(
      number: sets.last?.number ?? 0,
      origin: sets.last?.origin ?? .thisProcess,
      tables: tables.mapValues(\.changes),
      mayChangeAnyTable: sets.contains(where: \.mayChangeAnyTable),
      changesSchema: sets.contains(where: \.changesSchema)
    )
  }
}

/// The changes that several commits made to one table.
private struct MergedTable {
  private var rows: [RowKey: Change] = [:]
  private var isAnyRow = false

  mutating func add(_ changes: ChangeSet.TableChanges) {
    guard !isAnyRow, case .rows(let added) = changes else {
      isAnyRow = true
      return
    }
    for change in added {
      rows[change.key] = rows[change.key].map { $0.merged(with: change) } ?? change
    }
  }

  var changes: ChangeSet.TableChanges { isAnyRow ? .anyRow : .rows(Array(rows.values)) }
}

extension Change {
  fileprivate func merged(with later: Change) -> Change {
    guard let names = updatedColumns, let others = later.updatedColumns else {
      return Change(key: key, old: .unknown, new: .unknown)
    }
    return Change(key: key, old: .unknown, new: .unknown, columns: .some(names.union(others)))
  }

  /// The columns that may differ; `nil` for any.
  private var updatedColumns: Set<String>? {
    guard old != .absent, new != .absent, case .some(let names) = columns else { return nil }
    return names
  }
}
