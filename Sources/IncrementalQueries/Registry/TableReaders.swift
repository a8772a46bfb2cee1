import DatabaseTypes

/// The live queries that read one table: those that see any row, and those that see the rows that pass a filter.
struct TableReaders<ID: Hashable & Sendable>: Sendable {
  private var ofAnyRow = ColumnReaders<ID>()
  private var ofSomeRows = ColumnReaders<ID>()
  /// Those of these of which it is not known which rows they keep.
  private var ofUnknownRows = ColumnReaders<ID>()
  /// The rows that the others keep.
  private var holders = KeyHolders<ID>()
  private var filters = FilterIndex<ID>()
  /// The columns that the queries with a filter read.
  private var columns: [ID: Region.Columns] = [:]

  var isEmpty: Bool { ofAnyRow.count == 0 && ofSomeRows.count == 0 }

  /// How many queries have a filter.
  var filterCount: Int { ofSomeRows.count }

  /// The names of the columns that are read; `nil` for all columns.
  var columnsRead: [String]? {
    guard let any = ofAnyRow.columnsRead, let some = ofSomeRows.columnsRead else { return nil }
    return any + some
  }

  mutating func insert(_ id: ID, _ columns: Region.Columns, _ filter: RowFilter?) {
    guard let filter, !filter.isEmpty else { return ofAnyRow.insert(id, columns) }
    ofSomeRows.insert(id, columns)
    ofUnknownRows.insert(id, columns)
    filters.insert(id, filter)
    self.columns[id] = columns
  }

  /// Returns whether something that it read may now be read by no query.
  mutating func remove(_ id: ID, _ columns: Region.Columns) -> Bool {
    guard self.columns.removeValue(forKey: id) != nil else { return ofAnyRow.remove(id, columns) }
    filters.remove(id)
    holders.remove(id)
    _ = ofUnknownRows.remove(id, columns)
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

  /// Returns whether the rows could tell, and did so soon enough: a commit waits meanwhile.
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
      case .unknown: checksLeft -= insertHolders(of: change.key, touched, into: &found)
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

  /// Adds those that may have seen a row before it was changed, of which the values are not known.
  ///
  /// Returns how many checks it took.
  private func insertHolders(
    of key: RowKey,
    _ touched: TouchedColumns,
    into found: inout Set<ID>
  ) -> Int {
    ofUnknownRows.insertReaders(of: touched, into: &found)
    var count = 1 + ofUnknownRows.count
    holders.forEachHolder(of: key) { id in
      count += 1
      if let columns = columns[id], touched.matter(to: columns) { found.insert(id) }
    }
    return count
  }

  /// Returns how many checks it took.
  private func insertMatches(
    of row: Row,
    _ touched: TouchedColumns,
    into found: inout Set<ID>
  ) -> Int {
    filters.forEach(mayContain: row) { id in
      if let columns = columns[id], touched.matter(to: columns) { found.insert(id) }
    }
  }
}

// MARK: - Rows that are kept

extension TableReaders {
  /// So many rows of a query are worth being known by their keys.
  private static var mostKeys: Int { 20_000 }
  /// So many changed rows are looked at one by one.
  private static var mostChanges: Int { 4_096 }

  /// Whether the rows are known that a query keeps.
  func knowsRows(of id: ID) -> Bool { holders.contains(id) }

  /// The rows that a query keeps are these; ignored where it has no filter, and where they are too many.
  mutating func setRows(of id: ID, _ keys: Set<RowKey>) {
    guard let columns = columns[id] else { return }
    guard keys.count <= Self.mostKeys else { return forgetRows(of: id) }
    if !holders.contains(id) { _ = ofUnknownRows.remove(id, columns) }
    holders.set(id, keys)
  }

  /// The rows that a query keeps are not known any more.
  mutating func forgetRows(of id: ID) {
    guard let columns = columns[id], holders.contains(id) else { return }
    holders.remove(id)
    ofUnknownRows.insert(id, columns)
  }

  mutating func removeRow(_ key: RowKey, of id: ID) { holders.remove(key, from: id) }

  mutating func addRow(_ key: RowKey, of id: ID) {
    holders.add(key, to: id)
    if holders.count(of: id) > Self.mostKeys { forgetRows(of: id) }
  }

  /// Has queries keep the rows that pass their filters after a change: they will, when they have been read.
  mutating func note(_ changes: ChangeSet.TableChanges) {
    if holders.isEmpty { return }
    guard case .rows(let rows) = changes, rows.count <= Self.mostChanges,
      !rows.contains(where: { $0.new == .unknown })
    else {
      holders.removeAll()
      ofUnknownRows = ofSomeRows
      return
    }
    for change in rows {
      guard case .row(let row) = change.new else { continue }
      var passing: [ID] = []
      _ = filters.forEach(mayContain: row) { passing.append($0) }
      for id in passing where holders.contains(id) { addRow(change.key, of: id) }
    }
  }
}
