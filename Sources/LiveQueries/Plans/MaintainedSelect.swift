package import DatabaseTypes
package import IncrementalQueries
package import SQLiteDatabase

/// The result of a typed `SELECT`, kept up to date by the cheapest plan that is sound.
///
/// ```swift
/// var reminders = MaintainedSelect(LiveSelect(Reminder.order(by: \.title)))
/// _ = try reminders.start(db)
/// let change = try reminders.apply(changes, db)
/// reminders.elements
/// ```
package struct MaintainedSelect<Element: Sendable>: MaintainedResult {
  private let select: LiveSelect<Element>
  private var result: (any MaintainedResult<Element>)?
  /// How the result is kept and what it reads; `nil` before the first start.
  package private(set) var planned: PlannedSelect?

  /// Makes a result that is empty until it is started.
  package init(_ select: LiveSelect<Element>) { self.select = select }

  /// The result, as of the last call.
  package var elements: [Element] { result?.elements ?? [] }

  /// Runs the whole query, after choosing a plan.
  package mutating func start(_ db: Database) throws -> Difference<Element> {
    let planned = try PlanAnalysis.plan(select.parts, query: select.query, db)
    do { return try start(planned, db) } catch is PlanFailure {
      return try start(PlannedSelect(.rerun(.refused), planned.parts, planned.region), db)
    }
  }

  private mutating func start(_ planned: PlannedSelect, _ db: Database) throws
    -> Difference<Element>
  {
    let old = elements
    var new = select.result(planned)
    _ = try new.start(db)
    let difference = Difference.between(old, new.elements, isSame: select.isSame)
    (result, self.planned) = (new, planned)
    return difference
  }

  /// Takes over what commits changed.
  package mutating func apply(_ changes: ChangeSet, _ db: Database) throws
    -> MaintainedChange<Element>
  {
    // Another schema may mean other keys and other collations.
    guard result != nil, !changes.changesSchema else {
      return MaintainedChange(rerun: try start(db))
    }
    return try result?.apply(changes, db) ?? .unchanged
  }
}

extension LiveSelect {
  fileprivate func result(_ planned: PlannedSelect) -> any MaintainedResult<Element> {
    switch planned.plan {
    case .pointLookup, .keyedPatch, .orderedPatch:
      planned.hasIntegerKeys
        ? KeyedPlan<Int64, Element>(planned, self) : KeyedPlan<CompositeKey, Element>(planned, self)
    case .orderedWindow:
      planned.hasIntegerKeys
        ? WindowPlan<Int64, Element>(planned, self)
        : WindowPlan<CompositeKey, Element>(planned, self)
    case .aggregate:
      planned.hasRowNumbers
        ? AggregatePlan<Int64, Element>(planned, self)
        : AggregatePlan<CompositeKey, Element>(planned, self)
    case .groups:
      planned.hasRowNumbers
        ? GroupPlan<Int64, Element>(planned, self) : GroupPlan<CompositeKey, Element>(planned, self)
    case .join: JoinPlan(planned, self)
    case .rerun: RerunPlan(planned, self)
    }
  }
}
