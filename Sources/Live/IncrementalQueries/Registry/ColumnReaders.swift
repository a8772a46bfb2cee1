import DatabaseTypes

/// The live queries that read one table, indexed by column.
struct ColumnReaders<ID: Hashable & Sendable>: Sendable {
  private var all: Set<ID> = []
  private var readersOfAllColumns: Set<ID> = []
  private var readersOfColumn: [String: Set<ID>] = [:]

  var count: Int { all.count }

  /// The names of the columns that are read; `nil` for all columns.
  var columnsRead: [String]? {
    readersOfAllColumns.isEmpty ? Array(readersOfColumn.keys) : nil
  }

  mutating func insert(_ id: ID, _ columns: Region.Columns) {
    all.insert(id)
    switch columns {
    case .all: readersOfAllColumns.insert(id)
    case .some(let names): for name in names { readersOfColumn[name, default: []].insert(id) }
    }
  }

  /// Removes a reader; returns whether it was the last one of the table, of all columns, or of a
  /// column.
  mutating func remove(_ id: ID, _ columns: Region.Columns) -> Bool {
    all.remove(id)
    switch columns {
    case .all:
      readersOfAllColumns.remove(id)
      return readersOfAllColumns.isEmpty
    case .some(let names):
      var isLast = all.isEmpty
      for name in names {
        readersOfColumn[name]?.remove(id)
        guard readersOfColumn[name]?.isEmpty == true else { continue }
        readersOfColumn[name] = nil
        isLast = true
      }
      return isLast
    }
  }

  func insertReaders(of columns: TouchedColumns, into found: inout Set<ID>) {
    switch columns {
    case .none: break
    // Assigning the set allocates nothing.
    case .any: if found.isEmpty { found = all } else { found.formUnion(all) }
    case .some(let names):
      if !readersOfAllColumns.isEmpty { found.formUnion(readersOfAllColumns) }
      for name in names {
        if let readers = readersOfColumn[name] { found.formUnion(readers) }
      }
    }
  }
}
