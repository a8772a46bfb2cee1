package import DatabaseTypes
import IncrementalQueries

/// A runner of the cheapest sound plan for a `SELECT`.
///
/// It chooses another plan when the schema or the rows require it. The result is stored elsewhere:
/// see ``ResultPlan``.
package struct PlanRunner<Element: Sendable, Snapshot: LiveSnapshot>: Sendable {
  private let select: DecodableSelect<Element, Snapshot>
  private var plan: (any ResultPlan<Element, Snapshot>)?
  private var watched = WatchedValues<Snapshot>([])
  /// The wait until the plan is tried again, if it was given up because of the rows.
  private var retry: PlanRetry?
  /// The plan, and what it reads; `nil` before the first start.
  package private(set) var analyzed: AnalyzedSelect?

  /// Creates a runner without a plan.
  package init(_ select: DecodableSelect<Element, Snapshot>) { self.select = select }

  /// Chooses a plan.
  mutating func analyze(_ db: Snapshot) throws -> AnalyzedSelect {
    let analyzed = try PlanAnalysis.plan(
      select.parts,
      query: select.query,
      readFrom: select.text,
      db
    )
    self.analyzed = analyzed
    return analyzed
  }

  /// Chooses a plan, and runs the whole query.
  package mutating func start(_ db: Snapshot) throws -> [Element] { try start(analyze(db), db) }

  /// Runs the whole query with a given plan, or without one if that fails.
  package mutating func start(_ analyzed: AnalyzedSelect, _ db: Snapshot) throws -> [Element] {
    do {
      let elements = try run(analyzed, db)
      retry = nil
      return elements
    } catch let failure as PlanFailure {
      return try giveUp(analyzed, since: failure.reason, db)
    } catch let error {
      guard Self.mayBeOfPlan(error), !analyzed.isRerun else { throw error }
      return try giveUp(analyzed, since: .failingRow, db)
    }
  }

  /// Runs the whole query without its plan, which is tried again later.
  private mutating func giveUp(
    _ analyzed: AnalyzedSelect,
    since reason: LivePlan.Reason,
    _ db: Snapshot
  ) throws -> [Element] {
    let elements = try run(analyzed.rerun(since: reason), db)
    // If the statement fails too, the query is started again, and this plan is tried first.
    retry = .next(after: retry, rowCount: elements.count, since: reason)
    return elements
  }

  private mutating func run(_ analyzed: AnalyzedSelect, _ db: Snapshot) throws -> [Element] {
    var plan = select.plan(analyzed)
    let elements = try plan.start(db)
    (self.plan, self.analyzed) = (plan, analyzed)
    watched = WatchedValues(analyzed.isRerun ? [] : analyzed.watched)
    try watched.load(db)
    return elements
  }

  /// Returns whether an error may come from what a plan reads beyond the statement.
  ///
  /// It keeps rows in reserve, and reads links without the other conditions. Such a row may fail
  /// where the statement does not; whether the statement fails too shows when it runs itself.
  private static func mayBeOfPlan(_ error: any Error) -> Bool {
    Snapshot.canReadAfterErrors && !(error is CancellationError) && !Snapshot.isTransient(error)
  }

  /// Applies the changes of commits.
  package mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    // Another schema may mean other keys and other collations.
    guard var plan, !changes.changesSchema, !mayHaveBetterPlan(after: changes, elements.count)
    else {
      return try startAgain(after: elements, db)
    }
    // Release our reference, so that the change is made in place.
    self.plan = nil
    do {
      let isAny = try watched.haveChanged(by: changes, db)
      let change = try plan.apply(isAny ? changes.ofAnyTable : changes, to: elements, db)
      self.plan = plan
      return change
    } catch is PlanFailure {
      return try startAgain(after: elements, db)
    } catch let error {
      guard Self.mayBeOfPlan(error), analyzed?.isRerun == false else { throw error }
      return try startAgain(after: elements, db)
    }
  }

  /// Returns the rows of the query run from scratch, unless the given ones are right.
  ///
  /// A group is also right if reading it alone gives it: then only the order in which the database
  /// reads its rows differs, which SQL leaves open. It matters for sums of reals, `group_concat`,
  /// and columns that are neither grouped nor aggregated.
  ///
  /// - Parameters:
  ///   - elements: The result after the last call.
  ///   - db: A snapshot that shows what the result shows.
  package func correction(of elements: [Element], _ db: Snapshot) throws -> [Element]? {
    guard let analyzed else { return nil }
    var fresh = PlanRunner(select)
    let rows = try fresh.start(analyzed, db)
    if Difference.between(elements, rows, isSame: select.isSame).isEmpty { return nil }
    guard elements.count == rows.count, let plan = fresh.plan else { return rows }
    let areRead = try elements.indices.allSatisfy { index in
      try select.isSame(elements[index], rows[index])
        || plan.reads(elements[index], at: index, db)
    }
    return areRead ? nil : rows
  }

  /// Returns the keys of its first table's rows that the plan keeps; `nil` if others may matter.
  func retainedKeys(among touched: [RowKey]?) -> RetainedKeys? {
    plan?.retainedKeys(among: touched)
  }

  private mutating func startAgain(after elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    let new = try start(db)
    let difference = Difference.between(elements, new, isSame: select.isSame)
    return ResultChange(run: new, difference, isSame: select.isSame)
  }

  /// Returns whether the previous rows prevented a plan that the new ones may allow.
  private mutating func mayHaveBetterPlan(after changes: ChangeSet, _ rowCount: Int) -> Bool {
    guard let analyzed, analyzed.isRerun, changes.touches(analyzed.region) else {
      return false
    }
    return retry?.isDue(rowCount: rowCount) ?? false
  }
}

