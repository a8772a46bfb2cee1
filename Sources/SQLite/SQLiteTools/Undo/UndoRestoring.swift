import DatabaseTypes
import SQLite
import SQLiteDatabase

/// A run that restores the rows of a step.
///
/// All rows that differ are deleted first, and then inserted as they were. So rows can exchange
/// unique values, and the order of rows and tables does not matter. Triggers and foreign keys are
/// off meanwhile. In the end foreign keys are checked for the rows that were changed and the rows
/// that refer to them.
final class UndoRestoring {
  /// A row of the step.
  struct RowLocation: Hashable {
    let table: TableName
    let key: RowKey
  }

  /// The current and the target values of a row; `nil` for no row.
  struct RowRestoration {
    let place: RowLocation
    let current: [DatabaseValue]?
    let target: [DatabaseValue]?
  }

  /// An error for a row that cannot be restored.
  private struct UnrestorableRow: Error {
    let place: RowLocation
    let reason: UndoConflict.Reason
  }

  private let step: UndoStep
  private let policy: UndoConflictPolicy
  private let db: Database
  private let tables: [TableName: UndoTable]
  private let enforcesKeys: Bool
  private var skipped: [RowLocation: UndoConflict.Reason] = [:]
  private var statements: [ByteText: UndoStatement] = [:]

  init(_ step: UndoStep, _ policy: UndoConflictPolicy, _ db: Database) throws {
    self.step = step
    self.policy = policy
    self.db = db
    enforcesKeys = db.connection.option(.foreignKeys)
    var tables: [TableName: UndoTable] = [:]
    for (name, changes) in step.tables {
      guard let table = try UndoTable(name, db), table.columns == changes.columns else {
        throw UndoError.reset(.schemaChange)
      }
      tables[name] = table
    }
    self.tables = tables
  }

  /// Restores the rows, in one transaction.
  ///
  /// - Returns: The step that reverses the change, and the outcome.
  func run() throws -> (inverse: UndoStep, outcome: UndoOutcome) {
    // Changing an option recompiles statements, so change it only if necessary.
    if enforcesKeys { try db.switchOption(.foreignKeys, false) }
    defer { if enforcesKeys { try? db.switchOption(.foreignKeys, true) } }
    defer { statements = [:] }
    var plans: [RowRestoration] = []
    try db.inTransaction(.immediate) {
      plans = try restoreSkippingUnrestorableRows()
      return .commit
    }
    let conflicts = skipped.map { UndoConflict(table: $0.table, reason: $1) }
    let outcome = UndoOutcome(name: step.name, rowCount: plans.count, skipped: conflicts)
    return (inverse(of: plans), outcome)
  }

  private func inverse(of plans: [RowRestoration]) -> UndoStep {
    var inverse = UndoStep(name: step.name, schemaVersions: step.schemaVersions)
    for plan in plans {
      let change = UndoChange(before: plan.current, after: plan.target)
      let columns = tables[plan.place.table]?.columns ?? []
      inverse.add(change, of: plan.place.key, in: plan.place.table, columns)
    }
    return inverse
  }

  /// Restores the rows; if the policy is to skip, leaves out those that cannot be restored.
  private func restoreSkippingUnrestorableRows() throws -> [RowRestoration] {
    while true {
      let plans = try makeRestorations()
      do {
        try db.inSavepoint {
          try restore(plans)
          return .commit
        }
        return plans
      } catch let refusal as UnrestorableRow {
        guard policy == .skip, skipped[refusal.place] == nil else {
          throw UndoError.conflict(
            UndoConflict(table: refusal.place.table, reason: refusal.reason)
          )
        }
        skipped[refusal.place] = refusal.reason
      }
    }
  }
}

// MARK: - Planning

extension UndoRestoring {
  /// Returns the rows that have to change.
  private func makeRestorations() throws -> [RowRestoration] {
    var plans: [RowRestoration] = []
    for (name, changes) in step.tables {
      guard let table = tables[name] else { continue }
      for (key, change) in changes.changes {
        let place = RowLocation(table: name, key: key)
        if skipped[place] != nil { continue }
        let current = try row(table, key)
        let target = try target(of: place, change, current)
        if current != target {
          plans.append(RowRestoration(place: place, current: current, target: target))
        }
      }
    }
    return plans
  }

  /// Returns the target values of a row.
  ///
  /// - Returns: The current values if they are right already, or if the policy is to skip the row.
  private func target(of place: RowLocation, _ change: UndoChange, _ current: [DatabaseValue]?)
    throws
    -> [DatabaseValue]?
  {
    if current == change.after { return change.before }
    if current == change.before { return current }
    // Others may have changed other columns, which stay as they are.
    let changed = change.changedColumns
    if let current, let before = change.before, let after = change.after {
      let target = current.replacing(changed, from: before)
      if changed.allSatisfy({ current[$0] == after[$0] }) || policy == .overwrite { return target }
    }
    let reason: UndoConflict.Reason =
      current == nil ? .deleted : change.after == nil ? .inserted : .changed
    switch policy {
    case .throw: throw UndoError.conflict(UndoConflict(table: place.table, reason: reason))
    case .overwrite: return change.before
    case .skip:
      skipped[place] = reason
      return current
    }
  }

  /// Returns a row as it is now; `nil` if it does not exist.
  private func row(_ table: UndoTable, _ key: RowKey) throws -> [DatabaseValue]? {
    let values = try run(table.selectSQL, key.values, columnCount: table.columns.count)
    return values.flatMap { table.isRow($0, of: key) ? $0 : nil }
  }
}

