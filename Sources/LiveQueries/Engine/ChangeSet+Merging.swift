import DatabaseTypes

extension ChangeSet {
  /// Any row of any table may have changed.
  static func anything(changesSchema: Bool) -> ChangeSet {
    ChangeSet(
      number: 0,
      origin: .thisProcess,
      mayChangeAnyTable: true,
      changesSchema: changesSchema
    )
  }

  /// What several commits changed together, in which each row stands once.
  ///
  /// Values are not kept: only keys, and which columns may differ.
  init(merging sets: [ChangeSet]) {
    var tables: [TableName: TableChanges] = [:]
    for set in sets {
      for (table, changes) in set.tables {
        tables[table] = tables[table].map { $0.merged(with: changes) } ?? changes
      }
    }
    self.init(
      number: sets.last?.number ?? 0,
      origin: sets.last?.origin ?? .thisProcess,
      tables: tables,
      mayChangeAnyTable: sets.contains(where: \.mayChangeAnyTable),
      changesSchema: sets.contains(where: \.changesSchema)
    )
  }
}

extension ChangeSet.TableChanges {
  fileprivate func merged(with later: Self) -> Self {
    guard case .rows(let earlier) = self, case .rows(let later) = later else { return .anyRow }
    var changes: [RowKey: Change] = Dictionary(minimumCapacity: earlier.count + later.count)
    for change in earlier + later {
      changes[change.key] = changes[change.key].map { $0.merged(with: change) } ?? change
    }
    return .rows(Array(changes.values))
  }
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
