package import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The maintenance of rows that get associated rows which are fetched afterwards.
///
/// A row counts as touched if one of its associated rows was touched. It is then read again, moved
/// to its place, and gets its current associated rows.
package struct PrefetchingMaintenance<Element: Sendable, Snapshot: LiveSnapshot>: ResultMaintenance
{
  private let select: PrefetchingSelect<Element, Snapshot>
  private var store: PrefetchStore<Snapshot>?
  /// The runner of the plan; `nil` if the result is read as a whole.
  private var runner: PlanRunner<Element, Snapshot>?
  package private(set) var analyzed: AnalyzedSelect?
  /// The plan of the rows together with those of their associated rows.
  private var combined: AnalyzedSelect?
  /// The wait until the plan is tried again, if it was given up because of the rows.
  private var retry: PlanRetry?

  /// Creates a maintenance that has not been started.
  package init(_ select: PrefetchingSelect<Element, Snapshot>) { self.select = select }

  package mutating func start(_ db: Snapshot, after old: [Element]?) throws
    -> ResultChange<[Element]>?
  {
    (store, runner, analyzed) = (nil, nil, nil)
    let root = try select.root(db)
    do {
      let store = try PrefetchStore(select.parts, db)
      try root.checkCanBePrefetched(select.parts)
      combined = root.combined(with: store.analyzed)
      analyzed = combined
      var runner = PlanRunner(select.decodable(root, store))
      try store.load(db)
      let new = try runner.start(root, db)
      store.didLoad()
      (self.store, self.runner, retry) = (store, runner, nil)
      return .replaced(
        LiveReading(value: new, tracksDifferences: true),
        difference(from: old, to: new)
      )
    } catch let refusal as PrefetchRejection {
      if refusal.isOfRows { return try giveUp(analyzed ?? root, since: refusal, old, db) }
      retry = nil
      analyzed = AnalyzedSelect(.rerun(refusal.reason), root.parts, analyzed?.region ?? root.region)
      return nil
    }
  }

  package mutating func apply(_ changes: ChangeSet, to value: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    guard let analyzed, changes.touches(analyzed.region) else { return .unchanged }
    guard var runner, let store else { return try runAgain(value, db) }
    // Release our reference, so that the change is made in place.
    self.runner = nil
    do {
      let changes = try touched(by: changes, store, runner, db)
      let change = try runner.apply(changes, to: value, db)
      if changes.mayChangeAnyTable { store.didLoad() }
      if case .rerun(let reason)? = runner.analyzed?.plan {
        self.analyzed = AnalyzedSelect(.rerun(reason), analyzed.parts, analyzed.region)
      } else if analyzed.isRerun {
        // A plan that was given up was tried again.
        self.analyzed = combined
      }
      self.runner = runner
      return change
    } catch let refusal as PrefetchRejection {
      return try giveUp(analyzed, since: refusal, value, db)
    }
  }

  package func correction(of value: [Element], _ db: Snapshot) throws -> [Element]? {
    guard select.canCompare else { return nil }
    var fresh = PrefetchingMaintenance(select)
    guard case .replaced(let reading, _)? = try fresh.start(db, after: nil) else { return nil }
    let isEmpty = Difference.between(value, reading.value, isSame: select.isSame).isEmpty
    return isEmpty ? nil : reading.value
  }
}

extension PrefetchingMaintenance {
  /// Returns the changes, including the rows whose associated rows were touched.
  private func touched(
    by changes: ChangeSet,
    _ store: PrefetchStore<Snapshot>,
    _ runner: PlanRunner<Element, Snapshot>,
    _ db: Snapshot
  ) throws -> ChangeSet {
    // The rows of a plan that runs again have no keys.
    if let root = runner.analyzed, !root.isRerun, !changes.mayChangeAnyTable,
      let users = try store.drop(touchedBy: changes, db)
    {
      return changes.touching(users, of: root.sources[0])
    }
    try store.load(db)
    return .anything(changesSchema: false, number: changes.number)
  }

