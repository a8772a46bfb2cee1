import DatabaseTypes

/// The live queries that read one table, with and without filters on its rows.
struct TableReaders<ID: Hashable & Sendable>: Sendable {
  private var ofAnyRow = ColumnReaders<ID>()
  private var ofSomeRows = ColumnReaders<ID>()
  /// The queries with a filter whose kept rows are unknown.
  private var withUnknownRows = ColumnReaders<ID>()
  /// The rows that the other queries with a filter keep.
  private var keepers = RetainedRowIndex<ID>()
  private var filters = FilterIndex<ID>()
  /// The columns that the queries with a filter read.
  private var columns: [ID: Region.Columns] = [:]

  var isEmpty: Bool { ofAnyRow.count == 0 && ofSomeRows.count == 0 }

  /// The number of queries with a filter.
  var filterCount: Int { ofSomeRows.count }

  /// The names of the columns that are read; `nil` for all columns.
  var columnsRead: [String]? {
    guard let any = ofAnyRow.columnsRead, let some = ofSomeRows.columnsRead else { return nil }
    return any + some
  }

  mutating func insert(_ id: ID, _ columns: Region.Columns, _ filter: RowFilter?) {
    guard let filter, !filter.isEmpty else { return ofAnyRow.insert(id, columns) }
    ofSomeRows.insert(id, columns)
    withUnknownRows.insert(id, columns)
    filters.insert(id, filter)
    self.columns[id] = columns
  }

  /// Removes a reader; returns whether it may have been the last one of something that it read.
  mutating func remove(_ id: ID, _ columns: Region.Columns) -> Bool {
    guard self.columns.removeValue(forKey: id) != nil else { return ofAnyRow.remove(id, columns) }
    filters.remove(id)
    keepers.remove(id)
    _ = withUnknownRows.remove(id, columns)
    return ofSomeRows.remove(id, columns)
  }
}

extension TableReaders {
  func insertReaders(touchedBy changes: ChangeSet.TableChanges, into found: inout Set<ID>) {
    let touched = TouchedColumns(changes)
    if ofAnyRow.count > 0 { ofAnyRow.insertReaders(of: touched, into: &found) }
    guard ofSomeRows.count > 0, touched != .none else { return }
    var some: Set<ID> = []
    if !insertMatches(of: changes, touched, into: &some) {
      ofSomeRows.insertReaders(of: touched, into: &some)
    }
    found.formUnion(some)
  }

  /// Adds the queries that changed rows match.
  ///
  /// Returns false if the rows are unknown, or if the checks would take too long, since the commit
  /// is waiting.
  private func insertMatches(
    of changes: ChangeSet.TableChanges,
    _ touched: TouchedColumns,
    into found: inout Set<ID>
  ) -> Bool {
    guard case .rows(let rows) = changes else { return false }
    var checksLeft = 1_024 + 4 * filters.count
    for change in rows where found.count < filters.count {
      let touched = rows.count == 1 ? touched : TouchedColumns(.rows([change]))
      switch change.old {
      case .absent: break
      case .unknown: checksLeft -= insertKeepers(of: change.key, touched, into: &found)
      case .row(let row): checksLeft -= insertMatches(of: row, touched, into: &found)
      }
      switch change.new {
      case .absent: break
      case .unknown:
        ofSomeRows.insertReaders(of: touched, into: &found)
        checksLeft -= ofSomeRows.count
      case .row(let row): checksLeft -= insertMatches(of: row, touched, into: &found)
      }
      if checksLeft < 0 { return false }
    }
    return true
  }

  /// Adds the queries that may have seen a row before it was changed, whose old values are unknown.
  ///
  /// Returns the number of checks.
  private func insertKeepers(
    of key: RowKey,
    _ touched: TouchedColumns,
    into found: inout Set<ID>
  ) -> Int {
    withUnknownRows.insertReaders(of: touched, into: &found)
    var count = 1 + withUnknownRows.count
    keepers.forEachKeeper(of: key) { id in
      count += 1
      if let columns = columns[id], touched.affects(columns) { found.insert(id) }
    }
    return count
  }

  /// Adds the queries whose filter a row may pass, and returns the number of checks.
  private func insertMatches(
    of row: Row,
    _ touched: TouchedColumns,
    into found: inout Set<ID>
  ) -> Int {
    filters.forEach(mayContain: row) { id in
      if let columns = columns[id], touched.affects(columns) { found.insert(id) }
    }
  }
}

// MARK: - Kept rows

extension TableReaders {
  /// The largest number of rows of a query that are worth recording by their keys.
  private static var maxKeys: Int { 20_000 }
  /// The largest number of changed rows that are examined one by one.
  private static var maxChanges: Int { 4_096 }

  /// Returns whether the rows that a query keeps are known.
  func hasKnownRows(of id: ID) -> Bool { keepers.contains(id) }

  /// Sets the rows that a query keeps; ignored if it has no filter or keeps too many rows.
  mutating func setRows(of id: ID, _ keys: Set<RowKey>) {
    guard let columns = columns[id] else { return }
    guard keys.count <= Self.maxKeys else { return forgetRows(of: id) }
    if !keepers.contains(id) { _ = withUnknownRows.remove(id, columns) }
    keepers.set(id, keys)
  }

  /// Forgets the rows that a query keeps.
  mutating func forgetRows(of id: ID) {
    guard let columns = columns[id], keepers.contains(id) else { return }
    keepers.remove(id)
    withUnknownRows.insert(id, columns)
  }

  mutating func removeRow(_ key: RowKey, of id: ID) { keepers.remove(key, from: id) }

  mutating func addRow(_ key: RowKey, of id: ID) {
    keepers.add(key, to: id)
    if keepers.count(of: id) > Self.maxKeys { forgetRows(of: id) }
  }

  /// Adds the rows that pass filters after a change to those that queries will keep once read.
  mutating func note(_ changes: ChangeSet.TableChanges) {
    if keepers.isEmpty { return }
    guard case .rows(let rows) = changes, rows.count <= Self.maxChanges,
      !rows.contains(where: { $0.new == .unknown })
    else {
      keepers.removeAll()
      withUnknownRows = ofSomeRows
      return
    }
    for change in rows {
      guard case .row(let row) = change.new else { continue }
      var passing: [ID] = []
      _ = filters.forEach(mayContain: row) { passing.append($0) }
      for id in passing where keepers.contains(id) { addRow(change.key, of: id) }
    }
  }
}
