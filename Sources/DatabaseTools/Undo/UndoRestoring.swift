import DatabaseTypes
import SQLite
import SQLiteDatabase

/// The work of making the rows of a step what they were.
///
/// All rows that differ are deleted first, and then inserted as they were: so values that have to be unique can change places,
/// and no order of rows or tables matters. Triggers and foreign keys are off meanwhile; that foreign keys hold is checked in the
/// end, for the rows that were changed and those that refer to them.
final class UndoRestoring {
  /// A row of the step.
  struct Place: Hashable {
    let table: TableName
    let key: RowKey
  }

  /// What a row is, and what it is to be; `nil` for no row.
  struct Plan {
    let place: Place
    let current: [DatabaseValue]?
    let target: [DatabaseValue]?
  }

  /// A row that cannot become what it was.
  private struct Refusal: Error {
    let place: Place
    let reason: UndoConflict.Reason
  }

  private let step: UndoStep
  private let policy: UndoConflictPolicy
  private let db: Database
  private let tables: [TableName: UndoTable]
  private let enforcesKeys: Bool
  private var skipped: [Place: UndoConflict.Reason] = [:]
  private var statements: [String: UndoStatement] = [:]

  init(_ step: UndoStep, _ policy: UndoConflictPolicy, _ db: Database) throws {
    self.step = step
    self.policy = policy
    self.db = db
    enforcesKeys = db.connection.option(.foreignKeys)
    var tables: [TableName: UndoTable] = [:]
    for (name, changes) in step.tables {
      guard let table = try UndoTable(name, db), table.columns == changes.columns else {
        throw UndoError.gap(.schemaChange)
      }
      tables[name] = table
    }
    self.tables = tables
  }

  /// Does it, in one transaction.
  ///
  /// - Returns: The step that takes it back, and what was done.
  func run() throws -> (inverse: UndoStep, outcome: UndoOutcome) {
    // Statements are compiled again when an option changes: it is only changed where it matters.
    if enforcesKeys { try db.switchOption(.foreignKeys, false) }
    defer { if enforcesKeys { try? db.switchOption(.foreignKeys, true) } }
    defer { statements = [:] }
    var plans: [Plan] = []
    try db.inTransaction(.immediate) {
      plans = try restoreUntilNothingRefuses()
      return .commit
    }
    let conflicts = skipped.map { UndoConflict(table: $0.table, reason: $1) }
    let outcome = UndoOutcome(name: step.name, rowCount: plans.count, skipped: conflicts)
    return (inverse(of: plans), outcome)
  }

  private func inverse(of plans: [Plan]) -> UndoStep {
    var inverse = UndoStep(name: step.name, schemaVersions: step.schemaVersions)
    for plan in plans {
      let change = UndoChange(before: plan.current, after: plan.target)
      let columns = tables[plan.place.table]?.columns ?? []
      inverse.add(change, of: plan.place.key, in: plan.place.table, columns)
    }
    return inverse
  }

