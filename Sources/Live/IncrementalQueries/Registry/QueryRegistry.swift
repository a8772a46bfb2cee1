package import DatabaseTypes

/// A registry of live queries, indexed by the tables and columns they read and the rows they see.
///
/// ```swift
/// var registry = QueryRegistry<Int>()
/// var filter = RowFilter()
/// filter.require("customerID", .oneOf([7]))
/// registry.insert(
///   1,
///   region: Region(table: "orders", columns: ["total"]),
///   filters: ["orders": filter]
/// )
/// for id in registry.queries(touchedBy: changes) { … }
/// ```
///
/// - Invariant: `queries(touchedBy:)` misses no query whose result may differ.
/// - Invariant: Without filters, it returns exactly the queries whose region the change set
///   touches.
/// - Invariant: With a filter, and a change set with the rows before and after, it returns exactly
///   the queries for which a changed row may pass the filter before or after and has a changed
///   column that the query reads. If very many rows changed, queries are found by columns only.
/// - Invariant: `needs` is the union of all regions.
package struct QueryRegistry<ID: Hashable & Sendable>: Sendable {
  private var regions: [ID: Region] = [:]
  /// The filters of queries that have any.
  private var filters: [ID: [TableName: RowFilter]] = [:]
  private var tables: [TableName: TableReaders<ID>] = [:]
  /// The queries whose tables are unknown: they may read any table.
  private var readersOfAnyTable: Set<ID> = []

  /// The union of what the queries read; other changes need not be captured.
  package private(set) var needs = Region()
  /// A number that changes whenever the needs of the queries change.
  package private(set) var version = 0

  /// Creates a registry without queries.
  package init() {}
}

// Frequently called functions are also specialised for `Int`, the live engine's type of query ids.
// Other modules cannot see the code, and the unspecialised code takes several times as long.
extension QueryRegistry {
  /// The number of queries.
  package var count: Int { regions.count }

  /// Whether there are no queries.
  package var isEmpty: Bool { regions.isEmpty }

  /// Returns whether a query is registered.
  @_specialize(where ID == Int)
  package func contains(_ id: ID) -> Bool { regions[id] != nil }

  /// Returns what a query reads; `nil` if it is not registered.
  package func region(of id: ID) -> Region? { regions[id] }

  /// The tables for which the values of changed rows are worth capturing.
  ///
  /// These are the tables on which at least four queries have a filter. Without values, a change of
  /// a row touches each of those queries. For fewer queries, looking the row up on a reader costs
  /// less than having the writer read it again in each commit.
  package var rowNeeds: Region {
    var needs = Region()
    for (table, readers) in tables where readers.filterCount >= 4 { needs.insert(table) }
    return needs
  }

  /// Adds a query, or replaces the region and the filters of one that is already registered.
  ///
  /// - Parameters:
  ///   - id: The query.
  ///   - region: The tables and columns that it reads.
  ///   - filters: The rows of a table that can matter to it; all rows of other tables do. They are
  ///     ignored if it reads any table.
  /// - Complexity: Proportional to the numbers of tables and columns of the region and of values of
  ///   a filter; linear in the number of queries that are filed under a range of the same column.
  @_specialize(where ID == Int)
  package mutating func insert(
    _ id: ID,
    region: Region,
    filters: [TableName: RowFilter] = [:]
  ) {
    remove(id)
    version += 1
    regions[id] = region
    if !filters.isEmpty { self.filters[id] = filters }
    needs.formUnion(region)
    guard !region.isFullDatabase else {
      readersOfAnyTable.insert(id)
      return
    }
    for (table, columns) in region.tables {
      tables[table, default: TableReaders()].insert(id, columns, filters[table])
    }
  }

  /// Replaces the region and the filters of a query, for example after a schema change.
  ///
  /// It does nothing if the query is not registered.
  @_specialize(where ID == Int)
  package mutating func update(
    _ id: ID,
    region: Region,
    filters: [TableName: RowFilter] = [:]
  ) {
    guard let old = regions[id], old != region || self.filters[id] ?? [:] != filters else { return }
    insert(id, region: region, filters: filters)
  }

  /// Removes all filters, so that any row matters to each query until the query is updated.
  ///
  /// Filters are no longer valid after a schema change.
  @_specialize(where ID == Int)
  package mutating func removeFilters() {
    for (id, region) in regions where filters[id] != nil { insert(id, region: region) }
  }