extension UndoChange {
  /// The columns that the step changed, if the row existed before and afterwards.
  fileprivate var changedColumns: [Int] {
    guard let before, let after else { return [] }
    return before.indices.filter { before[$0] != after[$0] }
  }
}

extension [DatabaseValue] {
  fileprivate func replacing(_ columns: [Int], from other: [DatabaseValue]) -> [DatabaseValue] {
    var values = self
    for column in columns { values[column] = other[column] }
    return values
  }
}

// MARK: - Restoring

extension UndoRestoring {
  private func restore(_ plans: [RowRestoration]) throws {
    for (name, plans) in Dictionary(grouping: plans, by: \.place.table) {
      guard let table = tables[name] else { continue }
      try withTriggers(of: table) { try restore(plans, of: table) }
    }
    if enforcesKeys { try checkForeignKeys(plans) }
  }

  private func restore(_ plans: [RowRestoration], of table: UndoTable) throws {
    try prepareCapture(of: table)
    let changesBefore = db.connection.totalChangesCount
    for plan in plans where plan.current != nil {
      _ = try run(table.deleteSQL, plan.place.key.values)
    }
    for plan in plans {
      guard let target = plan.target else { continue }
      do { _ = try run(table.insertSQL, table.insertValues(plan.place.key, target)) } catch let
        error
        as DatabaseError where error.code == .constraint || error.resultCode == .constraint
      {
        throw UnrestorableRow(place: plan.place, reason: .constraint)
      }
    }
    // SQLite counts a row of a virtual table as a change, but reports no event for it.
    let changes = db.connection.totalChangesCount - changesBefore
    if changes > db.capture.eventCount, !table.triggers.runsAny || db.capture.eventCount == 0 {
      db.capture.markDirty(writes(of: table))
    }
    // Triggers that ran may have changed the rows again.
    guard table.triggers.runsAny else { return }
    for plan in plans where try row(table, plan.place.key) != plan.target {
      throw UndoError.triggers(table: table.name)
    }
  }

  private func prepareCapture(of table: UndoTable) throws {
    try db.prepareCapture(ofDirectWrites: writes(of: table))
    // Hooks see only the tables in which virtual tables keep their data.
    if table.triggers.runsAny { db.capture.markDirty(indexRegion(of: table)) }
  }

  private func writes(of table: UndoTable) -> Region {
    Region(table: table.name).union(indexRegion(of: table))
  }

  private func indexRegion(of table: UndoTable) -> Region {
    table.triggers.indexes.reduce(into: Region()) { $0.insert($1) }
  }

  /// Runs a closure while no triggers run except those that feed virtual tables.
  ///
  /// If it throws, the transaction is rolled back, which restores the dropped triggers.
  private func withTriggers(of table: UndoTable, _ body: () throws -> Void) throws {
    let triggers = table.triggers
    let wereEnabled = db.connection.option(.triggers)
    let needsSwitch = triggers.hasSchemaTriggers && wereEnabled != triggers.runsSchemaTriggers
    if needsSwitch { try db.switchOption(.triggers, triggers.runsSchemaTriggers) }
    defer { if needsSwitch { try? db.switchOption(.triggers, wereEnabled) } }
    for trigger in triggers.dropped {
      try UndoStatement("DROP TRIGGER temp.\(quotedIdentifier(trigger.name))", db).run(on: db)
    }
    try body()
    for trigger in triggers.dropped { try UndoStatement(trigger.temporarySQL, db).run(on: db) }
  }

  /// Runs a statement of the history itself.
  ///
  /// - Returns: The first columns of the first row, if there is one.
  private func run(_ sql: String, _ values: [DatabaseValue], columnCount: Int = 0) throws
    -> [DatabaseValue]?
  {
    let statement = try statements[ByteText(sql)] ?? UndoStatement(sql, db)
    statements[ByteText(sql)] = statement
    return try statement.run(on: db, values, columnCount: columnCount)
  }
}

/// A statement that a dictionary can hold.
///
/// It is kept apart from the application's statements, because it may be compiled without triggers.
private final class UndoStatement {
  private let statement: Statement

  init(_ sql: String, _ db: Database) throws {
    db.recorder.start()
    defer { _ = db.recorder.finish() }
    do throws(SQLiteError) { statement = try Statement(sql, on: db.connection) } catch {
      throw db.databaseError(error)
    }
  }

  @discardableResult
  func run(on db: Database, _ values: [DatabaseValue] = [], columnCount: Int = 0) throws
    -> [DatabaseValue]?
  {
    defer { statement.reset() }
    do throws(SQLiteError) {
      for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
      guard try statement.step() == .row else { return nil }
    } catch {
      throw db.databaseError(error)
    }
    return try (0..<columnCount).map { try statement.value(at: $0) }
  }
}

// MARK: - Foreign keys

extension UndoRestoring {
  /// Checks the foreign keys of the changed rows, and the foreign keys that refer to them.
  private func checkForeignKeys(_ plans: [RowRestoration]) throws {
    let keys = try UndoForeignKeys(db, schemas: Set(step.tables.keys.map { ByteText($0.schema) }))
    for plan in plans {
      guard let table = tables[plan.place.table] else { continue }
      if plan.target != nil, try keys.hasMissingParent(table, plan.place.key) {
        throw UnrestorableRow(place: plan.place, reason: .missingReference)
      }
      guard let current = plan.current else { continue }
      if let child = try keys.tableWithOrphans(after: current, becoming: plan.target, of: table) {
        throw UnrestorableRow(place: plan.place, reason: .referenced(by: child))
      }
    }
  }
}
