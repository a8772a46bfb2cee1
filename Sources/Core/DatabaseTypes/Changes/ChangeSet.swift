/// The changes of one commit.
public struct ChangeSet: Sendable {
  /// The source of a commit.
  public enum Origin: String, Sendable, Hashable {
    /// The commit was made by this database object.
    case thisProcess
    /// The commit was made by another process, or by another database object of this process.
    case otherProcess
  }

  /// The changes of a commit to one table.
  public enum TableChanges: Sendable, Hashable {
    /// Exactly these rows changed.
    case rows([Change])
    /// Any row may have changed.
    case anyRow
  }

  /// The number of the change set; later change sets have larger numbers.
  public let number: Int
  /// The source of the commit.
  public let origin: Origin
  /// The tables that changed, as far as they are known.
  public var tables: [TableName: TableChanges] { changedTables.dictionary }
  /// Whether tables other than those in `tables` may have changed, too.
  public let mayChangeAnyTable: Bool
  /// Whether tables, columns, indexes, views or triggers changed.
  public let changesSchema: Bool
  private let changedTables: ChangedTables

  /// Creates a change set.
  public init(
    number: Int,
    origin: Origin,
    tables: [TableName: TableChanges] = [:],
    mayChangeAnyTable: Bool = false,
    changesSchema: Bool = false
  ) {
    self.number = number
    self.origin = origin
    changedTables = .several(tables)
    self.mayChangeAnyTable = mayChangeAnyTable
    self.changesSchema = changesSchema
  }

  /// Creates the change set of a commit by this database object that changed only one table.
  package init(number: Int, table: TableName, _ changes: TableChanges) {
    self.number = number
    origin = .thisProcess
    changedTables = .one(table, changes)
    mayChangeAnyTable = false
    changesSchema = false
  }
}

extension ChangeSet {
  /// Returns the changes to a table, or `nil` if it is not known to have changed.
  public func changes(of table: TableName) -> TableChanges? {
    switch changedTables {
    case .one(let name, let changes): name == table ? changes : nil
    case .several(let tables): tables[table]
    }
  }

  /// Returns the changes to a table if they can affect a reader of a region.
  package func changes(of table: TableName, touching region: Region) -> TableChanges? {
    guard let changes = changes(of: table), let columns = region.columns(of: table),
      changes.touch(columns)
    else { return nil }
    return changes
  }

  /// Calls a closure with each table that changed, as far as they are known.
  package func forEachTable(_ body: (TableName, TableChanges) -> Void) {
    switch changedTables {
    case .one(let name, let changes): body(name, changes)
    case .several(let tables): for (name, changes) in tables { body(name, changes) }
    }
  }

  /// The number of changed rows; a table of which any row may have changed counts as one.
  package var rowCount: Int {
    switch changedTables {
    case .one(_, let changes): changes.rowCount
    case .several(let tables): tables.values.reduce(0) { $0 + $1.rowCount }
    }
  }

  /// Whether the commit changed nothing.
  public var isEmpty: Bool { changedTables.isEmpty && !mayChangeAnyTable && !changesSchema }

  /// Returns whether a statement that reads a region may now return another result.
  ///
  /// - Complexity: O(*t*) for *t* tables; if the changed rows are known with their values, also
  ///   linear in their number.
  public func touches(_ region: Region) -> Bool {
    if region.isEmpty { return false }
    if mayChangeAnyTable || changesSchema { return true }
    return switch changedTables {
    case .one(let table, let changes): changes.touch(table, of: region)
    case .several(let tables): tables.contains { $1.touch($0, of: region) }
    }
  }
}

/// The tables of a change set; most commits change only one, so that case needs no dictionary.
private enum ChangedTables: Sendable {
  case one(TableName, ChangeSet.TableChanges)
  case several([TableName: ChangeSet.TableChanges])

  var dictionary: [TableName: ChangeSet.TableChanges] {
    switch self {
    case .one(let table, let changes): [table: changes]
    case .several(let tables): tables
    }
  }

  var isEmpty: Bool {
    if case .several(let tables) = self { tables.isEmpty } else { false }
  }
}

extension ChangeSet.TableChanges {
  fileprivate var rowCount: Int { if case .rows(let rows) = self { rows.count } else { 1 } }

  fileprivate func touch(_ table: TableName, of region: Region) -> Bool {
    guard let columns = region.columns(of: table) else { return false }
    return touch(columns)
  }

  fileprivate func touch(_ columns: Region.Columns) -> Bool {
    switch (self, columns) {
    case (.anyRow, _): true
    case (.rows(let changes), .all): !changes.isEmpty
    case (.rows(let changes), .some(let names)): changes.contains { $0.touches(names) }
    }
  }
}

extension Change {
  /// Returns whether a column in a set may differ; true for rows that were inserted or deleted.
  func touches(_ names: Set<String>) -> Bool {
    guard case .row(let old) = old, case .row(let new) = new else {
      return unknownImages(touch: names)
    }
    guard old.columnNames == new.columnNames else { return true }
    return zip(old.columnNames, zip(old.values, new.values)).contains { name, values in
      values.0 != values.1 && names.contains(name.lowercased())
    }
  }

  private func unknownImages(touch names: Set<String>) -> Bool {
    if old == .unknown, new == .unknown, case .some(let columns) = columns {
      return !columns.isDisjoint(with: names)
    }
    return old != .absent || new != .absent
  }
}