  /// Removes a query.
  ///
  /// - Returns: Whether it was registered.
  /// - Complexity: Proportional to the number of tables and columns of its region, or of all
  ///   queries' regions if it was the last to read one of them.
  @discardableResult
  @_specialize(where ID == Int)
  package mutating func remove(_ id: ID) -> Bool {
    guard let region = regions.removeValue(forKey: id) else { return false }
    version += 1
    filters[id] = nil
    if removeReader(id, of: region) { needs = unionOfRegions() }
    return true
  }
}

extension QueryRegistry {
  /// Returns the queries whose result a commit may have changed.
  ///
  /// - Complexity: Proportional to the numbers of changed tables, changed rows and columns, and
  ///   queries found. It does not depend on the number of all queries, except those whose filter
  ///   has neither values nor a range. For each table, at most a few filters per query and about a
  ///   thousand more are checked.
  @_specialize(where ID == Int)
  package func queries(touchedBy changes: ChangeSet) -> Set<ID> {
    if changes.mayChangeAnyTable || changes.changesSchema {
      return Set(regions.lazy.filter { !$0.value.isEmpty }.map(\.key))
    }
    var found: Set<ID> = []
    changes.forEachTable { table, tableChanges in
      if case .rows(let rows) = tableChanges, rows.isEmpty { return }
      if !readersOfAnyTable.isEmpty { found.formUnion(readersOfAnyTable) }
      tables[table]?.insertReaders(touchedBy: tableChanges, into: &found)
    }
    return found
  }
}

// MARK: - Kept rows

/// If changes are reported without the old values of rows, the rows that a query sees are known by
/// their keys.
extension QueryRegistry {
  /// Returns the table whose rows kept by a query are known; `nil` if there is none.
  @_specialize(where ID == Int)
  package func tableOfKnownRows(of id: ID) -> TableName? {
    regions[id]?.tables.keys.first { tables[$0]?.hasKnownRows(of: id) == true }
  }

  /// Sets the rows of a table that a query keeps.
  ///
  /// From now on, a change of another row whose old values are unknown touches the query only if
  /// the row passes its filter afterwards. Nothing is recorded for a table on which the query has
  /// no filter, or for very many rows.
  ///
  /// - Parameters:
  ///   - id: The query.
  ///   - table: The table.
  ///   - keys: The keys of all rows that can matter to it in their current state.
  /// - Complexity: Proportional to the number of keys.
  @_specialize(where ID == Int)
  package mutating func setRows(of id: ID, in table: TableName, _ keys: Set<RowKey>) {
    tables[table]?.setRows(of: id, keys)
  }

  /// Adds a row to those that a query keeps, if these are known.
  @_specialize(where ID == Int)
  package mutating func addRow(_ key: RowKey, of id: ID, in table: TableName) {
    tables[table]?.addRow(key, of: id)
  }

  /// Removes a row from those that a query keeps.
  @_specialize(where ID == Int)
  package mutating func removeRow(_ key: RowKey, of id: ID, in table: TableName) {
    tables[table]?.removeRow(key, of: id)
  }

  /// Forgets the rows that a query keeps, so that any changed row may matter to it.
  @_specialize(where ID == Int)
  package mutating func forgetRows(of id: ID) {
    guard let region = regions[id] else { return }
    for table in region.tables.keys { tables[table]?.forgetRows(of: id) }
  }

  /// Adds the rows that pass queries' filters after a commit to the rows that the queries keep.
  ///
  /// The queries will keep them once they have been read. Call this for each commit, in order,
  /// after looking up the queries that it touches.
  @_specialize(where ID == Int)
  package mutating func note(_ changes: ChangeSet) {
    changes.forEachTable { table, tableChanges in tables[table]?.note(tableChanges) }
  }
}

extension QueryRegistry {
  /// Removes a reader; returns whether it was the last one of something that it read.
  private mutating func removeReader(_ id: ID, of region: Region) -> Bool {
    guard !region.isFullDatabase else {
      readersOfAnyTable.remove(id)
      return readersOfAnyTable.isEmpty
    }
    var isLast = false
    for (table, columns) in region.tables {
      if tables[table]?.remove(id, columns) == true { isLast = true }
      if tables[table]?.isEmpty == true { tables[table] = nil }
    }
    return isLast
  }

  private func unionOfRegions() -> Region {
    guard readersOfAnyTable.isEmpty else { return .fullDatabase }
    var union = Region()
    for (table, readers) in tables { union.insert(table, columns: readers.columnsRead) }
    return union
  }
}