  /// Leaves out one row after the other that cannot become what it was, where the policy says so.
  private func restoreUntilNothingRefuses() throws -> [Plan] {
    while true {
      let plans = try makePlans()
      do {
        try db.inSavepoint {
          try restore(plans)
          return .commit
        }
        return plans
      } catch let refusal as Refusal {
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

// MARK: - What is to be done

extension UndoRestoring {
  /// The rows that are to change.
  private func makePlans() throws -> [Plan] {
    var plans: [Plan] = []
    for (name, changes) in step.tables {
      guard let table = tables[name] else { continue }
      for (key, change) in changes.changes {
        let place = Place(table: name, key: key)
        if skipped[place] != nil { continue }
        let current = try row(table, key)
        let target = try target(of: place, change, current)
        if current != target { plans.append(Plan(place: place, current: current, target: target)) }
      }
    }
    return plans
  }

  /// What a row is to be.
  ///
  /// - Returns: What it is, where that is right already, or the policy is to leave it.
  private func target(of place: Place, _ change: UndoChange, _ current: [DatabaseValue]?) throws
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

  /// A row as it is; `nil` for none.
  private func row(_ table: UndoTable, _ key: RowKey) throws -> [DatabaseValue]? {
    let values = try run(table.selectSQL, key.values, columnCount: table.columns.count)
    return values.flatMap { table.isRow($0, of: key) ? $0 : nil }
  }
}

extension UndoChange {
  /// The columns that the step changed, where there was a row before and afterwards.
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

// MARK: - Doing it

extension UndoRestoring {
  private func restore(_ plans: [Plan]) throws {
    for (name, plans) in Dictionary(grouping: plans, by: \.place.table) {
      guard let table = tables[name] else { continue }
      try withTriggers(of: table) { try restore(plans, of: table) }
    }
    if enforcesKeys { try checkForeignKeys(plans) }
  }

  private func restore(_ plans: [Plan], of table: UndoTable) throws {
    try prepareCapture(of: table)
    let changesBefore = db.connection.totalChangesCount
    for plan in plans where plan.current != nil {
      _ = try run(table.deleteSQL, plan.place.key.values)
    }
    for plan in plans {
      guard let target = plan.target else { continue }
      do { _ = try run(table.insertSQL, table.insertValues(plan.place.key, target)) } catch let
        error
        as DatabaseError where error.code == .constraint || error.resultCode?.primary == .constraint
      {
        throw Refusal(place: plan.place, reason: .constraint)
      }
    }
    // A row of a virtual table is a change without an event.
    let changes = db.connection.totalChangesCount - changesBefore
    if changes > db.capture.eventCount, !table.triggers.run || db.capture.eventCount == 0 {
      db.capture.markDirty(writes(of: table))
    }
    // Triggers that ran may have changed the rows again.
    guard table.triggers.run else { return }
    for plan in plans where try row(table, plan.place.key) != plan.target {
      throw UndoError.triggers(table: table.name)
    }
  }

  private func prepareCapture(of table: UndoTable) throws {
    try db.prepareCapture(ofDirectWrites: writes(of: table))
    // Hooks see only the tables in which virtual ones keep their data.
    if table.triggers.run { db.capture.markDirty(indexRegion(of: table)) }
  }

  private func writes(of table: UndoTable) -> Region {
    Region(table: table.name).union(indexRegion(of: table))
  }

  private func indexRegion(of table: UndoTable) -> Region {
    table.triggers.indexes.reduce(into: Region()) { $0.insert($1) }
  }

  /// Runs a closure while no triggers run but those that feed virtual tables.
  ///
  /// Where it throws, the transaction is rolled back, and with it what was dropped is there again.
  private func withTriggers(of table: UndoTable, _ body: () throws -> Void) throws {
    let triggers = table.triggers
    let wereOn = db.connection.option(.triggers)
    let isToSwitch = triggers.areInSchema && wereOn != triggers.runInSchema
    if isToSwitch { try db.switchOption(.triggers, triggers.runInSchema) }
    defer { if isToSwitch { try? db.switchOption(.triggers, wereOn) } }
    for trigger in triggers.dropped {
      try UndoStatement("DROP TRIGGER temp.\(quotedIdentifier(trigger.name))", db).run(on: db)
    }
    try body()
    for trigger in triggers.dropped { try UndoStatement(trigger.temporarySQL, db).run(on: db) }
  }

  /// Runs a statement of the history's own.
  ///
  /// - Returns: The first columns of the first row, where there is one.
  private func run(_ sql: String, _ values: [DatabaseValue], columnCount: Int = 0) throws
    -> [DatabaseValue]?
  {
    let statement = try statements[sql] ?? UndoStatement(sql, db)
    statements[sql] = statement
    return try statement.run(on: db, values, columnCount: columnCount)
  }
}

/// A statement that a dictionary can hold, and that the application's statements are not mixed with: it may be compiled without
/// triggers.
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
  /// Checks the foreign keys of the rows that have changed, and those by which others refer to them.
  private func checkForeignKeys(_ plans: [Plan]) throws {
    let keys = try UndoForeignKeys(db, schemas: Set(step.tables.keys.map(\.schema)))
    for plan in plans {
      guard let table = tables[plan.place.table] else { continue }
      if plan.target != nil, try keys.hasMissingParent(table, plan.place.key) {
        throw Refusal(place: plan.place, reason: .missingReference)
      }
      guard let current = plan.current else { continue }
      if let child = try keys.child(leftBy: current, becoming: plan.target, of: table) {
        throw Refusal(place: plan.place, reason: .referenced(by: child))
      }
    }
  }
}
