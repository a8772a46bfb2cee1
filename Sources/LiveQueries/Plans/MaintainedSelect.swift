package import DatabaseTypes
package import IncrementalQueries
package import SQLiteDatabase

/// What it takes to keep the result of a typed `SELECT` up to date by the cheapest plan that is sound.
///
/// The result lies elsewhere: see ``ResultPlan``.
struct SelectPlan<Element: Sendable>: Sendable {
  private let select: LiveSelect<Element>
  private var plan: (any ResultPlan<Element>)?
  /// How the result is kept and what it reads; `nil` before the first start.
  private(set) var planned: PlannedSelect?

  init(_ select: LiveSelect<Element>) { self.select = select }

  /// Chooses a plan.
  mutating func analyse(_ db: Database) throws -> PlannedSelect {
    let planned = try PlanAnalysis.plan(select.parts, query: select.query, db)
    self.planned = planned
    return planned
  }

  /// Chooses a plan, and runs the whole query.
  mutating func start(_ db: Database) throws -> [Element] { try start(analyse(db), db) }

  /// Runs the whole query by a plan that was chosen.
  mutating func start(_ planned: PlannedSelect, _ db: Database) throws -> [Element] {
    var plan = select.plan(planned)
    do {
      let elements = try plan.start(db)
      (self.plan, self.planned) = (plan, planned)
      return elements
    } catch let failure as PlanFailure {
      let rerun = PlannedSelect(.rerun(failure.reason), planned.parts, planned.region)
      return try start(rerun, db)
    }
  }

  /// Takes over what commits changed.
  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Database) throws
    -> MaintainedChange<Element>
  {
    // Another schema may mean other keys and other collations.
    guard var plan, !changes.changesSchema, !mayHaveBetterPlan(after: changes) else {
      let new = try start(db)
      return .rerun(.between(elements, new, isSame: select.isSame))
    }
    // So that there is one reference to what is changed.
    self.plan = nil
    do {
      let change = try plan.apply(changes, to: elements, db)
      self.plan = plan
      return change
    } catch is PlanFailure {
      let new = try start(db)
      return .rerun(.between(elements, new, isSame: select.isSame))
    }
  }

  /// Whether the rows that there were kept a plan from starting, and others may let it.
  private func mayHaveBetterPlan(after changes: ChangeSet) -> Bool {
    guard let planned else { return false }
    return switch planned.plan {
    case .rerun(.repeatedKey), .rerun(.undecodableRow): changes.touches(planned.region)
    default: false
    }
  }
}

/// The result of a typed `SELECT`, kept up to date by the cheapest plan that is sound.
///
/// ```swift
/// var reminders = MaintainedSelect(LiveSelect(Reminder.order(by: \.title)))
/// _ = try reminders.start(db)
/// let change = try reminders.apply(changes, db)
/// reminders.elements
/// ```
package struct MaintainedSelect<Element: Sendable>: Sendable {
  private let isSame: @Sendable (Element, Element) -> Bool
  private var plan: SelectPlan<Element>
  /// The result, as of the last call.
  package private(set) var elements: [Element] = []

  /// Makes a result that is empty until it is started.
  package init(_ select: LiveSelect<Element>) {
    isSame = select.isSame
    plan = SelectPlan(select)
  }

  /// How the result is kept and what it reads; `nil` before the first start.
  package var planned: PlannedSelect? { plan.planned }

  /// Chooses a plan, and runs the whole query.
  ///
  /// - Returns: What differs from the result before.
  package mutating func start(_ db: Database) throws -> Difference<Element> {
    let new = try plan.start(db)
    defer { elements = new }
    return .between(elements, new, isSame: isSame)
  }

  /// Runs the whole query by a plan that was chosen.
  mutating func start(_ planned: PlannedSelect, _ db: Database) throws {
    elements = try plan.start(planned, db)
  }

  /// Takes over what commits changed.
  package mutating func apply(_ changes: ChangeSet, _ db: Database) throws
    -> MaintainedChange<Element>
  {
    let change = try plan.apply(changes, to: elements, db)
    if let difference = change.difference { try elements.apply(difference) }
    return change
  }
}

extension LiveSelect {
  fileprivate func plan(_ planned: PlannedSelect) -> any ResultPlan<Element> {
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
