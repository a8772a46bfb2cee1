import DatabaseTypes
import SQLiteDatabase
import SQLiteTools

/// A judge that compares a commit's change set with the tables before and after.
struct CaptureOracle {
  /// The amount of exact reports, so a test does not pass because nothing is ever reported.
  struct Tally {
    var commitCount = 0
    /// The table changes that were reported row by row, and those that were reported as any row.
    var exactTables = 0
    var vagueTables = 0
    /// The old rows, and those that were reported with their values.
    var oldRows = 0
    var knownOldRows = 0

    static func += (left: inout Self, right: Self) {
      left.commitCount += right.commitCount
      left.exactTables += right.exactTables
      left.vagueTables += right.vagueTables
      left.oldRows += right.oldRows
      left.knownOldRows += right.knownOldRows
    }
  }

  /// Whether values are reported or only keys; with keys, unchanged rows may be reported.
  let detail: ChangeSource.Detail
  private(set) var tally = Tally()
  /// The mistakes in the reports, as sentences.
  private(set) var complaints: [String] = []

  init(detail: ChangeSource.Detail = .rows) { self.detail = detail }

  /// Judges the change sets of one transaction, or of one statement outside of a transaction.
  mutating func judge(
    _ changeSets: [ChangeSet],
    before: DatabaseContent,
    after: DatabaseContent,
    isCommitted: Bool
  ) {
    if !isCommitted, before != after { complaints.append("What was rolled back stayed.") }
    guard isCommitted else {
      if !changeSets.isEmpty { complaints.append("A rolled-back change was told of.") }
      return
    }
    tally.commitCount += 1
    if changeSets.count > 1 {
      complaints.append("One commit was told of \(changeSets.count) times.")
    }
    let changes = changeSets.first ?? ChangeSet(number: 0, origin: .thisProcess)
    if changes.mayChangeAnyTable { complaints.append("Any table is said to have changed.") }
    for name in Set(before.tables.keys).union(after.tables.keys) {
      judge(name, changes, before: before.tables[name], after: after.tables[name])
    }
  }

  private mutating func judge(
    _ name: TableName,
    _ changes: ChangeSet,
    before: DatabaseContent.Table?,
    after: DatabaseContent.Table?
  ) {
    guard let before, let after, before.columnNames == after.columnNames else {
      if !changes.changesSchema { complaints.append("\(name): its new columns were not told of.") }
      if changes.rows(name) != nil {
        complaints.append("\(name): rows of another table were told.")
      }
      return
    }
    switch changes.tables[name] {
    case nil:
      if before != after { complaints.append("\(name): its change was not told of.") }
    case .anyRow:
      if !changes.changesSchema { tally.vagueTables += 1 }
    case .rows(let rows):
      tally.exactTables += 1
      judge(name, rows, before: before, after: after)
    }
  }

  private mutating func judge(
    _ name: TableName,
    _ changes: [Change],
    before: DatabaseContent.Table,
    after: DatabaseContent.Table
  ) {
    let told = Set(changes.map(\.key))
    if told.count != changes.count { complaints.append("\(name): a row was told of twice.") }
    let keys = Set(before.rows.keys).union(after.rows.keys)
    let changed = keys.filter { before.rows[$0] != after.rows[$0] }
    for key in changed.subtracting(told) {
      complaints.append("\(name): the change of \(key.debugDescription) was not told of.")
    }
    for change in changes where detail == .keys { judge(name, change, before, after) }
    for change in changes where detail == .rows {
      let key = change.key.debugDescription
      // An unknown old row cannot be compared.
      if !changed.contains(change.key), change.old != .unknown {
        complaints.append("\(name): \(key) did not change.")
      }
      if !isRight(change.new, after, change.key) || change.new == .unknown {
        complaints.append("\(name): the new row of \(key) is wrong: \(change.new).")
      }
      if !isRight(change.old, before, change.key) {
        complaints.append("\(name): the old row of \(key) is wrong: \(change.old).")
      }
      guard before.rows[change.key] != nil else { continue }
      tally.oldRows += 1
      if change.old != .unknown { tally.knownOldRows += 1 }
    }
  }

  /// Judges a change without values, which must report all changed columns, and may call only a
  /// missing row absent.
  private mutating func judge(
    _ name: TableName,
    _ change: Change,
    _ before: DatabaseContent.Table,
    _ after: DatabaseContent.Table
  ) {
    let key = change.key.debugDescription
    let old = before.rows[change.key]
    if change.old == .absent, old != nil { complaints.append("\(name): \(key) was there.") }
    if change.new != .unknown { complaints.append("\(name): \(key) has values.") }
    guard case .some(let told) = change.columns else { return }
    guard let old, let new = after.rows[change.key] else {
      if old != after.rows[change.key] {
        complaints.append("\(name): \(key) came or went, and some columns are told.")
      }
      return
    }
    for (column, values) in zip(before.columnNames, zip(old, new)) where values.0 != values.1 {
      if !told.contains(column.lowercased()) {
        complaints.append("\(name): \(key) does not tell that \(column) changed.")
      }
    }
  }

  private func isRight(
    _ image: Change.Image,
    _ table: DatabaseContent.Table,
    _ key: RowKey
  ) -> Bool {
    switch image {
    case .absent: table.rows[key] == nil
    case .unknown: table.rows[key] != nil
    case .row(let row): row.values == table.rows[key] && row.columnNames == table.columnNames
    }
  }
}
