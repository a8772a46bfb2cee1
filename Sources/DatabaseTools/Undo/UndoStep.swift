import DatabaseTypes

/// What one transaction changed, or several of a group: all that is needed to take it back.
struct UndoStep: Sendable {
  /// What it is called in a menu.
  var name: String?
  /// The group to which it belongs.
  var group: UndoGroup?
  /// The changes, by table.
  private(set) var tables: [TableName: UndoTableChanges] = [:]
  /// The version of each schema in which it was made.
  var schemaVersions: [String: Int64]
  /// About how much memory it takes.
  private(set) var byteCount = 0

  init(name: String?, group: UndoGroup? = nil, schemaVersions: [String: Int64]) {
    self.name = name
    self.group = group
    self.schemaVersions = schemaVersions
  }

  var isEmpty: Bool { tables.isEmpty }

  /// Adds what a later transaction did to a row.
  mutating func add(_ change: UndoChange, of key: RowKey, in table: TableName, _ columns: [String])
  {
    let old = tables[table]?.changes[key]
    let merged = UndoChange(before: old.map(\.before) ?? change.before, after: change.after)
    byteCount -= old.map { $0.byteCount } ?? 0
    if merged.before == merged.after {
      tables[table]?.changes[key] = nil
      if tables[table]?.changes.isEmpty == true { tables[table] = nil }
    } else {
      tables[table, default: UndoTableChanges(columns: columns)].changes[key] = merged
      byteCount += merged.byteCount
    }
  }

  /// Adds what a later transaction did.
  mutating func add(_ later: UndoStep) {
    for (table, changes) in later.tables {
      for (key, change) in changes.changes { add(change, of: key, in: table, changes.columns) }
    }
    schemaVersions.merge(later.schemaVersions) { _, later in later }
    name = name ?? later.name
  }
}

/// What a step changed of a table.
struct UndoTableChanges: Sendable {
  /// The names of the columns of its values: those that can be written.
  let columns: [String]
  var changes: [RowKey: UndoChange] = [:]
}

/// What a step did to a row.
struct UndoChange: Sendable, Hashable {
  /// The values before; `nil` where there was no row.
  let before: [DatabaseValue]?
  /// The values afterwards; `nil` where there is no row.
  let after: [DatabaseValue]?

  /// About how much memory it takes.
  var byteCount: Int { 64 + Self.byteCount(before) + Self.byteCount(after) }

  private static func byteCount(_ values: [DatabaseValue]?) -> Int {
    (values ?? []).reduce(0) { $0 + 16 + $1.byteCount }
  }
}

/// Steps that are undone as one.
final class UndoGroup: Sendable {
  let name: String?

  init(_ name: String?) { self.name = name }
}

extension UndoGroup: Hashable {
  static func == (left: UndoGroup, right: UndoGroup) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