  /// Reads the whole result without the plan, or with it if it is time to try it again.
  private mutating func runAgain(_ value: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>
  {
    if retry?.isDue(rowCount: value.count) == true, let change = try start(db, after: value) {
      return change
    }
    return replacement(of: value, by: try select.read(db))
  }

  /// Reads the whole result without the plan, which is tried again later.
  private mutating func giveUp(
    _ plan: AnalyzedSelect,
    since refusal: PrefetchRejection,
    _ old: [Element]?,
    _ db: Snapshot
  ) throws -> ResultChange<[Element]> {
    (store, runner) = (nil, nil)
    analyzed = AnalyzedSelect(.rerun(refusal.reason), plan.parts, plan.region)
    let new = try select.read(db)
    retry = .next(after: retry, rowCount: new.count)
    return replacement(of: old, by: new)
  }

  private func replacement(of value: [Element]?, by new: [Element]) -> ResultChange<[Element]> {
    .replaced(
      LiveReading(value: new, tracksDifferences: true),
      difference(from: value, to: new)
    )
  }

  private func difference(from old: [Element]?, to new: [Element]) -> (any LiveDifference)? {
    old.map { ResultDifference.between($0, new, isSame: select.isSame) }
  }
}

extension PrefetchingSelect {
  /// Returns the plan by which the rows themselves are read.
  fileprivate func root(_ db: Snapshot) throws -> AnalyzedSelect {
    let root = try PlanAnalysis.plan(rows.parts, query: rows.query, db)
    guard isOfFirstRow, root.plan != .pointLookup else { return root }
    let first = rows.parts.limitedToOne
    return try PlanAnalysis.plan(first, query: first.statement, db)
  }

  /// Returns the statement of the rows, which get the associated rows of a store.
  fileprivate func decodable(_ root: AnalyzedSelect, _ store: PrefetchStore<Snapshot>)
    -> DecodableSelect<Element, Snapshot>
  {
    let keyCount = root.sources[0].keyColumns.count
    return DecodableSelect(
      root.parts,
      root.parts.statement,
      canCompare: canCompare,
      isSame: isSame
    ) { [rows, make] query in
      PrefetchingStatement(
        base: rows.statement(query),
        store: store,
        keyCount: query.keyCount == 0 ? 0 : keyCount,
        make: make
      )
    }
  }
}

extension AnalyzedSelect {
  /// Checks that each of its rows is identified by the key of a row of the first table.
  fileprivate func checkCanBePrefetched<Snapshot>(_ parts: [PrefetchedPart<Snapshot>]) throws {
    switch selectPlan {
    case .keyed, .join, .fullJoin: break
    case .rerun(let reason): throw PrefetchRejection(reason: reason)
    case .groups, .computedGroups, .partitions, .firstRows, .joinGroups, .aggregate, .totals,
      .compound,
      .prefetched:
      throw PrefetchRejection(reason: .association(parts.first?.name ?? ""))
    }
  }

  /// Returns the analysis of the rows together with that of their associated rows.
  ///
  /// Filters are known only for tables that a single statement reads.
  fileprivate func combined(with others: [AnalyzedSelect]) -> AnalyzedSelect {
    var region = region
    for other in others { region.formUnion(other.region) }
    var combined = AnalyzedSelect(.prefetched, parts, region)
    let all = [self] + others
    for select in all {
      for (table, filter) in select.filters
      where all.count(where: { $0.region.columns(of: table) != nil }) == 1 {
        combined.filters[table] = filter
      }
    }
    return combined
  }
}

extension ChangeSet {
  /// Returns the same change set, with changes in any columns of some more rows.
  fileprivate func touching(_ keys: Set<CompositeKey>, of source: AnalyzedSelect.Source)
    -> ChangeSet
  {
    if keys.isEmpty { return self }
    var tables = tables
    if case .anyRow = tables[source.table] { return self }
    var rows: [RowKey: Change] = [:]
    if case .rows(let known) = tables[source.table] {
      for change in known { rows[change.key] = change }
    }
    for key in keys {
      guard let key = source.rowKey(key) else { continue }
      rows[key] = Change(key: key, old: .unknown, new: .unknown)
    }
    tables[source.table] = .rows(Array(rows.values))
    return ChangeSet(number: number, origin: origin, tables: tables)
  }
}

extension AnalyzedSelect.Source {
  /// Returns a key as change sets represent it.
  fileprivate func rowKey(_ key: CompositeKey) -> RowKey? {
    guard hasRowNumbers else { return .primaryKey(key.values) }
    guard case .integer(let number) = key.values.first else { return nil }
    return .rowID(number)
  }
}