extension AnalyzedSelect {
  /// Returns the plan that runs the same statement again.
  fileprivate func rerun(since reason: LivePlan.Reason) -> AnalyzedSelect {
    AnalyzedSelect(.rerun(reason), parts, region)
  }
}

extension DecodableSelect {
  fileprivate func plan(_ analyzed: AnalyzedSelect) -> any ResultPlan<Element, Snapshot> {
    let hasRowNumbers = analyzed.sources.first?.hasRowNumbers == true
    switch analyzed.selectPlan {
    case .keyed(let lookedUp):
      return hasRowNumbers
        ? KeyedPlan<Int64, Element, Snapshot>(analyzed, lookedUp, self)
        : KeyedPlan<CompositeKey, Element, Snapshot>(analyzed, lookedUp, self)
    case .groups(let isDistinct, let scans):
      return hasRowNumbers
        ? MemberPlan(analyzed, self, GroupMembers<Int64, _>(analyzed, isDistinct, scans))
        : MemberPlan(analyzed, self, GroupMembers<CompositeKey, _>(analyzed, isDistinct, scans))
    case .computedGroups(let row):
      return MemberPlan(analyzed, self, GroupMembers<Int64, _>(analyzed, false, true, row))
    case .join: return MemberPlan(analyzed, self, JoinRows(analyzed))
    case .joinGroups(_, let isDistinct):
      return MemberPlan(analyzed, self, JoinGroups(analyzed, isDistinct))
    case .fullJoin: return MemberPlan(analyzed, self, FullJoinRows(analyzed))
    case .partitions(let terms, let scans):
      return hasRowNumbers
        ? PartitionPlan<Int64, Element, Snapshot>(analyzed, terms, scans, self)
        : PartitionPlan<CompositeKey, Element, Snapshot>(analyzed, terms, scans, self)
    case .firstRows(let first):
      return hasRowNumbers
        ? FirstRowsPlan<Int64, Element, Snapshot>(analyzed, first, self)
        : FirstRowsPlan<CompositeKey, Element, Snapshot>(analyzed, first, self)
    case .aggregate(let countsRows):
      return hasRowNumbers
        ? AggregatePlan<Int64, Element, Snapshot>(analyzed, countsRows, self)
        : AggregatePlan<CompositeKey, Element, Snapshot>(analyzed, countsRows, self)
    case .totals(let totals): return TotalsPlan(totals, self)
    case .compound(let compound): return CompoundPlan(analyzed, compound, self)
    case .prefetched, .rerun: return RerunPlan(analyzed, self)
    }
  }
}
