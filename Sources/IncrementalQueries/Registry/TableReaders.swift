import DatabaseTypes

/// The live queries that read one table: those that see any row, and those that see the rows that pass a filter.
struct TableReaders<ID: Hashable & Sendable>: Sendable {
  private var ofAnyRow = ColumnReaders<ID>()
  private var ofSomeRows = ColumnReaders<ID>()
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
    filters.insert(id, filter)
    self.columns[id] = columns
  }

  /// Returns whether something that it read may now be read by no query.
  mutating func remove(_ id: ID, _ columns: Region.Columns) -> Bool {
    guard self.columns.removeValue(forKey: id) != nil else { return ofAnyRow.remove(id, columns) }
    filters.remove(id)
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
      for image in [change.old, change.new] {
        switch image {
        case .absent: break
        case .unknown:
          ofSomeRows.insertReaders(of: touched, into: &found)
          checksLeft -= ofSomeRows.count
        case .row(let row): checksLeft -= insertMatches(of: row, touched, into: &found)
        }
      }
      if checksLeft < 0 { return false }
    }
    return true
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
