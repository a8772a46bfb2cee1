import DatabaseTypes
import Synchronization

/// The changes of one transaction, or of several in a group, with everything needed to undo them.
struct UndoStep: Sendable {
  /// The name for a menu.
  var name: String?
  /// The group that the step belongs to.
  var group: UndoGroup?
  /// The changes, by table.
  private(set) var tables: [TableName: UndoTableChanges] = [:]
  /// The version of each schema at the time of the step.
  var schemaVersions: [ByteText: Int64]
  /// The approximate memory of the step.
  private(set) var byteCount = 0

  init(name: String?, group: UndoGroup? = nil, schemaVersions: [ByteText: Int64]) {
    self.name = name
    self.group = group
    self.schemaVersions = schemaVersions
  }

  var isEmpty: Bool { tables.isEmpty }

  /// Adds the change that a later transaction made to a row.
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

  /// Adds the changes of a later transaction.
  mutating func add(_ later: UndoStep) {
    for (table, changes) in later.tables {
      for (key, change) in changes.changes { add(change, of: key, in: table, changes.columns) }
    }
    schemaVersions.merge(later.schemaVersions) { _, later in later }
    name = name ?? later.name
  }
}

/// The changes of a step in one table.
struct UndoTableChanges: Sendable {
  /// The names of the columns of its values, which are those that can be written.
  let columns: [String]
  var changes: [RowKey: UndoChange] = [:]
}

/// The change of a step in one row.
struct UndoChange: Sendable, Hashable {
  /// The values before; `nil` if there was no row.
  let before: [DatabaseValue]?
  /// The values afterwards; `nil` if there is no row.
  let after: [DatabaseValue]?

  /// The approximate memory of the change.
  var byteCount: Int { 64 + Self.byteCount(before) + Self.byteCount(after) }

  private static func byteCount(_ values: [DatabaseValue]?) -> Int {
    (values ?? []).reduce(0) { $0 + 16 + $1.byteCount }
  }
}

/// A group of transactions that are undone as one step.
///
/// State: the reason of the first gap, set once, guarded by a mutex.
final class UndoGroup: Sendable {
  let name: String?
  private let firstGap = Mutex<UndoResetReason?>(nil)

  init(_ name: String?) { self.name = name }

  /// The reason why changes of the group cannot be undone; the others must not be undone either.
  var gap: UndoResetReason? { firstGap.withLock { $0 } }

  /// Records that changes of the group cannot be undone.
  func lost(because reason: UndoResetReason) { firstGap.withLock { $0 = $0 ?? reason } }
}

extension UndoGroup: Hashable {
  static func == (left: UndoGroup, right: UndoGroup) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
