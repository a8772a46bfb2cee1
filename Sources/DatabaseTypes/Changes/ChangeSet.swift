/// All that one commit changed.
public struct ChangeSet: Sendable {
  /// Who made a commit.
  public enum Origin: String, Sendable, Hashable {
    /// This database object.
    case thisProcess
    /// Another process, or another database object of this process.
    case otherProcess
  }

  /// What a commit did to a table.
  public enum TableChanges: Sendable, Hashable {
    /// Exactly these rows changed.
    case rows([Change])
    /// Any row may have changed.
    case anyRow
  }

  /// The number of this change set: later ones have larger numbers.
  public let number: Int
  /// Who made the commit.
  public let origin: Origin
  /// The tables that changed, as far as they are known.
  public var tables: [TableName: TableChanges] { changedTables.dictionary }
  /// Whether any table may have changed, not only those of `tables`.
  public let mayChangeAnyTable: Bool
  /// Whether tables, columns, indexes, views or triggers changed.
  public let changesSchema: Bool
  private let changedTables: ChangedTables

  /// Makes a change set.
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

  /// Makes the change set of a commit by this database object that changed one table only.
  package init(number: Int, table: TableName, _ changes: TableChanges) {
    self.number = number
    origin = .thisProcess
    changedTables = .one(table, changes)
    mayChangeAnyTable = false
    changesSchema = false
  }
}

extension ChangeSet {
  /// What happened to a table; `nil` where it did not change, as far as that is known.
  public func changes(of table: TableName) -> TableChanges? {
    switch changedTables {
    case .one(let name, let changes): name == table ? changes : nil
    case .several(let tables): tables[table]
    }
  }

  /// What happened to a table, where that can matter to who reads a region.
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

  /// How many rows changed; tables of which any row may have count as one.
  package var rowCount: Int {
    switch changedTables {
    case .one(_, let changes): changes.rowCount
    case .several(let tables): tables.values.reduce(0) { $0 + $1.rowCount }
    }
  }

  /// Whether the commit changed nothing.
  public var isEmpty: Bool { changedTables.isEmpty && !mayChangeAnyTable && !changesSchema }

  /// Whether a statement that reads a region may now give another result.
  ///
  /// - Complexity: By the number of tables; by the number of changed rows where they are known with their values.
  public func touches(_ region: Region) -> Bool {
    if region.isEmpty { return false }
    if mayChangeAnyTable || changesSchema { return true }
    return switch changedTables {
    case .one(let table, let changes): changes.touch(table, of: region)
    case .several(let tables): tables.contains { $1.touch($0, of: region) }
    }
  }
}

/// The tables of a change set: most commits change one, which spares them a dictionary.
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
  /// Whether a column of a set may differ; true for rows that came or went.
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
