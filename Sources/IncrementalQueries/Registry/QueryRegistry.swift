public import DatabaseTypes

/// The live queries, found by the tables and columns that they read.
///
/// ```swift
/// var registry = QueryRegistry<Int>()
/// registry.insert(1, region: Region(table: "orders", columns: ["total"]))
/// for id in registry.queries(touchedBy: changes) { … }
/// ```
///
/// - Invariant: `queries(touchedBy:)` are exactly those whose region the change set touches.
/// - Invariant: `needs` is the union of all regions.
public struct QueryRegistry<ID: Hashable & Sendable>: Sendable {
  private var regions: [ID: Region] = [:]
  private var tables: [TableName: TableReaders<ID>] = [:]
  /// The queries of which no table is known: any may be read.
  private var readersOfAnyTable: Set<ID> = []

  /// What any of the queries reads, so that changes of all else need not be captured.
  public private(set) var needs = Region()

  /// Makes a registry without queries.
  public init() {}
}

extension QueryRegistry {
  /// The number of queries.
  public var count: Int { regions.count }

  /// Whether there is no query.
  public var isEmpty: Bool { regions.isEmpty }

  /// What a query reads; `nil` where it is not registered.
  public func region(of id: ID) -> Region? { regions[id] }

  /// Adds a query; one that is registered already gets another region.
  ///
  /// - Complexity: By the number of tables and columns of the region.
  public mutating func insert(_ id: ID, region: Region) {
    remove(id)
    regions[id] = region
    needs.formUnion(region)
    guard !region.isFullDatabase else {
      readersOfAnyTable.insert(id)
      return
    }
    for (table, columns) in region.tables {
      tables[table, default: TableReaders()].insert(id, columns)
    }
  }

  /// Gives a query another region, as after a change of the schema; does nothing where it is not registered.
  public mutating func update(_ id: ID, region: Region) {
    guard let old = regions[id], old != region else { return }
    insert(id, region: region)
  }

  /// Removes a query.
  ///
  /// - Returns: Whether it was registered.
  /// - Complexity: By the number of tables and columns of its region; by those of all queries where it was the
  ///   last to read one of them.
  @discardableResult
  public mutating func remove(_ id: ID) -> Bool {
    guard let region = regions.removeValue(forKey: id) else { return false }
    if removeReader(id, of: region) { needs = unionOfRegions() }
    return true
  }
}

extension QueryRegistry {
  /// The queries whose result a commit may have changed.
  ///
  /// - Complexity: By the number of changed tables, of their changed rows and columns, and of the queries found;
  ///   not by that of all queries.
  public func queries(touchedBy changes: ChangeSet) -> Set<ID> {
    if changes.mayChangeAnyTable || changes.changesSchema {
      return Set(regions.lazy.filter { !$0.value.isEmpty }.map(\.key))
    }
    var found: Set<ID> = []
    for (table, tableChanges) in changes.tables {
      let columns = TouchedColumns(tableChanges)
      guard columns != .none else { continue }
      found.formUnion(readersOfAnyTable)
      tables[table]?.insertReaders(of: columns, into: &found)
    }
    return found
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
