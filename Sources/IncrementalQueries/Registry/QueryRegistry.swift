public import DatabaseTypes

/// The live queries, found by the tables and columns that they read, and by the rows that they see.
///
/// ```swift
/// var registry = QueryRegistry<Int>()
/// var filter = RowFilter()
/// filter.require("customerID", .oneOf([7]))
/// registry.insert(1, region: Region(table: "orders", columns: ["total"]), filters: ["orders": filter])
/// for id in registry.queries(touchedBy: changes) { … }
/// ```
///
/// - Invariant: `queries(touchedBy:)` misses no query whose result may differ.
/// - Invariant: without filters they are exactly those whose region the change set touches.
/// - Invariant: with a filter, of a change set whose rows are known before and after, they are exactly those of which a
///   changed row may pass the filter before or after and has a column changed that they read. Where very many rows
///   changed they are found by columns alone.
/// - Invariant: `needs` is the union of all regions.
public struct QueryRegistry<ID: Hashable & Sendable>: Sendable {
  private var regions: [ID: Region] = [:]
  /// Those that queries have, if any.
  private var filters: [ID: [TableName: RowFilter]] = [:]
  private var tables: [TableName: TableReaders<ID>] = [:]
  /// The queries of which no table is known: any may be read.
  private var readersOfAnyTable: Set<ID> = []

  /// What any of the queries reads, so that changes of all else need not be captured.
  public private(set) var needs = Region()
  /// Another number after each change of what queries need.
  public private(set) var version = 0

  /// Makes a registry without queries.
  public init() {}
}

// What is called often is compiled for numbers too, which the live engine gives its queries: other modules cannot see
// the code, and what serves any type takes several times as long.
extension QueryRegistry {
  /// The number of queries.
  public var count: Int { regions.count }

  /// Whether there is no query.
  public var isEmpty: Bool { regions.isEmpty }

  /// Whether a query is registered.
  @_specialize(where ID == Int)
  public func contains(_ id: ID) -> Bool { regions[id] != nil }

  /// What a query reads; `nil` where it is not registered.
  public func region(of id: ID) -> Region? { regions[id] }

  /// The tables of which to capture the values of changed rows, since at least four queries have a filter on them.
  ///
  /// Without values a change of a row touches each of those queries. To look the row up for a few of them, on a reader,
  /// costs less than to have the writer read it again for each commit.
  public var rowNeeds: Region {
    var needs = Region()
    for (table, readers) in tables where readers.filterCount >= 4 { needs.insert(table) }
    return needs
  }

  /// Adds a query; one that is registered already gets another region and other filters.
  ///
  /// - Parameters:
  ///   - id: The query.
  ///   - region: What it reads.
  ///   - filters: Which rows of a table can matter to it; all rows of the others do. They are ignored where it
  ///     reads any table.
  /// - Complexity: By the number of tables and columns of the region, and of the values of a filter; linear in the number
  ///   of queries that are found by a range of the same column.
  @_specialize(where ID == Int)
  public mutating func insert(
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

  /// Gives a query another region and other filters, as after a change of the schema.
  ///
  /// It does nothing where the query is not registered.
  @_specialize(where ID == Int)
  public mutating func update(
    _ id: ID,
    region: Region,
    filters: [TableName: RowFilter] = [:]
  ) {
    guard let old = regions[id], old != region || self.filters[id] ?? [:] != filters else { return }
    insert(id, region: region, filters: filters)
  }

  /// Lets any row matter to each query until it is updated: when the schema changes, what filters say holds no more.
  @_specialize(where ID == Int)
  public mutating func removeFilters() {
    for (id, region) in regions where filters[id] != nil { insert(id, region: region) }
  }

  /// Removes a query.
  ///
  /// - Returns: Whether it was registered.
  /// - Complexity: By the number of tables and columns of its region; by those of all queries where it was the
  ///   last to read one of them.
  @discardableResult
  @_specialize(where ID == Int)
  public mutating func remove(_ id: ID) -> Bool {
    guard let region = regions.removeValue(forKey: id) else { return false }
    version += 1
    filters[id] = nil
    if removeReader(id, of: region) { needs = unionOfRegions() }
    return true
  }
}

extension QueryRegistry {
  /// The queries whose result a commit may have changed.
  ///
  /// - Complexity: By the number of changed tables, of their changed rows and columns, and of the queries found;
  ///   not by that of all queries, save those whose filter has neither values nor a range. Of each table a few filters
  ///   for each query and some thousand more are checked at most.
  @_specialize(where ID == Int)
  public func queries(touchedBy changes: ChangeSet) -> Set<ID> {
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

// MARK: - Rows that are kept

/// Where changes are told without the values that rows had before, a row that a query sees is known by its key.
extension QueryRegistry {
  /// The table of which the rows are known that a query keeps; `nil` for none.
  @_specialize(where ID == Int)
  public func tableOfKnownRows(of id: ID) -> TableName? {
    regions[id]?.tables.keys.first { tables[$0]?.knowsRows(of: id) == true }
  }

  /// Says which rows of a table a query keeps.
  ///
  /// From now on a change of another row, of which it is not told what it was like before, touches the query only where the
  /// row passes its filter afterwards. Of a table on which it has no filter, and of very many rows, nothing is kept.
  ///
  /// - Parameters:
  ///   - id: The query.
  ///   - table: The table.
  ///   - keys: The keys of all rows that can matter to it as they are now.
  /// - Complexity: By the number of keys.
  @_specialize(where ID == Int)
  public mutating func setRows(of id: ID, in table: TableName, _ keys: Set<RowKey>) {
    tables[table]?.setRows(of: id, keys)
  }

  /// Adds a row to those that a query keeps, where those are known.
  @_specialize(where ID == Int)
  public mutating func addRow(_ key: RowKey, of id: ID, in table: TableName) {
    tables[table]?.addRow(key, of: id)
  }

  /// Takes a row from those that a query keeps.
  @_specialize(where ID == Int)
  public mutating func removeRow(_ key: RowKey, of id: ID, in table: TableName) {
    tables[table]?.removeRow(key, of: id)
  }

  /// Lets any row that changes matter to a query as it was before.
  @_specialize(where ID == Int)
  public mutating func forgetRows(of id: ID) {
    guard let region = regions[id] else { return }
    for table in region.tables.keys { tables[table]?.forgetRows(of: id) }
  }

  /// Has queries keep the rows that pass their filters after a commit: they will, when they have been read.
  ///
  /// To be called of each commit, in their order, after the queries were sought that it touches.
  @_specialize(where ID == Int)
  public mutating func note(_ changes: ChangeSet) {
    changes.forEachTable { table, tableChanges in tables[table]?.note(tableChanges) }
  }
}

extension QueryRegistry {
  /// Returns whether something that it read is now read by no query.
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
